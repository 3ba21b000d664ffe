# The preloaded library uses the MPI library that the program has, whatever it is called, and names none: it takes the
# declarations alone (CAUSEWAY_NAMES_NO_MPI).
set(linked $<NOT:$<BOOL:$<TARGET_PROPERTY:CAUSEWAY_NAMES_NO_MPI>>>)
target_link_libraries(${target} PUBLIC $<${linked}:MPI::MPI_C>)
target_include_directories(${target} SYSTEM PUBLIC $<TARGET_PROPERTY:MPI::MPI_C,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(${target} PUBLIC $<TARGET_PROPERTY:MPI::MPI_C,INTERFACE_COMPILE_DEFINITIONS>)
target_compile_options(${target} PUBLIC $<TARGET_PROPERTY:MPI::MPI_C,INTERFACE_COMPILE_OPTIONS>)
# Who calls a function of MPI by its profiling name is told by the place that the call returns to (preload): it has to be ours.
target_compile_options(${target} PUBLIC -fno-optimize-sibling-calls)
