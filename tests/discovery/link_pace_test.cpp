/// How fast messages arrive over a link, though the receiver pauses.
#include "causeway/discovery/link_pace.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace causeway::discovery {
namespace {

/// `messages` that arrive every `gap`, the first ones by TCP's slow start in bursts of one round trip.
std::vector<double> arrivals_of(int messages, double gap) {
    std::vector<double> result;
    for (int i = 0; i < messages; ++i) {
        result.push_back(gap * i + (i < messages / 4 ? 0.0 : 20e-3));
    }
    return result;
}

TEST(PaceOf, IsThatOfTheMessagesBehindTheBeginning) {
    for (const int messages : {8, 9, 24, 31, 80}) {
        EXPECT_NEAR(pace_of(arrivals_of(messages, 2e-3)).value(), 2e-3, 1e-9) << messages;
    }
}

TEST(PaceOf, IsThatOfTheLinkThoughTheReceiverPaused) {
    constexpr double kGap = 2e-3;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        base::Random random(seed);
        std::vector<double> arrivals = arrivals_of(60, kGap);
        // Nothing is seen to arrive in 10 ms somewhere; then all that did is seen at once.
        const double begin = arrivals.front() + random.between(0.0, arrivals.back() - arrivals.front());
        const double end = begin + 10e-3;
        for (double& arrival : arrivals) {
            arrival = arrival > begin && arrival < end ? end : arrival;
        }
        EXPECT_NEAR(pace_of(arrivals).value(), kGap, 0.1 * kGap) << "seed " << seed;
    }
}

TEST(PaceOf, DoublesWithTheLinksSlowness) {
    EXPECT_NEAR(pace_of(arrivals_of(40, 4e-3)) / pace_of(arrivals_of(40, 1e-3)), 4.0, 1e-9);
}

TEST(MessagesOfSecondPart, FillALongLinkWithinTheTimeThereIs) {
    const auto first = [](double gap) { return arrivals_of(kFirstMessages, gap); };
    EXPECT_EQ(messages_of_second_part(first(1e-4), Seconds(1e-4), Seconds(1e-4)), 24 + 3);
    EXPECT_EQ(messages_of_second_part(first(1e-4), Seconds(1e-3), Seconds(1e-4)), 24 + 25);
    EXPECT_EQ(messages_of_second_part(first(1e-4), Seconds(1.0), Seconds(1e-4)), 80);
    // 150 ms at 9.9 ms each.
    EXPECT_EQ(messages_of_second_part(first(9.9e-3), Seconds(1.0), Seconds(10e-3)), 15);
    EXPECT_EQ(messages_of_second_part(first(1.0), Seconds(1.0), Seconds(1e-3)), kFirstMessages);
    EXPECT_EQ(messages_of_second_part(first(0.0), Seconds(0.0), Seconds(0.0)), 24);
}

}  // namespace
}  // namespace causeway::discovery
