# xsimd, xtl, xtensor and GoogleTest: the toolchain's own copies, else the released archives.

include(FetchContent)

# Defines an interface target `name` that adds the library's headers as system headers.
function(headscope_require_headers name version hash)
  find_package(${name} CONFIG QUIET)
  if(NOT TARGET ${name})
    FetchContent_Declare(${name}
      URL https://github.com/xtensor-stack/${name}/archive/refs/tags/${version}.tar.gz
      URL_HASH SHA256=${hash}
      SOURCE_SUBDIR headers-only)
    FetchContent_MakeAvailable(${name})
    add_library(${name} INTERFACE)
    target_include_directories(${name} SYSTEM INTERFACE ${${name}_SOURCE_DIR}/include)
  endif()
endfunction()

headscope_require_headers(
  xsimd 13.2.0 edd8cd3d548c185adc70321c53c36df41abe64c1fe2c67bc6d93c3ecda82447a)
headscope_require_headers(
  xtl 0.7.7 44fb99fbf5e56af5c43619fc8c29aa58e5fad18f3ba6e7d9c55c111b62df1fbb)
headscope_require_headers(
  xtensor 0.25.0 32d5d9fd23998c57e746c375a544edf544b74f0a18ad6bc3c38cbba968d5e6c7)

# GoogleTest is always compiled here: as WebAssembly and under sanitizers it needs our flags.
set(INSTALL_GTEST OFF)
set(BUILD_GMOCK OFF)
set(gtest_disable_pthreads ${EMSCRIPTEN})
set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
find_path(HEADSCOPE_GOOGLETEST_SOURCE googletest/src/gtest-all.cc
  PATHS ${CMAKE_PREFIX_PATH} /usr PATH_SUFFIXES src/googletest NO_CMAKE_FIND_ROOT_PATH)
if(HEADSCOPE_GOOGLETEST_SOURCE)
  add_subdirectory(${HEADSCOPE_GOOGLETEST_SOURCE} googletest EXCLUDE_FROM_ALL SYSTEM)
else()
  FetchContent_Declare(googletest
    URL https://github.com/google/googletest/archive/refs/tags/v1.16.0.tar.gz
    URL_HASH SHA256=78c676fc63881529bf97bf9d45948d905a66833fbfa5318ea2cd7478cb98f399
    SYSTEM)
  FetchContent_MakeAvailable(googletest)
endif()
