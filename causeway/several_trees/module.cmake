if(NOT CAUSEWAY_MPI OR CAUSEWAY_SIMGRID)
  return()
endif()
# The optimiser as a library of its own, with its solver, which the preloaded library loads where it plans for several trees.
add_library(causeway_trees SHARED "${folder}/exports/optimizer_library.cpp")
set_target_properties(causeway_trees PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/causeway"
  LINK_DEPENDS "${folder}/exports/exports.map")
target_link_libraries(causeway_trees PRIVATE causeway_several_trees)
target_link_options(causeway_trees PRIVATE
  "LINKER:--version-script=${folder}/exports/exports.map" LINKER:--exclude-libs,ALL LINKER:-z,defs)
install(TARGETS causeway_trees LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/causeway)
