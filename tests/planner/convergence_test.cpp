/// Gathers where several senders to one host get in each other's way: what that adds, and that plans avoid it.
#include "causeway/planner/convergence.hpp"

#include "causeway/model/ethernet_times.hpp"
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace causeway::planner {
namespace {

constexpr int kGatheringHosts = 8;
const std::vector<int> kSenders{1, 2, 3, 4, 5, 6, 7};

/// Eight hosts of 20 us and 1 ns per byte, to one of which sends go together as `many` has it.
test::Grid gathering(const std::optional<platform::ManyToOne>& many) {
    test::Grid grid = one_cluster(kGatheringHosts);
    platform::Cluster& cluster = grid.platform.clusters.front();
    platform::Ethernet ethernet;
    for (int host = 0; host < kGatheringHosts; ++host) {
        cluster.hosts.push_back("a" + std::to_string(host));
        ethernet.hosts.push_back({Seconds(2e-5), SecondsPerByte(1e-9)});
    }
    ethernet.wire = base::SquareMatrix<SecondsPerByte>(kGatheringHosts, SecondsPerByte(9e-9));
    ethernet.many_to_one = many;
    cluster.ethernet = ethernet;
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

Plan direct_gather(Bytes message) {
    Plan plan;
    plan.operation = scheme::Operation::kGather;
    plan.scheme = scheme::schemes().find("gather_direct");
    plan.message = message;
    plan.block = message;
    return plan;
}

Seconds added(const test::Grid& grid, const Plan& plan) {
    const scheme::Built built = plan::compose(plan, grid.placement);
    return convergence_time(built.strands, plan::block_sizes(built, plan), grid.platform, grid.placement);
}

TEST(Convergence, ADirectGatherTakesWhatManyToOneDoesBeyondItsFirstRegime) {
    const test::Grid grid = gathering(platform::ManyToOne{Bytes(4096), Bytes(65536), 0.4, Seconds(0.2)});
    const platform::Ethernet& ethernet = *grid.platform.clusters.front().ethernet;
    for (const std::int64_t bytes : {1, 4096, 4097, 65536, 65537, 1000000}) {
        const Bytes size(bytes);
        const Seconds beyond = model::many_to_one(ethernet, 0, kSenders, size) -
                               model::many_to_one(ethernet, 0, kSenders, size, model::ManyToOne::kAtOnce);
        EXPECT_NEAR(added(grid, direct_gather(size)).value(), beyond.value(), 1e-12) << bytes;
    }
}

TEST(Convergence, WhereNothingWasMeasuredNothingIsAdded) {
    EXPECT_EQ(added(gathering(std::nullopt), direct_gather(Bytes(10000))), Seconds(0.0));
    EXPECT_EQ(added(three_sites(), direct_gather(Bytes(10000))), Seconds(0.0));
}

/// The most hosts that send to one in the plan that is thought best, the library's own left out.
std::size_t most_senders(const test::Grid& grid, Bytes message) {
    Request asked = request(message);
    asked.operation = scheme::Operation::kGather;
    const Decision decision = decide(grid, asked);
    const auto own = std::find_if(decision.ranking.begin(), decision.ranking.end(),
                                  [](const Candidate& one) { return !is_native(one); });
    const scheme::Built built = plan::compose(own->plan, grid.placement);
    std::vector<std::size_t> senders(kGatheringHosts, 0);
    for (const schedule::Schedule& strand : built.strands) {
        for (int from = 0; from < kGatheringHosts; ++from) {
            std::vector<char> is_sent_to(kGatheringHosts, 0);
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(from)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                if (action->is_send()) {
                    is_sent_to[static_cast<std::size_t>(action->peer)] = 1;
                }
            }
            for (std::size_t to = 0; to < is_sent_to.size(); ++to) {
                senders[to] += is_sent_to[to] != 0 ? 1 : 0;
            }
        }
    }
    return *std::max_element(senders.begin(), senders.end());
}

TEST(Convergence, GathersOfSizesThatEscalateGoOverTreesWhereFewSendToOne) {
    const test::Grid grid = gathering(platform::ManyToOne{Bytes(4096), Bytes(65536), 0.4, Seconds(0.2)});
    const test::Grid free = gathering(std::nullopt);
    constexpr Bytes kEscalates(16384);
    EXPECT_EQ(most_senders(free, kEscalates), kSenders.size());
    EXPECT_LT(most_senders(grid, kEscalates), kSenders.size() / 2 + 1);
    EXPECT_EQ(most_senders(grid, Bytes(4096)), most_senders(free, Bytes(4096)));
}

}  // namespace
}  // namespace causeway::planner
