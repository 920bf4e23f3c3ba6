// The function bodies of Asio and Beast, compiled once here instead of in every including file.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
