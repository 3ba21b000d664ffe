target_link_libraries(${target} PUBLIC MPI::MPI_C)
