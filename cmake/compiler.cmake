add_compile_options(-Wall -Wextra -Wpedantic -Werror -Werror=switch)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports false positives: uninitialized values in optionals, and overlaps in strings that it
  # inlines; the sanitizers find real ones.
  add_compile_options(-Wno-maybe-uninitialized -Wno-restrict)
else()
  # clang complains about std::stable_sort of Debian 12, which uses something deprecated; g++ reports deprecated calls in our code.
  add_compile_options(-Wno-deprecated-declarations)
endif()
# -O3 was not faster, and its builds take longer.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# Debian's hardening flags, for every release build: one program is built, tested, measured and packaged. Not with
# sanitizers, which have their own checks.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  # CMake's own setting would be -fPIC for the layers, which is for shared libraries.
  add_compile_options(-fPIE)
  add_compile_options(-fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  add_link_options(-pie -Wl,-z,relro,-z,now)
  # The same program from any folder.
  add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
endif()

if(BLOTTER_SANITIZE)
  add_compile_options(-fsanitize=${BLOTTER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${BLOTTER_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# compile_together(target): several of its sources at a time, so that their common headers and templates are compiled once.
# The groups are chosen again when a source changes, because it may now declare a name that another one of its group uses.
function(compile_together target)
  get_target_property(sources ${target} SOURCES)
  list(TRANSFORM sources REPLACE "^([^/].*)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  execute_process(COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tools/shared_units.py ${sources}
    OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "|" groups "${groups}")
  string(REPLACE "\n" ";" groups "${groups}")
  foreach(group IN LISTS groups)
    string(REPLACE "|" ";" group "${group}")
    string(MD5 name "${group}")
    set_source_files_properties(${group} PROPERTIES UNITY_GROUP ${name})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # g++ takes a source that another one includes for a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# blotter_layer(name SOURCES … HEADERS … LINKS …): the static library of one folder of src/, named blotter_<name>. HEADERS
# are those of ours that most of its sources include.
function(blotter_layer name)
  cmake_parse_arguments(layer "" "" "SOURCES;HEADERS;LINKS" ${ARGN})
  add_library(blotter_${name} STATIC ${layer_SOURCES})
  target_include_directories(blotter_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(blotter_${name} PUBLIC ${layer_LINKS})
  if(BLOTTER_PRECOMPILE)
    list(TRANSFORM layer_HEADERS PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE headers)
    target_precompile_headers(blotter_${name} PRIVATE
      <algorithm> <array> <chrono> <functional> <map> <memory> <mutex> <optional> <span> <string> <string_view> <thread>
      <tuple> <variant> <vector> <fmt/format.h> <tl/expected.hpp> ${headers})
  endif()
  if(BLOTTER_TOGETHER)
    compile_together(blotter_${name})
  endif()
endfunction()
