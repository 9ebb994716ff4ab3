# Every folder of sources becomes one target; adding a file to a folder is enough.

include(GoogleTest)

# Our own code: warnings are errors, and a*b+c is never contracted on its own, because contracted
# results differ between compilers and targets; the fma helper of the kernels asks for it by name.
add_library(headscope_options INTERFACE)
target_compile_options(headscope_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -ffp-contract=off
  # GCC 12 sees overflows in inlined loops over sizes that cannot occur; the sanitizers watch for real ones.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow;-Wno-array-bounds>)

# Collects the sources below a folder. `*.avx2.cpp` and `*.sse4.cpp` hold kernels of one x86
# instruction set: they get its flags there and are left out everywhere else.
function(headscope_sources variable folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  if(NOT EMSCRIPTEN AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
    foreach(source IN LISTS sources)
      if(source MATCHES "\\.avx2\\.cpp$")
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma")
      elseif(source MATCHES "\\.sse4\\.cpp$")
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-msse4.1")
      endif()
    endforeach()
  else()
    list(FILTER sources EXCLUDE REGEX "\\.(avx2|sse4)\\.cpp$")
  endif()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# A static library of one folder; a folder of headers alone gives an interface library.
function(headscope_add_library target folder flags)
  headscope_sources(sources ${folder})
  if(sources)
    add_library(${target} STATIC ${sources})
    target_link_libraries(${target} PRIVATE headscope_options)
    target_compile_options(${target} PRIVATE ${flags})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope}
    ${CMAKE_SOURCE_DIR}/cpp/include ${CMAKE_SOURCE_DIR}/cpp)
  target_link_libraries(${target} ${scope} ${ARGN})
endfunction()

# The core, the reference and the tests, compiled once with the given flags. The flavour's name, if
# any, ends every target's name: headscope-simd, headscope_tests-simd and so on.
function(headscope_add_flavour flavour)
  set(suffix "")
  if(flavour)
    set(suffix "-${flavour}")
  endif()
  headscope_add_library(headscope_kernels${suffix} cpp/kernels "${ARGN}" xsimd)
  headscope_add_library(headscope_core${suffix} cpp/src "${ARGN}"
    headscope_kernels${suffix} xtensor xtl)
  if(EMSCRIPTEN)
    # A page waits for its bytes. The kernels ask for the unrolling they need and are as fast at -Os
    # as at -O3.
    target_compile_options(headscope_kernels${suffix} PRIVATE ${HEADSCOPE_KERNEL_OPTIMIZATION})
    target_compile_options(headscope_core${suffix} PRIVATE ${HEADSCOPE_MODULE_OPTIMIZATION}
      -fno-threadsafe-statics)
  endif()
  headscope_add_library(headscope_reference${suffix} cpp/reference "${ARGN}" xtensor xtl)
  headscope_sources(tests tests/cpp)
  if(NOT tests)
    return()
  endif()
  add_executable(headscope_tests${suffix} ${tests})
  target_compile_options(headscope_tests${suffix} PRIVATE ${ARGN})
  target_include_directories(headscope_tests${suffix} PRIVATE ${CMAKE_SOURCE_DIR}/tests/cpp)
  target_link_libraries(headscope_tests${suffix} PRIVATE headscope_options
    headscope_core${suffix} headscope_reference${suffix} gtest_main)
  if(EMSCRIPTEN)
    set_target_properties(headscope_tests${suffix} PROPERTIES SUFFIX .js)
    target_link_options(headscope_tests${suffix} PRIVATE
      -sENVIRONMENT=node -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
      -sSTACK_SIZE=1MB)
  else()
    gtest_discover_tests(headscope_tests${suffix} DISCOVERY_MODE PRE_TEST)
  endif()
endfunction()

# A module that web/core loads: the target MODULE-FLAVOUR makes web/core/built/NAME.js and NAME.wasm
# from the bindings below cpp/bindings whose paths do not begin with EXCLUDE. What a module does not
# bind, the linker leaves out.
function(headscope_add_module module flavour name exclude)
  headscope_sources(bindings cpp/bindings)
  list(FILTER bindings EXCLUDE REGEX "/cpp/bindings/${exclude}")
  if(NOT bindings)
    return()
  endif()
  # Before all others: what it defines, the linker then does not take from Embind's own library.
  set(types ${CMAKE_SOURCE_DIR}/cpp/bindings/types.cpp)
  list(REMOVE_ITEM bindings ${types})
  list(PREPEND bindings ${types})
  set(target ${module}-${flavour})
  add_executable(${target} ${bindings})
  target_link_libraries(${target} PRIVATE headscope_options headscope_core-${flavour})
  target_compile_options(${target} PRIVATE ${HEADSCOPE_MODULE_OPTIMIZATION} -fno-threadsafe-statics)
  target_compile_definitions(${target} PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  set(module
    ${HEADSCOPE_MODULE_OPTIMIZATION}
    -lembind
    -sDYNAMIC_EXECUTION=0       # pages forbid eval
    -sEXPORT_ES6 -sMODULARIZE
    -sENVIRONMENT=web           # web/core fetches and compiles, in workers and Node too
    -sFILESYSTEM=0
    -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
    -sSTACK_SIZE=1MB
    -sMALLOC=dlmalloc           # emmalloc's sums wrap near 4 GB and hand out memory that is not there
    -sINCOMING_MODULE_JS_API=instantiateWasm)
  # What every engine with SIMD and WebAssembly exceptions has.
  headscope_append_known_setting(module TEXTDECODER 2)
  headscope_append_known_setting(module WASM_BIGINT 1)
  # Resizable buffers break TextDecoder and WebGL uploads in some browsers.
  headscope_append_known_setting(module GROWABLE_ARRAYBUFFERS 0)
  target_link_options(${target} PRIVATE ${module})
  set(minify ${CMAKE_SOURCE_DIR}/scripts/minify-glue.mjs)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${minify} $<TARGET_FILE:${target}> VERBATIM)
  set_target_properties(${target} PROPERTIES
    LINK_DEPENDS ${minify}
    OUTPUT_NAME ${name} SUFFIX .js
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_SOURCE_DIR}/web/core/built)
endfunction()
