/* Calls that another tool counts, and Causeway plans: 20 broadcasts, 10 allreduces, 5 barriers. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    enum { kValues = 5000 };
    static int values[kValues];
    static int sums[kValues];
    int rank, size, is_right = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int call = 0; call < 20; ++call) {
        for (int i = 0; i < kValues; ++i) {
            values[i] = rank == 0 ? call + i : -1;
        }
        MPI_Bcast(values, kValues, MPI_INT, 0, MPI_COMM_WORLD);
        is_right &= values[0] == call && values[kValues - 1] == call + kValues - 1;
    }
    for (int call = 0; call < 10; ++call) {
        MPI_Allreduce(values, sums, kValues, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        is_right &= sums[1] == size * values[1];
    }
    for (int call = 0; call < 5; ++call) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (is_right) {
        printf("seen calls: right\n");
    }
    MPI_Finalize();
    return !is_right;
}
