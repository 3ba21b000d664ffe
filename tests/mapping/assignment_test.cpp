/// Assignments of processes to places, and what improves them.
#include "causeway/mapping/assignment.hpp"

#include "causeway/mapping/annealing.hpp"
#include "causeway/mapping/branches.hpp"
#include "causeway/mapping/pouring.hpp"
#include "causeway/mapping/tournament.hpp"
#include "causeway/mapping/whole_places.hpp"
#include "four_sites.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace causeway::mapping {
namespace {

using testing::DoubleNear;

/// Three sites of unlike hosts, links of unlike directions, free slots; processes that compute.
PlacementProblem unlike_problem(std::mt19937_64& random, int num_processes) {
    platform::Platform platform = sites(3, 2, 3);
    platform.hosts[2].slots = 5;
    platform.hosts[1].speed = 2.0;
    platform.hosts[4].speed = 0.5;
    platform.links[0].symmetric = false;
    platform::Link back = platform.links[0];
    std::swap(back.from, back.to);
    back.plogp = plogp(0.02, 1e6);
    platform.links.push_back(back);
    const traffic::CommunicationTable table = random_traffic(num_processes, 0.4, random);
    return problem_on(platform, table, random_computing(num_processes, 1.0, random));
}

std::vector<int> first_slots(const PlacementProblem& problem) {
    std::vector<int> slots(static_cast<std::size_t>(problem.num_processes()));
    std::iota(slots.begin(), slots.end(), 0);
    return places_of(problem.hosts, slots);
}

Scope whole(const PlacementProblem& problem) {
    return Scope::all(problem.num_processes(), problem.hosts.num_places());
}

double objective_at(const PlacementProblem& problem, const Assignment& assignment) {
    return cost_at(problem.talks, problem.hosts, assignment.places()).objective().value();
}

TEST(Assignment, KnowsWhatEveryMoveAndSwapWillCost) {
    std::mt19937_64 random(1);
    const PlacementProblem problem = unlike_problem(random, 17);
    Assignment assignment(problem.talks, problem.hosts, first_slots(problem));
    int moves = 0;
    for (int i = 0; i < 400; ++i) {
        const double before = objective_at(problem, assignment);
        const int process = static_cast<int>(random() % 17);
        const int other = static_cast<int>(random() % 17);
        const int place = static_cast<int>(random() % static_cast<std::uint64_t>(assignment.num_places()));
        double change = 0.0;
        if (i % 2 == 0 && assignment.has_room(place) && place != assignment.place_of(process)) {
            change = assignment.change_of_move(process, place);
            assignment.move(process, place);
            ++moves;
        } else if (assignment.place_of(process) != assignment.place_of(other)) {
            change = assignment.change_of_swap(process, other);
            assignment.swap(process, other);
        }
        const double after = objective_at(problem, assignment);
        ASSERT_THAT(after - before, DoubleNear(change, 1e-9 * before));
        for (int p = 0; p < assignment.num_places(); ++p) {
            ASSERT_LE(assignment.members(p).size(), problem.hosts.place(p).slots.size());
            for (const int member : assignment.members(p)) {
                ASSERT_EQ(assignment.place_of(member), p);
            }
        }
    }
    EXPECT_GT(moves, 20);
}

TEST(Descend, EndsWhereNoSwapAndNoMoveHelps) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 10; ++i) {
        const PlacementProblem problem = unlike_problem(random, 15);
        Assignment assignment(problem.talks, problem.hosts, first_slots(problem));
        const double before = objective_at(problem, assignment);
        descend(assignment, whole(problem), 1'000'000);
        EXPECT_LE(objective_at(problem, assignment), before);
        for (int a = 0; a < 15; ++a) {
            for (int place = 0; place < assignment.num_places(); ++place) {
                if (place != assignment.place_of(a) && assignment.has_room(place)) {
                    EXPECT_GT(assignment.change_of_move(a, place), -1e-6 * before);
                }
            }
            for (int b = 0; b < a; ++b) {
                if (assignment.place_of(a) != assignment.place_of(b)) {
                    EXPECT_GT(assignment.change_of_swap(a, b), -1e-6 * before);
                }
            }
        }
    }
}

TEST(Anneal, KeepsEveryProcessAtAPlaceWithinItsCapacity) {
    std::mt19937_64 seed(3);
    const PlacementProblem problem = unlike_problem(seed, 17);
    Assignment assignment(problem.talks, problem.hosts, first_slots(problem));
    base::Random random(1);
    anneal(assignment, whole(problem), Heat::kHot, 20000, random);
    std::vector<int> slots = slots_at(problem.hosts, assignment.places());
    std::sort(slots.begin(), slots.end());
    EXPECT_EQ(std::unique(slots.begin(), slots.end()), slots.end());
    EXPECT_EQ(slots.size(), 17U);
}

TEST(Pouring, PutsBranchesOfTheDendrogramTogether) {
    const PlacementProblem problem = problem_on(sites(4, 1, 4), interleaved_groups(16, 4));
    const std::vector<int> places = pour(problem.talks, problem.hosts);
    for (std::size_t p = 0; p < 16; ++p) {
        EXPECT_EQ(places[p], places[p % 4]);
    }
}

TEST(WholePlaces, AreExchangedWhereLinksAreUnlike) {
    // Sites 0 and 1 are joined by the fastest link, and the two groups that talk are put on 1 and 2.
    const platform::Platform platform = sites(3, 1, 2);
    const traffic::CommunicationTable table(6, {{2, 4, {10.0, 1e6}}, {3, 5, {10.0, 1e6}}, {2, 3, {100.0, 1e7}}});
    const PlacementProblem problem = problem_on(platform, table);
    const std::vector<int> before{0, 0, 1, 1, 2, 2};
    const std::vector<int> after = with_places_exchanged(problem.talks, problem.hosts, before, 3);
    EXPECT_EQ(std::max(after[2], after[4]), 1);
    EXPECT_EQ(after[2], after[3]);
    EXPECT_LT(cost_at(problem.talks, problem.hosts, after).objective(),
              cost_at(problem.talks, problem.hosts, before).objective());
    EXPECT_EQ(with_places_exchanged(problem.talks, problem.hosts, before, 1), before) << "one place is no exchange";
}

TEST(Scope, KeepsEverybodyElseWhereTheyAre) {
    std::mt19937_64 seed(4);
    const PlacementProblem problem = unlike_problem(seed, 17);
    const std::vector<int> before = first_slots(problem);
    Scope scope{{}, 2};
    for (int process = 0; process < 17; ++process) {
        if (before[static_cast<std::size_t>(process)] < 2) {
            scope.processes.push_back(process);
        }
    }
    ASSERT_GT(scope.processes.size(), 3U);
    Assignment assignment(problem.talks, problem.hosts, before);
    base::Random random(1);
    anneal(assignment, scope, Heat::kHot, 5000, random);
    descend(assignment, scope, 5000);
    for (int process = 0; process < 17; ++process) {
        if (before[static_cast<std::size_t>(process)] < 2) {
            EXPECT_LT(assignment.place_of(process), 2);
        } else {
            EXPECT_EQ(assignment.place_of(process), before[static_cast<std::size_t>(process)]);
        }
    }
}

TEST(Branches, ChangePlacesWhereSingleSwapsOnlyLose) {
    // Pairs that talk much, two to a site; they form two groups of two pairs, split over the sites.
    std::vector<traffic::Flow> flows;
    for (int pair = 0; pair < 4; ++pair) {
        flows.push_back({2 * pair, 2 * pair + 1, {100.0, 1e8}});
        flows.push_back({2 * pair + 1, 2 * pair, {100.0, 1e8}});
    }
    flows.push_back({0, 4, {10.0, 1e7}});
    flows.push_back({2, 6, {10.0, 1e7}});
    const PlacementProblem problem = problem_on(sites(2, 1, 4), traffic::CommunicationTable(8, std::move(flows)));
    Assignment assignment(problem.talks, problem.hosts, {0, 0, 0, 0, 1, 1, 1, 1});
    descend(assignment, whole(problem), 100'000);
    EXPECT_EQ(assignment.place_of(2), 0) << "no single swap helps";
    exchange_branches(assignment, whole(problem), branches_of(problem.talks, problem.hosts), 100'000);
    EXPECT_EQ(assignment.place_of(0), assignment.place_of(4));
    EXPECT_EQ(assignment.place_of(2), assignment.place_of(6));
    EXPECT_NE(assignment.place_of(0), assignment.place_of(2));
}

TEST(Tournament, KnowsTheGreatestWithAndWithoutWhatIsProposed) {
    std::mt19937_64 random(5);
    for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{33}}) {
        Tournament tournament(size);
        std::vector<double> values(size, 0.0);
        for (int round = 0; round < 200; ++round) {
            std::vector<double> changed = values;
            for (std::uint64_t change = random() % 4; change > 0; --change) {
                const std::size_t index = random() % size;
                changed[index] = static_cast<double>(random() % 10);
                tournament.propose(index, changed[index]);
                EXPECT_EQ(tournament.proposed(index), changed[index]);
            }
            EXPECT_EQ(tournament.greatest_proposed(), *std::ranges::max_element(changed));
            EXPECT_EQ(tournament.greatest(), *std::ranges::max_element(values));
            if (round % 3 == 0) {
                tournament.drop();
            } else {
                tournament.carry_out();
                values = changed;
            }
            EXPECT_EQ(tournament.greatest(), *std::ranges::max_element(values));
            EXPECT_EQ(values[tournament.winner()], tournament.greatest());
        }
    }
}

}  // namespace
}  // namespace causeway::mapping
