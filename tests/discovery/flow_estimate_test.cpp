/// From flows to limits: networks worked out by hand, and many drawn at random.
#include "causeway/discovery/flow_estimate.hpp"

#include "causeway/base/random.hpp"
#include "causeway/platform/flows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

/// What a network of these limits lets through, three looks at it.
std::vector<std::vector<BytesPerSecond>> arrivals(const FlowEstimate& estimate, double per_flow, double shared) {
    const double each = std::min({estimate.offer().value(), per_flow, shared / estimate.num_flows()});
    return std::vector<std::vector<BytesPerSecond>>(static_cast<std::size_t>(estimate.num_flows()),
                                                    std::vector<BytesPerSecond>(3, BytesPerSecond(each)));
}

/// The estimate at its end; `experiments` counts how many it took.
FlowEstimate estimate_of(double per_flow, double shared, int most_flows, int* experiments = nullptr) {
    FlowEstimate estimate(BytesPerSecond(std::min(per_flow, shared)), most_flows);
    int count = 0;
    for (; estimate.wants_another() && count < 100; ++count) {
        estimate.add(arrivals(estimate, per_flow, shared));
    }
    if (experiments != nullptr) {
        *experiments = count;
    }
    return estimate;
}

TEST(FlowEstimate, tells_a_limit_of_flows_from_a_shared_link) {
    for (const double parts : {2.0, 3.0, 4.0, 5.5, 8.0}) {
        const FlowEstimate limited = estimate_of(20e6 / parts, 20e6, 16);
        ASSERT_TRUE(limited.per_flow_limit().has_value()) << parts;
        EXPECT_NEAR(limited.per_flow_limit()->value(), 20e6 / parts, 1e5) << parts;
        EXPECT_NEAR(limited.together().value(), 20e6, 1e5) << parts;
        EXPECT_TRUE(limited.is_certain()) << parts;
    }
    const FlowEstimate shared = estimate_of(1e9, 20e6, 16);
    EXPECT_FALSE(shared.per_flow_limit().has_value());
    EXPECT_EQ(shared.together(), BytesPerSecond(20e6));
    EXPECT_TRUE(shared.is_certain());
}

TEST(FlowEstimate, finds_a_shared_link_in_one_experiment) {
    int experiments = 0;
    (void)estimate_of(1e9, 20e6, 16, &experiments);
    EXPECT_EQ(experiments, 1);
}

TEST(FlowEstimate, begins_with_as_many_as_it_is_told_or_there_are) {
    for (const int most : {2, 3, 4, 8}) {
        FlowEstimate estimate(BytesPerSecond(5e6), most, 4);
        EXPECT_EQ(estimate.num_flows(), std::min(4, most));
        estimate.add(arrivals(estimate, 5e6, 80e6));
        EXPECT_EQ(estimate.wants_another(), most > 4);
        EXPECT_DOUBLE_EQ(estimate.together().value(), 5e6 * std::min(4, most));
        EXPECT_FALSE(estimate.is_certain());
    }
    EXPECT_FALSE(FlowEstimate(BytesPerSecond(5e6), 1, 4).wants_another());
}

TEST(FlowEstimate, says_that_it_is_not_certain_when_the_hosts_run_out) {
    const FlowEstimate estimate = estimate_of(5e6, 40e6, 4);
    EXPECT_NEAR(estimate.per_flow_limit()->value(), 5e6, 1.0);
    EXPECT_NEAR(estimate.together().value(), 20e6, 1.0);
    EXPECT_EQ(estimate.flows_for_most(), 4);
    EXPECT_FALSE(estimate.is_certain());
}

TEST(FlowEstimate, has_nothing_to_measure_with_one_pair_of_hosts) {
    EXPECT_FALSE(FlowEstimate(BytesPerSecond(1e6), 1).wants_another());
    EXPECT_FALSE(FlowEstimate(BytesPerSecond(1e6), 1).per_flow_limit().has_value());
}

TEST(FlowEstimate, offers_no_more_than_a_little_over_what_is_shared_once_it_knows) {
    FlowEstimate estimate(BytesPerSecond(5e6), 16);
    double last = 0;
    while (estimate.wants_another()) {
        last = estimate.num_flows() * estimate.offer().value();
        estimate.add(arrivals(estimate, 5e6, 20e6));
    }
    EXPECT_LT(last, 1.2 * 20e6);
}

TEST(FlowEstimate, is_right_within_a_tenth_when_every_look_errs_by_a_few_percent) {
    base::Random random(4);
    for (int draw = 0; draw < 500; ++draw) {
        const double shared = random.between(5e6, 1e8);
        const double parts = random.between(1.5, 8.0);
        FlowEstimate estimate(BytesPerSecond(shared / parts * random.between(0.97, 1.03)), 16);
        while (estimate.wants_another()) {
            std::vector<std::vector<BytesPerSecond>> seen = arrivals(estimate, shared / parts, shared);
            for (std::vector<BytesPerSecond>& flow : seen) {
                for (BytesPerSecond& look : flow) {
                    look = BytesPerSecond(look.value() * random.between(0.97, 1.0));
                }
            }
            estimate.add(seen);
        }
        ASSERT_TRUE(estimate.per_flow_limit().has_value());
        EXPECT_NEAR(estimate.per_flow_limit()->value(), shared / parts, 0.1 * shared / parts);
        EXPECT_NEAR(estimate.together().value(), shared, 0.1 * shared);
    }
}

TEST(FlowEnds, are_all_different_and_use_hosts_evenly) {
    for (const int senders : {1, 2, 3, 4, 6}) {
        for (const int receivers : {1, 2, 3, 4, 6}) {
            std::set<std::pair<int, int>> seen;
            for (int i = 0; i < senders * receivers; ++i) {
                const platform::FlowEnds ends = platform::flow_ends(i, senders, receivers);
                EXPECT_EQ(ends.sender, i % senders);
                EXPECT_TRUE(seen.emplace(ends.sender, ends.receiver).second);
                if (i < std::min(senders, receivers)) {
                    EXPECT_EQ(ends.receiver, i);
                }
            }
        }
    }
}

TEST(FlowsThatFill, are_as_many_as_fit_into_what_they_share) {
    platform::Link link{
        .from = 0, .to = 1, .symmetric = true, .plogp = {}, .shared_capacity = {}, .per_flow_limit = {}};
    EXPECT_EQ(platform::flows_that_fill(link, BytesPerSecond(5e6), 4, 4), 1);
    link.shared_capacity = BytesPerSecond(20e6);
    EXPECT_EQ(platform::flows_that_fill(link, BytesPerSecond(5e6), 4, 4), 1) << "nothing limits a flow";
    link.per_flow_limit = BytesPerSecond(5e6);
    EXPECT_EQ(platform::flows_that_fill(link, BytesPerSecond(5e6), 4, 4), 4);
    EXPECT_EQ(platform::flows_that_fill(link, BytesPerSecond(4.9e6), 4, 4), 5);
    EXPECT_EQ(platform::flows_that_fill(link, BytesPerSecond(4.98e6), 4, 4), 4) << "the rest is not worth a flow";
    EXPECT_EQ(platform::flows_that_fill(link, BytesPerSecond(5e6), 1, 3), 3) << "no more than pairs of hosts";
    EXPECT_EQ(platform::flows_that_fill(link, BytesPerSecond(30e6), 4, 4), 1);
}

}  // namespace
}  // namespace causeway::discovery
