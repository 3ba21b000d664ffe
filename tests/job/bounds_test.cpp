/// What is kept for long lives has a bound.
#include "causeway/job/facts.hpp"
#include "causeway/job/told_events.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace causeway::job {
namespace {

TEST(ToldEvents, AreTheFirstAndTheNumberOfTheOthers) {
    ToldEvents<int> events;
    constexpr int kAll = static_cast<int>(ToldEvents<int>::kMost) + 10;
    for (int event = 0; event < kAll; ++event) {
        events.add(event);
    }
    EXPECT_EQ(events.first().size(), ToldEvents<int>::kMost);
    EXPECT_EQ(events.first().back(), static_cast<int>(ToldEvents<int>::kMost) - 1);
    EXPECT_EQ(events.num_others(), 10);
}

/// One cluster, whose name tells it from others.
platform::Platform platform_of(int number) {
    platform::Platform platform;
    platform.name = "version " + std::to_string(number);
    return platform;
}

TEST(Facts, KeepTheFirstVersionAndTheLast) {
    Facts facts;
    facts.begin(platform_of(0), false);
    const Facts::Version first = facts.first();
    std::weak_ptr<const platform::Platform> second;
    constexpr int kVersions = 100;
    for (int number = 1; number <= kVersions; ++number) {
        auto version = std::make_shared<const platform::Platform>(platform_of(number));
        if (number == 1) {
            second = version;
        }
        facts.publish(std::move(version));
    }
    EXPECT_EQ(facts.first(), first);
    EXPECT_EQ(facts.newest()->name, "version 100");
    EXPECT_TRUE(second.expired());
}

}  // namespace
}  // namespace causeway::job
