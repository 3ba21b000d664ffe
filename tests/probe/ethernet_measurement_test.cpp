/// The experiments of a switched Ethernet, between processes that stand for hosts: each is made, and can be fitted.
#include "causeway/probe/ethernet_measurement.hpp"

#include "causeway/base/error.hpp"
#include "causeway/fit/ethernet_fit.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/probe/cluster_ethernets.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace causeway::probe {
namespace {

std::vector<std::string> names_of(int num_hosts) {
    std::vector<std::string> names;
    for (int host = 0; host < num_hosts; ++host) {
        names.push_back(fmt::format("h{}", host));
    }
    return names;
}

TEST(MeasureEthernet, FewerThanThreeHostsAreRefusedOnEveryRank) {
    // The processes of this test share one host.
    EXPECT_THROW((void)measure_ethernet(MPI_COMM_WORLD, {}), base::InputError);
}

TEST(MeasureBetween, EveryExperimentOfEveryGroupIsMadeOnceARound) {
    const int n = mpi::size_of(MPI_COMM_WORLD);
    if (n < 3) {
        GTEST_SKIP() << "takes three processes";
    }
    const std::vector<std::string> names = names_of(n);
    const EthernetProbeOptions options{.sizes = {Bytes(0), Bytes(1000), Bytes(100000)},
                                       .collective_sizes = {Bytes(10), Bytes(100000)},
                                       .longest_late_send = Bytes(0),
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
    // Of many to one each repetition is a sample, of the longer messages a third of them.
    EXPECT_EQ(counts[fit::EthernetExperiment::kManyToOne], rounds * (2 + 1));
    EXPECT_EQ(counts[fit::EthernetExperiment::kLateSend], 0);
    const fit::EthernetFit fitted = fit::fit_ethernet(samples, "samples");
    EXPECT_TRUE(fitted.separates_hosts_from_wires);
    EXPECT_EQ(fitted.errors.size(), 6U);
}

TEST(MeasureBetween, TheSizesAroundTheOneFromWhichSendsWaitAreMeasuredAsWell) {
    const int n = mpi::size_of(MPI_COMM_WORLD);
    if (n < 3) {
        GTEST_SKIP() << "takes three processes";
    }
    const std::vector<std::string> names = names_of(n);
    const fit::EthernetSamples samples = measure_between(MPI_COMM_WORLD, names,
                                                         {.sizes = {Bytes(0), Bytes(100)},
                                                          .collective_sizes = {Bytes(10)},
                                                          .longest_late_send = Bytes(1 << 22),
                                                          .repetitions = 1,
                                                          .collective_repetitions = 1,
                                                          .rounds = 1,
                                                          .at_once = 1});
    if (mpi::rank_of(MPI_COMM_WORLD) != 0) {
        return;
    }
    const auto waiting = fit::waiting_sends(samples);
    ASSERT_TRUE(waiting.has_value());
    // MPI libraries send short messages at once and wait with very long ones; where the limit is, is theirs to say, and
    // what is found of it the machine's, which others may disturb.
    for (const fit::EthernetSample& sample : samples.samples) {
        if (sample.experiment == fit::EthernetExperiment::kLateSend) {
            EXPECT_LE(sample.size, Bytes(1 << 22));
            EXPECT_EQ(sample.from, std::vector<int>{0});
            EXPECT_EQ(sample.to, std::vector<int>{1});
        }
    }
    std::set<Bytes> sizes;
    for (const fit::EthernetSample& sample : samples.samples) {
        if (sample.experiment == fit::EthernetExperiment::kOneToMany) {
            sizes.insert(sample.size);
        }
    }
    EXPECT_TRUE(sizes.contains(Bytes(10)));
    EXPECT_LE(sizes.size(), 3U);
}

TEST(MeasureClusterEthernets, EachClusterOfThreeIsLookedAtAndThoseOfTwoAreNot) {
    const int n = mpi::size_of(MPI_COMM_WORLD);
    if (n < 3) {
        GTEST_SKIP() << "takes three processes";
    }
    // Every process stands for a host; the first three are one cluster, the others the next.
    discovery::HostLayout layout;
    clustering::Partition clusters(n > 3 ? 2 : 1);
    for (int host = 0; host < n; ++host) {
        layout.names.push_back(fmt::format("h{}", host));
        layout.ranks.push_back({host});
        clusters[host < 3 ? 0 : 1].push_back(host);
    }
    const std::vector<fit::EthernetSamples> samples = measure_cluster_ethernets(MPI_COMM_WORLD, layout, clusters,
                                                                                {.sizes = {Bytes(0), Bytes(1000)},
                                                                                 .collective_sizes = {Bytes(10)},
                                                                                 .longest_late_send = Bytes(0),
                                                                                 .repetitions = 3,
                                                                                 .collective_repetitions = 2,
                                                                                 .rounds = 1});
    if (mpi::rank_of(MPI_COMM_WORLD) != 0) {
        EXPECT_TRUE(samples.empty());
        return;
    }
    ASSERT_EQ(samples.size(), clusters.size());
    // Whether the machine lets its processes differ is not known: if it does, the hosts of the first cluster were
    // measured.
    if (!samples[0].samples.empty()) {
        EXPECT_EQ(samples[0].hosts, (std::vector<std::string>{"h0", "h1", "h2"}));
    }
    if (n == 5) {
        EXPECT_TRUE(samples[1].samples.empty());
    }
}

}  // namespace
}  // namespace causeway::probe
