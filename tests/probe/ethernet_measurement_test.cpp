/// The experiments of a switched Ethernet, between processes that stand for hosts: each is made, and can be fitted.
#include "causeway/probe/ethernet_measurement.hpp"

#include "causeway/base/error.hpp"
#include "causeway/fit/ethernet_fit.hpp"
#include "causeway/mpi/communicator.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace causeway::probe {
namespace {

TEST(MeasureEthernet, FewerThanThreeHostsAreRefusedOnEveryRank) {
    // The processes of this test share one host.
    EXPECT_THROW((void)measure_ethernet(MPI_COMM_WORLD, {}), base::InputError);
}

TEST(MeasureBetween, EveryExperimentOfEveryGroupIsMadeOnceARound) {
    const int n = mpi::size_of(MPI_COMM_WORLD);
    if (n < 3) {
        GTEST_SKIP() << "takes three processes";
    }
    std::vector<std::string> names;
    for (int host = 0; host < n; ++host) {
        names.push_back(fmt::format("h{}", host));
    }
    const EthernetProbeOptions options{.sizes = {Bytes(0), Bytes(1000), Bytes(100000)},
                                       .collective_sizes = {Bytes(10), Bytes(100000)},
                                       .repetitions = 2,
                                       .collective_repetitions = 2,
                                       .rounds = 2,
                                       .at_once = n > 3 ? 0 : 1};
    const fit::EthernetSamples samples = measure_between(MPI_COMM_WORLD, names, options);
    if (mpi::rank_of(MPI_COMM_WORLD) != 0) {
        EXPECT_TRUE(samples.samples.empty());
        return;
    }
    EXPECT_EQ(samples.hosts, names);
    std::map<fit::EthernetExperiment, int> counts;
    for (const fit::EthernetSample& sample : samples.samples) {
        ++counts[sample.experiment];
        EXPECT_GT(sample.time, Seconds(0.0));
    }
    const int rounds = 2;
    EXPECT_EQ(counts[fit::EthernetExperiment::kRoundTrip], rounds * 3 * n * (n - 1) / 2);
    EXPECT_EQ(counts[fit::EthernetExperiment::kOneToTwo], rounds * 3 * n * (n - 1) * (n - 2) / 2);
    EXPECT_EQ(counts[fit::EthernetExperiment::kOneToMany], rounds * 2);
    EXPECT_EQ(counts[fit::EthernetExperiment::kBroadcast], rounds * 2);
    EXPECT_EQ(counts[fit::EthernetExperiment::kDisjointPairs], rounds * 2);
    const fit::EthernetFit fitted = fit::fit_ethernet(samples, "samples");
    EXPECT_TRUE(fitted.separates_hosts_from_wires);
    EXPECT_EQ(fitted.errors.size(), 5U);
}

}  // namespace
}  // namespace causeway::probe
