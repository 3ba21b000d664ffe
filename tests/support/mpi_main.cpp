/// The main of tests that run under mpirun: every rank runs the same tests; rank 0 speaks for all, other
/// ranks speak only of failures; a test that hangs is ended by a watchdog that names it.
#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>

namespace {

constexpr unsigned kWatchdogSeconds = 300;

char current_test[256] = "start-up";

extern "C" void on_alarm(int) {
    // Only what may be called in a signal handler.
    const char text[] = "watchdog: this test hung: ";
    [[maybe_unused]] auto written = write(STDERR_FILENO, text, sizeof text - 1);
    written = write(STDERR_FILENO, current_test, std::strlen(current_test));
    written = write(STDERR_FILENO, "\n", 1);
    _exit(3);
}

/// Names the running test for the watchdog and rewinds it; keeps ranks other than 0 quiet.
class RankListener final : public testing::EmptyTestEventListener {
public:
    explicit RankListener(int rank) : rank_(rank) {}

    void OnTestStart(const testing::TestInfo& test) override {
        std::snprintf(current_test, sizeof current_test, "%s.%s", test.test_suite_name(), test.name());
        alarm(kWatchdogSeconds);
    }

    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (rank_ != 0 && result.failed()) {
            std::fprintf(stderr, "rank %d: %s: %s:%d: %s\n", rank_, current_test,
                         result.file_name() == nullptr ? "?" : result.file_name(), result.line_number(),
                         result.message());
        }
    }

private:
    int rank_;
};

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGALRM, on_alarm);
    alarm(kWatchdogSeconds);
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    testing::InitGoogleTest(&argc, argv);
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    if (rank != 0) {
        delete listeners.Release(listeners.default_result_printer());
    }
    listeners.Append(new RankListener(rank));
    const int failed_here = RUN_ALL_TESTS();
    int failed_anywhere = 0;
    alarm(kWatchdogSeconds);
    MPI_Allreduce(&failed_here, &failed_anywhere, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return failed_anywhere;
}
