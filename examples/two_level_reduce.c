/* A sum over all processes in two levels, written by hand with the clusters that Causeway has found: an ordinary MPI
 * program that also runs without Causeway, all processes then being one cluster.
 *
 *   mpirun -x LD_PRELOAD=libcauseway.so -n 12 two_level_reduce [doubles] [repetitions]
 *
 * Inside each cluster the processes send their numbers to the coordinator, the coordinators add theirs up among
 * themselves, and what they got goes back to their clusters: each number crosses the routes between clusters once each
 * way, however many processes a cluster has. Prints the levels, and the time (the median, on rank 0) beside that of
 * MPI_Allreduce. The sum is checked.
 */
#define CAUSEWAY_OPTIONAL
#include <causeway.h>

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The two communicators of the algorithm, made once. */
typedef struct {
    MPI_Comm cluster;      /* of this process; its rank 0 is the coordinator */
    MPI_Comm coordinators; /* MPI_COMM_NULL on all other processes */
} two_levels;

static void must(int code, const char* what) {
    if (code != CAUSEWAY_SUCCESS) {
        fprintf(stderr, "two_level_reduce: %s: %s\n", what, causeway_error_text(code));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* The level whose clusters Causeway plans with; -1 where it knows nothing of this job. */
static int planned_level(MPI_Comm comm) {
    int num_levels = 0;
    int level;
    if (!CAUSEWAY_IS_LOADED() || causeway_num_levels(comm, &num_levels) != CAUSEWAY_SUCCESS) {
        return -1;
    }
    for (level = 0; level < num_levels; ++level) {
        causeway_level_info info;
        must(causeway_level(comm, level, &info), "causeway_level");
        if (info.is_planned) {
            return level;
        }
    }
    return -1;
}

static void print_levels(MPI_Comm comm) {
    int num_levels = 0;
    int level;
    must(causeway_num_levels(comm, &num_levels), "causeway_num_levels");
    for (level = 0; level < num_levels; ++level) {
        causeway_level_info info;
        int cluster;
        must(causeway_level(comm, level, &info), "causeway_level");
        printf("level %d, %s:", level, info.name);
        for (cluster = 0; cluster < info.num_clusters; ++cluster) {
            causeway_cluster_info members;
            must(causeway_cluster(comm, level, cluster, &members), "causeway_cluster");
            printf(" %s (%d)", members.name, members.num_processes);
        }
        if (info.num_clusters > 1) {
            causeway_link_info link;
            if (causeway_link(comm, level, 0, 1, &link) == CAUSEWAY_SUCCESS) {
                printf("; the first two: %.3f ms, %.1f MB/s", 1e3 * link.latency, 1e-6 * link.bandwidth);
            }
        }
        printf("\n");
    }
}

static two_levels make_levels(MPI_Comm comm) {
    two_levels result;
    const int level = planned_level(comm);
    if (level < 0) {
        MPI_Comm_dup(comm, &result.cluster);
        result.coordinators = MPI_COMM_NULL;
    } else {
        must(causeway_cluster_comm(comm, level, &result.cluster), "causeway_cluster_comm");
        must(causeway_coordinator_comm(comm, level, &result.coordinators), "causeway_coordinator_comm");
    }
    return result;
}

static void free_levels(two_levels* levels) {
    MPI_Comm_free(&levels->cluster);
    if (levels->coordinators != MPI_COMM_NULL) {
        MPI_Comm_free(&levels->coordinators);
    }
}

/* The sum of `mine` over all processes, in `sum` on all of them. */
static void sum_everywhere(const two_levels* levels, double* mine, double* sum, int count) {
    MPI_Reduce(mine, sum, count, MPI_DOUBLE, MPI_SUM, 0, levels->cluster);
    if (levels->coordinators != MPI_COMM_NULL) {
        MPI_Allreduce(MPI_IN_PLACE, sum, count, MPI_DOUBLE, MPI_SUM, levels->coordinators);
    }
    MPI_Bcast(sum, count, MPI_DOUBLE, 0, levels->cluster);
}

static int compare(const void* a, const void* b) {
    const double x = *(const double*)a;
    const double y = *(const double*)b;
    return (x > y) - (x < y);
}

int main(int argc, char** argv) {
    int rank, size, count, repetitions, round, i;
    int wrong = 0;
    int wrong_anywhere = 0;
    double *mine, *sum, *ours, *theirs;
    two_levels levels;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    count = argc > 1 ? atoi(argv[1]) : 1000;
    repetitions = argc > 2 ? atoi(argv[2]) : 5;
    mine = malloc(sizeof(double) * (size_t)count);
    sum = malloc(sizeof(double) * (size_t)count);
    ours = malloc(sizeof(double) * (size_t)repetitions);
    theirs = malloc(sizeof(double) * (size_t)repetitions);
    if (rank == 0 && planned_level(MPI_COMM_WORLD) >= 0) {
        print_levels(MPI_COMM_WORLD);
    } else if (rank == 0) {
        printf("no Causeway, or nothing for it to do: one cluster\n");
    }
    levels = make_levels(MPI_COMM_WORLD);
    /* The first round, which sets up connections, does not count. */
    for (round = -1; round < repetitions; ++round) {
        double start;
        for (i = 0; i < count; ++i) {
            mine[i] = rank + i % 100;
        }
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        sum_everywhere(&levels, mine, sum, count);
        if (round >= 0) {
            ours[round] = MPI_Wtime() - start;
        }
        for (i = 0; i < count; ++i) {
            wrong |= sum[i] != 0.5 * size * (size - 1.0) + size * (double)(i % 100);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        MPI_Allreduce(mine, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (round >= 0) {
            theirs[round] = MPI_Wtime() - start;
        }
    }
    MPI_Allreduce(&wrong, &wrong_anywhere, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    qsort(ours, (size_t)repetitions, sizeof(double), compare);
    qsort(theirs, (size_t)repetitions, sizeof(double), compare);
    if (rank == 0) {
        printf("%d doubles: two levels %.3f ms, MPI_Allreduce %.3f ms; %s\n", count, 1e3 * ours[repetitions / 2],
               1e3 * theirs[repetitions / 2], wrong_anywhere ? "WRONG" : "right");
    }
    free_levels(&levels);
    free(theirs);
    free(ours);
    free(sum);
    free(mine);
    MPI_Finalize();
    return wrong_anywhere;
}
