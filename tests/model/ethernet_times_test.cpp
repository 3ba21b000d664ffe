/// Unequal hosts on a switched Ethernet: the source's equations by hand, and the model for schedules beside them.
#include "causeway/model/ethernet_times.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/model/switched_ethernet.hpp"

#include <gtest/gtest.h>

namespace causeway::model {
namespace {

/// C = 1, 2, 4, 8, ..., t = 1, 2, 3, ...; the wire costs 10 (i + j) per byte.
platform::Ethernet four_hosts() {
    platform::Ethernet result;
    double fixed = 1.0;
    for (int host = 0; host < 4; ++host) {
        result.hosts.push_back({Seconds(fixed), SecondsPerByte(host + 1.0)});
        fixed *= 2.0;
    }
    result.wire = base::SquareMatrix<SecondsPerByte>(4);
    for (int from = 0; from < 4; ++from) {
        for (int to = 0; to < 4; ++to) {
            result.wire(from, to) = SecondsPerByte(10.0 * (from + to));
        }
    }
    return result;
}

TEST(EthernetTimes, PointToPointIsTheSumOfEquationFive) {
    // 2 + 2*3 + 8 + 4*3 + 3*40
    EXPECT_EQ(point_to_point(four_hosts(), 1, 3, Bytes(3)), Seconds(148.0));
    EXPECT_EQ(point_to_point(four_hosts(), 3, 1, Bytes(3)), Seconds(148.0));
    EXPECT_EQ(point_to_point(four_hosts(), 0, 2, Bytes(0)), Seconds(5.0));
}

TEST(EthernetTimes, OneToManyHasTheTwoBranchesOfEquationSix) {
    platform::Ethernet ethernet = four_hosts();
    // C_0 + t_0 * 6 = 7; receivers at 2 bytes: 2 + 4 + 20, 4 + 6 + 40, 8 + 8 + 60
    const std::vector<int> all{1, 2, 3};
    EXPECT_EQ(one_to_many(ethernet, 0, all, Bytes(2), OneToMany::kOneByOne), Seconds(7.0 + 26.0 + 50.0 + 76.0));
    EXPECT_EQ(one_to_many(ethernet, 0, all, Bytes(2), OneToMany::kAtOnce), Seconds(7.0 + 76.0));
    EXPECT_EQ(one_to_many(ethernet, 0, all, Bytes(2)), Seconds(7.0 + 76.0));
    ethernet.threshold = Bytes(2);
    EXPECT_EQ(one_to_many(ethernet, 0, all, Bytes(2)), Seconds(7.0 + 76.0));
    ethernet.threshold = Bytes(1);
    EXPECT_EQ(one_to_many(ethernet, 0, all, Bytes(2)), Seconds(7.0 + 26.0 + 50.0 + 76.0));
    EXPECT_EQ(one_to_many(ethernet, 0, {}, Bytes(2)), Seconds(0.0));
    EXPECT_EQ(one_to_many_paying_each(ethernet, 0, all, Bytes(2)), Seconds(9.0 + 26.0 + 50.0 + 76.0));
    EXPECT_EQ(one_to_many_paying_each(ethernet, 0, {}, Bytes(2)), Seconds(0.0));
    EXPECT_EQ(one_to_many(ethernet, 0, {2}, Bytes(2)), point_to_point(ethernet, 0, 2, Bytes(2)));
}

TEST(EthernetTimes, OfUnequalMessagesTheLongOnesWaitForEachOther) {
    platform::Ethernet ethernet = four_hosts();
    ethernet.threshold = Bytes(2);
    // C_0 + t_0 * (1 + 3 + 2) = 7; to 1 with 1 byte: 2 + 2 + 10; to 2 with 3 bytes: 4 + 9 + 60; to 3 with 2: 76.
    const std::vector<int> all{1, 2, 3};
    const std::vector<Bytes> sizes{Bytes(1), Bytes(3), Bytes(2)};
    EXPECT_EQ(one_to_many(ethernet, 0, all, sizes), Seconds(7.0 + 73.0 + 76.0));
    EXPECT_EQ(one_to_many(ethernet, 0, all, sizes, OneToMany::kAtOnce), Seconds(7.0 + 76.0));
    EXPECT_EQ(one_to_many(ethernet, 0, all, sizes, OneToMany::kOneByOne), Seconds(7.0 + 14.0 + 73.0 + 76.0));
    EXPECT_EQ(one_to_many(ethernet, 0, all, {Bytes(2), Bytes(2), Bytes(2)}), one_to_many(ethernet, 0, all, Bytes(2)));
}

TEST(EthernetTimes, ManyToOneHasThreeRegimes) {
    platform::Ethernet ethernet = four_hosts();
    // 3 (C_0 + 2 t_0) = 9; senders of 2 bytes: 2 + 4 + 20, 4 + 6 + 40, 8 + 8 + 60
    const std::vector<int> all{1, 2, 3};
    EXPECT_EQ(many_to_one(ethernet, 0, all, Bytes(2)), Seconds(9.0 + 76.0));
    EXPECT_EQ(many_to_one(ethernet, 0, all, Bytes(2), ManyToOne::kOneByOne), Seconds(9.0 + 26.0 + 50.0 + 76.0));
    ethernet.many_to_one = {.parallel_up_to = Bytes(1),
                            .serial_above = Bytes(2),
                            .escalation_probability = 0.5,
                            .escalation = Seconds(8.0)};
    EXPECT_EQ(many_to_one(ethernet, 0, all, Bytes(1)), many_to_one(ethernet, 0, all, Bytes(1), ManyToOne::kAtOnce));
    EXPECT_EQ(many_to_one(ethernet, 0, all, Bytes(2)), Seconds(9.0 + 76.0 + 4.0));
    EXPECT_EQ(many_to_one(ethernet, 0, all, Bytes(3)), many_to_one(ethernet, 0, all, Bytes(3), ManyToOne::kOneByOne));
    EXPECT_EQ(many_to_one(ethernet, 0, {2}, Bytes(2)), point_to_point(ethernet, 2, 0, Bytes(2)));
    EXPECT_EQ(many_to_one(ethernet, 0, {}, Bytes(2)), Seconds(0.0));
}

TEST(EthernetTimes, LongMessagesHaveCostsOfTheirOwn) {
    platform::Ethernet ethernet = four_hosts();
    const platform::Ethernet others = four_hosts();
    ethernet.long_messages = platform::LongMessages{Bytes(2), others.hosts, others.wire};
    ethernet.long_messages->hosts[1] = {Seconds(100.0), SecondsPerByte(0.0)};
    EXPECT_EQ(point_to_point(ethernet, 1, 3, Bytes(2)), point_to_point(others, 1, 3, Bytes(2)));
    EXPECT_EQ(point_to_point(ethernet, 1, 3, Bytes(3)), Seconds(100.0 + 8.0 + 4.0 * 3.0 + 40.0 * 3.0));
    EXPECT_EQ(SwitchedEthernet(ethernet).occupation(1, 3, Bytes(3)).unhindered(),
              point_to_point(ethernet, 1, 3, Bytes(3)));
}

TEST(EthernetTimes, DisjointPairsTakeAsLongAsTheSlowest) {
    EXPECT_EQ(disjoint_pairs(four_hosts(), {{0, 1}, {2, 3}}, Bytes(1)), point_to_point(four_hosts(), 2, 3, Bytes(1)));
    EXPECT_EQ(disjoint_pairs(four_hosts(), {}, Bytes(1)), Seconds(0.0));
}

TEST(EthernetTimes, ABroadcastIsItsLongestWayAndWhatItAddsItself) {
    platform::Ethernet ethernet = four_hosts();
    const Bytes size(1);
    // The tree over 4: 0 -> 2, 0 -> 1, 2 -> 3.
    const Seconds longest = point_to_point(ethernet, 0, 2, size) + point_to_point(ethernet, 2, 3, size);
    EXPECT_EQ(longest_binomial_path(ethernet, {0, 1, 2, 3}, size), longest);
    EXPECT_EQ(binomial_broadcast(ethernet, {0, 1, 2, 3}, size), longest);
    // Ranks in another order: the host at place 2 relays to the host at place 3.
    EXPECT_EQ(longest_binomial_path(ethernet, {3, 2, 1, 0}, size),
              point_to_point(ethernet, 3, 1, size) + point_to_point(ethernet, 1, 0, size));
    ethernet.broadcast = platform::AffineCost{Seconds(100.0), SecondsPerByte(7.0)};
    EXPECT_EQ(binomial_broadcast(ethernet, {0, 1, 2, 3}, size), longest + Seconds(107.0));
    EXPECT_EQ(binomial_broadcast(ethernet, {0}, size), Seconds(0.0));
}

TEST(SwitchedEthernet, ATransferTakesBothProcessorsAndTheWireOneAfterAnother) {
    const platform::Ethernet ethernet = four_hosts();
    const SwitchedEthernet model(ethernet);
    for (int from = 0; from < 4; ++from) {
        for (int to = 0; to < 4; ++to) {
            if (from == to) {
                continue;
            }
            const Occupation occupation = model.occupation(from, to, Bytes(3));
            ASSERT_EQ(occupation.num_stages, 3U);
            EXPECT_EQ(occupation.unhindered(), point_to_point(ethernet, from, to, Bytes(3)));
            for (std::size_t stage = 0; stage < 3; ++stage) {
                EXPECT_LT(occupation.stages[stage].holds[0].resource, model.num_resources());
                EXPECT_EQ(occupation.stages[stage].holds[0].duration, occupation.stages[stage].until_next);
            }
            EXPECT_EQ(occupation.stages[2].holds[0].resource,
                      model.occupation(to, from, Bytes(3)).stages[0].holds[0].resource)
                << "a processor serves what it sends and what it receives";
        }
    }
}

TEST(GridPlogp, BetweenHostsWhoseOwnCostsAreKnownTheseCount) {
    platform::Platform platform;
    platform::Cluster cluster;
    cluster.name = "a";
    cluster.hosts = {"a0", "a1", "a2", "a3"};
    cluster.num_hosts = 4;
    cluster.plogp = platform::Plogp{};
    cluster.ethernet = four_hosts();
    platform.clusters = {cluster, cluster};
    platform.clusters[1].name = "b";
    platform.clusters[1].hosts = {"b0", "b1", "b2", "b3"};
    platform.clusters[1].ethernet.reset();

    // In another order than the cluster's list.
    const auto placement = platform::placement_of(platform, {"a2", "a0", "b1", "a3", "b0"});
    ASSERT_TRUE(placement.has_value());
    const GridPlogp model(platform, *placement);
    const Bytes size(5);
    EXPECT_EQ(model.occupation(0, 1, size).unhindered(), point_to_point(four_hosts(), 2, 0, size));
    EXPECT_EQ(model.occupation(1, 3, size).unhindered(), point_to_point(four_hosts(), 0, 3, size));
    EXPECT_EQ(model.occupation(2, 4, size).unhindered(), Seconds(0.0)) << "pLogP of the other cluster";
    for (const auto& [from, to] : {std::pair{0, 1}, {3, 1}, {2, 4}}) {
        const Occupation occupation = model.occupation(from, to, size);
        for (std::size_t stage = 0; stage < occupation.num_stages; ++stage) {
            EXPECT_LT(occupation.stages[stage].holds[0].resource, model.num_resources());
        }
    }
    // A placement that does not say which host is which has only pLogP.
    const GridPlogp unnamed(platform, {.host_of = {0, 1}, .cluster_of_host = {0, 0}});
    EXPECT_EQ(unnamed.occupation(0, 1, size).unhindered(), Seconds(0.0));
}

}  // namespace
}  // namespace causeway::model
