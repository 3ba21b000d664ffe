/// What the communicators of a group have seen of calls, and how ranks know that they have seen the same.
#include "causeway/calls/group_experience.hpp"

#include "tests/calls/kinds.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::calls {
namespace {

/// Tried in as many rounds, each of whose calls took so many seconds.
PlannedCall tried_call(int rounds, double seconds = 1.0) {
    std::vector<Way> ways(2);
    ways[0].digest = "ours";
    ways[0].choice.time = Seconds(1.0);
    ways[1].digest = experience::kNative;
    ways[1].choice.time = Seconds(1.1);
    PlannedCall call(ways, "", 1, Seconds(0.0), nullptr);
    for (int round = 0; round < rounds; ++round) {
        while (!call.trial.is_due()) {
            (void)call.begin_call();
            call.end_call(seconds);
        }
        call.judge(std::vector<double>(call.seen.size(), seconds));
    }
    return call;
}

GroupExperience::Standing noted(const std::string& facts, const std::vector<int>& roots, double seconds = 1.0) {
    GroupExperience group;
    for (const int root : roots) {
        group.note(facts, broadcast_from(root), tried_call(2, seconds), "");
    }
    return group.standing();
}

TEST(GroupExperience, RanksThatHaveSeenTheSameHaveTheSameDigest) {
    const GroupExperience::Standing one = noted("facts", {0, 1});
    EXPECT_EQ(one.kinds.size(), 2U);
    EXPECT_EQ(one.digest, noted("facts", {1, 0}).digest) << "in whatever order";
    EXPECT_EQ(one.digest, noted("facts", {1, 0, 1}).digest);
    EXPECT_NE(one.digest, noted("facts", {0}).digest);
    EXPECT_NE(one.digest, noted("facts", {0, 2}).digest);
    EXPECT_NE(one.digest, noted("facts", {0, 1}, 2.0).digest);
    EXPECT_NE(one.digest, noted("other facts", {0, 1}).digest);
}

TEST(GroupExperience, TheLatestCountsOfEveryKind) {
    GroupExperience group;
    group.note("facts", broadcast_from(0), tried_call(2), "");
    group.note("facts", broadcast_from(0), tried_call(3), "");
    const GroupExperience::Standing standing = group.standing();
    ASSERT_EQ(standing.kinds.size(), 1U);
    const TriedBefore& known = *standing.kinds.begin()->second;
    EXPECT_EQ(known.tried.ways.front().plan, "ours");
    EXPECT_EQ(known.tried.ways.front().seconds.size(), tried_call(3).trial.times(0).size());
    GroupExperience at_once;
    at_once.note("facts", broadcast_from(0), tried_call(3), "");
    EXPECT_EQ(standing.digest, at_once.standing().digest);
}

TEST(GroupExperience, OtherFactsBeginAnew) {
    GroupExperience group;
    group.note("facts", broadcast_from(0), tried_call(2), "");
    group.note("other facts", broadcast_from(1), tried_call(2), "");
    const GroupExperience::Standing standing = group.standing();
    EXPECT_EQ(standing.facts, "other facts");
    ASSERT_EQ(standing.kinds.size(), 1U);
    EXPECT_EQ(standing.kinds.begin()->first, broadcast_from(1));
    EXPECT_EQ(standing.digest, noted("other facts", {1}).digest);
}

TEST(GroupExperience, WhatIsStillKnownStaysWhenFactsChange) {
    const GroupExperience::Standing before = noted("facts", {0, 1});
    GroupExperience group;
    group.note("facts", broadcast_from(0), tried_call(2), "");
    group.note("corrected facts", before.kinds);
    EXPECT_EQ(group.standing().digest, noted("corrected facts", {0, 1}).digest);
    group.note("renewed facts", TriedKinds());
    EXPECT_TRUE(group.standing().kinds.empty());
}

TEST(GroupExperience, WhatIsForgottenIsNotedAnew) {
    GroupExperience group;
    const std::uint64_t none = group.standing().digest;
    group.note("facts", broadcast_from(0), tried_call(2), "");
    group.forget();
    EXPECT_TRUE(group.standing().kinds.empty());
    EXPECT_EQ(group.standing().digest, none);
    group.note("facts", broadcast_from(1), tried_call(2), "");
    EXPECT_EQ(group.standing().digest, noted("facts", {1}).digest);
    EXPECT_NE(find(group.standing().kinds, broadcast_from(1)), nullptr);
    EXPECT_EQ(find(group.standing().kinds, broadcast_from(0)), nullptr);
}

TEST(GroupExperience, NothingIsNotedThatSaysNothingOrIsOfOneCommunicator) {
    GroupExperience group;
    group.note("facts", broadcast_from(0), tried_call(0), "");
    CallKind among_neighbours;
    among_neighbours.operation = scheme::Operation::kNeighborAlltoall;
    group.note("facts", among_neighbours, tried_call(2), "");
    EXPECT_TRUE(group.standing().kinds.empty());
}

TEST(GroupExperience, HasABoundAndAllGroupsTogetherHaveOne) {
    const PlannedCall call = tried_call(2);
    std::vector<GroupExperience> groups(3);
    for (GroupExperience& group : groups) {
        for (int root = 0; root < 100; ++root) {
            group.note("facts", broadcast_from(root), call, "");
        }
    }
    EXPECT_EQ(groups[0].standing().kinds.size(), GroupExperience::kMostKinds);
    EXPECT_EQ(groups[1].standing().kinds.size(), GroupExperience::kMostOfAll - GroupExperience::kMostKinds);
    EXPECT_EQ(groups[2].standing().kinds.size(), 0U);
    groups[1].forget();
    groups[2].note("facts", groups[0].standing().kinds);
    EXPECT_EQ(groups[2].standing().digest, groups[0].standing().digest);
}

}  // namespace
}  // namespace causeway::calls
