/// Every method of placing processes, by its registry; the search by planted optima.
#include "causeway/mapping/mapping.hpp"
#include "causeway/mapping/method/method.hpp"
#include "causeway/traffic/format/format.hpp"
#include "four_sites.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <string>

namespace causeway::mapping {
namespace {

using testing::ElementsAre;
using testing::Le;

class EveryMethod : public testing::TestWithParam<const Method*> {};
INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, testing::ValuesIn(methods().members()), [](const auto& member) {
    std::string name(member.param->name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

PlacementEffort little(std::uint64_t seed = 1) {
    return {.steps = 20000, .seed = seed};
}

TEST_P(EveryMethod, GivesEveryProcessASlotOfItsOwn) {
    std::mt19937_64 random(1);
    for (const int processes : {0, 1, 2, 3, 7, 16, 17, 23, 24}) {
        for (const auto& platform : {sites(3, 2, 4), sites(24, 1, 1), sites(1, 1, 24), sites(2, 12, 1)}) {
            const PlacementProblem problem = problem_on(platform, random_traffic(processes, 0.3, random));
            std::vector<int> slots = GetParam()->place(problem, little());
            ASSERT_EQ(static_cast<int>(slots.size()), processes);
            std::sort(slots.begin(), slots.end());
            EXPECT_EQ(std::unique(slots.begin(), slots.end()), slots.end());
            EXPECT_TRUE(slots.empty() || (slots.front() >= 0 && slots.back() < problem.num_slots()));
        }
    }
}

TEST_P(EveryMethod, AnswersTheSameForTheSameSeed) {
    std::mt19937_64 random(2);
    const PlacementProblem problem = problem_on(sites(3, 2, 3), random_traffic(18, 0.4, random));
    EXPECT_EQ(GetParam()->place(problem, little(7)), GetParam()->place(problem, little(7)));
}

TEST_P(EveryMethod, IsFoundByItsName) {
    EXPECT_EQ(&methods().at(GetParam()->name, "test"), GetParam());
    EXPECT_FALSE(GetParam()->summary.empty());
    EXPECT_FALSE(GetParam()->source.empty());
}

std::vector<int> placed(const char* method, const PlacementProblem& problem, const PlacementEffort& effort = little()) {
    return methods().at(method, "test").place(problem, effort);
}

TEST(RoundRobin, GoesOverTheHostsAgainAndAgain) {
    std::mt19937_64 random(3);
    platform::Platform platform = sites(2, 1, 3);
    platform.hosts[0].slots = 1;
    EXPECT_THAT(placed("round-robin", problem_on(platform, random_traffic(4, 0.5, random))), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(placed("round-robin", problem_on(sites(2, 1, 3), random_traffic(5, 0.5, random))),
                ElementsAre(0, 3, 1, 4, 2));
}

/// A placement that moves less may take so much longer (method/search.cpp).
constexpr double kWorthLessTraffic = 1.1;

TEST(Search, PutsPlantedGroupsOnTheClusters) {
    const PlacementProblem problem = problem_on(sites(4, 2, 4), interleaved_groups(32, 4));
    for (const char* name : {"search", "dendrogram"}) {
        const std::vector<int> slots = placed(name, problem);
        for (std::size_t p = 0; p < 32; ++p) {
            EXPECT_EQ(problem.slots.cluster_of(slots[p]), problem.slots.cluster_of(slots[p % 4])) << name;
        }
    }
}

TEST(Search, IsNeverWorseThanItsBeginnings) {
    std::mt19937_64 random(4);
    for (int i = 0; i < 10; ++i) {
        const PlacementProblem problem =
            problem_on(sites(2 + i % 3, 2, 3), random_traffic(6 + i % 7, i % 2 == 0 ? 0.1 : 0.8, random));
        const Seconds cost = cost_of(problem, placed("search", problem, {.steps = 0, .seed = 1})).objective();
        for (const char* other : {"identity", "round-robin"}) {
            EXPECT_LE(cost, cost_of(problem, placed(other, problem)).objective());
        }
    }
}

TEST(Search, FindsTheOptimumOfSmallProblems) {
    std::mt19937_64 random(5);
    for (int i = 0; i < 4; ++i) {
        platform::Platform platform = i % 2 == 0 ? sites(2, 2, 2) : sites(4, 1, 2);
        platform.hosts[2].speed = 3.0;
        const traffic::CommunicationTable table = random_traffic(8, 0.5, random);
        const PlacementProblem problem =
            problem_on(platform, table, i % 3 == 0 ? random_computing(8, 2.0, random) : std::vector<Seconds>());
        Seconds least = Seconds::infinity();
        Seconds least_sum = Seconds::infinity();
        std::vector<int> slots{0, 1, 2, 3, 4, 5, 6, 7};
        do {
            const PlacementCost cost = cost_of(problem, slots);
            least = std::min(least, cost.objective());
            least_sum = std::min(least_sum, cost.sum);
        } while (std::next_permutation(slots.begin(), slots.end()));
        const PlacementCost found = cost_of(problem, placed("search", problem, {.steps = 4'000'000, .seed = 1}));
        const bool moves_least = found.sum <= least_sum * (1.0 + 1e-12);
        EXPECT_LE(found.objective(), least * (moves_least ? kWorthLessTraffic : 1.0 + 1e-12));
    }
}

TEST(Search, OnTheTablesOfTheBenchmarksIsAsGoodAsAnyMethod) {
    for (const char* name : {"cg", "lu", "lulesh2", "mg"}) {
        const std::vector<std::string> path{test::source_folder() + "/tests/data/communication/" + name + ".csv"};
        const PlacementProblem problem = problem_on(sites(4, 1, 16), traffic::read_recording(path, {}).table);
        const PlacementEffort effort{.steps = 10'000'000, .seed = 1};
        const PlacementCost found = cost_of(problem, placed("search", problem, effort));
        const Seconds cost = found.objective();
        EXPECT_LE(lower_bound(problem).sum, found.sum);
        for (const Method* method : methods().members()) {
            if (method->name == "search") {
                continue;  // with another seed
            }
            // Beginnings are tried as they are; the others may be matched only to the last thousandth.
            const PlacementCost other = mean_cost(*method, problem, effort);
            EXPECT_THAT(cost, Le(other.objective() * 1.001 * kWorthLessTraffic)) << name << " " << method->name;
            if (cost > other.objective() * 1.001) {
                EXPECT_LE(found.sum, other.sum * 1.001) << name << " " << method->name;
            }
        }
    }
}

TEST(Search, PutsWhoComputesLongOnFastHosts) {
    // One slot each: which of the fast hosts is not said by the traffic, of which there is little.
    platform::Platform platform = sites(2, 4, 1);
    platform.hosts[1].speed = 4.0;
    platform.hosts[6].speed = 2.0;
    std::vector<Seconds> computing(8, Seconds(1.0));
    computing[5] = Seconds(4.0);
    computing[2] = Seconds(2.0);
    const PlacementProblem problem =
        problem_on(platform, traffic::CommunicationTable(8, {{0, 1, {1.0, 1e3}}}), computing);
    const std::vector<int> slots = placed("search", problem, {.steps = 400'000, .seed = 1});
    EXPECT_EQ(slots[5], 1);
    EXPECT_EQ(slots[2], 6);
    EXPECT_EQ(cost_of(problem, slots).computing, Seconds(1.0));
    EXPECT_EQ(lower_bound(problem).computing, Seconds(1.0));
}

TEST(Place, IsTheSearchOnTheSlotsOfARunningJob) {
    const platform::Platform platform = sites(2, 2, 2);
    // Ranks scattered over the hosts: the slots of a job are numbered by its ranks.
    const platform::Placement ranks =
        *platform::placement_of(platform, {"a0", "b0", "a1", "b1", "a0", "b0", "a1", "b1"});
    std::vector<traffic::Flow> flows;
    for (int p = 0; p < 8; ++p) {
        flows.push_back({p, p ^ 1, {100.0, 1e7}});
    }
    const std::vector<int> slots =
        place(traffic::CommunicationTable(8, std::move(flows)), platform, ranks, {.steps = 1000, .seed = 1});
    for (std::size_t p = 0; p < 8; p += 2) {
        EXPECT_EQ(ranks.host_of[static_cast<std::size_t>(slots[p])],
                  ranks.host_of[static_cast<std::size_t>(slots[p + 1])]);
    }
}

}  // namespace
}  // namespace causeway::mapping
