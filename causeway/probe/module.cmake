pkg_check_modules(HWLOC IMPORTED_TARGET hwloc)  # sockets and NUMA nodes; without it they stay unknown
if(HWLOC_FOUND AND NOT CAUSEWAY_SIMGRID)  # simulated hosts are not this machine
  target_link_libraries(causeway_probe PRIVATE PkgConfig::HWLOC)
  target_compile_definitions(causeway_probe PRIVATE CAUSEWAY_WITH_HWLOC)
endif()
