/* A program that knows MPI by a session alone, where there are any. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
#if MPI_VERSION >= 4
    int sum = 1;
    int size = 0;
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    (void)argc;
    (void)argv;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "causeway", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_size(comm, &size);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
    printf(sum == size ? "session: right\n" : "session: wrong\n");
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
#else
    MPI_Init(&argc, &argv);
    printf("session: none\n");
    MPI_Finalize();
#endif
    return 0;
}
