# Sockets and NUMA nodes; without hwloc they stay unknown. It is loaded when it is asked: the preloaded library must not need
# what may be missing where it is used.
pkg_check_modules(HWLOC hwloc)
if(HWLOC_FOUND AND NOT CAUSEWAY_SIMGRID)  # simulated hosts are not this machine
  find_library(CAUSEWAY_HWLOC hwloc HINTS ${HWLOC_LIBRARY_DIRS} REQUIRED)
  file(REAL_PATH "${CAUSEWAY_HWLOC}" hwloc_file)
  if(NOT hwloc_file MATCHES "(libhwloc[.]so[.][0-9]+)[^/]*$")
    message(FATAL_ERROR "the version of ${hwloc_file} is not in its name")
  endif()
  target_compile_definitions(${target} PRIVATE CAUSEWAY_HWLOC_LIBRARY="${CMAKE_MATCH_1}")
  target_include_directories(${target} SYSTEM PRIVATE ${HWLOC_INCLUDE_DIRS})
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
endif()
