/* Calls MPI_Init of Fortran in a process without the Fortran part of the MPI library: only the preloaded library has a
   function of that name. It must return an error, and C must go on as if nothing had been called. */
#include <mpi.h>
#include <stdio.h>

extern void mpi_init_(MPI_Fint* error) __attribute__((weak));

int main(int argc, char** argv) {
    MPI_Fint error = MPI_SUCCESS;
    int sum = 0;
    int size = 0;
    if (mpi_init_ == NULL) {
        fprintf(stderr, "no mpi_init_ at all\n");
        return 1;
    }
    mpi_init_(&error);
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sum = 1;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (error != MPI_SUCCESS && sum == size) {
        printf("no Fortran: right\n");
    }
    MPI_Finalize();
    return 0;
}
