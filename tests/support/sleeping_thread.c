/* Preloaded: a thread that is not the first one sleeps, once it does, until some thread waits for its end. What is
 * carried on before, the program's own calls do. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int is_ending;

int nanosleep(const struct timespec* duration, struct timespec* rest) {
    int (*const sleeps)(const struct timespec*, struct timespec*) =
        (int (*)(const struct timespec*, struct timespec*))dlsym(RTLD_NEXT, "nanosleep");
    const struct timespec nap = {0, 1000000};
    while (gettid() != getpid() && !is_ending) {
        sleeps(&nap, NULL);
    }
    return sleeps(duration, rest);
}

int pthread_join(pthread_t thread, void** result) {
    int (*const joins)(pthread_t, void**) = (int (*)(pthread_t, void**))dlsym(RTLD_NEXT, "pthread_join");
    is_ending = 1;
    return joins(thread, result);
}
