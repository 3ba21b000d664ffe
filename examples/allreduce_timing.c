/* Times MPI_Allreduce: an ordinary MPI program that knows nothing of Causeway.
 *
 *   mpirun -n 12 allreduce_timing [smallest] [largest] [repetitions]
 */
#include "timing_loop.h"

#include <string.h>

struct numbers {
    double* own;
    double* sums;
};

static long count_of(long size) {
    return size < (long)sizeof(double) ? 1 : size / (long)sizeof(double);
}

/* Small whole numbers, so that sums are exact in every order. */
static void fill(void* data, long size, int repetition) {
    struct numbers* numbers = data;
    for (long i = 0; i < count_of(size); ++i) {
        numbers->own[i] = (double)((i * 31 + repetition + 1) % 128);
    }
    memset(numbers->sums, 0, (size_t)count_of(size) * sizeof(double));
}

static void allreduce(void* data, long size) {
    struct numbers* numbers = data;
    MPI_Allreduce(numbers->own, numbers->sums, (int)count_of(size), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static int are_sums(void* data, long size, int repetition) {
    const struct numbers* numbers = data;
    int processes = 1;
    (void)repetition;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    for (long i = 0; i < count_of(size); ++i) {
        if (numbers->sums[i] != numbers->own[i] * processes) {
            return 0;
        }
    }
    return 1;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const size_t room = (size_t)count_of(largest_size(argc, argv)) * sizeof(double);
    struct numbers numbers = {malloc(room), malloc(room)};
    const struct timed_collective timed = {"allreduce_timing", &numbers, fill, allreduce, are_sums};
    const int wrong = time_all_sizes(argc, argv, &timed);
    free(numbers.sums);
    free(numbers.own);
    MPI_Finalize();
    return wrong;
}
