/// From streams to uplinks: cases worked out by hand, and random networks.
#include "causeway/discovery/uplink_estimate.hpp"

#include "tests/discovery/flows_between.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

constexpr double kAlone = 20e6;

using Known = Aggregate::Known;
using Rates = std::vector<std::vector<BytesPerSecond>>;

/// Links that limit their flows themselves.
base::SquareMatrix<LinkAlone> links_of(const base::SquareMatrix<BytesPerSecond>& rates) {
    base::SquareMatrix<LinkAlone> links(rates.size());
    for (int from = 0; from < rates.size(); ++from) {
        for (int to = 0; to < rates.size(); ++to) {
            links(from, to) = {.rate = rates(from, to), .carried = rates(from, to)};
        }
    }
    return links;
}

base::SquareMatrix<LinkAlone> all_alone(int num_clusters) {
    return base::SquareMatrix<LinkAlone>(num_clusters, {BytesPerSecond(kAlone), BytesPerSecond(kAlone)});
}

/// A network whose uplinks and downlinks carry so much, in bytes per second: what arrives of an offer.
struct UplinkNetwork {
    std::vector<double> out;  ///< [cluster]
    std::vector<double> in;   ///< [cluster]

    /// [flow][look]: each flow keeps its part of the narrower of its two ends, as where what is too much is dropped.
    [[nodiscard]] Rates carry(const std::vector<Flow>& flows, const std::vector<BytesPerSecond>& offer) const {
        std::vector<double> sent(out.size(), 0.0);
        std::vector<double> received(in.size(), 0.0);
        for (std::size_t f = 0; f < flows.size(); ++f) {
            sent[static_cast<std::size_t>(flows[f].from)] += offer[f].value();
            received[static_cast<std::size_t>(flows[f].to)] += offer[f].value();
        }
        Rates rates;
        for (std::size_t f = 0; f < flows.size(); ++f) {
            const auto from = static_cast<std::size_t>(flows[f].from);
            const auto to = static_cast<std::size_t>(flows[f].to);
            const double part = std::min({1.0, out[from] / sent[from], in[to] / received[to]});
            rates.emplace_back(3, BytesPerSecond(offer[f].value() > 0.0 ? part * offer[f].value() : 0.0));
        }
        return rates;
    }

    /// The same where flows share what they pass as fairly as TCP does at best: all grow until an end is full.
    [[nodiscard]] Rates share(const std::vector<Flow>& flows, const std::vector<BytesPerSecond>& offer) const {
        constexpr int kSteps = 500;
        std::vector<double> room_out = out;
        std::vector<double> room_in = in;
        std::vector<double> rate(flows.size(), 0.0);
        const double step = 100e6 / kSteps;
        for (int i = 0; i < kSteps; ++i) {
            for (std::size_t f = 0; f < flows.size(); ++f) {
                double& left = room_out[static_cast<std::size_t>(flows[f].from)];
                double& entered = room_in[static_cast<std::size_t>(flows[f].to)];
                const double more = std::min({step, offer[f].value() - rate[f], left, entered});
                rate[f] += more;
                left -= more;
                entered -= more;
            }
        }
        Rates rates;
        for (const double one : rate) {
            rates.emplace_back(3, BytesPerSecond(one));
        }
        return rates;
    }

    /// What each link carries when no other is in use.
    [[nodiscard]] base::SquareMatrix<BytesPerSecond> links() const {
        base::SquareMatrix<BytesPerSecond> result(static_cast<int>(out.size()));
        for (std::size_t from = 0; from < out.size(); ++from) {
            for (std::size_t to = 0; to < out.size(); ++to) {
                result(static_cast<int>(from), static_cast<int>(to)) = BytesPerSecond(std::min(out[from], in[to]));
            }
        }
        return result;
    }

    /// The most that its links, or the others, can ask of an uplink or downlink.
    [[nodiscard]] double most_asked(int cluster, bool outwards) const {
        double sum = 0.0;
        for (int other = 0; other < static_cast<int>(out.size()); ++other) {
            if (other != cluster) {
                sum += outwards ? links()(cluster, other).value() : links()(other, cluster).value();
            }
        }
        return sum;
    }
};

/// Experiments until no more are wanted; how many.
int measure(const UplinkNetwork& network, const std::vector<Flow>& flows, UplinkEstimate& estimate) {
    int experiments = 0;
    while (estimate.wants_another() && experiments < 60) {
        estimate.add(network.carry(flows, estimate.offer()));
        ++experiments;
    }
    return experiments;
}

TEST(UplinkEstimate, OffersFirstLittleMoreThanTheFastestLinkCarriesThenAll) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(4, 1));
    UplinkEstimate estimate(flows, all_alone(4));
    for (const BytesPerSecond rate : estimate.offer()) {
        EXPECT_DOUBLE_EQ(rate.value(), 1.15 * kAlone / 3.0);
    }
    const UplinkNetwork every_link_of_its_own{std::vector(4, 3.0 * kAlone), std::vector(4, 3.0 * kAlone)};
    estimate.add(every_link_of_its_own.carry(flows, estimate.offer()));
    for (const BytesPerSecond rate : estimate.offer()) {
        EXPECT_DOUBLE_EQ(rate.value(), kAlone);
    }
    EXPECT_EQ(measure(every_link_of_its_own, flows, estimate), 1);
    for (int cluster = 0; cluster < 4; ++cluster) {
        EXPECT_EQ(estimate.of(cluster).out.known, Known::kAllOffered);
        EXPECT_DOUBLE_EQ(estimate.of(cluster).out.rate.value(), 3.0 * kAlone);
        EXPECT_DOUBLE_EQ(estimate.of(cluster).in.rate.value(), 3.0 * kAlone);
        EXPECT_EQ(estimate.of(cluster).out.spread, 0.0);
    }
}

TEST(UplinkEstimate, FindsUplinksThatAllLinksShare) {
    for (const double capacity : {kAlone, 1.1 * kAlone, 1.3 * kAlone, 1.5 * kAlone, 1.9 * kAlone, 2.6 * kAlone}) {
        const std::vector<Flow> flows = one_flow_each(clusters_of(4, 2));
        UplinkEstimate estimate(flows, all_alone(4));
        EXPECT_LE(measure({std::vector(4, capacity), std::vector(4, capacity)}, flows, estimate), 12) << capacity;
        for (int cluster = 0; cluster < 4; ++cluster) {
            EXPECT_EQ(estimate.of(cluster).out.known, Known::kFull) << capacity;
            EXPECT_NEAR(estimate.of(cluster).out.rate.value(), std::max(capacity, kAlone), 1e-6 * capacity);
            EXPECT_NEAR(estimate.of(cluster).in.rate.value(), std::max(capacity, kAlone), 1e-6 * capacity);
        }
    }
}

TEST(UplinkEstimate, IsNoLessThanWhatOneLinkAloneCarriesThoughAnExperimentWasDisturbed) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(3, 4));
    UplinkEstimate estimate(flows, all_alone(3));
    const UplinkNetwork disturbed{std::vector(3, 0.5 * kAlone), std::vector(3, kAlone)};
    estimate.add(disturbed.carry(flows, estimate.offer()));
    EXPECT_EQ(estimate.of(0).out.rate.value(), kAlone);
    const UplinkNetwork calm{std::vector(3, 1.5 * kAlone), std::vector(3, 1.5 * kAlone)};
    measure(calm, flows, estimate);
    for (int cluster = 0; cluster < 3; ++cluster) {
        EXPECT_NEAR(estimate.of(cluster).out.rate.value(), 1.5 * kAlone, 1.0);
        EXPECT_EQ(estimate.of(cluster).out.known, Known::kFull);
    }
}

TEST(UplinkEstimate, TellsUplinksFromDownlinksWhereAllAreFullAtOnce) {
    // All at once nothing tells who is full: the uplinks, the downlinks, or all.
    for (const bool wide_out : {false, true}) {
        for (const bool wide_in : {false, true}) {
            const std::vector<Flow> flows = one_flow_each(clusters_of(3, 4));
            UplinkEstimate estimate(flows, all_alone(3));
            const UplinkNetwork network{{wide_out ? 1.6 * kAlone : kAlone, kAlone, kAlone},
                                        {kAlone, wide_in ? 1.4 * kAlone : kAlone, kAlone}};
            measure(network, flows, estimate);
            for (int cluster = 0; cluster < 3; ++cluster) {
                const auto c = static_cast<std::size_t>(cluster);
                EXPECT_NEAR(estimate.of(cluster).out.rate.value(), network.out[c], 1.0);
                EXPECT_NEAR(estimate.of(cluster).in.rate.value(), network.in[c], 1.0);
                EXPECT_EQ(estimate.of(cluster).out.known, Known::kFull);
                EXPECT_EQ(estimate.of(cluster).in.known, Known::kFull);
            }
        }
    }
}

TEST(UplinkEstimate, TakesFewExperimentsHoweverManyClusters) {
    for (const int n : {3, 4, 6, 8, 16}) {
        const std::vector<Flow> flows = one_flow_each(clusters_of(n, 2));
        UplinkEstimate estimate(flows, all_alone(n));
        EXPECT_LE(measure({std::vector(static_cast<std::size_t>(n), kAlone),
                           std::vector(static_cast<std::size_t>(n), kAlone)},
                          flows, estimate),
                  5)
            << n;
        EXPECT_EQ(estimate.of(n - 1).in.known, Known::kFull);
    }
}

TEST(UplinkEstimate, OffersLittleMoreThanWhatArrivedWhereMoreFellShort) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(4, 1));
    UplinkEstimate estimate(flows, all_alone(4));
    const UplinkNetwork shared{std::vector(4, 1.5 * kAlone), std::vector(4, 1.5 * kAlone)};
    estimate.add(shared.carry(flows, estimate.offer()));
    estimate.add(shared.carry(flows, estimate.offer()));
    EXPECT_TRUE(estimate.wants_another());
    EXPECT_EQ(estimate.of(0).out.known, Known::kAtLeast);
    EXPECT_NEAR(estimate.offer().front().value(), 1.15 * 1.5 * kAlone / 3.0, 1.0);
}

TEST(UplinkEstimate, SaysAtLeastWhereTheOthersGiveNoMore) {
    const UplinkNetwork network{{60e6, 20e6, 10e6}, {60e6, 20e6, 10e6}};
    const std::vector<Flow> flows = one_flow_each(clusters_of(3, 2));
    UplinkEstimate estimate(flows, links_of(network.links()));
    measure(network, flows, estimate);
    EXPECT_NEAR(estimate.of(0).out.rate.value(), 30e6, 1.0);
    EXPECT_EQ(estimate.of(0).out.known, Known::kAllOffered);
    EXPECT_EQ(estimate.of(0).in.known, Known::kAllOffered);
    EXPECT_EQ(estimate.of(2).in.known, Known::kFull);
}

TEST(UplinkEstimate, FindsAnUplinkThatIsWiderThanAnyLinkOverIt) {
    const UplinkNetwork four_unequal{{25e6, 12e6, 40e6, 15e6}, {25e6, 12e6, 40e6, 15e6}};
    const std::vector<Flow> flows = one_flow_each(clusters_of(4, 2));
    UplinkEstimate estimate(flows, links_of(four_unequal.links()));
    EXPECT_LE(measure(four_unequal, flows, estimate), 8);
    for (int cluster = 0; cluster < 4; ++cluster) {
        const double carries = four_unequal.out[static_cast<std::size_t>(cluster)];
        // Over all links at once a part of what was offered is dropped at the other ends.
        EXPECT_NEAR(estimate.of(cluster).out.rate.value(), carries, 0.02 * carries);
        EXPECT_NEAR(estimate.of(cluster).in.rate.value(), carries, 0.02 * carries);
        EXPECT_EQ(estimate.of(cluster).out.known, Known::kFull);
    }
}

TEST(UplinkEstimate, AsksNothingOfTheOnlyLinkBetweenTwo) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(2, 3));
    UplinkEstimate estimate(flows, all_alone(2));
    EXPECT_EQ(measure({{3.0 * kAlone, kAlone}, {kAlone, 3.0 * kAlone}}, flows, estimate), 1);
    EXPECT_EQ(estimate.of(0).out.rate.value(), kAlone);
    EXPECT_EQ(estimate.of(0).out.known, Known::kAllOffered);
}

TEST(UplinkEstimate, FindsWhatClustersOfAGroupShare) {
    // The first child stands for two clusters: two flows over each of its links, each of which brings what one does.
    const UplinkNetwork network{{30e6, 20e6, 20e6}, {25e6, 20e6, 20e6}};
    base::SquareMatrix<int> num_flows(3, 1);
    base::SquareMatrix<LinkAlone> alone = all_alone(3);
    for (const int other : {1, 2}) {
        num_flows(0, other) = num_flows(other, 0) = 2;
        alone(0, other).rate = alone(other, 0).rate = BytesPerSecond(2.0 * kAlone);
    }
    const std::vector<Flow> flows = flows_over_all_links(clusters_of(3, 4), num_flows);
    UplinkEstimate estimate(flows, alone);
    measure(network, flows, estimate);
    for (int child = 0; child < 3; ++child) {
        EXPECT_NEAR(estimate.of(child).out.rate.value(), network.out[static_cast<std::size_t>(child)], 1.0);
        EXPECT_NEAR(estimate.of(child).in.rate.value(), network.in[static_cast<std::size_t>(child)], 1.0);
        EXPECT_EQ(estimate.of(child).out.known, Known::kFull);
        EXPECT_EQ(estimate.of(child).in.known, Known::kFull);
    }
}

/// Three clusters of four hosts, each of which has a flow of kAlone out and one in.
struct LimitedByHosts {
    std::vector<Flow> flows = flows_over_all_links(clusters_of(3, 4), base::SquareMatrix<int>(3, 2));
    base::SquareMatrix<LinkAlone> links{3, {BytesPerSecond(2.0 * kAlone), BytesPerSecond(kAlone), true}};
};

TEST(UplinkEstimate, OffersAtOnceAllThatHostsBringWhereTheyAreTheLimit) {
    const LimitedByHosts hosts;
    UplinkEstimate estimate(hosts.flows, hosts.links);
    for (const BytesPerSecond rate : estimate.offer()) {
        EXPECT_DOUBLE_EQ(rate.value(), kAlone);
    }
    const UplinkNetwork wide{std::vector(3, 8.0 * kAlone), std::vector(3, 8.0 * kAlone)};
    EXPECT_EQ(measure(wide, hosts.flows, estimate), 1);
    for (int cluster = 0; cluster < 3; ++cluster) {
        EXPECT_DOUBLE_EQ(estimate.of(cluster).out.rate.value(), 4.0 * kAlone);
        EXPECT_DOUBLE_EQ(estimate.of(cluster).in.rate.value(), 4.0 * kAlone);
        EXPECT_EQ(estimate.of(cluster).out.known, Known::kAllOffered);
    }
}

TEST(UplinkEstimate, FindsUplinksThatCarryLessThanTheirHostsBring) {
    const LimitedByHosts hosts;
    const UplinkNetwork network{{kAlone, 2.5 * kAlone, 9.0 * kAlone}, {1.2 * kAlone, 2.5 * kAlone, 9.0 * kAlone}};
    UplinkEstimate estimate(hosts.flows, hosts.links);
    measure(network, hosts.flows, estimate);
    EXPECT_NEAR(estimate.of(0).out.rate.value(), kAlone, 0.02 * kAlone);
    EXPECT_NEAR(estimate.of(0).in.rate.value(), 1.2 * kAlone, 0.02 * kAlone);
    EXPECT_NEAR(estimate.of(1).out.rate.value(), 2.5 * kAlone, 0.05 * kAlone);
    EXPECT_NE(estimate.of(2).out.known, Known::kFull);
}

TEST(UplinkEstimate, LooksAgainWhereLooksContradictEachOther) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(3, 2));
    UplinkEstimate estimate(flows, all_alone(3));
    const UplinkNetwork network{std::vector(3, 1.6 * kAlone), std::vector(3, kAlone)};
    estimate.add(network.carry(flows, estimate.offer()));
    // Uplinks come first; two of three looks at them are disturbed.
    Rates rates = network.carry(flows, estimate.offer());
    for (std::vector<BytesPerSecond>& looks : rates) {
        looks[0] = looks[1] = BytesPerSecond(0.86 * looks[2].value());
    }
    estimate.add(rates);
    measure(network, flows, estimate);
    for (int cluster = 0; cluster < 3; ++cluster) {
        EXPECT_NEAR(estimate.of(cluster).out.rate.value(), 1.6 * kAlone, 1.0);
    }
}

TEST(UplinkEstimate, IsRightOnRandomNetworksOrSaysAtLeast) {
    std::mt19937_64 random(21);
    std::uniform_real_distribution<double> log_rate(std::log(5e6), std::log(60e6));
    std::uniform_int_distribution<int> how_many(3, 6);
    std::uniform_int_distribution<int> hosts(1, 5);
    std::normal_distribution<double> noise(1.0, 0.02);
    for (int round = 0; round < 120; ++round) {
        const bool is_noisy = round % 2 == 1;
        const bool is_fair = round % 4 > 1;
        const int n = how_many(random);
        UplinkNetwork network;
        clustering::Partition clusters;
        int host = 0;
        for (int cluster = 0; cluster < n; ++cluster) {
            network.out.push_back(std::exp(log_rate(random)));
            network.in.push_back(round % 3 == 0 ? network.out.back() : std::exp(log_rate(random)));
            clusters.emplace_back(static_cast<std::size_t>(hosts(random)));
            std::iota(clusters.back().begin(), clusters.back().end(), host);
            host += static_cast<int>(clusters.back().size());
        }
        base::SquareMatrix<BytesPerSecond> links = network.links();
        const std::vector<Flow> flows = one_flow_each(clusters);
        const auto with_noise = [&](BytesPerSecond rate) {
            return is_noisy ? BytesPerSecond(rate.value() * noise(random)) : rate;
        };
        for (int from = 0; from < n; ++from) {
            for (int to = 0; to < n; ++to) {
                links(from, to) = with_noise(links(from, to));
            }
        }
        UplinkEstimate estimate(flows, links_of(links));
        for (int i = 0; i < 100 && estimate.wants_another(); ++i) {
            Rates rates = is_fair ? network.share(flows, estimate.offer()) : network.carry(flows, estimate.offer());
            for (std::vector<BytesPerSecond>& looks : rates) {
                std::ranges::transform(looks, looks.begin(), with_noise);
            }
            estimate.add(rates);
            // Whenever time runs out what is said is true.
            for (int cluster = 0; cluster < n; ++cluster) {
                const auto c = static_cast<std::size_t>(cluster);
                for (const auto& [found, carries] : {std::pair(estimate.of(cluster).out, network.out[c]),
                                                     std::pair(estimate.of(cluster).in, network.in[c])}) {
                    EXPECT_LE(found.rate.value(), 1.1 * carries) << "network " << round;
                    EXPECT_TRUE(found.known != Known::kFull || found.rate.value() > 0.9 * carries) << round;
                }
            }
        }
        EXPECT_FALSE(estimate.wants_another()) << round;
        const auto expect = [&](const Aggregate& found, double carries, double asked) {
            EXPECT_NE(found.known, Known::kAtLeast) << "network " << round;
            const double usable = std::min(carries, asked);
            const double tolerance = is_noisy ? 0.1 : 0.081;
            EXPECT_NEAR(found.rate.value(), usable, tolerance * usable) << "network " << round;
        };
        for (int cluster = 0; cluster < n; ++cluster) {
            const auto c = static_cast<std::size_t>(cluster);
            expect(estimate.of(cluster).out, network.out[c], network.most_asked(cluster, true));
            expect(estimate.of(cluster).in, network.in[c], network.most_asked(cluster, false));
        }
    }
}

TEST(UplinkEstimate, TakesTheMedianLookOfTheSumAndTellsTheSpread) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(3, 1));
    UplinkEstimate estimate(flows, all_alone(3));
    EXPECT_EQ(estimate.of(0).out.rate, BytesPerSecond(0.0)) << "nothing yet";
    Rates rates;
    for (const Flow& flow : flows) {
        // Out of 0: 30, 10, 22 in the three looks; the others steady.
        rates.push_back(flow.from == 0 ? std::vector{BytesPerSecond(15e6), BytesPerSecond(5e6), BytesPerSecond(11e6)}
                                       : std::vector(3, BytesPerSecond(kAlone)));
    }
    estimate.add(rates);
    EXPECT_DOUBLE_EQ(estimate.of(0).out.rate.value(), 22e6);
    EXPECT_DOUBLE_EQ(estimate.of(0).out.spread, 20.0 / 22.0);
    estimate.add(std::vector(flows.size(), std::vector(3, BytesPerSecond(1e6))));
    EXPECT_DOUBLE_EQ(estimate.of(0).out.rate.value(), 22e6) << "the most that was seen";
}

}  // namespace
}  // namespace causeway::discovery
