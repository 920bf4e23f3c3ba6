// A session over plain TCP or over TLS.
#pragma once

#include <memory>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include "http/session.hpp"

namespace blotter::http {

/// Bound to io_context directly: the type-erased executor of tcp::socket costs time per operation.
using Socket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

/// `tls` is null for plain TCP.
std::shared_ptr<Session> make_session(Socket socket, boost::asio::ssl::context* tls,
                                      std::shared_ptr<Worker> worker, Admission admission);

}  // namespace blotter::http
