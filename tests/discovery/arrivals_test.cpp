/// A receiver that was kept from running does not make messages seem to come faster than they did.
#include "causeway/discovery/arrivals.hpp"

#include "causeway/base/random.hpp"
#include "causeway/discovery/link_pace.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace causeway::discovery {
namespace {

TEST(Arrivals, AreWhenTheyAreFoundOrSpreadOverTheTimeSinceTheLastLook) {
    Arrivals arrivals(10.0);
    arrivals.look(11.0, 1);
    arrivals.look(12.0, 0);
    arrivals.look(13.0, 2);
    EXPECT_EQ(arrivals.times(), (std::vector<double>{11.0, 12.5, 13.0}));
}

/// What is found of messages that come every `gap` from `begin` on by a receiver that runs, and then does not, for
/// random times.
std::vector<double> found_by_a_busy_receiver(int messages, double gap, double longest_pause, base::Random& random) {
    double now = 0.0;
    Arrivals arrivals(now);
    while (static_cast<int>(arrivals.times().size()) < messages) {
        now += random.between(0.0, 1.0) < 0.5 ? 1e-5 : longest_pause * random.between(0.0, 1.0);
        int count = 0;
        while (static_cast<int>(arrivals.times().size()) + count < messages &&
               gap * static_cast<double>(arrivals.times().size() + static_cast<std::size_t>(count) + 1) <= now) {
            ++count;
        }
        arrivals.look(now, count);
    }
    return arrivals.times();
}

TEST(Arrivals, NeverMakeALinkMuchFasterThanItIs) {
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        base::Random random(seed);
        const double gap = 1e-3 * (0.1 + random.between(0.0, 1.0));
        // Up to pauses in which a whole part arrives.
        const double longest_pause = 40.0 * gap * random.between(0.0, 1.0);
        const Pace pace = pace_of(found_by_a_busy_receiver(32, gap, longest_pause, random));
        ASSERT_GT(pace.gap.value(), 0.8 * gap) << seed;
    }
}

}  // namespace
}  // namespace causeway::discovery
