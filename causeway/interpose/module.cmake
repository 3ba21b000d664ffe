if(CAUSEWAY_SIMGRID)
  # Nothing is preloaded into a simulated job: the MPI functions that the library replaces are linked into the
  # program, whose other calls find them first.
  file(GLOB simulated CONFIGURE_DEPENDS "${folder}/exports/simulated/*.cpp")
  add_library(causeway_linked_${mpi} OBJECT "${folder}/exports/c_symbols.cpp" ${simulated})
  target_link_libraries(causeway_linked_${mpi} PUBLIC ${target} causeway_several_trees)
  return()
endif()
# The preloaded library: the module and all it uses in one shared object that exports nothing but the MPI
# functions it replaces.
file(GLOB exports CONFIGURE_DEPENDS "${folder}/exports/*.cpp")
add_library(causeway_preload_${mpi} SHARED ${exports})
# One file for each calling convention: their names for a type differ.
set_target_properties(causeway_preload_${mpi} PROPERTIES OUTPUT_NAME causeway UNITY_BUILD OFF)
target_link_libraries(causeway_preload_${mpi} PRIVATE ${target} ${CMAKE_DL_LIBS})
target_include_directories(causeway_preload_${mpi} INTERFACE "${PROJECT_SOURCE_DIR}/include")
target_compile_definitions(causeway_preload_${mpi} PRIVATE CAUSEWAY_PROJECT_MAJOR=${PROJECT_VERSION_MAJOR}
  CAUSEWAY_PROJECT_MINOR=${PROJECT_VERSION_MINOR} CAUSEWAY_PROJECT_PATCH=${PROJECT_VERSION_PATCH})
install(FILES "${PROJECT_SOURCE_DIR}/include/causeway.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
target_link_options(causeway_preload_${mpi} PRIVATE
  "LINKER:--version-script=${folder}/exports/exports.map" LINKER:-z,defs
  # It needs nothing but the C and the MPI library.
  ${CAUSEWAY_OWN_CXX_LIBRARY} LINKER:--undefined=__cxa_pure_virtual
  LINKER:--build-id=sha1)  # by which ranks know that they run the same
set_target_properties(causeway_preload_${mpi} PROPERTIES LINK_DEPENDS "${folder}/exports/exports.map")
install(TARGETS causeway_preload_${mpi} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/causeway/${mpi})
add_dependencies(causeway_preload_${mpi} causeway_trees_${mpi})  # looked for beside it when it runs

# The optimiser as a library of its own, with its solver.
set(optimizer "${PROJECT_SOURCE_DIR}/causeway/several_trees/exports")
add_library(causeway_trees_${mpi} SHARED "${optimizer}/optimizer_library.cpp")
set_target_properties(causeway_trees_${mpi} PROPERTIES OUTPUT_NAME causeway_trees
  LINK_DEPENDS "${optimizer}/exports.map")
target_link_libraries(causeway_trees_${mpi} PRIVATE causeway_several_trees)
target_link_options(causeway_trees_${mpi} PRIVATE
  "LINKER:--version-script=${optimizer}/exports.map" LINKER:--exclude-libs,ALL LINKER:-z,defs)
install(TARGETS causeway_trees_${mpi} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/causeway/${mpi})
