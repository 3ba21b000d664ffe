if(NOT CAUSEWAY_MPI OR CAUSEWAY_SIMGRID)
  return()
endif()
# libcauseway.so: what programs load, whatever their MPI library is called. It has the functions of MPI that some variant of the
# library replaces, and loads the variant for the program's MPI library when it is known.

# Declares libcauseway_MPI.so as the variant for the MPI library `mpi`, in a folder of which this is called.
function(causeway_declare_variant mpi)
  # The number of its interface: that of libmpi.so.40.
  set(number "")
  foreach(library IN LISTS MPI_C_LIBRARIES)
    execute_process(COMMAND "${CMAKE_READELF}" -dW "${library}" OUTPUT_VARIABLE dynamic ERROR_QUIET)
    if(NOT number AND dynamic MATCHES "SONAME[^\n]*\\[libmpi[^\n]*[.]so[.]([0-9]+)\\]")
      set(number "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  if(NOT number)
    message(FATAL_ERROR "none of the libraries of ${CAUSEWAY_MPI_COMPILER_${mpi}} is a shared library called libmpi*.so.NUMBER: "
      "${MPI_C_LIBRARIES}. Causeway can only be preloaded into programs that use a shared MPI library")
  endif()
  set(family_of_openmpi kOpenMpi)
  set(family_of_mpich kMpich)
  set_property(GLOBAL APPEND_STRING PROPERTY CAUSEWAY_VARIANTS_DEF
    "CAUSEWAY_VARIANT(${family_of_${mpi}}, ${number}, \"libcauseway_${mpi}.so\")\n")
  set_property(GLOBAL APPEND PROPERTY CAUSEWAY_VARIANT_TARGETS causeway_variant_${mpi})
endfunction()

# When all variants are declared.
function(causeway_add_preloaded_library)
  set(folder "${PROJECT_SOURCE_DIR}/causeway/preload")
  set(generated "${PROJECT_BINARY_DIR}/preload")
  get_property(variants_def GLOBAL PROPERTY CAUSEWAY_VARIANTS_DEF)
  file(CONFIGURE OUTPUT "${generated}/variants.def" CONTENT "@variants_def@" @ONLY)
  get_property(variants GLOBAL PROPERTY CAUSEWAY_VARIANT_TARGETS)
  set(files "")
  foreach(variant IN LISTS variants)
    list(APPEND files "$<TARGET_FILE:${variant}>")
  endforeach()
  add_custom_command(OUTPUT "${generated}/names.def"
    COMMAND "${CMAKE_COMMAND}" "-DNM=${CMAKE_NM}" "-DNAMES=${generated}/names.def" "-DVARIANTS=${files}"
            -P "${folder}/exports/list_names.cmake"
    DEPENDS ${variants} "${folder}/exports/list_names.cmake" VERBATIM)
  file(GLOB exports CONFIGURE_DEPENDS "${folder}/exports/*.cpp" "${folder}/exports/*.hpp")
  add_library(causeway_preloaded SHARED ${exports} "${generated}/names.def")
  set_target_properties(causeway_preloaded PROPERTIES
    OUTPUT_NAME causeway VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    UNITY_BUILD OFF  # what assembler code defines belongs to one file
    LINK_DEPENDS "${folder}/exports/exports.map")
  target_include_directories(causeway_preloaded PRIVATE "${generated}" INTERFACE "${PROJECT_SOURCE_DIR}/include")
  target_compile_definitions(causeway_preloaded PRIVATE CAUSEWAY_PROJECT_MAJOR=${PROJECT_VERSION_MAJOR}
    CAUSEWAY_PROJECT_MINOR=${PROJECT_VERSION_MINOR} CAUSEWAY_PROJECT_PATCH=${PROJECT_VERSION_PATCH})
  target_link_libraries(causeway_preloaded PRIVATE causeway_preload ${CMAKE_DL_LIBS})
  target_link_options(causeway_preloaded PRIVATE
    "LINKER:--version-script=${folder}/exports/exports.map" LINKER:-z,defs ${CAUSEWAY_OWN_CXX_LIBRARY})
  add_dependencies(causeway_preloaded ${variants})  # looked for in the folder beside it when it runs
  install(TARGETS causeway_preloaded LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES "${PROJECT_SOURCE_DIR}/include/causeway.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endfunction()
