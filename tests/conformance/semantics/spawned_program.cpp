/// Started by the test of spawned processes: takes part in its parents' collectives.
#include "tests/conformance/semantics/with_parents.hpp"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm between = MPI_COMM_NULL;
    MPI_Comm_get_parent(&between);
    if (between == MPI_COMM_NULL) {
        MPI_Finalize();
        return 2;
    }
    MPI_Comm all = MPI_COMM_NULL;
    MPI_Intercomm_merge(between, 1, &all);
    const bool is_right = conformance::collectives_are_right(all);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&between);
    MPI_Finalize();
    return is_right ? 0 : 1;
}
