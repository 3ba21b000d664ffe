# The optimiser as a library of its own, with its solver: the preloaded library loads it when it is needed.
if(CAUSEWAY_MPI AND NOT CAUSEWAY_SIMGRID)
  add_library(causeway_trees SHARED "${folder}/exports/optimizer_library.cpp")
  target_link_libraries(causeway_trees PRIVATE causeway_several_trees)
  target_link_options(causeway_trees PRIVATE
    "LINKER:--version-script=${folder}/exports/exports.map" LINKER:--exclude-libs,ALL LINKER:-z,defs)
  set_target_properties(causeway_trees PROPERTIES LINK_DEPENDS "${folder}/exports/exports.map")
  install(TARGETS causeway_trees LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/causeway/${CAUSEWAY_MPI_NAME})
endif()
