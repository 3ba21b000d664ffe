/// How fast messages arrive over a link, though the receiver pauses, and how many must before that is known.
#include "causeway/discovery/link_pace.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
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
        EXPECT_NEAR(pace_of(arrivals_of(messages, 2e-3)).gap.value(), 2e-3, 1e-9) << messages;
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
        EXPECT_NEAR(pace_of(arrivals).gap.value(), kGap, 0.1 * kGap) << "seed " << seed;
    }
}

TEST(PaceOf, DoublesWithTheLinksSlowness) {
    EXPECT_NEAR(pace_of(arrivals_of(40, 4e-3)).gap / pace_of(arrivals_of(40, 1e-3)).gap, 4.0, 1e-9);
}

TEST(PaceOf, LiesBetweenThoseOfItsStretches) {
    std::vector<double> arrivals = arrivals_of(30, 1e-3);
    arrivals.back() += 5e-3;
    const Pace pace = pace_of(arrivals);
    EXPECT_NEAR(pace.low.value(), 1e-3, 1e-9);
    EXPECT_NEAR(pace.gap.value(), 1e-3, 1e-9);
    EXPECT_NEAR(pace.high.value(), 1.5e-3, 1e-9);
}

TEST(LinkPace, IsNotAskedForTooShortAPartTwice) {
    // A long way: TCP is slow in the first parts, and then so fast that what was asked for comes within a round trip.
    LinkPace pace(Seconds(56e-3), {});
    const auto come = [&](double first_gap, double last_gap) {
        const int messages = pace.next_part();
        std::vector<double> arrivals{0.0};
        for (int i = 1; i < messages; ++i) {
            arrivals.push_back(arrivals.back() + first_gap + (last_gap - first_gap) * i / messages);
        }
        pace.add(arrivals);
        return messages;
    };
    (void)come(4e-3, 4e-3);
    (void)come(5e-3, 1e-3);
    EXPECT_LT(come(0.55e-3, 0.55e-3), 100);
    EXPECT_GT(come(0.55e-3, 0.55e-3), 200);
    EXPECT_EQ(pace.next_part(), 0);
    EXPECT_NEAR(pace.pace().gap.value(), 0.55e-3, 1e-6);
}

/// Steady arrivals.
std::vector<double> steady(int messages, double gap) {
    std::vector<double> result;
    for (int i = 0; i < messages; ++i) {
        result.push_back(gap * i);
    }
    return result;
}

/// `messages` that arrive every `gap`, from number `turn` on every `then`.
std::vector<double> faster_from(int turn, int messages, double gap, double then) {
    std::vector<double> result;
    for (int i = 0; i < messages; ++i) {
        result.push_back(i < turn ? gap * i : gap * (turn - 1) + then * (i - turn + 1));
    }
    return result;
}

int second_part(double first_gap, double round_trip, std::optional<Seconds> expected_gap) {
    LinkPace pace(Seconds(round_trip), expected_gap);
    EXPECT_EQ(pace.next_part(), 8);
    pace.add(steady(8, first_gap));
    return pace.next_part();
}

TEST(LinkPace, FillsALongLinkWithinTheTimeThereIs) {
    EXPECT_EQ(second_part(1e-4, 1e-4, Seconds(1e-4)), 24 + 3);
    EXPECT_EQ(second_part(1e-4, 1e-3, Seconds(1e-4)), 24 + 25);
    EXPECT_NEAR(second_part(1e-4, 1e-3, std::nullopt), 24 + 25, 1);
    EXPECT_EQ(second_part(1e-4, 1.0, Seconds(1e-4)), 1024);
    // 150 ms at 9.9 ms each, twice that if nothing was expected; or two and a half round trips.
    EXPECT_EQ(second_part(9.9e-3, 1e-2, Seconds(10e-3)), 15);
    EXPECT_EQ(second_part(9.9e-3, 1e-1, std::nullopt), 30);
    EXPECT_EQ(second_part(9.9e-3, 1.0, Seconds(10e-3)), 252);
    EXPECT_EQ(second_part(1.0, 1.0, Seconds(1e-3)), 8);
    EXPECT_EQ(second_part(0.0, 0.0, Seconds(0.0)), 24);
}

TEST(LinkPace, IsKnownOnceItNoLongerGrows) {
    LinkPace pace(Seconds(10e-3), std::nullopt);
    pace.add(steady(8, 2e-3));
    pace.add(faster_from(24, 36, 2e-3, 1e-3));
    const int third = pace.next_part();
    EXPECT_NEAR(third, 24 + 25, 10);
    pace.add(steady(third, 1e-3));
    EXPECT_EQ(pace.next_part(), 0);
    EXPECT_NEAR(pace.pace().gap.value(), 1e-3, 1e-9);
}

TEST(LinkPace, IsKnownOnceItIsAsExpected) {
    LinkPace pace(Seconds(10e-3), Seconds(1.5e-3));
    pace.add(steady(8, 2e-3));
    pace.add(faster_from(18, 36, 1.7e-3, 1.4e-3));
    EXPECT_EQ(pace.next_part(), 0);
}

/// What is found of a link whose messages come as `gap` says of each.
template <class Gap>
std::pair<Pace, double> found(LinkPace pace, const Gap& gap) {
    double spent = 0.0;
    int message = 0;
    for (int messages = pace.next_part(); messages != 0; messages = pace.next_part()) {
        std::vector<double> arrivals{spent};
        for (int i = 1; i < messages; ++i) {
            arrivals.push_back(arrivals.back() + gap(message++));
        }
        spent = arrivals.back();
        pace.add(arrivals);
    }
    return {pace.pace(), spent};
}

TEST(LinkPace, OfALinkSlowerThanBelievedIsThatAfterTheSlowStart) {
    // A window of two messages that gains a third of one in each round trip of 25 ms, up to the link's pace.
    const auto [pace, spent] = found(LinkPace(Seconds(25e-3), Seconds(1.5e-3)),
                                     [](int message) { return std::max(1.5e-3, 25e-3 / (2.0 + message / 6.0)); });
    EXPECT_LT(pace.gap.value(), 1.8e-3);
    EXPECT_LT(spent, 1.5);
    // One that has become ten times slower is believed soon.
    const auto [slow, spent_on_slow] = found(LinkPace(Seconds(25e-3), Seconds(1.5e-3)), [](int) { return 15e-3; });
    EXPECT_NEAR(slow.gap.value(), 15e-3, 1e-9);
    EXPECT_LT(spent_on_slow, 0.8);
}

/// A link of `gap` for a message whose shaper lets `bucket` messages pass at `at_once`, and fills again at that pace in
/// the 25 ms between parts.
double bucket_arrivals(LinkPace& pace, double gap, double at_once, double bucket) {
    double held = bucket;
    double spent = 0.0;
    for (int messages = pace.next_part(); messages != 0; messages = pace.next_part()) {
        held = std::min(bucket, held + 25e-3 / gap);
        std::vector<double> arrivals{0.0};
        for (int i = 1; i < messages; ++i) {
            const double step = held >= 1.0 ? at_once : gap;
            held = std::min(bucket, held + step / gap) - 1.0;
            arrivals.push_back(arrivals.back() + step);
        }
        spent += arrivals.back();
        pace.add(arrivals);
    }
    return spent;
}

TEST(LinkPace, IsWhatAShaperLetsPassForLong) {
    for (const double bucket : {4.0, 20.0, 60.0, 100.0}) {
        LinkPace pace(Seconds(10e-3), std::nullopt);
        EXPECT_LT(bucket_arrivals(pace, 0.8e-3, 0.15e-3, bucket), 1.0) << bucket;
        EXPECT_NEAR(pace.pace().gap.value(), 0.8e-3, 0.1 * 0.8e-3) << "a bucket of " << bucket << " messages";
    }
}

TEST(LinkPace, IsNoFasterThanTheLinkWherePacketsAreSentAgain) {
    constexpr double kGap = 0.8e-3;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        base::Random random(seed);
        LinkPace pace(Seconds(10e-3), std::nullopt);
        for (int messages = pace.next_part(); messages != 0; messages = pace.next_part()) {
            std::vector<double> arrivals = steady(messages, kGap);
            // Of every twenty messages one is lost, and comes 15 ms later with all behind it.
            for (int lost = 1 + static_cast<int>(random.between(0.0, 20.0)); lost < messages; lost += 20) {
                const double again = arrivals[static_cast<std::size_t>(lost)] + 15e-3;
                for (std::size_t i = static_cast<std::size_t>(lost); i < arrivals.size(); ++i) {
                    arrivals[i] = std::max(arrivals[i], again);
                }
            }
            pace.add(arrivals);
        }
        EXPECT_GT(pace.pace().gap.value(), 0.9 * kGap) << "seed " << seed;
        EXPECT_LT(pace.pace().gap.value(), 1.5 * kGap) << "seed " << seed;
    }
}

TEST(LinkPace, IsNotThatOfWhatComesAllAtOnce) {
    // The first packet of a part is lost, and sent again when the rest is there.
    for (int lost = 0; lost < 4; ++lost) {
        LinkPace pace(Seconds(80e-3), std::nullopt);
        int part = 0;
        for (int messages = pace.next_part(); messages != 0; messages = pace.next_part()) {
            pace.add(steady(messages, part++ == lost ? 1e-6 : 2e-3));
        }
        EXPECT_NEAR(pace.pace().gap.value(), 2e-3, 0.1 * 2e-3) << "part " << lost;
    }
}

/// One direction of a link on which TCP begins: a window in messages, which grows by each that is acknowledged.
class BeginningTcp {
public:
    BeginningTcp(double gap, double round_trip) : gap_(gap), round_trip_(round_trip) {}

    /// When the messages of a part arrive, the first one at 0.
    std::vector<double> part(int messages) {
        std::vector<double> arrivals;
        std::vector<double> acknowledged;
        double sent = 0.0;
        double arrived = 0.0;
        for (int i = 0; i < messages; ++i) {
            const int allowed = static_cast<int>(window_);
            if (i >= allowed) {
                sent = std::max(sent, acknowledged[static_cast<std::size_t>(i - allowed)]);
                window_ += 1.0;
            }
            arrived = std::max(arrived + gap_, sent + 0.5 * round_trip_);
            arrivals.push_back(arrived);
            acknowledged.push_back(arrived + 0.5 * round_trip_);
        }
        spent_ += arrivals.back() + 0.5 * round_trip_;
        const double first = arrivals.front();
        for (double& arrival : arrivals) {
            arrival -= first;
        }
        return arrivals;
    }

    [[nodiscard]] double spent() const { return spent_; }

private:
    double gap_;
    double round_trip_;
    double window_ = 1.0;
    double spent_ = 0.0;
};

TEST(LinkPace, IsThatOfTheLinkHoweverLongItIs) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        base::Random random(seed);
        const double gap = 0.4e-3 * std::pow(20.0, random.between(0.0, 1.0));
        const double round_trip = 1e-3 * std::pow(300.0, random.between(0.0, 1.0));
        BeginningTcp tcp(gap, round_trip);
        LinkPace pace{Seconds(round_trip), std::nullopt};
        for (int messages = pace.next_part(); messages != 0; messages = pace.next_part()) {
            pace.add(tcp.part(messages));
        }
        EXPECT_NEAR(pace.pace().gap.value(), gap, 0.1 * gap) << "seed " << seed << ", " << round_trip << " s";
        EXPECT_LT(tcp.spent(), 0.4 + 20.0 * round_trip) << "seed " << seed;
    }
}

TEST(LinkPace, IsNotWaitedForWithoutEnd) {
    // Each message comes sooner than the one before.
    LinkPace pace(Seconds(10e-3), std::nullopt);
    double gap = 20e-3;
    double spent = 0.0;
    int parts = 0;
    for (int messages = pace.next_part(); messages != 0; messages = pace.next_part()) {
        std::vector<double> arrivals{0.0};
        for (int i = 1; i < messages; ++i) {
            gap *= 0.995;
            arrivals.push_back(arrivals.back() + gap);
        }
        spent += arrivals.back();
        pace.add(arrivals);
        ASSERT_LT(++parts, 20);
    }
    EXPECT_LT(spent, 0.8);
}

}  // namespace
}  // namespace causeway::discovery
