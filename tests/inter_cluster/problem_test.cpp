/// Times of schedules between clusters, by hand.
#include "causeway/inter_cluster/cluster_problem.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace causeway::inter_cluster {
namespace {

using ::testing::ElementsAre;

/// g_ij = 10 i + j + 1 and L_ij = 100 everywhere, T = 1, 2, 3.
ClusterProblem three_clusters() {
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(3);
    problem.latency = base::SquareMatrix<Seconds>(3, Seconds(100.0));
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            problem.gap(i, j) = Seconds(10.0 * i + j + 1.0);
        }
    }
    problem.local_time = {Seconds(1.0), Seconds(2.0), Seconds(3.0)};
    return problem;
}

TEST(Evaluate, OneSenderSendsOneGapAfterTheOther) {
    const TimedSchedule schedule = evaluate(three_clusters(), {{0, 1}, {0, 2}}, Completion::kSequential);
    ASSERT_EQ(schedule.sends.size(), 2U);
    EXPECT_EQ(schedule.sends[0].start, Seconds(0.0));
    EXPECT_EQ(schedule.sends[0].arrival, Seconds(102.0));
    EXPECT_EQ(schedule.sends[1].start, Seconds(2.0));
    EXPECT_EQ(schedule.sends[1].arrival, Seconds(105.0));
    EXPECT_THAT(schedule.completion, ElementsAre(Seconds(6.0), Seconds(104.0), Seconds(108.0)));
    EXPECT_EQ(schedule.makespan, Seconds(108.0));
}

TEST(Evaluate, SequentialWaitsForTheLastSendAndOverlappedDoesNot) {
    // 1 has the message at 102, sends from then to 102 + g_12 = 115; 2 has it at 215.
    const std::vector<Send> relay{{0, 1}, {1, 2}};
    EXPECT_THAT(evaluate(three_clusters(), relay, Completion::kSequential).completion,
                ElementsAre(Seconds(3.0), Seconds(117.0), Seconds(218.0)));
    EXPECT_THAT(evaluate(three_clusters(), relay, Completion::kOverlapped).completion,
                ElementsAre(Seconds(2.0), Seconds(115.0), Seconds(218.0)))
        << "a cluster is not done before its coordinator has sent";
}

TEST(Evaluate, OneClusterTakesItsLocalTime) {
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(1);
    problem.latency = base::SquareMatrix<Seconds>(1);
    problem.local_time = {Seconds(7.0)};
    for (const Completion completion : {Completion::kSequential, Completion::kOverlapped}) {
        EXPECT_EQ(evaluate(problem, {}, completion).makespan, Seconds(7.0));
    }
}

TEST(Evaluate, ClustersThatAreNotReachedAreNeverDone) {
    const TimedSchedule schedule = evaluate(three_clusters(), {{0, 2}}, Completion::kOverlapped);
    EXPECT_EQ(schedule.completion[1], Seconds::infinity());
    EXPECT_LT(schedule.completion[2], Seconds::infinity());
    EXPECT_EQ(schedule.makespan, Seconds::infinity());
}

TEST(Completion, IsNamedBothWays) {
    for (const Completion completion : {Completion::kSequential, Completion::kOverlapped}) {
        EXPECT_EQ(completion_named(name_of(completion), "--completion"), completion);
    }
    EXPECT_THROW((void)completion_named("parallel", "--completion"), base::InputError);
}

TEST(ReachablePart, LeavesOutWhereNoLinkLeads) {
    ClusterProblem problem = three_clusters();
    problem.root = 2;
    problem.gap(2, 1) = Seconds::infinity();
    problem.gap(0, 1) = Seconds::infinity();
    const ReachablePart part = reachable_part(problem);
    EXPECT_THAT(part.members, ElementsAre(0, 2));
    EXPECT_EQ(part.problem.root, 1);
    EXPECT_EQ(part.problem.gap(1, 0), problem.gap(2, 0));
    EXPECT_EQ(part.problem.latency(0, 1), problem.latency(0, 2));
    EXPECT_THAT(part.problem.local_time, ElementsAre(Seconds(1.0), Seconds(3.0)));
}

TEST(ProblemOf, TakesWhatADeliveryTimeSaysOfATransfer) {
    platform::Platform platform;
    platform.clusters.resize(2);
    platform::Plogp plogp;
    plogp.latency = Seconds(1.0);
    plogp.gap = statistics::PiecewiseLinear(2.0);
    plogp.delivery = statistics::PiecewiseLinear(7.0);
    platform::Link link;
    link.to = 1;
    link.plogp = plogp;
    platform.links.push_back(link);
    const ClusterProblem problem = problem_of(platform, {0, 1}, 0, Bytes(4), {Seconds(0.0), Seconds(0.0)});
    EXPECT_EQ(problem.gap(0, 1), Seconds(2.0)) << "the sender goes on";
    EXPECT_EQ(problem.transfer_time(0, 1), Seconds(7.0));
}

TEST(ProblemOf, LetsNothingPassABoundaryFasterThanItCarries) {
    platform::Platform platform;
    for (const char* name : {"a", "b", "c"}) {
        platform.clusters.push_back({.name = name, .hosts = {name}, .num_hosts = 1});
    }
    for (const auto& [from, to] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
        platform::Link link;
        link.from = from;
        link.to = to;
        link.plogp.emplace();
        link.plogp->latency = Seconds(1.0);
        link.plogp->gap = statistics::PiecewiseLinear({{0.0, 0.0}, {8.0, 8.0}});
        platform.links.push_back(link);
    }
    platform.clusters[0].uplink_capacity = BytesPerSecond(0.5);
    platform.clusters[1].downlink_capacity = BytesPerSecond(0.25);
    // a and b are behind one boundary, which does not count between them.
    platform.levels.push_back(
        {.name = "site",
         .clusters = {{.name = "ab", .hosts = {"a", "b"}, .uplink_capacity = BytesPerSecond(0.125)},
                      {.name = "c", .hosts = {"c"}}}});
    const ClusterProblem problem = problem_of(platform, {0, 1, 2}, 0, Bytes(4), std::vector<Seconds>(3));
    EXPECT_EQ(problem.gap(0, 1), Seconds(8.0)) << "the uplink of a";
    EXPECT_EQ(problem.transfer_time(0, 1), Seconds(17.0)) << "the downlink of b, and the latency";
    EXPECT_EQ(problem.gap(0, 2), Seconds(32.0)) << "the uplink of the site";
    EXPECT_EQ(problem.gap(1, 2), Seconds(32.0));
    EXPECT_EQ(problem.gap(2, 1), Seconds(4.0)) << "nothing narrower than the link leaves c";
    EXPECT_EQ(problem.transfer_time(2, 1), Seconds(17.0));
    EXPECT_EQ(problem.transfer_time(2, 0), Seconds(5.0));
}

TEST(ProblemOf, TakesTheLinksOfItsMembersInTheirOrder) {
    platform::Platform platform;
    for (const char* name : {"a", "b", "c"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.num_hosts = 1;
        platform.clusters.push_back(cluster);
    }
    platform::Link link;
    link.from = 0;
    link.to = 2;
    link.symmetric = false;
    link.plogp.emplace();
    link.plogp->latency = Seconds(5.0);
    link.plogp->gap = statistics::PiecewiseLinear({{0.0, 1.0}, {8.0, 9.0}});
    platform.links = {link};
    const ClusterProblem problem = problem_of(platform, {2, 0}, 1, Bytes(4), {Seconds(0.5), Seconds(0.25)});
    EXPECT_EQ(problem.size(), 2);
    EXPECT_EQ(problem.root, 1);
    EXPECT_EQ(problem.gap(1, 0), Seconds(5.0));
    EXPECT_EQ(problem.latency(1, 0), Seconds(5.0));
    EXPECT_EQ(problem.transfer_time(0, 1), Seconds::infinity()) << "the link is directed";
    EXPECT_THAT(problem.local_time, ElementsAre(Seconds(0.5), Seconds(0.25)));
}

}  // namespace
}  // namespace causeway::inter_cluster
