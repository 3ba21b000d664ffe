/// Trials on simulated calls: what they find, and what they cost.
#include "causeway/experience/trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace causeway::experience {
namespace {

/// Of so many candidates nothing is known, and their calls do not overlap.
Promise promising(int candidates) {
    return {std::vector<Seconds>(static_cast<std::size_t>(candidates), Seconds(1.0)), Seconds(0.0)};
}

/// What disturbs calls.
struct Noise {
    double width = 0.0;      ///< of the logarithm of all calls
    double disturbed = 0.0;  ///< part of the calls that take up to twenty times as long
};

class SimulatedCalls {
public:
    SimulatedCalls(std::vector<double> times, Noise noise, std::uint64_t seed)
        : times_(std::move(times)), noise_(noise), random_(seed) {}

    [[nodiscard]] double best() const { return *std::min_element(times_.begin(), times_.end()); }
    [[nodiscard]] double expected(int candidate) const { return times_[static_cast<std::size_t>(candidate)]; }

    double call(int candidate) {
        double time = expected(candidate) * std::lognormal_distribution<>(0.0, noise_.width)(random_);
        if (uniform_(random_) < noise_.disturbed) {
            time += 1.0 + 19.0 * uniform_(random_);
        }
        return time;
    }

private:
    std::vector<double> times_;
    Noise noise_;
    std::mt19937_64 random_;
    std::uniform_real_distribution<> uniform_{0.0, 1.0};
};

/// Calls by the trial; returns what they took, as expected of the candidates.
double call_often(Trial& trial, SimulatedCalls& calls, int number, std::vector<double>& seconds) {
    double sum = 0.0;
    for (int i = 0; i < number; ++i) {
        const int candidate = trial.candidate();
        sum += calls.expected(candidate);
        if (trial.is_over()) {
            continue;
        }
        seconds.push_back(calls.call(candidate));
        trial.called();
        if (trial.is_due()) {
            EXPECT_EQ(seconds.size(), trial.round().size());
            trial.judge(seconds);
            seconds.clear();
        }
    }
    return sum;
}

TEST(Trial, OfOneIsOverBeforeItBegins) {
    Trial trial(promising(1), 0);
    EXPECT_TRUE(trial.is_over());
    EXPECT_FALSE(trial.is_due());
    trial.called();
    EXPECT_EQ(trial.candidate(), 0);
}

TEST(Trial, FindsTheFastestOfQuietCandidates) {
    for (int fastest = 0; fastest < 3; ++fastest) {
        std::vector<double> times{1.3, 1.4, 1.25};
        times[static_cast<std::size_t>(fastest)] = 1.0;
        SimulatedCalls calls(times, {}, 1);
        Trial trial(promising(3), 1);
        std::vector<double> seconds;
        (void)call_often(trial, calls, 100, seconds);
        EXPECT_TRUE(trial.is_over());
        EXPECT_EQ(trial.choice(), fastest);
        EXPECT_DOUBLE_EQ(trial.typical(fastest), 1.0);
    }
}

TEST(Trial, OfAboutEqualOnesTheMorePromisingStays) {
    SimulatedCalls calls({1.01, 1.0}, {}, 1);
    Trial trial(promising(2), 1);
    std::vector<double> seconds;
    (void)call_often(trial, calls, 100, seconds);
    EXPECT_EQ(trial.choice(), 0);
}

TEST(Trial, OneDisturbedCallDecidesNothing) {
    Trial trial(promising(2), 1);
    trial.called();
    trial.called();
    ASSERT_TRUE(trial.is_due());
    trial.judge(std::vector{5.0, 1.0});
    std::vector<double> seconds;
    SimulatedCalls calls({0.5, 1.0}, {}, 1);
    (void)call_often(trial, calls, 100, seconds);
    EXPECT_EQ(trial.choice(), 0);
}

/// One way leaves processes ahead of others, which the next call pays for.
TEST(Trial, WhatACallLeavesToTheNextOneIsItsOwn) {
    for (const double left : {-0.2, 0.2}) {
        Trial trial(promising(2), 1);
        int before = 1;
        for (int rounds = 0; rounds < 20 && !trial.is_over(); ++rounds) {
            std::vector<double> seconds;
            for (const int candidate : trial.round()) {
                const double own = candidate == 0 ? 1.1 : 1.0;
                seconds.push_back(candidate == before ? own : candidate == 0 ? own - left : own + left);
                before = candidate;
                trial.called();
            }
            trial.judge(seconds);
        }
        EXPECT_TRUE(trial.is_over());
        EXPECT_EQ(trial.choice(), 1);
        EXPECT_DOUBLE_EQ(trial.typical(0), 1.1);
        EXPECT_DOUBLE_EQ(trial.typical(1), 1.0);
    }
}

TEST(Trial, WhatIsFarBehindIsCalledTwice) {
    Trial trial(promising(3), 0);
    SimulatedCalls calls({1.0, 3.0, 3.0}, {}, 1);
    double sum = 0.0;
    std::vector<double> seconds;
    sum += call_often(trial, calls, 400, seconds);
    EXPECT_TRUE(trial.is_over());
    EXPECT_DOUBLE_EQ(sum, 400.0 + 2 * 2 * 2.0);
}

TEST(Trial, AReferenceThatIsFarBehindIsOutAsSoon) {
    Trial trial(promising(2), 1);
    SimulatedCalls calls({1.0, 5.0}, {}, 1);
    std::vector<double> seconds;
    EXPECT_DOUBLE_EQ(call_often(trial, calls, 100, seconds), 100.0 + 2 * 4.0);
    EXPECT_TRUE(trial.is_over());
    EXPECT_EQ(trial.choice(), 0);
}

TEST(Trial, WhereCallsOverlapWhatIsPromisedCountsBesideWhatIsSeen) {
    // Alone a call takes 8 at least. The first candidate is promised to gain 5 there, which counts a quarter.
    for (const double slower : {1.0, 2.0}) {
        Trial trial({{Seconds(12.0), Seconds(17.0)}, Seconds(8.0)}, 1);
        SimulatedCalls calls({0.5 + slower, 0.5}, {}, 1);
        std::vector<double> seconds;
        (void)call_often(trial, calls, 100, seconds);
        EXPECT_TRUE(trial.is_over());
        EXPECT_TRUE(trial.calls_overlap());
        EXPECT_EQ(trial.choice(), slower < 1.25 ? 0 : 1);
    }
}

TEST(Trial, WhereCallsDoNotOverlapNothingPromisedCounts) {
    Trial trial({{Seconds(12.0), Seconds(17.0)}, Seconds(8.0)}, 1);
    SimulatedCalls calls({14.0, 13.0}, {}, 1);
    std::vector<double> seconds;
    (void)call_often(trial, calls, 100, seconds);
    EXPECT_FALSE(trial.calls_overlap());
    EXPECT_EQ(trial.choice(), 1);
}

/// What an earlier job has seen of two candidates, of which the first is the faster one.
const std::vector<std::vector<double>> kKnown{{3.0, 1.0, 1.0, 1.0, 1.0, 1.0}, {2.5, 2.0, 2.0, 2.0, 2.0, 2.0}};

TEST(Trial, WhatIsKnownIsConfirmedByAFewCallsOfTheBest) {
    Trial trial(promising(2), 1, kKnown);
    EXPECT_TRUE(trial.has_known());
    SimulatedCalls calls({1.1, 1.9}, {}, 1);
    std::vector<double> seconds;
    (void)call_often(trial, calls, 20, seconds);
    EXPECT_TRUE(trial.is_over());
    EXPECT_TRUE(trial.has_known());
    EXPECT_EQ(trial.choice(), 0);
    EXPECT_EQ(trial.times(0).size(), kKnown[0].size() + 4);
    EXPECT_EQ(trial.times(1).size(), kKnown[1].size());
}

TEST(Trial, WhatIsKnownFromTheCallsBeforeNeedsNoConfirming) {
    Trial trial(promising(3), 1, {{}, kKnown[1], kKnown[0]}, Known::kJustNow);
    EXPECT_TRUE(trial.has_known());
    EXPECT_EQ(trial.choice(), 2);
    EXPECT_EQ(trial.round().front(), 0);
    SimulatedCalls calls({1.5, 2.0, 1.0}, {}, 1);
    std::vector<double> seconds;
    (void)call_often(trial, calls, 40, seconds);
    EXPECT_TRUE(trial.is_over());
    EXPECT_EQ(trial.choice(), 2);
}

TEST(Trial, WhatIsNewIsTriedHoweverWellTheFirstAreKnown) {
    const std::vector<double> enough(20, 1.0);
    Trial trial(promising(4), 1, {enough, enough, {}, {}}, Known::kJustNow);
    EXPECT_FALSE(trial.is_over());
    SimulatedCalls calls({1.0, 1.0, 2.0, 0.4}, {}, 1);
    std::vector<double> seconds;
    (void)call_often(trial, calls, 60, seconds);
    EXPECT_TRUE(trial.is_over());
    EXPECT_EQ(trial.choice(), 3);
}

TEST(Trial, WhatDoesNotHoldAnyMoreIsForgottenAndTriedAnew) {
    for (const double now : {0.5, 3.0}) {
        Trial trial(promising(2), 1, kKnown);
        SimulatedCalls calls({now, now / 2}, {}, 1);
        std::vector<double> seconds;
        (void)call_often(trial, calls, 100, seconds);
        EXPECT_TRUE(trial.is_over());
        EXPECT_FALSE(trial.has_known());
        EXPECT_EQ(trial.choice(), 1);
    }
}

TEST(Trial, WhatIsKnownOfTheReferenceDecidesWhetherAnythingIs) {
    Trial trial(promising(2), 1, {{1.0, 1.0}, {}});
    EXPECT_FALSE(trial.has_known());
    EXPECT_EQ(trial.round().size(), 2U);
}

TEST(Trial, OfTheReferenceAloneNothingIsKnownThatHoldsOthersBack) {
    // As when plans were made anew, or an earlier job ended, before anything but the reference had its calls.
    for (const Known from : {Known::kEarlier, Known::kJustNow}) {
        Trial trial(promising(3), 1, {{}, {4.0, 4.0, 4.0, 4.0}, {}}, from);
        EXPECT_EQ(trial.choice(), 0);
        EXPECT_EQ(trial.round().front(), 0);
        SimulatedCalls calls({1.0, 4.0, 1.0}, {}, 1);
        std::vector<double> seconds;
        EXPECT_LE(call_often(trial, calls, 40, seconds), 37 * 1.0 + 3 * 4.0) << "a few calls of the reference";
        EXPECT_EQ(trial.choice(), 0);
    }
}

TEST(Trial, ACandidateThatIsNewIsTriedBesideWhatIsKnown) {
    Trial trial(promising(3), 1, {kKnown[0], kKnown[1], {}});
    SimulatedCalls calls({1.0, 2.0, 0.5}, {}, 1);
    std::vector<double> seconds;
    (void)call_often(trial, calls, 100, seconds);
    EXPECT_TRUE(trial.is_over());
    EXPECT_TRUE(trial.has_known());
    EXPECT_EQ(trial.choice(), 2);
}

/// Candidates of random speeds, from three times as fast as the reference to four times as slow.
TEST(Trial, KeepsItsPromisesWhateverTheCandidates) {
    constexpr int kCases = 3000;
    int wrong_of_all = 0;
    for (const Noise noise : {Noise{0.02, 0.0}, Noise{0.08, 0.01}, Noise{0.15, 0.03}}) {
        SCOPED_TRACE(testing::Message() << noise.width << " " << noise.disturbed);
        std::mt19937_64 random(7);
        int wrong = 0;
        int wrong_in_the_end = 0;
        int too_dear = 0;
        for (int i = 0; i < kCases; ++i) {
            const int candidates = 2 + static_cast<int>(random() % 3);
            const int reference = static_cast<int>(random() % 2);
            std::vector<double> times;
            for (int c = 0; c < candidates; ++c) {
                times.push_back(std::exp(std::uniform_real_distribution<>(std::log(0.33), std::log(4.0))(random)));
            }
            times[static_cast<std::size_t>(reference)] = 1.0;
            SimulatedCalls calls(times, noise, random());
            Trial trial(promising(candidates), reference);
            std::vector<double> seconds;
            double sum = call_often(trial, calls, 40, seconds);
            wrong += calls.expected(trial.choice()) > 1.05 * calls.best() ? 1 : 0;
            sum += call_often(trial, calls, 160, seconds);
            too_dear += sum > 1.05 * 200 ? 1 : 0;
            (void)call_often(trial, calls, 600, seconds);
            wrong_in_the_end += calls.expected(trial.choice()) > 1.15 * calls.best() ? 1 : 0;
        }
        wrong_of_all += wrong;
        EXPECT_LE(wrong, kCases * 6 / 100);
        EXPECT_LE(wrong_in_the_end, kCases / 100);
        EXPECT_LE(too_dear, kCases * 2 / 100);
    }
    EXPECT_LE(wrong_of_all, 3 * kCases * 5 / 100);
}

}  // namespace
}  // namespace causeway::experience
