/* Makes the ranks of a job on one machine believe that they run on several: preloaded beside the library under
 * test, it answers MPI_Get_processor_name with the rank's word of $PRETEND_HOSTS ("a0,a0,b0"); ranks beyond the
 * list go round it. Each name is a network of its own, as in containers: what /proc says of that is the name. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

ssize_t readlink(const char* path, char* buffer, size_t size) {
    if (strcmp(path, "/proc/self/ns/net") == 0) {
        char name[MPI_MAX_PROCESSOR_NAME];
        int length = 0;
        answer(name, &length);
        const size_t used = (size_t)length < size ? (size_t)length : size;
        memcpy(buffer, name, used);
        return (ssize_t)used;
    }
    return readlinkat(AT_FDCWD, path, buffer, size);
}
