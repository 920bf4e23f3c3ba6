// The TLS settings of a server.
#pragma once

#include <boost/asio/ssl/context.hpp>

#include "http/server.hpp"

namespace blotter::http {

/// Throws std::runtime_error with one line that names the file in question.
boost::asio::ssl::context make_tls_context(const TlsFiles& files);

}  // namespace blotter::http
