if(CAUSEWAY_SIMGRID)
  # Nothing is preloaded into a simulated job: the MPI functions that the library replaces are linked into the
  # program, whose other calls find them first.
  file(GLOB simulated CONFIGURE_DEPENDS "${folder}/exports/simulated/*.cpp")
  add_library(causeway_linked_${mpi} OBJECT "${folder}/exports/c_symbols.cpp" ${simulated})
  target_link_libraries(causeway_linked_${mpi} PUBLIC ${target} causeway_several_trees)
  return()
endif()
# What libcauseway.so loads into programs of this MPI library: the module and all it uses in one shared object that exports
# nothing but the MPI functions it replaces.
file(GLOB exports CONFIGURE_DEPENDS "${folder}/exports/*.cpp")
add_library(causeway_variant_${mpi} MODULE ${exports})
set_target_properties(causeway_variant_${mpi} PROPERTIES
  OUTPUT_NAME causeway_${mpi} PREFIX lib LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/causeway"
  CAUSEWAY_NAMES_NO_MPI ON
  UNITY_BUILD OFF)  # one file for each calling convention: their names for a type differ
target_link_libraries(causeway_variant_${mpi} PRIVATE ${target} ${CMAKE_DL_LIBS})
target_compile_definitions(causeway_variant_${mpi} PRIVATE CAUSEWAY_PROJECT_MAJOR=${PROJECT_VERSION_MAJOR}
  CAUSEWAY_PROJECT_MINOR=${PROJECT_VERSION_MINOR} CAUSEWAY_PROJECT_PATCH=${PROJECT_VERSION_PATCH})
target_link_options(causeway_variant_${mpi} PRIVATE
  "LINKER:--version-script=${folder}/exports/exports.map"
  # It needs nothing but the C library.
  ${CAUSEWAY_OWN_CXX_LIBRARY} LINKER:--undefined=__cxa_pure_virtual
  LINKER:--build-id=sha1)  # by which ranks know that they run the same
set_target_properties(causeway_variant_${mpi} PROPERTIES LINK_DEPENDS "${folder}/exports/exports.map")
install(TARGETS causeway_variant_${mpi} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/causeway)
add_dependencies(causeway_variant_${mpi} causeway_trees)  # looked for beside it when it runs
causeway_declare_variant(${mpi})
