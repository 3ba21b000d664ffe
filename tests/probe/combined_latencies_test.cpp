/// Monitoring is believed where a sample bears it out, and only the rest is measured.
#include "causeway/probe/combined_latencies.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace causeway::probe {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

TEST(IsGrosslyOff, IsByMoreThanHalfAndMoreThanALateProcess) {
    EXPECT_FALSE(is_grossly_off(10e-3, 14e-3));
    EXPECT_TRUE(is_grossly_off(10e-3, 16e-3));
    EXPECT_TRUE(is_grossly_off(16e-3, 10e-3));
    EXPECT_FALSE(is_grossly_off(10e-6, 100e-6));
    EXPECT_TRUE(is_grossly_off(0.0, 1e-3));
}

TEST(PairsToCheck, AreFewDisjointAndFromNearToFar) {
    constexpr int kHosts = 40;
    base::SquareMatrix<double> known(kHosts);
    for (int a = 0; a < kHosts; ++a) {
        for (int b = 0; b < kHosts; ++b) {
            known(a, b) = 1e-3 * (a + b);
        }
    }
    const auto pairs = pairs_to_check(known);
    EXPECT_EQ(pairs.size(), 8U);
    std::set<int> hosts;
    for (const auto& [a, b] : pairs) {
        EXPECT_TRUE(hosts.insert(a).second && hosts.insert(b).second);
    }
    EXPECT_EQ(pairs.front(), std::pair(0, 1));
    EXPECT_EQ(pairs.back(), std::pair(kHosts - 2, kHosts - 1));
}

TEST(PairsToCheck, AreOnlyPairsKnownBothWays) {
    base::SquareMatrix<double> known(4, kUnknown);
    EXPECT_TRUE(pairs_to_check(known).empty());
    known(0, 1) = 1.0;
    EXPECT_TRUE(pairs_to_check(known).empty());
    known(1, 0) = 1.0;
    EXPECT_EQ(pairs_to_check(known), (std::vector<std::pair<int, int>>{{0, 1}}));
    EXPECT_TRUE(pairs_to_check({}).empty());
}

/// What is measured here between processes of one machine, as if it were known from elsewhere.
base::SquareMatrix<double> true_latencies() {
    return measure_latencies(MPI_COMM_WORLD, Seconds(0.2)).seconds;
}

/// Latencies that are true, but for those of the process `unknown`, and what comes of them. On a busy machine a process
/// that waits for a core seems to contradict them: then both are measured again.
struct Undisturbed {
    explicit Undisturbed(int unknown = -1) {
        constexpr int kMostTries = 20;
        for (int i = 0; i == 0 || (i < kMostTries && !found.contradictions.empty()); ++i) {
            known = true_latencies();
            for (int other = 0; unknown >= 0 && other < known.size(); ++other) {
                known(unknown, other) = kUnknown;
            }
            found = combine_latencies(MPI_COMM_WORLD, Seconds(0.2), known);
        }
    }

    base::SquareMatrix<double> known;
    CombinedLatencies found;
};

int num_pairs() {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    return size * (size - 1) / 2;
}

TEST(CombineLatencies, MeasuresAllWithoutMonitoring) {
    const CombinedLatencies found = combine_latencies(MPI_COMM_WORLD, Seconds(0.2), {});
    EXPECT_EQ(found.latencies.num_measured, num_pairs());
    EXPECT_EQ(found.num_monitored, 0);
    EXPECT_EQ(found.num_checked, 0);
}

TEST(CombineLatencies, MeasuresOnlyASampleOfWhatIsKnown) {
    const auto [known, found] = Undisturbed();
    EXPECT_TRUE(found.contradictions.empty());
    EXPECT_EQ(found.num_discarded, 0);
    EXPECT_EQ(found.latencies.num_measured, found.num_checked);
    EXPECT_EQ(found.num_monitored + found.num_checked, num_pairs());
    EXPECT_EQ(found.num_checked, mpi::size_of(MPI_COMM_WORLD) / 2);
    for (int a = 0; a < known.size(); ++a) {
        for (int b = 0; b < known.size(); ++b) {
            if (a != b && std::isfinite(found.believed(a, b))) {
                EXPECT_EQ(found.latencies.seconds(a, b), known(a, b));
            }
            EXPECT_TRUE(std::isfinite(found.latencies.seconds(a, b)));
        }
    }
}

TEST(CombineLatencies, MeasuresWhatIsMissingBesides) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const CombinedLatencies found = Undisturbed(size - 1).found;
    EXPECT_EQ(found.latencies.num_measured, size - 1 + found.num_checked);
    EXPECT_EQ(found.num_monitored + found.num_checked, num_pairs() - (size - 1));
}

TEST(CombineLatencies, DoesNotBelieveWhatTheJobContradicts) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const CombinedLatencies found =
        combine_latencies(MPI_COMM_WORLD, Seconds(0.2), base::SquareMatrix<double>(size, 2.0));
    EXPECT_EQ(found.contradictions.empty(), size == 1);
    EXPECT_EQ(found.num_monitored, 0);
    EXPECT_EQ(found.latencies.num_measured, num_pairs());
    for (int a = 0; a < size; ++a) {
        for (int b = 0; b < size; ++b) {
            EXPECT_LT(found.latencies.seconds(a, b), 1.0);
        }
    }
}

TEST(AgreeOnMonitoring, GivesRank0sLatenciesToAll) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    std::vector<std::string> names;
    for (int rank = 0; rank < size; ++rank) {
        names.push_back("h" + std::to_string(rank));
    }
    std::optional<platform::MonitoringData> data;
    if (mpi::rank_of(MPI_COMM_WORLD) == 0) {
        const std::vector<platform::MonitoringFile> files{{"a file", "src,dst,latency_ms\nh0,h1,3\n"}};
        data = platform::parse_monitoring(files, "");
    }
    const MonitoredHosts monitored = agree_on_monitoring(MPI_COMM_WORLD, names, data);
    ASSERT_EQ(monitored.latencies.size(), size);
    if (size > 1) {
        EXPECT_DOUBLE_EQ(monitored.latencies(0, 1), 3e-3);
        EXPECT_DOUBLE_EQ(monitored.latencies(1, 0), 3e-3);
        EXPECT_TRUE(size == 2 || std::isinf(monitored.latencies(0, 2)));
    }
    EXPECT_EQ(agree_on_monitoring(MPI_COMM_WORLD, names, {}).latencies.size(), 0);
}

}  // namespace
}  // namespace causeway::probe
