# Every library is a Debian package; tools/packages-build.txt names them, docs/adr/0002 says why each one. The versions
# are those of Debian 12, and newer ones work too.
if(BLOTTER_STATIC)
  include(cmake/static.cmake)
endif()
find_package(Threads REQUIRED)
find_package(boost_headers 1.81 CONFIG REQUIRED)
find_package(boost_url 1.81 CONFIG REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_package(SQLite3 3.40 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CURL 7.88 REQUIRED) # the first that ends without waiting for a name server is 7.87
find_package(CLI11 2.1 REQUIRED)
find_package(tl-expected 1.0 REQUIRED)
find_package(PkgConfig REQUIRED)
if(NOT BLOTTER_STATIC)
  find_package(simdjson REQUIRED)
  if(simdjson_VERSION VERSION_LESS 3.0) # its own check wants the same minor version
    message(FATAL_ERROR "simdjson 3.0 or newer is needed, and this is ${simdjson_VERSION}")
  endif()
  find_package(spdlog 1.10 REQUIRED)
  find_package(fmt 9.1 REQUIRED)
  find_package(prometheus-cpp REQUIRED) # Debian 12's does not report its version
  pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc>=2.6)
endif()
pkg_check_modules(libpq REQUIRED IMPORTED_TARGET libpq>=14) # the first with pipelines
