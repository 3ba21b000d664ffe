/// Groups and clusters of planted networks, found from few of their distances.
#include "causeway/discovery/host_groups.hpp"

#include "causeway/base/random.hpp"
#include "causeway/clustering/edges.hpp"
#include "causeway/clustering/homogeneous.hpp"
#include "causeway/clustering/rand_index.hpp"
#include "causeway/discovery/group_representatives.hpp"
#include "causeway/discovery/named_host_groups.hpp"
#include "causeway/platform/distance_matrix.hpp"
#include "causeway/policy/measurement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

using clustering::Partition;

/// A distance in seconds between two hosts, without noise.
using Distance = std::function<double(int, int)>;

/// A network whose clusters are known.
struct Planted {
    std::vector<int> cluster_of;  ///< [host]
    Distance distance;
    std::vector<std::string> names = {};  ///< [host]; none: they say nothing

    [[nodiscard]] Partition clusters() const { return clustering::partition_by_label(cluster_of); }
    [[nodiscard]] int num_hosts() const { return static_cast<int>(cluster_of.size()); }
};

/// Sites of the given sizes, 50 us inside, milliseconds apart; their hosts in any order.
Planted sites(const std::vector<int>& sizes, std::uint64_t seed) {
    base::Random random(seed);
    std::vector<int> site_of;
    for (std::size_t site = 0; site < sizes.size(); ++site) {
        site_of.insert(site_of.end(), static_cast<std::size_t>(sizes[site]), static_cast<int>(site));
    }
    random.shuffle(site_of);
    const int num_sites = static_cast<int>(sizes.size());
    base::SquareMatrix<double> apart(num_sites, 50e-6);
    for (int a = 0; a < num_sites; ++a) {
        for (int b = a + 1; b < num_sites; ++b) {
            apart(a, b) = apart(b, a) = random.between(4e-3, 20e-3);
        }
    }
    return {.cluster_of = site_of, .distance = [=](int a, int b) {
                return apart(site_of[static_cast<std::size_t>(a)], site_of[static_cast<std::size_t>(b)]);
            }};
}

/// Clusters in a tree: the distance of two hosts is that of the level on which their ways part. `fan_out`: [level] of
/// how many parts each part of the level above consists, the last one hosts; `distances`: [level] between these.
Planted nested(const std::vector<int>& fan_out, std::vector<double> distances, std::uint64_t seed) {
    int num_hosts = 1;
    for (const int parts : fan_out) {
        num_hosts *= parts;
    }
    std::vector<int> places(static_cast<std::size_t>(num_hosts));
    for (int place = 0; place < num_hosts; ++place) {
        places[static_cast<std::size_t>(place)] = place;
    }
    base::Random(seed).shuffle(places);
    Planted result;
    for (const int place : places) {
        result.cluster_of.push_back(place / fan_out.back());
    }
    result.distance = [=](int a, int b) {
        int part = num_hosts;
        for (std::size_t level = 0; level < fan_out.size(); ++level) {
            part /= fan_out[level];
            if (places[static_cast<std::size_t>(a)] / part != places[static_cast<std::size_t>(b)] / part) {
                return distances[level];
            }
        }
        return 0.0;
    };
    return result;
}

/// Named as `name` says, by host and cluster.
Planted named(Planted planted, const std::function<std::string(int, int)>& name) {
    planted.names.resize(planted.cluster_of.size());
    for (int host = 0; host < planted.num_hosts(); ++host) {
        const auto place = static_cast<std::size_t>(host);
        planted.names[place] = name(host, planted.cluster_of[place]);
    }
    return planted;
}

/// Groups of so many hosts, of which nothing is known.
HostGroups all_hosts(int count) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return {KnownDistances(count), {all}, 0.2};
}

struct Found {
    Partition clusters;
    double part_of_pairs = 0.0;
    double worst_route = 0.0;
    int num_landmarks = 0;
    int num_unconfirmed = 0;
};

/// Carries out all that is wanted, each distance `noise` off at the most, the same whenever it is measured.
class PlantedNetwork {
public:
    PlantedNetwork(Planted planted, double noise, std::uint64_t seed)
        : planted_(std::move(planted)), noise_(noise), seed_(seed) {
        planted_.names.resize(planted_.cluster_of.size());
    }

    /// As many ping-pongs of a pair agree that was disturbed: once, and by as much.
    void disturb(int a, int b, double factor) { disturbed_[std::minmax(a, b)] = factor; }

    [[nodiscard]] double measured(int a, int b) {
        const auto [low, high] = std::minmax(a, b);
        base::Random random(
            base::Random::stream(seed_, static_cast<std::uint64_t>(low) << 32U | static_cast<std::uint64_t>(high)));
        double distance = planted_.distance(a, b) * random.between(1.0 - noise_, 1.0 + noise_);
        const auto disturbance = disturbed_.find({low, high});
        if (disturbance != disturbed_.end()) {
            distance *= disturbance->second;
            disturbed_.erase(disturbance);
        }
        return distance;
    }

    template <typename Plan>
    void carry_out(Plan& plan) {
        for (int batch = 0; !plan.wanted().empty(); ++batch) {
            ASSERT_LT(batch, 3000);
            std::vector<double> distances;
            for (const Round& round : plan.wanted()) {
                std::set<int> busy;
                for (const Star& star : round) {
                    EXPECT_TRUE(busy.insert(star.centre).second);
                    EXPECT_FALSE(star.rays.empty());
                    for (const int ray : star.rays) {
                        EXPECT_TRUE(busy.insert(ray).second);
                        distances.push_back(measured(star.centre, ray));
                    }
                }
            }
            plan.learn(distances, 0.0);
        }
    }

    Found search(std::string_view method = "lowekamp", double tolerance = 0.2) {
        FoundGroups groups =
            groups_of_hosts(planted_.names, tolerance, [this](HostGroups& search) { carry_out(search); });
        GroupRepresentatives representatives(std::move(groups.groups), std::move(groups.known), tolerance);
        carry_out(representatives);
        Found found{.clusters = representatives.partition(clustering::methods().at(method, "method"), planted_.names),
                    .num_landmarks = groups.num_landmarks,
                    .num_unconfirmed = groups.num_unconfirmed};
        const double all = 0.5 * planted_.num_hosts() * (planted_.num_hosts() - 1.0);
        found.part_of_pairs = static_cast<double>(representatives.known().num_pairs()) / all;
        found.worst_route = worst_route(found.clusters, representatives);
        return found;
    }

private:
    /// How far off what is said of the routes between the clusters is, at most.
    [[nodiscard]] double worst_route(const Partition& clusters, const GroupRepresentatives& representatives) const {
        const std::vector<int> group_of = representatives.group_of_host();
        double worst = 0.0;
        for (std::size_t a = 0; a < clusters.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const double is = planted_.distance(clusters[a].front(), clusters[b].front());
                const double said = representatives.between(clusters[a].front(), clusters[b].front(), group_of);
                worst = std::max(worst, std::abs(said / is - 1.0));
            }
        }
        return worst;
    }

    Planted planted_;
    double noise_;
    std::uint64_t seed_;
    std::map<std::pair<int, int>, double> disturbed_;
};

/// The planted clusters are found, exactly, in each of several networks with noise, from less than `most_pairs` of all.
void expect_found(const std::function<Planted(std::uint64_t)>& plant, double noise, double most_pairs,
                  std::string_view method = "lowekamp") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Planted planted = plant(seed);
        PlantedNetwork network(planted, noise, seed);
        const Found found = network.search(method);
        EXPECT_EQ(clustering::adjusted_rand_index(found.clusters, planted.clusters()), 1.0) << "seed " << seed;
        EXPECT_EQ(found.clusters, planted.clusters()) << "seed " << seed;
        EXPECT_LT(found.part_of_pairs, most_pairs) << "seed " << seed;
        EXPECT_EQ(found.num_unconfirmed, 0);
        EXPECT_LT(found.worst_route, 0.3);
    }
}

class EveryClusteringMethod : public testing::TestWithParam<std::string> {};

TEST_P(EveryClusteringMethod, FindsTenSitesOfAHundredHosts) {
    expect_found([](auto seed) { return sites(std::vector<int>(10, 100), seed); }, 0.05, 0.03, GetParam());
}

TEST_P(EveryClusteringMethod, FindsSitesOfUnequalSizes) {
    expect_found([](auto seed) { return sites({1, 2, 3, 5, 9, 20, 60, 150, 350, 400}, seed); }, 0.05, 0.03, GetParam());
}

TEST_P(EveryClusteringMethod, FindsOneSite) {
    const Planted planted = sites({1000}, 1);
    EXPECT_EQ(PlantedNetwork(planted, 0.0, 1).search(GetParam()).clusters, planted.clusters());
}

INSTANTIATE_TEST_SUITE_P(Clustering, EveryClusteringMethod, testing::ValuesIn(clustering::methods().names()),
                         [](const auto& instance) { return instance.param; });

TEST(HostGroups, FindTenSitesThroughMuchNoise) {
    expect_found([](auto seed) { return sites(std::vector<int>(10, 100), seed); }, 0.12, 0.04);
}

TEST(HostGroups, FindOneSiteThroughMuchNoise) {
    expect_found([](auto) { return sites({1000}, 1); }, 0.12, 0.03);
}

TEST(HostGroups, LeadToTheClustersThatAllPairsLeadTo) {
    // Many single hosts, of which the method takes some for alike.
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Planted planted = sites({1, 1, 1, 1, 100, 1, 1, 1, 200, 1}, seed);
        PlantedNetwork network(planted, 0.0, seed);
        platform::DistanceMatrix matrix;
        matrix.distances = base::SquareMatrix<std::optional<double>>(planted.num_hosts());
        for (int a = 0; a < planted.num_hosts(); ++a) {
            matrix.names.push_back("h" + std::to_string(a));
            for (int b = 0; b < planted.num_hosts(); ++b) {
                matrix.distances(a, b) = network.measured(a, b);
            }
        }
        const Found found = network.search();
        const clustering::Partition by_edges = clustering::methods().at("lowekamp", "method").partition(matrix, 0.2);
        EXPECT_LT(by_edges.size(), 10U);
        EXPECT_EQ(found.clusters, clustering::homogeneous_parts(by_edges, matrix, 0.2, policy::kFarApart.value()));
        EXPECT_LT(found.part_of_pairs, 0.1);
    }
}

TEST(HostGroups, FindTheFinestOfThreeLevels) {
    // Two continents of three sites of four racks of forty hosts.
    expect_found([](auto seed) { return nested({2, 3, 4, 40}, {80e-3, 8e-3, 120e-6, 40e-6}, seed); }, 0.05, 0.06);
}

TEST(HostGroups, FindRacksThatAreEquallyFarFromEachOther) {
    // The first landmark sees one rack, and all others at one distance.
    expect_found([](auto seed) { return nested({20, 50}, {30e-6, 12e-6}, seed); }, 0.05, 0.06);
}

TEST(HostGroups, FindAThousandHostsInFiftyNetworksFromFewPairs) {
    expect_found([](auto seed) { return nested({10, 5, 20}, {8e-3, 300e-6, 50e-6}, seed); }, 0.05, 0.02);
}

TEST(HostGroups, FindFewerPairsWhereNamesSayIt) {
    expect_found(
        [](auto seed) {
            return named(nested({10, 5, 20}, {8e-3, 300e-6, 50e-6}, seed), [](int host, int cluster) {
                return "lan" + std::to_string(cluster) + "-" + std::to_string(host) + ".org";
            });
        },
        0.05, 0.007);
}

TEST(HostGroups, JoinWhatIsNamedByRacksOfOneNetwork) {
    expect_found(
        [](auto seed) {
            return named(nested({6, 100}, {4e-3, 50e-6}, seed), [](int host, int cluster) {
                return "c" + std::to_string(cluster) + "r" + std::to_string(host % 3) + "n" + std::to_string(host);
            });
        },
        0.05, 0.02);
}

TEST(HostGroups, DoNotBelieveNamesThatMislead) {
    expect_found(
        [](auto seed) {
            return named(nested({4, 5, 20}, {8e-3, 300e-6, 50e-6}, seed),
                         [](int host, int) { return "rack" + std::to_string(host % 7) + "-" + std::to_string(host); });
        },
        0.05, 0.12);
}

TEST(HostGroups, AreFoundWhereNearestHostsAreNoDistanceApart) {
    const Planted planted = nested({2, 3, 4, 12}, {1e-3, 1e-4, 0.0, 0.0}, 1);
    const Found found = PlantedNetwork(planted, 0.0, 1).search();
    EXPECT_EQ(found.clusters.size(), 6U);
}

TEST(HostGroups, FindPairsOfHostsBehindOneLandmark) {
    expect_found([](auto seed) { return nested({100, 2}, {5e-3, 40e-6}, seed); }, 0.02, 1.0);
}

TEST(HostGroups, TellSitesApartThatAreAsFarFromTheFirstLandmark) {
    // A star: the first host's site in the middle, five others as far from it as from each other.
    Planted planted = sites(std::vector<int>(6, 60), 7);
    const std::vector<int> site_of = planted.cluster_of;
    planted.distance = [=](int a, int b) {
        return site_of[static_cast<std::size_t>(a)] == site_of[static_cast<std::size_t>(b)] ? 45e-6 : 10e-3;
    };
    EXPECT_EQ(PlantedNetwork(planted, 0.05, 3).search().clusters, planted.clusters());
}

TEST(HostGroups, TellHostsApartThatAreNearTheirLandmarkOnly) {
    // Host 0 stands where two sites meet: as far from the hosts of both as these from their own.
    Planted planted;
    for (int host = 0; host < 300; ++host) {
        planted.cluster_of.push_back(host % 2);
    }
    planted.distance = [](int a, int b) { return a == 0 || b == 0 || a % 2 == b % 2 ? 100e-6 : 200e-6; };
    PlantedNetwork network(planted, 0.0, 1);
    HostGroups groups = all_hosts(planted.num_hosts());
    network.carry_out(groups);
    for (const std::vector<int>& group : groups.groups()) {
        EXPECT_TRUE(std::all_of(group.begin(), group.end(), [&](int host) { return host % 2 == group.front() % 2; }));
    }
}

TEST(HostGroups, BringADisturbedHostHome) {
    const Planted planted = sites(std::vector<int>(5, 100), 11);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        PlantedNetwork network(planted, 0.05, seed);
        base::Random random(seed);
        for (int i = 0; i < 20; ++i) {
            network.disturb(0, 1 + random.below(499), 30.0);  // as the first landmark sees it
        }
        for (int i = 0; i < 2000; ++i) {
            network.disturb(random.below(500), random.below(500), random.between(1.5, 20.0));
        }
        EXPECT_EQ(network.search().clusters, planted.clusters());
    }
}

TEST(HostGroups, KeepTogetherWhatTimeDidNotAllowToTellApart) {
    const Planted planted = sites(std::vector<int>(10, 100), 2);
    PlantedNetwork network(planted, 0.0, 1);
    HostGroups groups = all_hosts(planted.num_hosts());
    groups.settle();
    EXPECT_TRUE(groups.wanted().empty());
    EXPECT_EQ(groups.groups().size(), 1U);
    EXPECT_EQ(groups.num_unconfirmed(), 1000);
    GroupRepresentatives representatives(groups.groups(), groups.known(), 0.2);
    network.carry_out(representatives);
    EXPECT_LT(representatives.known().num_pairs(), 10);
}

TEST(HostGroups, AskTheSameOfTheSameNetwork) {
    const Planted planted = sites(std::vector<int>(10, 30), 3);
    HostGroups one = all_hosts(planted.num_hosts());
    HostGroups other = all_hosts(planted.num_hosts());
    PlantedNetwork network(planted, 0.05, 1);
    while (!one.wanted().empty()) {
        ASSERT_EQ(one.wanted(), other.wanted());
        std::vector<double> distances;
        for (const Round& round : one.wanted()) {
            for (const Star& star : round) {
                for (const int ray : star.rays) {
                    distances.push_back(network.measured(star.centre, ray));
                }
            }
        }
        one.learn(distances, 0.0);
        other.learn(distances, 0.0);
    }
    EXPECT_EQ(one.groups(), other.groups());
}

TEST(HostGroups, AreOneOfOneHost) {
    const HostGroups groups = all_hosts(1);
    EXPECT_TRUE(groups.wanted().empty());
    EXPECT_THAT(groups.groups(), testing::ElementsAre(testing::ElementsAre(0)));
}

TEST(HostGroups, DoNotPartHostsByWhatCannotBeResolved) {
    HostGroups groups = all_hosts(4);
    ASSERT_EQ(groups.wanted(), (std::vector<Round>{{{.centre = 0, .rays = {1, 2, 3}}}}));
    groups.learn({1e-6, 2e-6, 3e-6}, 50e-6);
    ASSERT_FALSE(groups.wanted().empty());
    for (const Round& round : groups.wanted()) {
        for (const Star& star : round) {
            EXPECT_EQ(star.rays.size(), 1U);  // confirmation, no further landmark
        }
    }
}

}  // namespace
}  // namespace causeway::discovery
