/* Says which Causeway it runs with, if any, and that it can be asked. */
#include <causeway.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        if (!CAUSEWAY_IS_LOADED()) {
            printf("without causeway\n");
        } else {
            int major = -1, minor = -1, patch = -1, levels = 0;
            causeway_version(&major, &minor, &patch);
            printf("with causeway %d.%d.%d: %s\n", major, minor, patch,
                   causeway_error_text(causeway_num_levels(MPI_COMM_WORLD, &levels)));
        }
    }
    MPI_Finalize();
    return 0;
}
