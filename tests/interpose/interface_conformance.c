/* The C interface, seen from a program. What must come out depends on the one argument:
 *   levels    8 ranks on a0,b0,c0,a1,a0,b1,d0,a2 of three-levels.json
 *   clusters  5 ranks on a0,b0,c0,a1,b1 of tests/data/three-clusters.json, which has no levels
 *   inactive  Causeway has nothing to do in this job
 *   absent    it is not loaded
 * Each rank prints "interface: right" if it is so. */
#include <causeway.h>

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                                 \
    do {                                                                  \
        if (!(condition)) {                                               \
            ++failures;                                                   \
            printf("interface: line %d: not %s\n", __LINE__, #condition); \
        }                                                                 \
    } while (0)

static int is_near(double a, double b) {
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static void check_version(void) {
    int major = -1;
    int minor = -1;
    int patch = -1;
    EXPECT(causeway_version(&major, &minor, &patch) == CAUSEWAY_SUCCESS);
    EXPECT(major == CAUSEWAY_VERSION_MAJOR && minor == CAUSEWAY_VERSION_MINOR && patch == CAUSEWAY_VERSION_PATCH);
    EXPECT(causeway_version(NULL, NULL, NULL) == CAUSEWAY_SUCCESS);
    EXPECT(strlen(causeway_error_text(CAUSEWAY_ERR_COMM)) > 0 && causeway_error_text(12345) != NULL);
}

/* The level has these clusters: their names, and for every rank the number of its cluster. */
static void check_level(MPI_Comm comm, int level, const char* name, int num_clusters, const char* const* names,
                        const int* cluster_of) {
    causeway_level_info info;
    int size, cluster, rank;
    MPI_Comm_size(comm, &size);
    EXPECT(causeway_level(comm, level, &info) == CAUSEWAY_SUCCESS);
    EXPECT(strcmp(info.name, name) == 0);
    EXPECT(info.num_clusters == num_clusters);
    for (cluster = 0; cluster < num_clusters; ++cluster) {
        causeway_cluster_info members;
        int processes = 0;
        int first = -1;
        for (rank = 0; rank < size; ++rank) {
            processes += cluster_of[rank] == cluster;
            first = first < 0 && cluster_of[rank] == cluster ? rank : first;
        }
        EXPECT(causeway_cluster(comm, level, cluster, &members) == CAUSEWAY_SUCCESS);
        EXPECT(strcmp(members.name, names[cluster]) == 0);
        EXPECT(members.num_processes == processes);
        EXPECT(members.coordinator == first);
    }
    for (rank = 0; rank < size; ++rank) {
        int found = -1;
        EXPECT(causeway_cluster_of(comm, level, rank, &found) == CAUSEWAY_SUCCESS);
        EXPECT(found == cluster_of[rank]);
    }
}

/* The communicators of a level hold who the queries say. */
static void check_communicators(MPI_Comm comm, int level) {
    causeway_level_info info;
    causeway_cluster_info members;
    MPI_Comm cluster_comm = MPI_COMM_NULL;
    MPI_Comm coordinators = MPI_COMM_NULL;
    int rank, own, size;
    MPI_Comm_rank(comm, &rank);
    EXPECT(causeway_level(comm, level, &info) == CAUSEWAY_SUCCESS);
    EXPECT(causeway_cluster_of(comm, level, rank, &own) == CAUSEWAY_SUCCESS);
    EXPECT(causeway_cluster(comm, level, own, &members) == CAUSEWAY_SUCCESS);
    EXPECT(causeway_cluster_comm(comm, level, &cluster_comm) == CAUSEWAY_SUCCESS);
    if (cluster_comm != MPI_COMM_NULL) {
        int lowest = -1;
        int clusters[2];
        MPI_Comm_size(cluster_comm, &size);
        EXPECT(size == members.num_processes);
        lowest = rank;
        MPI_Bcast(&lowest, 1, MPI_INT, 0, cluster_comm);
        EXPECT(lowest == members.coordinator);
        clusters[0] = own;
        clusters[1] = -own;
        MPI_Allreduce(MPI_IN_PLACE, clusters, 2, MPI_INT, MPI_MAX, cluster_comm);
        EXPECT(clusters[0] == own && clusters[1] == -own);
        MPI_Comm_free(&cluster_comm);
    }
    EXPECT(causeway_coordinator_comm(comm, level, &coordinators) == CAUSEWAY_SUCCESS);
    EXPECT((coordinators != MPI_COMM_NULL) == (rank == members.coordinator));
    if (coordinators != MPI_COMM_NULL) {
        int place;
        MPI_Comm_size(coordinators, &size);
        MPI_Comm_rank(coordinators, &place);
        EXPECT(size == info.num_clusters && place == own);
        MPI_Comm_free(&coordinators);
    }
}

static void check_bad_arguments(MPI_Comm comm, int num_levels) {
    causeway_level_info info;
    causeway_cluster_info members;
    causeway_link_info link;
    double seconds = -1.0;
    int number = -1;
    MPI_Comm result = MPI_COMM_NULL;
    EXPECT(causeway_num_levels(comm, NULL) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_num_levels(MPI_COMM_NULL, &number) == CAUSEWAY_ERR_COMM);
    EXPECT(causeway_level(comm, -1, &info) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_level(comm, num_levels, &info) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_cluster(comm, 1, -1, &members) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_cluster(comm, 1, 1000, &members) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_cluster_of(comm, 1, 1000, &number) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_link(comm, 1, 0, 1000, &link) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_message_time(comm, 0, 0, 1, &seconds) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_message_time(comm, 0, 1, -1, &seconds) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_cluster_comm(comm, num_levels, &result) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(causeway_coordinator_comm(comm, 0, NULL) == CAUSEWAY_ERR_ARGUMENT);
    EXPECT(number == -1 && seconds == -1.0 && result == MPI_COMM_NULL);
}

static void check_intercommunicator(void) {
    MPI_Comm half, inter;
    int rank, number;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &inter);
    EXPECT(causeway_num_levels(inter, &number) == CAUSEWAY_ERR_COMM);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static void check_levels(void) {
    static const char* const hosts[] = {"a0", "b0", "c0", "a1", "b1", "d0", "a2"};
    static const int host_of[] = {0, 1, 2, 3, 0, 4, 5, 6};
    static const char* const lans[] = {"a", "b", "c", "d"};
    static const int lan_of[] = {0, 1, 2, 0, 0, 1, 3, 0};
    static const char* const sites[] = {"west", "east"};
    static const int site_of[] = {0, 0, 1, 0, 0, 0, 1, 0};
    static const char* const all[] = {"all"};
    static const int everybody[] = {0, 0, 0, 0, 0, 0, 0, 0};
    causeway_level_info info;
    causeway_cluster_info members;
    causeway_link_info link;
    double seconds = 0.0;
    int num_levels = 0;
    int level;
    EXPECT(causeway_num_levels(MPI_COMM_WORLD, &num_levels) == CAUSEWAY_SUCCESS);
    EXPECT(num_levels == 4);
    check_level(MPI_COMM_WORLD, 0, "host", 7, hosts, host_of);
    check_level(MPI_COMM_WORLD, 1, "LAN", 4, lans, lan_of);
    check_level(MPI_COMM_WORLD, 2, "site", 2, sites, site_of);
    check_level(MPI_COMM_WORLD, 3, "all", 1, all, everybody);
    EXPECT(causeway_level(MPI_COMM_WORLD, 1, &info) == CAUSEWAY_SUCCESS && info.is_planned == 1);
    EXPECT(is_near(info.stability, 0.9));
    EXPECT(causeway_level(MPI_COMM_WORLD, 2, &info) == CAUSEWAY_SUCCESS && info.is_planned == 0);
    EXPECT(is_near(info.stability, -1.0));
    EXPECT(causeway_cluster(MPI_COMM_WORLD, 2, 0, &members) == CAUSEWAY_SUCCESS && members.num_hosts == 5);
    for (level = 0; level < num_levels; ++level) {
        check_communicators(MPI_COMM_WORLD, level);
    }
    check_bad_arguments(MPI_COMM_WORLD, num_levels);
    check_intercommunicator();

    EXPECT(causeway_link(MPI_COMM_WORLD, 1, 0, 1, &link) == CAUSEWAY_SUCCESS);
    EXPECT(is_near(link.latency, 0.001) && is_near(link.bandwidth, 1048576 / 0.021));
    EXPECT(causeway_link(MPI_COMM_WORLD, 1, 2, 3, &link) == CAUSEWAY_SUCCESS && is_near(link.latency, 0.002));
    EXPECT(causeway_link(MPI_COMM_WORLD, 1, 3, 2, &link) == CAUSEWAY_UNKNOWN);
    EXPECT(causeway_link(MPI_COMM_WORLD, 2, 0, 1, &link) == CAUSEWAY_SUCCESS && is_near(link.latency, 0.012));
    /* Inside: a LAN between its hosts, a site between its LANs, a host between its processes. */
    EXPECT(causeway_link(MPI_COMM_WORLD, 1, 0, 0, &link) == CAUSEWAY_SUCCESS && is_near(link.latency, 1.5e-4));
    EXPECT(causeway_link(MPI_COMM_WORLD, 2, 0, 0, &link) == CAUSEWAY_SUCCESS && is_near(link.latency, 0.001));
    EXPECT(causeway_link(MPI_COMM_WORLD, 0, 0, 0, &link) == CAUSEWAY_SUCCESS && is_near(link.latency, 2e-6));
    EXPECT(causeway_link(MPI_COMM_WORLD, 0, 1, 1, &link) == CAUSEWAY_UNKNOWN);
    EXPECT(causeway_message_time(MPI_COMM_WORLD, 2, 6, 1048576, &seconds) == CAUSEWAY_SUCCESS);
    EXPECT(is_near(seconds, 0.002 + 0.042));
    EXPECT(causeway_message_time(MPI_COMM_WORLD, 0, 4, 0, &seconds) == CAUSEWAY_SUCCESS && is_near(seconds, 3e-6));
}

/* A communicator of some of the ranks in another order: the same levels, other numbers. */
static void check_part_of_the_job(void) {
    static const char* const lans[] = {"d", "b", "a"};
    static const int lan_of[] = {0, 1, 2, 2, 2};
    static const char* const sites[] = {"east", "west"};
    static const int site_of[] = {0, 1, 1, 1, 1};
    MPI_Comm some;
    int rank, level;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank >= 3, -rank, &some);
    if (rank >= 3) { /* 7 (a2), 6 (d0), 5 (b1), 4 (a0), 3 (a1) */
        static const char* const reversed[] = {"a", "d", "b"};
        static const int of_rank[] = {0, 1, 2, 0, 0};
        check_level(some, 1, "LAN", 3, reversed, of_rank);
        for (level = 0; level < 4; ++level) {
            check_communicators(some, level);
        }
    }
    MPI_Comm_free(&some);
    MPI_Comm_split(MPI_COMM_WORLD, rank >= 3, rank == 6 ? 0 : rank == 5 ? 1 : 2, &some);
    if (rank >= 3) { /* 6 (d0), 5 (b1), 3 (a1), 4 (a0), 7 (a2) */
        check_level(some, 1, "LAN", 3, lans, lan_of);
        check_level(some, 2, "site", 2, sites, site_of);
    }
    MPI_Comm_free(&some);
}

static void check_clusters(void) {
    static const char* const clusters[] = {"a", "b", "c"};
    static const int cluster_of[] = {0, 1, 2, 0, 1};
    causeway_level_info info;
    int num_levels = 0;
    EXPECT(causeway_num_levels(MPI_COMM_WORLD, &num_levels) == CAUSEWAY_SUCCESS);
    EXPECT(num_levels == 3);
    check_level(MPI_COMM_WORLD, 1, "cluster", 3, clusters, cluster_of);
    EXPECT(causeway_level(MPI_COMM_WORLD, 1, &info) == CAUSEWAY_SUCCESS && info.is_planned == 1);
    check_communicators(MPI_COMM_WORLD, 1);
    check_communicators(MPI_COMM_SELF, 1);
}

static void check_inactive(void) {
    int number = -1;
    MPI_Comm result = MPI_COMM_NULL;
    EXPECT(causeway_num_levels(MPI_COMM_WORLD, &number) == CAUSEWAY_INACTIVE && number == -1);
    EXPECT(causeway_cluster_comm(MPI_COMM_WORLD, 0, &result) == CAUSEWAY_INACTIVE && result == MPI_COMM_NULL);
}

int main(int argc, char** argv) {
    const char* expected = argc > 1 ? argv[1] : "";
    int is_absent = strcmp(expected, "absent") == 0;
    int rank, number;
    if (!is_absent && CAUSEWAY_IS_LOADED()) {
        EXPECT(causeway_num_levels(MPI_COMM_WORLD, &number) == CAUSEWAY_INACTIVE); /* before MPI_Init */
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    EXPECT(CAUSEWAY_IS_LOADED() == !is_absent);
    if (!is_absent && CAUSEWAY_IS_LOADED()) {
        check_version();
        if (strcmp(expected, "levels") == 0) {
            check_levels();
            check_part_of_the_job();
        } else if (strcmp(expected, "clusters") == 0) {
            check_clusters();
        } else {
            check_inactive();
        }
    }
    if (failures == 0) {
        printf("interface: right\n");
    }
    MPI_Finalize();
    return failures != 0;
}
