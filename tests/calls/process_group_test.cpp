/// What is kept for the communicators of a group.
#include "causeway/calls/process_group.hpp"

#include "tests/calls/kinds.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace causeway::calls {
namespace {

/// Says which of the proposals that were asked for it is.
struct Proposer {
    KeptProposals kept;
    int num_made = 0;

    std::string get(const CallKind& kind, bool may_relay, const job::Facts::Version& facts) {
        return kept
            .get(kind, may_relay, facts,
                 [&] {
                     ++num_made;
                     Proposal made;
                     made.reason = std::to_string(num_made);
                     return made;
                 })
            ->reason;
    }
};

TEST(KeptProposals, AreMadeOnceForEachKindOfCallsAndFacts) {
    Proposer proposer;
    const auto facts = std::make_shared<const platform::Platform>();
    const auto renewed = std::make_shared<const platform::Platform>();
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(proposer.get(broadcast_from(0), true, facts), "1");
        EXPECT_EQ(proposer.get(broadcast_from(1), true, facts), "2");
        EXPECT_EQ(proposer.get(broadcast_from(0), false, facts), "3");
        EXPECT_EQ(proposer.get(broadcast_from(0), true, renewed), "4");
    }
}

TEST(KeptProposals, KeepTheFactsThatTheyFollowFrom) {
    Proposer proposer;
    auto facts = std::make_shared<const platform::Platform>();
    const std::weak_ptr<const platform::Platform> watched = facts;
    (void)proposer.get(broadcast_from(0), true, std::exchange(facts, nullptr));
    EXPECT_FALSE(watched.expired());  // else other facts might get the same address
}

TEST(KeptProposals, HaveABound) {
    Proposer proposer;
    const auto facts = std::make_shared<const platform::Platform>();
    constexpr int kMost = static_cast<int>(KeptProposals::kMost);
    for (int root = 0; root <= kMost; ++root) {
        (void)proposer.get(broadcast_from(root), true, facts);
    }
    EXPECT_EQ(proposer.get(broadcast_from(kMost), true, facts), std::to_string(kMost + 1));
    EXPECT_EQ(proposer.get(broadcast_from(0), true, facts), std::to_string(kMost + 2));  // used longest ago
}

}  // namespace
}  // namespace causeway::calls
