/// Some ranks of this program run with the library, others without: none of them may notice. Before anything else
/// every rank posts receives for whatever may come; then all call collectives and spread out over communicators; only
/// then do they send what the receives are for.
///
/// missing_ranks [late RANK SECONDS | spawn]: that rank comes to MPI_Init so much later; the program starts two
/// processes more, a job of their own, the second of which is without the library.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <unistd.h>

namespace {

bool is_right = true;

void expect(bool holds, const char* what) {
    if (!holds) {
        std::printf("missing ranks: wrong: %s\n", what);
        is_right = false;
    }
}

/// As the launcher numbers the process, before MPI_Init.
int rank_before_init() {
    for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
        if (const char* text = std::getenv(variable)) {
            return std::atoi(text);
        }
    }
    return -1;
}

/// The same program once with and once without the library, each in this program's place of old.
void spawn(char* program) {
    char command[] = "env";
    char unset[] = "-u";
    char preload[] = "LD_PRELOAD";
    char neither[] = "NO_SUCH_VARIABLE";
    char* with[] = {unset, neither, program, nullptr};
    char* without[] = {unset, preload, program, nullptr};
    char* commands[] = {command, command};
    char** arguments[] = {with, without};
    const int counts[] = {1, 1};
    const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    int codes[] = {MPI_SUCCESS, MPI_SUCCESS};
    MPI_Comm children = MPI_COMM_NULL;
    MPI_Comm_spawn_multiple(2, commands, arguments, counts, infos, 0, MPI_COMM_WORLD, &children, codes);
    MPI_Comm_disconnect(&children);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 4 && std::strcmp(argv[1], "late") == 0 && rank_before_init() == std::atoi(argv[2])) {
        ::usleep(static_cast<useconds_t>(1e6 * std::atof(argv[3])));
    }
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    constexpr int kTag = 7919;
    std::vector<int> numbers(static_cast<std::size_t>(size), -1);
    std::vector<MPI_Request> receives(static_cast<std::size_t>(size));
    std::vector<MPI_Status> statuses(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) {
        MPI_Irecv(&numbers[static_cast<std::size_t>(i)], 1, MPI_INT, MPI_ANY_SOURCE, i % 2 == 0 ? MPI_ANY_TAG : kTag,
                  MPI_COMM_WORLD, &receives[static_cast<std::size_t>(i)]);
    }
    int is_something_there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_something_there, MPI_STATUS_IGNORE);
    expect(is_something_there == 0, "a message that nobody has sent is there");

    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect(sum == size * (size - 1) / 2, "MPI_Allreduce");
    std::vector<int> data(30000, rank == size - 1 ? 41 : 0);
    MPI_Bcast(data.data(), static_cast<int>(data.size()), MPI_INT, size - 1, MPI_COMM_WORLD);
    expect(data.front() == 41 && data.back() == 41, "MPI_Bcast");
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    int members = 0;
    const int one = 1;
    MPI_Reduce(&one, &members, 1, MPI_INT, MPI_SUM, 0, half);
    int half_rank = 0;
    int half_size = 0;
    MPI_Comm_rank(half, &half_rank);
    MPI_Comm_size(half, &half_size);
    expect(half_rank != 0 || members == half_size, "MPI_Reduce");
    MPI_Comm_free(&half);

    for (int to = 0; to < size; ++to) {
        const int text = 100 + rank;
        MPI_Send(&text, 1, MPI_INT, to, kTag, MPI_COMM_WORLD);
    }
    MPI_Waitall(size, receives.data(), statuses.data());
    int seen = 0;
    for (int i = 0; i < size; ++i) {
        const MPI_Status& status = statuses[static_cast<std::size_t>(i)];
        expect(numbers[static_cast<std::size_t>(i)] == 100 + status.MPI_SOURCE && status.MPI_TAG == kTag,
               "a receive got what was not sent");
        seen += status.MPI_SOURCE;
    }
    expect(seen == size * (size - 1) / 2, "not every rank's message has come");
    if (is_right) {
        std::printf("missing ranks: right\n");
    }
    std::fflush(stdout);
    MPI_Comm parent = MPI_COMM_NULL;
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&parent);
    }
    if (argc == 2 && std::strcmp(argv[1], "spawn") == 0) {
        spawn(argv[0]);
    }
    MPI_Finalize();
    return 0;
}
