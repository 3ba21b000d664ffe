target_link_libraries(causeway_mpi PUBLIC MPI::MPI_C)
