# What is compared, and how, without a main program: for MPI libraries and for simulated machines.
foreach(file IN ITEMS buffer catalogue communicators comparison known_faults watchdog)
  list(APPEND common "${CMAKE_CURRENT_LIST_DIR}/${file}.cpp")
endforeach()
file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/collective/*" "${CMAKE_CURRENT_LIST_DIR}/datatype/*"
  "${CMAKE_CURRENT_LIST_DIR}/operator/*")
add_library(conformance_cases_${mpi} STATIC ${common} ${sources})
# Filling buffers is most of what the suite does by itself.
set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/buffer.cpp" PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>)
target_link_libraries(conformance_cases_${mpi} PUBLIC causeway_settings causeway_compiled_quickly MPI::MPI_C fmt::fmt)
