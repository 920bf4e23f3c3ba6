# The C++ libraries as parts of the program, under the names that their packages give them: for the tarball, which runs
# where none of them is installed. Of two of them Debian has no static library; they are built from the sources of
# Debian's own packages, which tools/fetch_library_sources.sh fetches. See docs/adr/0021.
set(BLOTTER_LIBRARY_SOURCES ${PROJECT_SOURCE_DIR}/build/sources CACHE PATH "Where the sources of libraries are")
add_link_options(-static-libstdc++ -static-libgcc)
set(Boost_USE_STATIC_LIBS ON)

# library(name SOURCES … INCLUDES … DEFINITIONS …): third-party code, built without our warnings.
function(library name)
  cmake_parse_arguments(library "" "" "SOURCES;INCLUDES;DEFINITIONS" ${ARGN})
  string(REPLACE "::" "_" target ${name})
  add_library(${target} STATIC ${library_SOURCES})
  add_library(${name} ALIAS ${target})
  target_include_directories(${target} PRIVATE ${library_INCLUDES})
  target_compile_definitions(${target} PUBLIC ${library_DEFINITIONS})
  target_compile_options(${target} PRIVATE -w)
endfunction()

# headers(name DEFINITION…): header-only libraries.
function(headers name)
  string(REPLACE "::" "_" target ${name})
  add_library(${target} INTERFACE)
  add_library(${name} ALIAS ${target})
  target_compile_definitions(${target} INTERFACE ${ARGN})
endfunction()

headers(fmt::fmt FMT_HEADER_ONLY=1)
headers(spdlog::spdlog SPDLOG_FMT_EXTERNAL=1 FMT_HEADER_ONLY=1)

set(simdjson ${BLOTTER_LIBRARY_SOURCES}/simdjson)
library(simdjson::simdjson SOURCES ${simdjson}/src/simdjson.cpp INCLUDES ${simdjson}/src ${simdjson}/include
  DEFINITIONS SIMDJSON_THREADS_ENABLED=1)

set(prometheus ${BLOTTER_LIBRARY_SOURCES}/prometheus-cpp/core)
file(GLOB_RECURSE prometheus_sources ${prometheus}/src/*.cc)
library(prometheus-cpp::core SOURCES ${prometheus_sources} INCLUDES ${prometheus}/include)

find_library(UTF8PROC_ARCHIVE libutf8proc.a REQUIRED)
add_library(PkgConfig::utf8proc STATIC IMPORTED)
set_target_properties(PkgConfig::utf8proc PROPERTIES
  IMPORTED_LOCATION ${UTF8PROC_ARCHIVE} INTERFACE_COMPILE_DEFINITIONS UTF8PROC_STATIC)
