/// Groups of clusters are one place only if their links carry alike.
#include "causeway/discovery/group_samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A link on which a message of 64 KiB takes so many milliseconds, and other sizes in proportion.
Route link(int from, int to, double milliseconds, bool symmetric = true) {
    Route route{.kind = Route::Kind::kBetweenClusters, .from = from, .to = to, .symmetric = symmetric};
    route.measurement.plogp.gap = statistics::PiecewiseLinear({{0.0, 0.0}, {65536.0, milliseconds * 1e-3}});
    return route;
}

Glance look(int from, int to, double milliseconds) {
    return {.from = from,
            .to = to,
            .round_trip = Seconds(20e-3),
            .size = Bytes(16384),
            .pace = {.gap = Seconds(milliseconds * 1e-3), .low = {}, .high = {}}};
}

/// 0 and 1 are a group; so are 2, 3 and 4, of which 2 and 3 are another.
const ClusterGroups kGroups{{2, 3, 4}, {0, 1}, {2, 3}};

/// What stands for others: from 0 to 2 and 5, from 2 to 5 and 4, inside the groups.
const std::vector<Route> kMeasured{link(0, 1, 1.0), link(0, 2, 8.0), link(0, 5, 8.0), link(2, 3, 1.0),
                                   link(2, 4, 1.0), link(2, 5, 4.0), link(3, 4, 1.0)};

TEST(SamplesOf, AreOfAllButTheFirstToTheFastestOutside) {
    // What is fast inside the group of 0 does not count outside.
    EXPECT_THAT(samples_of(kGroups, 6, kMeasured), ElementsAre(GroupSample{.group = 0, .member = 4, .outside = 5},
                                                               GroupSample{.group = 1, .member = 1, .outside = 2},
                                                               GroupSample{.group = 2, .member = 3, .outside = 4}));
    EXPECT_THAT(samples_of({}, 6, kMeasured), IsEmpty());
}

TEST(StepsOf, ShareNoBorder) {
    const std::vector<GroupSample> samples = samples_of(kGroups, 6, kMeasured);
    // The first two leave the same group at its ends, the last one stays inside.
    EXPECT_THAT(steps_of(samples, kGroups, 6, 4),
                ElementsAre(ElementsAre(samples[0]), ElementsAre(samples[1]), ElementsAre(samples[2])));
    const ClusterGroups apart{{0, 1}, {2, 3}};
    const GroupSample one{.group = 0, .member = 1, .outside = 4};
    const GroupSample other{.group = 1, .member = 3, .outside = 5};
    EXPECT_THAT(steps_of(std::vector{one, other}, apart, 6, 4), ElementsAre(ElementsAre(one, other)));
}

TEST(StepsOf, AreFewHoweverManyPartsThereAre) {
    ClusterGroups groups;
    std::vector<Route> measured;
    constexpr int kPlaces = 10;
    constexpr int kParts = 20;
    for (int group = 0; group < kPlaces; ++group) {
        groups.emplace_back();
        for (int part = 0; part < kParts; ++part) {
            groups.back().push_back(group * kParts + part);
        }
        for (int other = 0; other < group; ++other) {
            measured.push_back(link(other * kParts, group * kParts, 4.0));
        }
    }
    const std::vector<GroupSample> samples = samples_of(groups, kPlaces * kParts, measured);
    EXPECT_EQ(samples.size(), static_cast<std::size_t>(kPlaces * (kParts - 1)));
    const std::vector<std::vector<GroupSample>> steps = steps_of(samples, groups, kPlaces * kParts, 4);
    ASSERT_EQ(steps.size(), 4U);
    std::vector<int> of_groups(kPlaces, 0);
    for (const std::vector<GroupSample>& step : steps) {
        EXPECT_GE(step.size(), 2U);
        for (const GroupSample& sample : step) {
            ++of_groups[static_cast<std::size_t>(sample.group)];
        }
    }
    EXPECT_GE(std::ranges::count_if(of_groups, [](int count) { return count > 0; }), kPlaces - 2);
}

ClusterGroups groups_that_hold(const ClusterGroups& groups, const std::vector<GroupSample>& samples,
                               const std::vector<Route>& known, const std::vector<Glance>& looks) {
    return groups_without(groups, unlike_stand_ins(groups, samples, known, looks));
}

TEST(GroupsThatHold, AreThoseWhoseSamplesAreLikeWhatStandsForThem) {
    const std::vector<GroupSample> samples = samples_of(kGroups, 6, kMeasured);
    std::vector<Glance> looks{look(4, 5, 1.0),  look(5, 4, 1.1), look(1, 2, 2.0),
                              look(2, 1, 1.95), look(3, 4, 0.3), look(4, 3, 0.2)};
    EXPECT_EQ(groups_that_hold(kGroups, samples, kMeasured, looks), kGroups);
    looks[2] = look(1, 2, 1.0);
    EXPECT_THAT(groups_that_hold(kGroups, samples, kMeasured, looks), ElementsAre(kGroups[0], kGroups[2]));
    looks[5] = look(4, 3, 0.5);
    EXPECT_THAT(groups_that_hold(kGroups, samples, kMeasured, looks), IsEmpty()) << "nor what is around it";
    EXPECT_EQ(groups_that_hold(kGroups, samples, kMeasured, {}), kGroups);
}

TEST(GroupsThatHold, EachDirectionCounts) {
    const ClusterGroups groups{{0, 1}};
    const std::vector<Route> measured{link(0, 1, 1.0), link(0, 2, 8.0, false), link(2, 0, 2.0, false)};
    const std::vector<GroupSample> samples = samples_of(groups, 3, measured);
    ASSERT_THAT(samples, ElementsAre(GroupSample{.group = 0, .member = 1, .outside = 2}));
    EXPECT_EQ(groups_that_hold(groups, samples, measured, std::vector{look(1, 2, 2.0), look(2, 1, 0.5)}), groups);
    EXPECT_THAT(groups_that_hold(groups, samples, measured, std::vector{look(1, 2, 2.0), look(2, 1, 2.0)}), IsEmpty());
}

TEST(SecondLooks, AreAtTheSamplesAndAtWhatStandsForThem) {
    const std::vector<GroupSample> samples = samples_of(kGroups, 6, kMeasured);
    const GroupSample of_pair{.group = 1, .member = 0, .outside = 2};
    EXPECT_THAT(with_stand_ins_of(kGroups, std::vector{samples[1]}), ElementsAre(samples[1], of_pair));
    const GroupSample other{.group = 1, .member = 1, .outside = 3};
    EXPECT_THAT(with_stand_ins_of(kGroups, std::vector{samples[1], other}), ElementsAre(samples[1], of_pair, other))
        << "one link stands for both";
    EXPECT_THAT(with_stand_ins_of(kGroups, {}), IsEmpty());
}

TEST(SecondLooks, CountBeforeWhatWasKnown) {
    const std::vector<GroupSample> samples = samples_of(kGroups, 6, kMeasured);
    std::vector<Glance> looks{look(1, 2, 1.0), look(2, 1, 1.0)};  // twice as fast as what stands for it seemed to be
    ASSERT_THAT(unlike_stand_ins(kGroups, samples, kMeasured, looks), ElementsAre(samples[1]));
    const std::vector<Glance> again{look(1, 2, 1.0), look(2, 1, 1.0), look(0, 2, 1.1), look(2, 0, 1.0)};
    std::vector<Route> known = routes_of(again, kMeasured);
    known.insert(known.end(), kMeasured.begin(), kMeasured.end());
    EXPECT_THAT(unlike_stand_ins(kGroups, samples, known, again), IsEmpty());
}

}  // namespace
}  // namespace causeway::discovery
