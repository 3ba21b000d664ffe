/// The study of bounds: what it says does not depend on threads, and plans keep what they have reached.
#include "causeway/study/bound_study.hpp"

#include "causeway/base/error.hpp"

#include <gtest/gtest.h>

namespace causeway::study {
namespace {

BoundStudy bounds_of(std::vector<scheme::Operation> operations) {
    BoundStudy study;
    study.operations = std::move(operations);
    study.platforms = {.fewest_sites = 3, .most_sites = 5, .most_hosts = 3};
    study.runs = 6;
    study.message = Bytes(4 << 20);
    return study;
}

TEST(RandomPlatforms, HaveSitesInTheirRangesJoinedEachToEach) {
    base::Random random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const platform::Platform platform =
            random_platform({.fewest_sites = 2, .most_sites = 4, .most_hosts = 3}, random);
        const int sites = platform.num_clusters();
        EXPECT_TRUE(sites >= 2 && sites <= 4);
        for (const platform::Cluster& cluster : platform.clusters) {
            EXPECT_TRUE(cluster.num_hosts >= 1 && cluster.num_hosts <= 3);
            for (const auto& capacity : {cluster.uplink_capacity, cluster.downlink_capacity}) {
                EXPECT_TRUE(capacity && capacity->value() >= 1e6 && capacity->value() <= 1e8);
            }
        }
        for (int from = 0; from < sites; ++from) {
            for (int to = 0; to < sites; ++to) {
                EXPECT_TRUE(from == to || platform.find_link(from, to) != nullptr);
            }
        }
    }
}

TEST(BoundStudy, DoesNotDependOnThreads) {
    const BoundStudy study = bounds_of({scheme::Operation::kReduce, scheme::Operation::kBarrier});
    const std::vector<BoundRow> alone = run(study, {1, nullptr});
    const std::vector<BoundRow> two = run(study, {2, nullptr});
    ASSERT_EQ(alone.size(), 2U);
    for (std::size_t row = 0; row < alone.size(); ++row) {
        ASSERT_EQ(alone[row].runs.size(), 6U);
        for (std::size_t one = 0; one < 6; ++one) {
            EXPECT_EQ(alone[row].runs[one].ratio, two[row].runs[one].ratio);
            EXPECT_EQ(alone[row].runs[one].time, two[row].runs[one].time);
        }
    }
}

TEST(BoundStudy, PlansOfLongMessagesAreNearTheirBoundsAndNeverBelow) {
    const std::vector<BoundRow> rows =
        run(bounds_of({scheme::Operation::kBroadcast, scheme::Operation::kReduce, scheme::Operation::kAllgather,
                       scheme::Operation::kReduceScatter, scheme::Operation::kAlltoall}),
            {1, nullptr});
    for (const BoundRow& row : rows) {
        EXPECT_GE(row.reached_by(0.5), 0.8) << scheme::name_of(row.operation);
        for (const BoundRun& one : row.runs) {
            EXPECT_LE(one.ratio, 1.0 + 1e-9) << scheme::name_of(row.operation);
            EXPECT_GT(one.ratio, 0.3) << scheme::name_of(row.operation);
        }
    }
}

TEST(BoundStudy, NoPlanOfManySitesPromisesMoreThanItsBound) {
    BoundStudy study = bounds_of({scheme::Operation::kBroadcast});
    study.platforms = {.fewest_sites = 64, .most_sites = 64, .most_hosts = 4};
    study.message = Bytes(16 << 20);
    study.runs = 1;
    const BoundRun one = run(study, {1, nullptr}).front().runs.front();
    EXPECT_LE(one.ratio, 1.0 + 1e-9);
    EXPECT_GT(one.ratio, 0.9);
}

TEST(BoundStudy, StartsOfMessagesAreWhatFewBytesLackMostly) {
    BoundStudy study = bounds_of({scheme::Operation::kBroadcast, scheme::Operation::kBarrier});
    study.message = Bytes(8);
    for (const BoundRow& row : run(study, {1, nullptr})) {
        for (const BoundRun& one : row.runs) {
            EXPECT_GT(one.ratio_without_starts, one.ratio);
            EXPECT_LE(one.ratio_without_starts, 1.0 + 1e-9);
        }
        EXPECT_GT(row.reached_by(0.5, &BoundRun::ratio_without_starts), 0.9);
    }
}

TEST(BoundStudy, SaysWhatShareReachesWhat) {
    BoundRow row;
    for (const double ratio : {0.5, 1.0, 0.9, 0.8}) {
        row.runs.push_back({.ratio = ratio, .time = {}, .planning = {}});
    }
    EXPECT_EQ(row.reached_by(1.0), 0.5);
    EXPECT_EQ(row.reached_by(0.75), 0.8);
    EXPECT_EQ(row.reached_by(0.25), 1.0);
    EXPECT_EQ(row.reached_by(0.0), 1.0);
    EXPECT_EQ(row.share_reaching(0.8), 0.75);
    EXPECT_EQ(row.worst(), 0);
}

TEST(BoundStudy, RefusesWhatMakesNoStudy) {
    EXPECT_THROW((void)run(bounds_of({}), {1, nullptr}), base::InputError);
    BoundStudy study = bounds_of({scheme::Operation::kReduce});
    study.runs = 0;
    EXPECT_THROW((void)run(study, {1, nullptr}), base::InputError);
    study.runs = 1;
    study.platforms.most_sites = 2;
    EXPECT_THROW((void)run(study, {1, nullptr}), base::InputError);
}

}  // namespace
}  // namespace causeway::study
