/// How many repetitions of an operation are needed, and which count.
#include "causeway/discovery/timed_repetitions.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace causeway::discovery {
namespace {

constexpr Seconds kMargin(1e-3);

/// A network in which news take `announcing`, and an operation that takes `duration`.
struct Job {
    Seconds now{100.0};

    void repeat(TimedRepetitions& repetitions, Seconds announcing, Seconds duration) {
        const Seconds start = now + repetitions.margin();
        repetitions.add({.made = now, .start = start, .announcing = announcing, .duration = duration});
        now = start + duration;
    }
};

TEST(TimedRepetitions, AreAsManyAsWanted) {
    Job job;
    TimedRepetitions repetitions({.repetitions = 4}, kMargin);
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(repetitions.wants_another());
        job.repeat(repetitions, Seconds(1e-4), Seconds(1.0 + i));
    }
    EXPECT_FALSE(repetitions.wants_another());
    EXPECT_EQ(repetitions.samples(), (std::vector<Seconds>{Seconds(1.0), Seconds(2.0), Seconds(3.0), Seconds(4.0)}));
}

TEST(TimedRepetitions, AreTwoWhereTheyAgree) {
    Job job;
    TimedRepetitions repetitions({.repetitions = 50, .tight = 0.05}, kMargin);
    job.repeat(repetitions, Seconds(1e-4), Seconds(1.00));
    EXPECT_TRUE(repetitions.wants_another());
    job.repeat(repetitions, Seconds(1e-4), Seconds(1.01));
    EXPECT_FALSE(repetitions.wants_another());
}

TEST(TimedRepetitions, GoOnThroughNoiseUntilTheMedianIsKnown) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        base::Random random(seed);
        Job job;
        TimedRepetitions repetitions({.repetitions = 200, .tight = 0.05}, kMargin);
        while (repetitions.wants_another()) {
            // One in eight comes far too late.
            const double spike = random.below(8) == 0 ? random.between(3.0, 30.0) : 0.0;
            job.repeat(repetitions, Seconds(1e-4), Seconds(random.between(1.0, 1.2) + spike));
        }
        std::vector<Seconds> samples = repetitions.samples();
        EXPECT_LT(samples.size(), 200U) << "seed " << seed;
        std::sort(samples.begin(), samples.end());
        const Seconds median = samples[samples.size() / 2];
        EXPECT_GE(median, Seconds(1.0));
        EXPECT_LE(median, Seconds(1.2)) << "seed " << seed;
    }
}

TEST(TimedRepetitions, StopWithOneSampleWhenTheBudgetIsUsed) {
    Job job;
    TimedRepetitions repetitions({.repetitions = 5, .budget = Seconds(1.0)}, kMargin);
    EXPECT_FALSE(repetitions.is_used_up(Seconds(100.0)));
    job.repeat(repetitions, Seconds(1e-4), Seconds(1.0));
    EXPECT_FALSE(repetitions.is_used_up(Seconds(1.0)));
    EXPECT_TRUE(repetitions.is_used_up(Seconds(1.1)));
}

TEST(TimedRepetitions, DoNotCountWhereSomebodyHeardTooLateAndLeaveMoreTimeThen) {
    Job job;
    TimedRepetitions repetitions({.repetitions = 2}, kMargin);
    job.repeat(repetitions, Seconds(1.5e-3), Seconds(7.0));
    EXPECT_TRUE(repetitions.samples().empty());
    EXPECT_GE(repetitions.margin(), 2.0 * kMargin);
    EXPECT_GE(repetitions.margin(), margin_after(Seconds(1.5e-3)));
    job.repeat(repetitions, Seconds(1.5e-3), Seconds(1.0));
    EXPECT_EQ(repetitions.samples(), std::vector<Seconds>{Seconds(1.0)});
}

TEST(TimedRepetitions, KeepAMarginAboveTheSlowestAnnouncement) {
    Job job;
    TimedRepetitions repetitions({.repetitions = 5}, kMargin);
    job.repeat(repetitions, Seconds(0.9e-3), Seconds(1.0));
    EXPECT_EQ(repetitions.margin(), margin_after(Seconds(0.9e-3)));
    EXPECT_GT(repetitions.margin(), Seconds(0.9e-3));
    job.repeat(repetitions, Seconds(1e-6), Seconds(1.0));
    EXPECT_EQ(repetitions.margin(), margin_after(Seconds(0.9e-3)));
}

TEST(TimedRepetitions, EndWithAnErrorWhereSomebodyIsAlwaysLate) {
    Job job;
    TimedRepetitions repetitions({.repetitions = 5}, kMargin);
    EXPECT_THROW(
        {
            for (int i = 0; i < 100; ++i) {
                job.repeat(repetitions, 2.0 * repetitions.margin(), Seconds(1.0));
            }
        },
        base::Error);
    EXPECT_TRUE(repetitions.samples().empty());
    EXPECT_GT(repetitions.margin(), Seconds(4.0));
}

}  // namespace
}  // namespace causeway::discovery
