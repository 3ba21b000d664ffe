/* Makes the ranks of a job on one machine believe that they run on several: preloaded beside the library under
 * test, it answers MPI_Get_processor_name with the rank's word of $PRETEND_HOSTS ("a0,a0,b0"); ranks beyond the
 * list go round it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int answer(char* name, int* length) {
    const char* list = getenv("PRETEND_HOSTS");
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int words = 1;
    for (const char* c = list; *c != '\0'; ++c) {
        words += *c == ',';
    }
    const char* begin = list;
    for (int i = 0; i < rank % words; ++i) {
        begin = strchr(begin, ',') + 1;
    }
    *length = (int)strcspn(begin, ",");
    snprintf(name, MPI_MAX_PROCESSOR_NAME, "%.*s", *length, begin);
    return MPI_SUCCESS;
}

int MPI_Get_processor_name(char* name, int* length) {
    return answer(name, length);
}
int PMPI_Get_processor_name(char* name, int* length) {
    return answer(name, length);
}
