/* Preloaded beside the library under test: says, when a process ends, how often it has touched a file or folder below
 * $TOUCHED_BELOW by opening, listing or asking for it: "touched: rank 2: 0". */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int touched;

static void count(const char* path) {
    const char* below = getenv("TOUCHED_BELOW");
    touched += below != NULL && path != NULL && strncmp(path, below, strlen(below)) == 0;
}

#define NEXT(name, ...) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

#define OPEN(name)                                 \
    int name(const char* path, int flags, ...) {   \
        va_list more;                              \
        va_start(more, flags);                     \
        const mode_t mode = va_arg(more, mode_t);  \
        va_end(more);                              \
        count(path);                               \
        return NEXT(name, path, flags, mode);      \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                        \
    int name(int folder, const char* path, int flags, ...) { \
        va_list more;                                       \
        va_start(more, flags);                              \
        const mode_t mode = va_arg(more, mode_t);           \
        va_end(more);                                       \
        count(path);                                        \
        return NEXT(name, folder, path, flags, mode);       \
    }
OPENAT(openat)
OPENAT(openat64)

FILE* fopen(const char* path, const char* mode) {
    count(path);
    return NEXT(fopen, path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
    count(path);
    return NEXT(fopen64, path, mode);
}
DIR* opendir(const char* path) {
    count(path);
    return NEXT(opendir, path);
}
int stat(const char* path, struct stat* found) {
    count(path);
    return NEXT(stat, path, found);
}
int stat64(const char* path, struct stat64* found) {
    count(path);
    return NEXT(stat64, path, found);
}
int fstatat(int folder, const char* path, struct stat* found, int flags) {
    count(path);
    return NEXT(fstatat, folder, path, found, flags);
}
int statx(int folder, const char* path, int flags, unsigned mask, struct statx* found) {
    count(path);
    return NEXT(statx, folder, path, flags, mask, found);
}

__attribute__((destructor)) static void tell(void) {
    const char* rank = getenv("OMPI_COMM_WORLD_RANK");
    if (rank == NULL) {
        rank = getenv("PMI_RANK");
    }
    if (rank != NULL && getenv("TOUCHED_BELOW") != NULL) {
        fprintf(stderr, "touched: rank %s: %d\n", rank, touched);
    }
}
