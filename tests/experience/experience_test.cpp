/// What is kept of calls: how it is told, merged, and written.
#include "causeway/experience/experience.hpp"

#include "causeway/base/error.hpp"
#include "causeway/experience/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::experience {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TriedWay way(std::string plan, double promised, std::vector<double> seconds) {
    return {
        .plan = std::move(plan), .description = "some", .promised = Seconds(promised), .seconds = std::move(seconds)};
}

/// Ours takes 1, the library's own 2.
TriedKind some_kind() {
    return {.least = Seconds(0.0),
            .calls = 10,
            .renewed = 0,
            .since = "2024-03-03 10:00:00 UTC",
            .last_called = "2024-03-03 10:00:00 UTC",
            .ways = {way("5f", 0.9, {3.0, 1.0, 1.0, 1.0}), way(std::string(kNative), 1.9, {2.5, 2.0, 2.0, 2.0})}};
}

Kind broadcasts_up_to(std::int64_t bytes) {
    return {.processes = processes_text({"a", "b"}), .collective = "broadcast", .root = 0, .up_to = Bytes(bytes)};
}

Experience of(const Kind& kind, const TriedKind& tried) {
    Experience result{.conditions = {.platform = "ab", .library = "Some MPI v1", .build = "1"}, .kinds = {}};
    result.kinds.emplace(kind, tried);
    return result;
}

TEST(Experience, ProcessesAreToldApartByWhereTheyRun) {
    EXPECT_EQ(processes_text({"a", "b"}), processes_text({"a", "b"}));
    EXPECT_NE(processes_text({"a", "b"}), processes_text({"b", "a"}));
    EXPECT_THAT(processes_text({"a", "b"}), HasSubstr("2 processes, "));
}

TEST(Experience, ReadsBackAsItWas) {
    Experience known = of(broadcasts_up_to(1024), some_kind());
    TriedKind barrier = some_kind();
    barrier.ways.front().promised = Seconds::infinity();
    known.kinds.emplace(Kind{.processes = "any", .collective = "barrier", .root = std::nullopt, .up_to = Bytes(0)},
                        barrier);
    EXPECT_EQ(parse_experience(to_json_text(known), "file"), known);
}

TEST(Experience, OneWayIsTheChoiceWhateverWasCalledOfThem) {
    TriedKind tried = some_kind();
    const auto choices = [&] {
        base::JsonOutput ways = summary(broadcasts_up_to(1024), tried)["ways"];
        return std::vector{ways[0]["chosen"].dump(), ways[1]["chosen"].dump()};
    };
    EXPECT_THAT(choices(), ElementsAre("true", "false"));
    tried.ways = {way("a new one", 0.5, {}), way("5f", 0.9, {1.0, 1.0})};  // the library's own is not tried
    EXPECT_THAT(choices(), ElementsAre("true", "false"));
}

TEST(Experience, OfTheOtherKindIsRefusedWithItsPlace) {
    const std::string text = to_json_text(of(broadcasts_up_to(1024), some_kind()));
    const auto refused = [&](std::string_view from, std::string_view to) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        try {
            (void)parse_experience(changed, "file");
        } catch (const base::InputError& error) {
            return std::string(error.what());
        }
        return std::string("read");
    };
    EXPECT_THAT(refused("\"experience\"", "\"plan\""), HasSubstr("file"));
    EXPECT_THAT(refused("\"calls\": 10", "\"calls\": -1"), HasSubstr("calls"));
    EXPECT_THAT(refused("\"calls\": 10", "\"calls\": 10, \"called\": 10"), HasSubstr("called"));
    EXPECT_THAT(refused("2.5", "\"2.5\""), HasSubstr("seconds"));
    EXPECT_EQ(refused("2.5", "2.75"), "read");
}

TEST(Experience, TimesAreFoundByPlan) {
    EXPECT_THAT(some_kind().times_of({"native", "unknown"}),
                ElementsAre(ElementsAre(2.5, 2.0, 2.0, 2.0), ElementsAre()));
}

TEST(Experience, TellsTheChoiceAndWhatTheOthersHaveCost) {
    const TriedKind tried = some_kind();
    ASSERT_TRUE(tried.trial());
    EXPECT_EQ(tried.trial()->choice(), 0);
    EXPECT_DOUBLE_EQ(tried.regret(), 4.0);
    EXPECT_DOUBLE_EQ(tried.by_native(), 20.0);
    EXPECT_DOUBLE_EQ(tried.won(), 10.0);
}

TEST(Experience, WithoutAnyTimesOfTheReferenceOrOfAnyOtherThereIsNoTrial) {
    for (const std::size_t missing : {0U, 1U}) {
        TriedKind tried = some_kind();
        tried.ways[missing].seconds.clear();
        EXPECT_FALSE(tried.trial());
        EXPECT_DOUBLE_EQ(tried.regret(), 0.0);
        EXPECT_DOUBLE_EQ(tried.won(), 0.0);
    }
}

TEST(Merge, OfTheSameTrialTheOneThatKnowsMoreCountsAndNoCallIsLost) {
    TriedKind more = some_kind();
    more.ways[0].seconds.push_back(1.0);
    for (const bool more_comes : {true, false}) {
        Experience kept = of(broadcasts_up_to(1024), more_comes ? some_kind() : more);
        merge(kept, of(broadcasts_up_to(1024), more_comes ? more : some_kind()), 10);
        const TriedKind& tried = kept.kinds.at(broadcasts_up_to(1024));
        EXPECT_EQ(tried.ways, more.ways);
        EXPECT_EQ(tried.calls, 20);
    }
}

TEST(Merge, WhatBeganAnewReplacesWhatDoesNotHoldAnyMore) {
    TriedKind anew = some_kind();
    anew.renewed = 1;
    anew.ways[0].seconds.resize(1);
    Experience kept = of(broadcasts_up_to(1024), some_kind());
    merge(kept, of(broadcasts_up_to(1024), anew), 10);
    EXPECT_EQ(kept.kinds.at(broadcasts_up_to(1024)).ways, anew.ways);
}

TEST(Merge, WhatKnowsTheLibrarysOwnIsNotReplacedByWhatDoesNot) {
    TriedKind without = some_kind();
    without.ways[1].plan = "6f";
    without.ways[0].seconds.push_back(1.0);
    Experience kept = of(broadcasts_up_to(1024), some_kind());
    merge(kept, of(broadcasts_up_to(1024), without), 10);
    EXPECT_EQ(kept.kinds.at(broadcasts_up_to(1024)).ways, some_kind().ways);
}

TEST(Merge, WhatWasCalledLongestAgoGoes) {
    Experience kept = of(broadcasts_up_to(1024), some_kind());
    TriedKind later = some_kind();
    later.last_called = "2024-03-04 10:00:00 UTC";
    kept.kinds.emplace(broadcasts_up_to(2048), later);
    merge(kept, of(broadcasts_up_to(4096), later), 2);
    EXPECT_EQ(kept.kinds.size(), 2U);
    EXPECT_FALSE(kept.kinds.contains(broadcasts_up_to(1024)));
}

}  // namespace
}  // namespace causeway::experience
