/* Makes an allocation of the library under test fail: preloaded beside it, malloc() answers null once, at the n-th
 * allocation that the library makes itself (operator new of its C++ runtime counts as its own) after the program has
 * called fail_allocation(n), until it calls fail_allocation(0). have_failed() says whether it came to that. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

extern void* __libc_malloc(size_t size);

static atomic_long left = 0; /* allocations up to the one that fails; 0: none does */
static atomic_int failed = 0;

void fail_allocation(long n) {
    if (n > 0) {
        atomic_store(&failed, 0);
    }
    atomic_store(&left, n);
}

int have_failed(void) {
    return atomic_load(&failed);
}

static int is_of_the_library(const void* caller) {
    static _Thread_local int is_asking = 0; /* dladdr may allocate */
    Dl_info info;
    if (is_asking) {
        return 0;
    }
    is_asking = 1;
    const int is_known = dladdr(caller, &info) != 0 && info.dli_fname != NULL;
    const char* const name = is_known ? strrchr(info.dli_fname, '/') : NULL;
    is_asking = 0;
    return name != NULL && (strncmp(name, "/libcauseway", 12) == 0 || strncmp(name, "/libstdc++", 10) == 0);
}

void* malloc(size_t size) {
    if (atomic_load(&left) > 0 && is_of_the_library(__builtin_return_address(0)) && atomic_fetch_sub(&left, 1) == 1) {
        atomic_store(&failed, 1);
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(size);
}
