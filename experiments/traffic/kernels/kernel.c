/* Programs that do nothing but send messages, in the patterns of well-known ones. What each process sends to each is
 * known beforehand, so that a trace can be held against it (tests/tracing/check_kernel.py).
 *
 *   kernel PATTERN ITERATIONS BYTES [reorder]
 *
 * - halo-2d, halo-3d: a grid without wrap-around: a message of BYTES to each neighbour (persistent requests). With
 *   `reorder` MPI_Cart_create is allowed to give the processes other ranks.
 * - transpose: a matrix in blocks on a grid as square as can be, transposed as a distributed FFT does: each process to
 *   all of its row, then to all of its column.
 * - ring: to the next process, round the ring, one hop for each process.
 * - butterfly: CG of the NAS benchmarks: rows of a grid sum a vector by recursive doubling, then processes that lie
 *   opposite of each other in the matrix exchange it, and two numbers are summed in each row. For powers of two.
 * - uniform: IS of the NAS benchmarks: everyone to everyone else.
 * - hierarchical: groups of four: everyone to everyone else of its group; the first of each group with those of the
 *   other groups of its four, a quarter of BYTES; the first of these, with each other, a sixteenth.
 *
 * Time in the loop on the standard output: "PATTERN PROCESSES seconds per iteration". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMostBytes = 1 << 20, kMostNeighbours = 6, kGroup = 4 };

static char out[kMostBytes];
static char in[kMostBytes];
static int rank;
static int size;
static int may_reorder;
static double start; /* of the loop */

/* Sends to one process and receives as much from another. */
static void exchange(int to, int from, int bytes) {
    MPI_Sendrecv(out, bytes, MPI_BYTE, to, 0, in, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Everyone to everyone else of the processes first, first + step, ... (count of them), this one among them. */
static void exchange_with_all(int first, int step, int count, int bytes) {
    const int mine = (rank - first) / step;
    for (int distance = 1; distance < count; ++distance) {
        exchange(first + (mine + distance) % count * step, first + (mine + count - distance) % count * step, bytes);
    }
}

static void halo(int dimensions, int iterations, int bytes) {
    int shape[3] = {0, 0, 0};
    const int periods[3] = {0, 0, 0};
    MPI_Comm grid;
    MPI_Dims_create(size, dimensions, shape);
    MPI_Cart_create(MPI_COMM_WORLD, dimensions, shape, periods, may_reorder, &grid);
    MPI_Request requests[2 * kMostNeighbours];
    MPI_Status statuses[2 * kMostNeighbours];
    int count = 0;
    for (int axis = 0; axis < dimensions; ++axis) {
        int neighbours[2];
        MPI_Cart_shift(grid, axis, 1, &neighbours[0], &neighbours[1]);
        for (int side = 0; side < 2; ++side) {
            MPI_Send_init(out, bytes, MPI_BYTE, neighbours[side], side, grid, &requests[count++]);
            MPI_Recv_init(in + (size_t)count * (kMostBytes / 16), bytes, MPI_BYTE, neighbours[1 - side], side, grid,
                          &requests[count]);
            ++count;
        }
    }
    start = MPI_Wtime();
    for (int i = 0; i < iterations; ++i) {
        MPI_Startall(count, requests);
        MPI_Waitall(count, requests, statuses);
    }
    for (int i = 0; i < count; ++i) {
        MPI_Request_free(&requests[i]);
    }
    MPI_Comm_free(&grid);
}

static void halo_2d(int iterations, int bytes) {
    halo(2, iterations, bytes);
}

static void halo_3d(int iterations, int bytes) {
    halo(3, iterations, bytes);
}

static void transpose(int iterations, int bytes) {
    int shape[2] = {0, 0};
    MPI_Dims_create(size, 2, shape);
    const int columns = shape[1];
    for (int i = 0; i < iterations; ++i) {
        exchange_with_all(rank - rank % columns, 1, columns, bytes);
        exchange_with_all(rank % columns, columns, shape[0], bytes);
    }
}

static void ring(int iterations, int bytes) {
    for (int i = 0; i < iterations * size; ++i) {
        exchange((rank + 1) % size, (rank + size - 1) % size, bytes);
    }
}

static void butterfly(int iterations, int bytes) {
    int columns = 1;
    while (columns * columns < size) {
        columns *= 2; /* as many columns as rows, or twice as many */
    }
    const int rows = size / columns;
    const int row = rank / columns;
    const int column = rank % columns;
    /* The process that holds the mirrored part of the matrix. */
    const int opposite = rows == columns ? column * columns + row : column / 2 * columns + 2 * row + column % 2;
    for (int i = 0; i < iterations; ++i) {
        for (int bit = 1; bit < columns; bit *= 2) {
            exchange(rank ^ bit, rank ^ bit, bytes);
        }
        exchange(opposite, opposite, bytes);
        for (int number = 0; number < 2; ++number) {
            for (int bit = 1; bit < columns; bit *= 2) {
                exchange(rank ^ bit, rank ^ bit, (int)sizeof(double));
            }
        }
    }
}

static void uniform(int iterations, int bytes) {
    for (int i = 0; i < iterations; ++i) {
        exchange_with_all(0, 1, size, bytes);
    }
}

static void hierarchical(int iterations, int bytes) {
    for (int i = 0; i < iterations; ++i) {
        int part = bytes;
        for (int step = 1; step < size && rank % step == 0; step *= kGroup) {
            const int first = rank - rank % (step * kGroup);
            const int left = (size - first + step - 1) / step;
            exchange_with_all(first, step, left < kGroup ? left : kGroup, part);
            part /= kGroup;
        }
    }
}

static const struct {
    const char* name;
    void (*run)(int iterations, int bytes);
} patterns[] = {
    {"halo-2d", halo_2d},     {"halo-3d", halo_3d}, {"transpose", transpose},       {"ring", ring},
    {"butterfly", butterfly}, {"uniform", uniform}, {"hierarchical", hierarchical},
};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    may_reorder = argc == 5 && strcmp(argv[4], "reorder") == 0;
    const int is_call = argc == 4 || may_reorder;
    const int iterations = is_call ? atoi(argv[2]) : 0;
    const int bytes = is_call ? atoi(argv[3]) : 0;
    const int known = (int)(sizeof patterns / sizeof patterns[0]);
    int pattern = 0;
    while (is_call && pattern < known && strcmp(argv[1], patterns[pattern].name) != 0) {
        ++pattern;
    }
    const int is_right = is_call && pattern < known && iterations > 0 && bytes > 0 && bytes <= kMostBytes / 16;
    if (is_right) {
        start = MPI_Wtime();
        patterns[pattern].run(iterations, bytes);
        const double seconds = (MPI_Wtime() - start) / iterations;
        if (rank == 0) {
            printf("%s %d %.9f\n", patterns[pattern].name, size, seconds);
        }
    } else if (rank == 0) {
        fprintf(stderr,
                "kernel halo-2d|halo-3d|transpose|ring|butterfly|uniform|hierarchical ITERATIONS BYTES (1 to %d) "
                "[reorder]\n",
                kMostBytes / 16);
    }
    MPI_Finalize();
    return is_right ? 0 : 2;
}
