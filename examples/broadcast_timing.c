/* Times MPI_Bcast: an ordinary MPI program that knows nothing of Causeway.
 *
 *   mpirun -n 12 broadcast_timing [smallest] [largest] [repetitions] [root]
 */
#include "timing_loop.h"

#include <string.h>

struct message {
    unsigned char* bytes;
    int root;
};

static unsigned char value_of(long i, int repetition) {
    return (unsigned char)(i * 31 + (i >> 9) + repetition);
}

static void fill_at_root(void* data, long size, int repetition) {
    struct message* message = data;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(message->bytes, 0, (size_t)size);
    for (long i = 0; rank == message->root && i < size; ++i) {
        message->bytes[i] = value_of(i, repetition);
    }
}

static void broadcast(void* data, long size) {
    struct message* message = data;
    MPI_Bcast(message->bytes, (int)size, MPI_UNSIGNED_CHAR, message->root, MPI_COMM_WORLD);
}

static int is_filled(void* data, long size, int repetition) {
    const struct message* message = data;
    for (long i = 0; i < size; ++i) {
        if (message->bytes[i] != value_of(i, repetition)) {
            return 0;
        }
    }
    return 1;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    struct message message = {malloc((size_t)largest_size(argc, argv)), argc > 4 ? atoi(argv[4]) : 0};
    const struct timed_collective timed = {"broadcast_timing", &message, fill_at_root, broadcast, is_filled};
    const int wrong = time_all_sizes(argc, argv, &timed);
    free(message.bytes);
    MPI_Finalize();
    return wrong;
}
