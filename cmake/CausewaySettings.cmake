# How everything is compiled.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)  # the modules also go into the preloaded library
set(CMAKE_CXX_VISIBILITY_PRESET hidden)  # it exports only what it says it does
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

include(GNUInstallDirs)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths below the source folder are looked up relative to the build folder: another clone finds what one has compiled. What
  # __FILE__ becomes (below) is seen in what the preprocessor makes, whatever the option says.
  set(launcher "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    "CCACHE_IGNOREOPTIONS=-fmacro-prefix-map=*" "${CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

add_library(causeway_settings INTERFACE)
target_compile_options(causeway_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wcast-qual
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor> $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast>
  $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual>
  # g++ 12 sees overlapping copies in std::string's operator+ that are not there (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # In a unity build no file is the main one, whose types without linkage it would take for its own.
  $<$<AND:$<BOOL:${CMAKE_UNITY_BUILD}>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-Wno-subobject-linkage>
  # What assertions say of files is the same in every clone, wherever it lies; a unity build includes them by their full paths.
  $<$<COMPILE_LANGUAGE:C,CXX>:-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=>
  # Plans are computed by every rank on its own and must come out equal, to the last bit.
  -ffp-contract=off
  # The ranks of a simulated job share one address space, in which such symbols would be one for all of them.
  $<$<BOOL:${CAUSEWAY_SIMGRID}>:-fno-gnu-unique>
  $<$<BOOL:${CAUSEWAY_WARNINGS_AS_ERRORS}>:-Werror>)
if(CAUSEWAY_SANITIZE)
  target_compile_options(causeway_settings INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(causeway_settings INTERFACE -fsanitize=address,undefined)
endif()
target_include_directories(causeway_settings INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")

# For what takes longer to compile than it ever runs: command lines, the testbed's commands, tests.
add_library(causeway_compiled_quickly INTERFACE)
target_compile_options(causeway_compiled_quickly INTERFACE $<$<CONFIG:Release>:-O1>)

# causeway_optimise_sanitized(TARGET OPTION): what runs for longer than optimising it takes, where it is sanitized. With the
# sanitizers GCC warns of values that are not there ("may be used uninitialized", its manual says so). Of an inline function
# that is not inlined the linker takes the copy that it meets first for all: a test's for the modules as well.
function(causeway_optimise_sanitized target option)
  if(CAUSEWAY_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:${option}> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endif()
endfunction()

# For what is preloaded into other people's programs, which may lack the C++ library, or have another.
set(CAUSEWAY_OWN_CXX_LIBRARY -static-libstdc++ -static-libgcc LINKER:--exclude-libs,ALL)
