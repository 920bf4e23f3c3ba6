# The console becomes part of the program: npm builds it, once for all presets, and the files become a C++ source.
set(node_oldest 18.18)
set(BLOTTER_CONSOLE_DIR ${PROJECT_SOURCE_DIR}/build/console CACHE PATH "Where the console is built, for all presets together")

find_program(NODE node)
find_program(NPM npm)
if(NOT NODE OR NOT NPM)
  message(FATAL_ERROR "The console needs Node ${node_oldest} or newer, and npm: install them (./dev does), or build without the "
    "console: -DBLOTTER_CONSOLE=OFF")
endif()
execute_process(COMMAND ${NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE v "" node_version "${node_version}")
if(node_version VERSION_LESS node_oldest)
  message(FATAL_ERROR "The console needs Node ${node_oldest} or newer, and ${NODE} is ${node_version}: put a newer one first on the "
    "PATH, or build without the console: -DBLOTTER_CONSOLE=OFF")
endif()

set(console ${PROJECT_SOURCE_DIR}/console)
set(console_tool ${PROJECT_SOURCE_DIR}/tools/build_console.mjs)
file(GLOB_RECURSE console_sources CONFIGURE_DEPENDS ${console}/src/* ${console}/public/*)
file(GLOB console_settings CONFIGURE_DEPENDS ${console}/*.html ${console}/*.json ${console}/*.ts)
set(openapi_document ${CMAKE_BINARY_DIR}/openapi.json)
set(embedded_files_source ${BLOTTER_CONSOLE_DIR}/embedded_files.cpp)

add_custom_command(
  OUTPUT ${openapi_document}
  COMMAND write_openapi ${openapi_document}
  # The command alone would not run again when the program has changed.
  DEPENDS write_openapi
  COMMENT "Writing the OpenAPI document"
  VERBATIM)

file(MAKE_DIRECTORY ${BLOTTER_CONSOLE_DIR})
# Two presets may be built at the same time, hence the lock.
add_custom_command(
  OUTPUT ${embedded_files_source}
  COMMAND flock ${BLOTTER_CONSOLE_DIR}/lock ${NODE} ${console_tool} ${BLOTTER_CONSOLE_DIR} ${openapi_document}
  DEPENDS ${openapi_document} ${console_sources} ${console_settings} ${console_tool}
  COMMENT "Building the console"
  VERBATIM)
# Thousands of bytes in one literal exceed the minimum limit of the standard; our compilers accept it.
set_source_files_properties(${embedded_files_source} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
