/// Who can be tested at once: cases worked out by hand.
#include "causeway/discovery/uplink_offers.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace causeway::discovery {
namespace {

constexpr double kCarries = 20.0;

UplinkOffers equal_clusters(int num_clusters) {
    base::SquareMatrix<BytesPerSecond> link(num_clusters, BytesPerSecond(kCarries));
    for (int cluster = 0; cluster < num_clusters; ++cluster) {
        link(cluster, cluster) = BytesPerSecond(0.0);
    }
    const std::vector carried(static_cast<std::size_t>(num_clusters), BytesPerSecond(kCarries));
    return {link, {.out = carried, .in = carried}};
}

constexpr UplinkSide out_of(int cluster) {
    return {.way = Way::kOut, .cluster = cluster};
}

constexpr UplinkSide into(int cluster) {
    return {.way = Way::kIn, .cluster = cluster};
}

constexpr BytesPerSecond kLittleMore(1.15 * kCarries);

TEST(UplinkOffers, TestBothDirectionsOfAClusterAtOnce) {
    UplinkOffers offers = equal_clusters(3);
    EXPECT_TRUE(offers.test(out_of(1), kLittleMore));
    EXPECT_TRUE(offers.test(into(1), kLittleMore));
    EXPECT_DOUBLE_EQ(offers.offered(out_of(1)).value(), kLittleMore.value());
    EXPECT_DOUBLE_EQ(offers.offered(into(1)).value(), kLittleMore.value());
    EXPECT_DOUBLE_EQ(offers.offers()(1, 0).value(), 0.5 * kLittleMore.value());
    EXPECT_EQ(offers.offers()(0, 2).value(), 0.0);
}

TEST(UplinkOffers, TestThreeOfFourUplinksAtOnceAndNoDownlinkBeside) {
    UplinkOffers offers = equal_clusters(4);
    for (const int cluster : {0, 1, 2}) {
        EXPECT_TRUE(offers.test(out_of(cluster), kLittleMore)) << cluster;
    }
    EXPECT_FALSE(offers.test(out_of(3), kLittleMore)) << "nobody has room for it";
    for (const int cluster : {0, 1, 2, 3}) {
        EXPECT_FALSE(offers.test(into(cluster), kLittleMore)) << "who is full, the sender or " << cluster << "?";
        EXPECT_LE(offers.offered(into(cluster)).value(), kCarries * (1.0 + 1e-9));
        EXPECT_DOUBLE_EQ(offers.offered(out_of(cluster)).value(), cluster < 3 ? kLittleMore.value() : 0.0);
    }
}

TEST(UplinkOffers, OfferNoMoreThanLinksAndOtherEndsCarry) {
    UplinkOffers offers = equal_clusters(3);
    EXPECT_DOUBLE_EQ(offers.most(out_of(0)).value(), 2.0 * kCarries);
    EXPECT_FALSE(offers.test(out_of(0), BytesPerSecond(2.1 * kCarries)));
    EXPECT_EQ(offers.offered(out_of(0)).value(), 0.0);
    EXPECT_TRUE(offers.test(out_of(0), offers.most(out_of(0))));
    EXPECT_EQ(offers.most(out_of(1)).value(), kCarries) << "into 0 only";
    EXPECT_EQ(offers.most(into(1)).value(), kCarries) << "out of 2 only: 0 is tested itself";
}

}  // namespace
}  // namespace causeway::discovery
