/// Sends that let others pass leave as they would if all of them were looked at each time.
#include "causeway/simulate/waiting_sends.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace causeway::simulate {
namespace {

using schedule::Action;
using schedule::ActionKind;

Action send_to(int peer, int block) {
    return {ActionKind::kSend, peer, {block, 1}};
}

/// Which one of all leaves: the first to its process that is ready.
std::size_t first_ready(const std::vector<Action>& all, const std::vector<char>& is_ready) {
    std::vector<int> held_up;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (std::ranges::find(held_up, all[i].peer) != held_up.end()) {
            continue;
        }
        if (is_ready[static_cast<std::size_t>(all[i].blocks.first)] != 0) {
            return i;
        }
        held_up.push_back(all[i].peer);
    }
    return all.size();
}

TEST(WaitingSends, LeaveAsIfAllWereLookedAt) {
    std::mt19937 random(4);
    constexpr int kSends = 200;
    constexpr int kPeers = 7;
    WaitingSends waiting;
    std::vector<Action> all;
    std::vector<char> is_ready(kSends, 0);
    int next = 0;
    int num_left = 0;
    for (int step = 0; step < 5000; ++step) {
        if (next < kSends && std::uniform_int_distribution(0, 1)(random) == 0) {
            const Action send = send_to(std::uniform_int_distribution(0, kPeers - 1)(random), next++);
            waiting.add(send, {});
            all.push_back(send);
        }
        is_ready[std::uniform_int_distribution<std::size_t>(0, kSends - 1)(random)] = 1;
        const auto firsts = waiting.firsts();
        const auto one = std::ranges::find_if(firsts, [&](const WaitingSend& first) {
            return is_ready[static_cast<std::size_t>(first.send.blocks.first)] != 0;
        });
        const std::size_t expected = first_ready(all, is_ready);
        ASSERT_EQ(one == firsts.end(), expected == all.size());
        if (one != firsts.end()) {
            const Action left = waiting.take(static_cast<std::size_t>(one - firsts.begin()));
            ASSERT_EQ(left.blocks.first, all[expected].blocks.first);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(expected));
            ++num_left;
        }
        ASSERT_EQ(waiting.size(), all.size());
    }
    EXPECT_EQ(num_left, kSends);
    EXPECT_TRUE(waiting.empty());
}

}  // namespace
}  // namespace causeway::simulate
