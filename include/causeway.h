/* causeway.h - for programs that want to know the network that they run on.
 *
 * Causeway finds out which processes of a job are near each other: those of a host, the hosts of a LAN, the LANs of a
 * site, the sites of a continent: as many levels as there are. A program that is written for such networks can ask for
 * these levels here, and get a communicator for each cluster of a level and one of the clusters' coordinators
 * (docs/interface.md; examples/two_level_reduce.c).
 *
 * LINKING. Either link with libcauseway.so, before the MPI library:
 *
 *     mpicc program.c -L LIBDIR -Wl,-rpath,LIBDIR -lcauseway
 *
 * or do not link at all and define CAUSEWAY_OPTIONAL before including this header: the functions are then weak symbols
 * that are there when the job runs with LD_PRELOAD=libcauseway.so. Such a program asks CAUSEWAY_IS_LOADED() before it
 * calls any of them. It must be built as a position-independent executable, which most compilers do of themselves
 * (-fPIE -pie); in any other the answer is always no.
 *
 * LEVELS. Level 0 is the hosts: its clusters are the processes of a host. Each further level holds whole clusters of
 * the one below, and the last one has all processes in one cluster. The levels are those of the job: every
 * communicator has the same ones, also one on which some level tells nothing. The clusters of a level are
 * numbered from 0 in the order of their lowest ranks in the communicator that was asked about; the coordinator of a
 * cluster is its process with the lowest rank. Levels and clusters do not change while a job runs; predicted times may,
 * when a link was measured again.
 *
 * CALLING. All functions may be called between MPI_Init and MPI_Finalize, on intracommunicators only, by any thread
 * that may call MPI. Those that make a communicator are collective over the one they are given, as MPI_Comm_split is;
 * all others are local: no messages. Every function returns CAUSEWAY_SUCCESS or another code below; the result is
 * then the same on all processes of the communicator, except for CAUSEWAY_ERR_MPI and CAUSEWAY_ERR_MEMORY. Outputs are
 * written on success only. Nothing here ends the program.
 *
 * FORTRAN. Each function that takes a communicator has a form with the suffix _f for BIND(C) interfaces, which takes
 * and gives communicators as MPI_Fint (INTEGER; with mpi_f08: comm%MPI_VAL); see docs/interface.md.
 */
#ifndef CAUSEWAY_H
#define CAUSEWAY_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. The library that a program runs with may be a later one: causeway_version(). */
#define CAUSEWAY_VERSION_MAJOR 0
#define CAUSEWAY_VERSION_MINOR 1
#define CAUSEWAY_VERSION_PATCH 0

#if defined(CAUSEWAY_OPTIONAL) && defined(__GNUC__)
#define CAUSEWAY_FUNCTION __attribute__((weak))
#else
#define CAUSEWAY_FUNCTION
#endif

/* Whether the functions may be called: always 1 unless CAUSEWAY_OPTIONAL is defined. */
#if defined(CAUSEWAY_OPTIONAL) && defined(__GNUC__)
#define CAUSEWAY_IS_LOADED() (causeway_version != 0)
#else
#define CAUSEWAY_IS_LOADED() 1
#endif

/* What the functions return. */
#define CAUSEWAY_SUCCESS 0
#define CAUSEWAY_INACTIVE 1     /* nothing is known: before MPI_Init, after MPI_Finalize, one host, switched off, ... */
#define CAUSEWAY_UNKNOWN 2      /* no figures, or processes that joined the job later (MPI_Comm_spawn) */
#define CAUSEWAY_ERR_ARGUMENT 3 /* a level, cluster, rank or size that there is not, or a null pointer */
#define CAUSEWAY_ERR_COMM 4     /* MPI_COMM_NULL or an intercommunicator */
#define CAUSEWAY_ERR_MPI 5      /* an MPI function failed */
#define CAUSEWAY_ERR_MEMORY 6   /* out of memory */

/* Names are cut to this many characters, the final zero included. */
#define CAUSEWAY_MAX_NAME 64

/* One level of the network. */
typedef struct causeway_level_info {
    char name[CAUSEWAY_MAX_NAME]; /* "host", "LAN", "site", "WAN", "cluster" where only one is known, "all" */
    int num_clusters;             /* that have processes in the communicator */
    int is_planned;               /* 1: Causeway's own plans are made for the clusters of this level */
    double stability;             /* 0 to 1: how surely this level is there; -1: not known */
} causeway_level_info;

/* One cluster of a level. */
typedef struct causeway_cluster_info {
    char name[CAUSEWAY_MAX_NAME];
    int num_processes; /* in the communicator */
    int num_hosts;     /* on which these run */
    int coordinator;   /* rank in the communicator */
} causeway_cluster_info;

/* What messages between two clusters are predicted to cost. */
typedef struct causeway_link_info {
    double latency;   /* seconds, one way */
    double bandwidth; /* bytes per second for messages of 1 MiB, one process sending to one */
} causeway_link_info;

/* The version of the library that is running. Any of the pointers may be null. */
CAUSEWAY_FUNCTION int causeway_version(int* major, int* minor, int* patch);

/* A sentence for a code; never null. */
CAUSEWAY_FUNCTION const char* causeway_error_text(int code);

/* How many levels there are: two at the least (hosts, all). Local. */
CAUSEWAY_FUNCTION int causeway_num_levels(MPI_Comm comm, int* num_levels);

/* Level 0 <= level < num_levels. Local. */
CAUSEWAY_FUNCTION int causeway_level(MPI_Comm comm, int level, causeway_level_info* info);

/* Cluster 0 <= cluster < num_clusters of a level. Local. */
CAUSEWAY_FUNCTION int causeway_cluster(MPI_Comm comm, int level, int cluster, causeway_cluster_info* info);

/* The number of the cluster that a rank of `comm` is in. Local. */
CAUSEWAY_FUNCTION int causeway_cluster_of(MPI_Comm comm, int level, int rank, int* cluster);

/* Between the coordinators of two clusters of a level, from the first to the second. With `from` == `to`, what messages
 * inside the cluster cost at worst: between the coordinators of its clusters of the level below, in a host between its
 * processes. CAUSEWAY_UNKNOWN where there are no two such processes, or they were not measured. Local. */
CAUSEWAY_FUNCTION int causeway_link(MPI_Comm comm, int level, int from, int to, causeway_link_info* info);

/* The predicted time, in seconds, of one message of `bytes` >= 0 between two different ranks of `comm`. Local. */
CAUSEWAY_FUNCTION int causeway_message_time(MPI_Comm comm, int from_rank, int to_rank, MPI_Aint bytes, double* seconds);

/* A new communicator of the caller's cluster of a level, ranks in the order of `comm`: rank 0 is the coordinator. To be
 * freed by the program with MPI_Comm_free. Collective over `comm`, with the same level. */
CAUSEWAY_FUNCTION int causeway_cluster_comm(MPI_Comm comm, int level, MPI_Comm* cluster_comm);

/* A new communicator of the coordinators of all clusters of a level, whose ranks are the numbers of the clusters;
 * MPI_COMM_NULL on all other processes. To be freed by the coordinators. Collective over `comm`, with the same level.
 */
CAUSEWAY_FUNCTION int causeway_coordinator_comm(MPI_Comm comm, int level, MPI_Comm* coordinators);

/* The same for Fortran. */
CAUSEWAY_FUNCTION int causeway_num_levels_f(MPI_Fint comm, int* num_levels);
CAUSEWAY_FUNCTION int causeway_level_f(MPI_Fint comm, int level, causeway_level_info* info);
CAUSEWAY_FUNCTION int causeway_cluster_f(MPI_Fint comm, int level, int cluster, causeway_cluster_info* info);
CAUSEWAY_FUNCTION int causeway_cluster_of_f(MPI_Fint comm, int level, int rank, int* cluster);
CAUSEWAY_FUNCTION int causeway_link_f(MPI_Fint comm, int level, int from, int to, causeway_link_info* info);
CAUSEWAY_FUNCTION int causeway_message_time_f(MPI_Fint comm, int from_rank, int to_rank, MPI_Aint bytes,
                                              double* seconds);
CAUSEWAY_FUNCTION int causeway_cluster_comm_f(MPI_Fint comm, int level, MPI_Fint* cluster_comm);
CAUSEWAY_FUNCTION int causeway_coordinator_comm_f(MPI_Fint comm, int level, MPI_Fint* coordinators);

#ifdef __cplusplus
}
#endif

#endif
