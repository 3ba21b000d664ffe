/* Starts other processes twice, by MPI_Comm_spawn; all make calls among themselves. */
#include <mpi.h>
#include <stdio.h>

enum { CHILDREN = 2, CALLS = 5 };

static int calls_are_right(void) {
    int size = 0;
    int wrong = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int call = 0; call < CALLS; ++call) {
        int sum = 1;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        wrong += sum != size;
    }
    return wrong == 0;
}

int main(int argc, char** argv) {
    MPI_Comm parents = MPI_COMM_NULL;
    int is_right = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parents);
    is_right = calls_are_right();
    if (parents != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&parents);
    } else {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        for (int round = 0; round < 2; ++round) {
            MPI_Comm children = MPI_COMM_NULL;
            int codes[CHILDREN];
            const int code = MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                                            &children, codes);
            if (code != MPI_SUCCESS || children == MPI_COMM_NULL) {
                printf("spawning: the MPI library cannot start processes here\n");
                MPI_Finalize();
                return 0;
            }
            MPI_Comm_disconnect(&children);
        }
    }
    printf(is_right ? "spawning: right\n" : "spawning: wrong\n");
    MPI_Finalize();
    return is_right ? 0 : 1;
}
