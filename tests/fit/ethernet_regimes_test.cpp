/// Two regimes of messages, the threshold of sends and the regimes of many to one: found where there are some, in
/// noise, among spikes, for unlike hosts, and not found where there are none.
#include "causeway/fit/ethernet_regimes.hpp"
#include "causeway/fit/ethernet_fit.hpp"
#include "causeway/fit/ethernet_threshold.hpp"
#include "causeway/fit/many_to_one_fit.hpp"
#include "synthetic_ethernet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace causeway::fit {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

const std::vector<Bytes> kSizesUpToOneMiB{Bytes(0),     Bytes(1),      Bytes(1024),   Bytes(8192),
                                          Bytes(32768), Bytes(131072), Bytes(524288), Bytes(1048576)};
const std::vector<Bytes> kCollectiveSizes{Bytes(1),     Bytes(256),    Bytes(4096),   Bytes(16384),
                                          Bytes(65536), Bytes(262144), Bytes(1048576)};
constexpr Bytes kEagerLimit(65000);

SyntheticEthernet measured(const platform::Ethernet& truth, double noise, std::uint64_t seed, int rounds = 3) {
    SyntheticEthernet synthetic(truth, noise, seed);
    synthetic.add_rounds(rounds, kSizesUpToOneMiB, kCollectiveSizes);
    return synthetic;
}

/// The largest error of what the fit predicts of a message between two of the hosts, of any size.
double largest_error(const EthernetFit& fit, const platform::Ethernet& truth) {
    double result = 0.0;
    for (int i = 0; i < truth.num_hosts(); ++i) {
        for (int j = 0; j < truth.num_hosts(); ++j) {
            for (std::int64_t size = 1; i != j && size <= (1 << 20); size *= 2) {
                result = std::max(result, std::abs(model::point_to_point(fit.parameters, i, j, Bytes(size)) /
                                                       model::point_to_point(truth, i, j, Bytes(size)) -
                                                   1.0));
            }
        }
    }
    return result;
}

TEST(EthernetRegimes, AJumpIsFoundWhereItIs) {
    for (std::size_t behind = 1; behind + 2 < kSizesUpToOneMiB.size(); ++behind) {
        const platform::Ethernet truth = with_long_messages(unequal_hosts(5), kSizesUpToOneMiB[behind]);
        SyntheticEthernet synthetic(truth, 0.0, 1);
        synthetic.add_round_trips(kSizesUpToOneMiB);
        EXPECT_EQ(change_of_costs(synthetic.samples()), kSizesUpToOneMiB[behind]);
    }
}

TEST(EthernetRegimes, WhereThereIsNoneNoneIsFoundWhateverTheNoise) {
    for (const int hosts : {3, 4, 8}) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            SyntheticEthernet synthetic = measured(unequal_hosts(hosts), 0.05, seed);
            EXPECT_EQ(change_of_costs(synthetic.samples()), std::nullopt) << hosts << " hosts, draw " << seed;
            synthetic.add_spikes(0.05, 10.0);
            EXPECT_EQ(change_of_costs(synthetic.samples()), std::nullopt) << hosts << " hosts, spikes, draw " << seed;
        }
    }
}

TEST(EthernetRegimes, TooFewSizesTellNothing) {
    SyntheticEthernet synthetic(with_long_messages(unequal_hosts(4), Bytes(1024)), 0.0, 1);
    synthetic.add_round_trips({Bytes(0), Bytes(1024), Bytes(4096), Bytes(16384), Bytes(65536)});
    EXPECT_EQ(change_of_costs(synthetic.samples()), std::nullopt);
    EXPECT_EQ(change_of_costs({}), std::nullopt);
}

TEST(EthernetRegimes, BothAreFittedWithoutNoiseExactly) {
    for (const int hosts : {3, 4, 8}) {
        platform::Ethernet truth = with_long_messages(unequal_hosts(hosts), kEagerLimit);
        truth.threshold = kEagerLimit;
        SyntheticEthernet synthetic = measured(truth, 0.0, 1, 1);
        synthetic.add_late_sends({Bytes(1), Bytes(64999), kEagerLimit, Bytes(65001), Bytes(1048576)}, kEagerLimit);
        const EthernetFit fit = fit_ethernet(synthetic.samples(), "samples");
        ASSERT_TRUE(fit.parameters.long_messages.has_value());
        EXPECT_EQ(fit.parameters.long_messages->above, kEagerLimit);
        EXPECT_EQ(fit.parameters.threshold, kEagerLimit);
        EXPECT_LT(largest_error(fit, truth), 1e-6);
        EXPECT_LT(fit.residual, 1e-9);
        EXPECT_TRUE(fit.misfits.empty());
        for (const ExperimentErrors& one : fit.errors) {
            EXPECT_LT(one.worst, 1e-6) << name_of(one.experiment);
        }
    }
}

TEST(EthernetRegimes, NoiseSpikesAndOutliersLeaveThePredictionsOfUnlikeHostsWithinFivePercent) {
    double worst = 0.0;
    platform::Ethernet truth = with_long_messages(unequal_hosts(8), kEagerLimit);
    truth.threshold = kEagerLimit;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SyntheticEthernet synthetic = measured(truth, 0.02, seed);
        synthetic.add_late_sends({Bytes(1), kEagerLimit, Bytes(65001)}, kEagerLimit);
        synthetic.add_spikes(0.05, 10.0);
        const EthernetFit fit = fit_ethernet(synthetic.samples(), "samples");
        ASSERT_TRUE(fit.parameters.long_messages.has_value());
        EXPECT_EQ(fit.parameters.long_messages->above, kEagerLimit);
        EXPECT_EQ(fit.parameters.threshold, kEagerLimit);
        EXPECT_TRUE(fit.misfits.empty());
        EXPECT_THAT(fit.remarks, Contains(HasSubstr("count for little")));
        worst = std::max(worst, largest_error(fit, truth));
    }
    std::printf("4 draws of 8 hosts with 2 %% noise and 5 %% spikes of up to tenfold: T within %.2f %%\n", 100 * worst);
    EXPECT_LT(worst, 0.05);
}

TEST(EthernetThreshold, LateSendsTellWhichSendsWaitAndOneWrongTimeIsOutvoted) {
    SyntheticEthernet synthetic(unequal_hosts(3), 0.0, 1);
    EXPECT_EQ(waiting_sends(synthetic.samples()), std::nullopt);
    for (int i = 0; i < 3; ++i) {
        synthetic.add_late_sends({Bytes(1), Bytes(500), Bytes(600), Bytes(4000)}, Bytes(512));
    }
    synthetic.samples().samples[1].time = kLateness;
    EXPECT_EQ(waiting_sends(synthetic.samples()), (WaitingSends{Bytes(500), Bytes(500)}));
}

TEST(EthernetThreshold, ThatNoSendOrEverySendWaitsIsSaid) {
    SyntheticEthernet none(unequal_hosts(3), 0.0, 1);
    none.add_late_sends({Bytes(1), Bytes(1 << 20)}, Bytes(1 << 21));
    EXPECT_EQ(waiting_sends(none.samples()), (WaitingSends{Bytes(1 << 20), std::nullopt}));
    const ThresholdFit said = threshold_of(unequal_hosts(3), none.samples());
    EXPECT_EQ(said.threshold, std::nullopt);
    EXPECT_THAT(said.remarks, Contains(HasSubstr("no blocking send up to 1 MiB waits")));
    SyntheticEthernet all(unequal_hosts(3), 0.0, 1);
    all.add_late_sends({Bytes(1), Bytes(2)}, Bytes(0));
    EXPECT_EQ(waiting_sends(all.samples()), (WaitingSends{std::nullopt, Bytes(0)}));
    EXPECT_EQ(threshold_of(unequal_hosts(3), all.samples()).threshold, Bytes(0));
}

TEST(EthernetThreshold, WhatTimesOfOneToManyContradictIsSaid) {
    platform::Ethernet truth = unequal_hosts(5);
    truth.threshold.reset();
    SyntheticEthernet synthetic(truth, 0.0, 1);
    synthetic.add_one_to_many(kCollectiveSizes);
    synthetic.add_late_sends({Bytes(1), Bytes(4096), Bytes(1 << 20)}, Bytes(4096));
    const ThresholdFit found = threshold_of(truth, synthetic.samples());
    EXPECT_EQ(found.threshold, std::nullopt);
    EXPECT_THAT(found.remarks, Contains(HasSubstr("although blocking sends of more than 4 KiB wait")));
}

TEST(ManyToOneFit, ThreeRegimesComeBack) {
    for (const int hosts : {4, 8}) {
        platform::Ethernet truth = unequal_hosts(hosts);
        truth.many_to_one = platform::ManyToOne{Bytes(4096), Bytes(65536), 0.3, Seconds(0.21)};
        SyntheticEthernet synthetic(truth, 0.02, 3);
        synthetic.add_many_to_one(kCollectiveSizes, 60);
        const auto found = many_to_one_of(truth, synthetic.samples());
        ASSERT_TRUE(found.has_value());
        EXPECT_EQ(found->parallel_up_to, Bytes(4096));
        EXPECT_EQ(found->serial_above, Bytes(65536));
        EXPECT_NEAR(found->escalation_probability, 0.3, 0.1);
        EXPECT_NEAR(found->escalation.value(), 0.21, 0.01);
    }
}

TEST(ManyToOneFit, WithoutEscalationsOneSpikeIsNone) {
    platform::Ethernet truth = unequal_hosts(5);
    SyntheticEthernet synthetic(truth, 0.02, 3);
    synthetic.add_many_to_one(kCollectiveSizes, 30);
    synthetic.samples().samples[40].time = Seconds(0.3);
    const auto found = many_to_one_of(truth, synthetic.samples());
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->parallel_up_to, kCollectiveSizes.back());
    EXPECT_EQ(found->serial_above, std::nullopt);
    EXPECT_EQ(found->escalation_probability, 0.0);
    EXPECT_EQ(many_to_one_of(truth, {}), std::nullopt);
}

}  // namespace
}  // namespace causeway::fit
