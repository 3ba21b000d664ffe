/// Platforms some of whose figures are corrected.
#include "causeway/correction/figures.hpp"

#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

namespace causeway::correction {
namespace {

using Kind = Figure::Kind;

constexpr Figure kLink{Kind::kLink, 0, 1};
constexpr Figure kUplink{Kind::kUplink, 2, 2};
constexpr Figure kDownlink{Kind::kDownlink, 1, 1};

TEST(Figures, OnTheWayAreTheLinkAndWhatIsSharedOnBothSides) {
    const test::Grid grid = planner::four_unequal_sites();
    const std::vector<Figure> expected{kLink, {Kind::kUplink, 0, 0}, kDownlink};
    EXPECT_EQ(figures_between(grid.platform, 0, 1), expected);
    EXPECT_EQ(figures_between(planner::three_sites().platform, 0, 1), std::vector<Figure>{kLink});
}

TEST(Figures, EachIsCorrectedByItself) {
    const platform::Platform before = planner::four_unequal_sites().platform;
    const platform::Platform after = corrected(before, {{kLink, 2.0}, {kUplink, 4.0}, {kDownlink, 0.5}});
    EXPECT_NEAR(rate_of(after, kLink).value(), 6e6, 6e4);
    EXPECT_DOUBLE_EQ(rate_of(after, kUplink).value(), 1e7);
    EXPECT_DOUBLE_EQ(rate_of(after, kDownlink).value(), 2.4e7);
    const Figure back{Kind::kLink, 1, 0};
    EXPECT_EQ(rate_of(after, back), rate_of(before, back));
    EXPECT_EQ(after.clusters[0], before.clusters[0]);
    EXPECT_EQ(after.clusters[2].downlink_capacity, before.clusters[2].downlink_capacity);
}

TEST(Figures, NothingCorrectedIsTheSamePlatform) {
    const platform::Platform platform = planner::four_unequal_sites().platform;
    EXPECT_EQ(corrected(platform, {}), platform);
}

TEST(Figures, AnUplinkCarriesWhatEachOfItsLinksDoes) {
    platform::Platform platform = planner::four_unequal_sites().platform;
    EXPECT_EQ(platform::fingerprint(with_room_for_links(platform)), platform::fingerprint(platform));
    platform.clusters[2].uplink_capacity = BytesPerSecond(1e6);
    EXPECT_NEAR(with_room_for_links(platform).clusters[2].uplink_capacity->value(), 25e6, 1e6);
}

TEST(Figures, HaveNamesForPeople) {
    const platform::Platform platform = planner::four_unequal_sites().platform;
    EXPECT_EQ(text_of(kLink, platform), "link a > b");
    EXPECT_EQ(text_of(kUplink, platform), "uplink of c");
    EXPECT_EQ(text_of(kDownlink, platform), "downlink of b");
}

}  // namespace
}  // namespace causeway::correction
