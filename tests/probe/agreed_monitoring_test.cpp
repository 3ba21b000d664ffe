/// What one process knows from monitoring, all know.
#include "causeway/probe/agreed_monitoring.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace causeway::probe {
namespace {

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
    const discovery::MonitoredHosts monitored = agree_on_monitoring(MPI_COMM_WORLD, names, data);
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
