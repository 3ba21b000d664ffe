/// Parameters of a switched Ethernet from samples: what was put in comes out, as far as noise allows.
#include "causeway/fit/ethernet_fit.hpp"

#include "causeway/base/error.hpp"
#include "synthetic_ethernet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace causeway::fit {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::vector<Bytes> kSizes{Bytes(0), Bytes(4096), Bytes(16384), Bytes(65536)};
const std::vector<Bytes> kManySizes{Bytes(256), Bytes(512), Bytes(1024), Bytes(2048), Bytes(4096), Bytes(65536)};

EthernetSamples all_samples(const platform::Ethernet& truth, double noise, std::uint64_t seed, int rounds) {
    SyntheticEthernet synthetic(truth, noise, seed);
    synthetic.add_rounds(rounds, kSizes, kManySizes);
    return synthetic.samples();
}

double error_of(double found, double truth) {
    return std::abs(found / truth - 1.0);
}

struct LargestErrors {
    double fixed = 0.0;
    double per_byte = 0.0;
    double wire = 0.0;
};

LargestErrors largest_errors(const EthernetFit& fit, const platform::Ethernet& truth) {
    LargestErrors result;
    for (int i = 0; i < truth.num_hosts(); ++i) {
        const platform::AffineCost& found = fit.parameters.hosts[static_cast<std::size_t>(i)];
        const platform::AffineCost& known = truth.hosts[static_cast<std::size_t>(i)];
        result.fixed = std::max(result.fixed, error_of(found.fixed.value(), known.fixed.value()));
        result.per_byte = std::max(result.per_byte, error_of(found.per_byte.value(), known.per_byte.value()));
        for (int j = 0; j < truth.num_hosts(); ++j) {
            if (i != j) {
                result.wire =
                    std::max(result.wire, error_of(fit.parameters.wire(i, j).value(), truth.wire(i, j).value()));
            }
        }
    }
    return result;
}

TEST(EthernetFit, WithoutNoiseEverythingComesBack) {
    for (const int hosts : {3, 4, 7, 8}) {
        const platform::Ethernet truth = unequal_hosts(hosts);
        const EthernetFit fit = fit_ethernet(all_samples(truth, 0.0, 1, 1), "samples");
        const LargestErrors errors = largest_errors(fit, truth);
        EXPECT_LT(errors.fixed, 1e-6);
        EXPECT_LT(errors.per_byte, 1e-6);
        EXPECT_LT(errors.wire, 1e-6);
        EXPECT_EQ(fit.parameters.threshold, truth.threshold);
        EXPECT_NEAR(fit.parameters.broadcast->fixed.value(), truth.broadcast->fixed.value(), 1e-9);
        EXPECT_NEAR(fit.parameters.broadcast->per_byte.value(), truth.broadcast->per_byte.value(), 1e-13);
        EXPECT_LT(fit.residual, 1e-9);
        EXPECT_TRUE(fit.misfits.empty());
        EXPECT_TRUE(fit.separates_hosts_from_wires);
    }
}

TEST(EthernetFit, WithTwoPercentNoiseEightHostsComeBackWithinFivePercent) {
    const platform::Ethernet truth = unequal_hosts(8);
    LargestErrors worst;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const EthernetFit fit = fit_ethernet(all_samples(truth, 0.02, seed, 10), "samples");
        const LargestErrors errors = largest_errors(fit, truth);
        worst = {std::max(worst.fixed, errors.fixed), std::max(worst.per_byte, errors.per_byte),
                 std::max(worst.wire, errors.wire)};
        ASSERT_TRUE(fit.parameters.threshold.has_value());
        const auto found = std::find(kManySizes.begin(), kManySizes.end(), *fit.parameters.threshold);
        const auto known = std::find(kManySizes.begin(), kManySizes.end(), *truth.threshold);
        EXPECT_LE(std::abs(found - known), 1) << "S = " << fit.parameters.threshold->value();
        EXPECT_NEAR(fit.residual, 0.02, 0.004);
    }
    std::printf(
        "20 draws of 8 hosts with 2 %% noise, 10 samples of each experiment: C within %.2f %%, t within %.2f %%, beta "
        "within "
        "%.2f %%\n",
        100.0 * worst.fixed, 100.0 * worst.per_byte, 100.0 * worst.wire);
    EXPECT_LT(worst.fixed, 0.05);
    EXPECT_LT(worst.per_byte, 0.05);
    EXPECT_LT(worst.wire, 0.05);
}

TEST(EthernetFit, IntervalsHoldTheTruthAboutAsOftenAsTheySay) {
    const platform::Ethernet truth = unequal_hosts(5);
    int inside = 0;
    int all = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const EthernetFit fit = fit_ethernet(all_samples(truth, 0.02, seed, 2), "samples");
        for (std::size_t host = 0; host < truth.hosts.size(); ++host) {
            const platform::AffineCost& found = fit.parameters.hosts[host];
            inside += std::abs((found.fixed - truth.hosts[host].fixed).value()) < fit.half_widths[host].fixed.value();
            inside += std::abs(found.per_byte.value() - truth.hosts[host].per_byte.value()) <
                      fit.half_widths[host].per_byte.value();
            all += 2;
        }
    }
    // 400 intervals of 95 %: 380 expected, with a deviation of about 4.
    EXPECT_GT(inside, 0.90 * all);
    EXPECT_LT(inside, 0.99 * all);
}

TEST(EthernetFit, WhatTheSenderSavesWhileItWaitsIsToldFromItsCosts) {
    // The answers overlap with waiting: one C_i less than the source counts.
    const platform::Ethernet truth = unequal_hosts(6);
    EthernetSamples samples = all_samples(truth, 0.0, 1, 1);
    for (EthernetSample& sample : samples.samples) {
        if (sample.experiment == EthernetExperiment::kOneToTwo) {
            sample.time -= truth.hosts[static_cast<std::size_t>(sample.from.front())].fixed;
        }
    }
    const EthernetFit fit = fit_ethernet(samples, "samples");
    EXPECT_LT(largest_errors(fit, truth).per_byte, 1e-6);
    EXPECT_NEAR(fit.one_to_two_fixed[2] / truth.hosts[2].fixed, 3.0, 1e-6);
}

TEST(EthernetFit, AHostWhoseTimesAreNotAStraightLineIsNamed) {
    const platform::Ethernet truth = unequal_hosts(8);
    EthernetSamples samples = all_samples(truth, 0.01, 3, 2);
    for (EthernetSample& sample : samples.samples) {
        const bool concerned = sample.from.front() == 5 || sample.to.front() == 5 || sample.to.back() == 5;
        if (concerned && sample.size == Bytes(16384)) {
            sample.time = 1.6 * sample.time;
        }
    }
    const EthernetFit fit = fit_ethernet(samples, "samples");
    EXPECT_EQ(fit.misfits, std::vector<int>{5});
    EXPECT_THAT(fit.remarks.front(), HasSubstr("'h5'"));
}

TEST(EthernetFit, WithoutOneToTwoOnlySumsAreTold) {
    const platform::Ethernet truth = unequal_hosts(4);
    SyntheticEthernet synthetic(truth, 0.0, 1);
    synthetic.add_round_trips(kSizes);
    const EthernetFit fit = fit_ethernet(synthetic.samples(), "samples");
    EXPECT_FALSE(fit.separates_hosts_from_wires);
    EXPECT_FALSE(fit.parameters.threshold.has_value());
    EXPECT_FALSE(fit.parameters.broadcast.has_value());
    EXPECT_NEAR(fit.parameters.hosts[1].fixed / truth.hosts[1].fixed, 1.0, 1e-6);
    EXPECT_NEAR(fit.parameters.wire(0, 1).value(),
                truth.wire(0, 1).value() + truth.hosts[0].per_byte.value() + truth.hosts[1].per_byte.value(), 1e-14);
    EXPECT_LT(fit.errors.front().worst, 1e-6);
}

TEST(EthernetFit, IfAllSendsGoAtOnceThereIsNoThreshold) {
    platform::Ethernet truth = unequal_hosts(5);
    truth.threshold.reset();
    const EthernetFit fit = fit_ethernet(all_samples(truth, 0.02, 1, 2), "samples");
    EXPECT_FALSE(fit.parameters.threshold.has_value());
    EXPECT_THAT(fit.remarks, ::testing::Contains(HasSubstr("no threshold")));
    truth.threshold = Bytes(0);
    EXPECT_EQ(fit_ethernet(all_samples(truth, 0.02, 1, 2), "samples").parameters.threshold, Bytes(0));
}

TEST(EthernetFit, TheWrongBranchOfOneToManyIsWorse) {
    const EthernetFit fit = fit_ethernet(all_samples(unequal_hosts(8), 0.02, 1, 2), "samples");
    const auto many = std::find_if(fit.errors.begin(), fit.errors.end(), [](const ExperimentErrors& one) {
        return one.experiment == EthernetExperiment::kOneToMany;
    });
    ASSERT_NE(many, fit.errors.end());
    EXPECT_LT(many->mean, 0.05);
    EXPECT_GT(many->mean_at_once, 0.1);
    EXPECT_GT(many->mean_one_by_one, 0.1);
}

std::string complaint_about(const EthernetSamples& samples) {
    try {
        (void)fit_ethernet(samples, "samples.csv");
    } catch (const base::InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(EthernetFit, TooLittleDataIsRefusedWithTheReason) {
    SyntheticEthernet two(unequal_hosts(2), 0.0, 1);
    two.add_round_trips(kSizes);
    EXPECT_THAT(complaint_about(two.samples()),
                AllOf(HasSubstr("samples.csv"), HasSubstr("2 hosts"), HasSubstr("at least 3"), HasSubstr("third")));

    EXPECT_THAT(complaint_about({}), HasSubstr("0 hosts"));

    SyntheticEthernet one_size(unequal_hosts(4), 0.0, 1);
    one_size.add_round_trips({Bytes(1024)});
    EXPECT_THAT(complaint_about(one_size.samples()), HasSubstr("one size, 1 KiB"));

    SyntheticEthernet no_trips(unequal_hosts(4), 0.0, 1);
    no_trips.add_one_to_two(kSizes);
    EXPECT_THAT(complaint_about(no_trips.samples()), HasSubstr("no round trip of host"));

    // A chain of pairs: C + C of neighbours is all that shows.
    SyntheticEthernet chain(unequal_hosts(4), 0.0, 1);
    chain.add_round_trips(kSizes);
    std::erase_if(chain.samples().samples,
                  [](const EthernetSample& one) { return one.to.front() != one.from.front() + 1; });
    EXPECT_THAT(complaint_about(chain.samples()), HasSubstr("triangles"));
}

TEST(EthernetFit, OfOtherSamplesItTellsTheErrorsOrTheHostThatItDoesNotKnow) {
    const platform::Ethernet truth = unequal_hosts(5);
    const EthernetFit fit = fit_ethernet(all_samples(truth, 0.0, 1, 1), "samples");
    EthernetSamples other;
    other.hosts = {"h4", "h1", "h0", "h2"};
    other.samples = {{EthernetExperiment::kDisjointPairs,
                      {0, 2},
                      {1, 3},
                      Bytes(100),
                      model::disjoint_pairs(truth, {{4, 1}, {0, 2}}, Bytes(100))}};
    EXPECT_LT(errors_of(fit, other, "other.csv").front().worst, 1e-6);
    other.hosts[3] = "stranger";
    EXPECT_THROW((void)errors_of(fit, other, "other.csv"), base::InputError);
}

}  // namespace
}  // namespace causeway::fit
