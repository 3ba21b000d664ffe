/* A start that ranks agree on, for programs that time calls: include it before anything else.
 *
 * The moment is on the monotonic clock, which is one clock where all hosts run under one kernel (a testbed); elsewhere
 * ranks start together as well as their clocks agree, so compare ratios.
 */
#ifndef CAUSEWAY_EXAMPLES_AGREED_START_H
#define CAUSEWAY_EXAMPLES_AGREED_START_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L
#endif
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_until(double moment) {
    for (double left = moment - now(); left > 0.0; left = moment - now()) {
        struct timespec t;
        t.tv_sec = (time_t)left;
        t.tv_nsec = (long)(1e9 * (left - (double)t.tv_sec));
        if (t.tv_sec == 0 && t.tv_nsec == 0) {
            break;
        }
        nanosleep(&t, NULL);
    }
}

static double maximum(double mine) {
    double latest = 0.0;
    MPI_Allreduce(&mine, &latest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return latest;
}

/* A moment that lies ahead for every rank, the same on all: `margin` is longer than it takes to agree. */
static double agreed_moment(double margin) {
    return maximum(now() + margin);
}

/* Twice the longest time that any rank takes to agree on something; the first time sets up connections. */
static double margin_for_agreement(void) {
    maximum(0.0);
    const double start = now();
    maximum(0.0);
    return 0.01 + 2.0 * maximum(now() - start);
}

/* For qsort. */
static int compare(const void* a, const void* b) {
    const double x = *(const double*)a;
    const double y = *(const double*)b;
    return (x > y) - (x < y);
}

/* The median; sorts the samples. */
static double median(double* samples, int count) {
    qsort(samples, (size_t)count, sizeof(double), compare);
    return samples[count / 2];
}

#endif
