if(CAUSEWAY_SIMGRID)
  # Nothing is preloaded into a simulated job: the MPI functions that the library replaces are linked into the
  # program, whose other calls find them first.
  file(GLOB simulated CONFIGURE_DEPENDS "${folder}/exports/simulated/*.cpp")
  add_library(causeway_linked OBJECT "${folder}/exports/c_symbols.cpp" ${simulated})
  target_link_libraries(causeway_linked PUBLIC causeway_interpose causeway_several_trees)
  return()
endif()
# The preloaded library: the module and all it uses in one shared object that exports nothing but the MPI
# functions it replaces.
file(GLOB exports CONFIGURE_DEPENDS "${folder}/exports/*.cpp")
add_library(causeway_preload SHARED ${exports})
set_target_properties(causeway_preload PROPERTIES OUTPUT_NAME causeway)
target_link_libraries(causeway_preload PRIVATE causeway_interpose ${CMAKE_DL_LIBS})
target_include_directories(causeway_preload INTERFACE "${PROJECT_SOURCE_DIR}/include")
target_compile_definitions(causeway_preload PRIVATE CAUSEWAY_PROJECT_MAJOR=${PROJECT_VERSION_MAJOR}
  CAUSEWAY_PROJECT_MINOR=${PROJECT_VERSION_MINOR} CAUSEWAY_PROJECT_PATCH=${PROJECT_VERSION_PATCH})
install(FILES "${PROJECT_SOURCE_DIR}/include/causeway.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
target_link_options(causeway_preload PRIVATE
  "LINKER:--version-script=${folder}/exports/exports.map" LINKER:-z,defs
  # It needs nothing but the C and the MPI library.
  ${CAUSEWAY_OWN_CXX_LIBRARY} LINKER:--undefined=__cxa_pure_virtual
  LINKER:--build-id=sha1)  # by which ranks know that they run the same
set_target_properties(causeway_preload PROPERTIES LINK_DEPENDS "${folder}/exports/exports.map")
install(TARGETS causeway_preload LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/causeway/${CAUSEWAY_MPI_NAME})
add_dependencies(causeway_preload causeway_trees)  # looked for beside it when it runs
