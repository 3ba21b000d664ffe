#include "causeway/correction/predicted_paces.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/simulate/simulate.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace causeway::correction {

namespace {

/// Of less data it is latencies and processors that calls last for.
constexpr Bytes kLeastData{256 << 10};
constexpr int kFewestBlocks = 12;
/// So many blocks and so many periods of several trees: in the last three quarters of them all ways are busy.
constexpr int kBlocks = 24;
constexpr int kPeriods = 4;
/// Blocks times processes.
constexpr std::int64_t kMostPlaces = std::int64_t{1} << 13U;

plan::Plan shortened(const plan::Plan& plan) {
    // Blocks are shared among the trees: one period is what all of them carry until each begins anew.
    int period = 0;
    for (const plan::Tree& tree : plan.trees) {
        period += tree.carries.empty() ? tree.segments_per_period() : tree.carries.front().parts;
    }
    const int of_all = kFewestBlocks * static_cast<int>(plan.trees.size());
    const int blocks = std::max({kBlocks, kPeriods * period, of_all});
    plan::Plan some = plan;
    some.message = std::min(plan.message, Bytes(blocks * plan.block.value()));
    return some;
}

}  // namespace

bool shows_paces(const plan::Plan& plan) {
    return plan.scheme != nullptr && !scheme::has_owned_blocks(plan.operation) && plan.message >= kLeastData &&
           plan.num_blocks() >= kFewestBlocks;
}

std::vector<PredictedPace> predicted_paces(const platform::Platform& platform, const platform::Placement& placement,
                                           const plan::Plan& plan) {
    const plan::Plan some = shortened(plan);
    if (std::int64_t{some.num_blocks()} * placement.num_processes() > kMostPlaces) {
        return {};
    }
    const scheme::Built built = plan::compose(some, placement);
    const schedule::BlockSizes sizes = plan::block_sizes(built, some);
    std::vector<simulate::TimedTransfer> transfers =
        simulate::run(built.strands, model::GridPlogp(platform, placement), sizes).transfers;
    std::stable_sort(transfers.begin(), transfers.end(),
                     [](const auto& one, const auto& other) { return one.arrival < other.arrival; });
    std::map<std::pair<int, int>, std::vector<Arrival>> arrivals;  // cluster, process
    for (const simulate::TimedTransfer& transfer : transfers) {
        const int from = placement.cluster_of(transfer.from);
        if (from != placement.cluster_of(transfer.to)) {
            arrivals[{from, transfer.to}].push_back({transfer.arrival, sizes.size_of(transfer.blocks)});
        }
    }
    struct Sum {
        double paces = 0.0;
        double slowest = 0.0;
        std::int64_t bytes = 0;
        int processes = 0;
    };
    std::map<std::pair<int, int>, Sum> sums;  // cluster, cluster
    for (const auto& [way, of_way] : arrivals) {
        if (const std::optional<SecondsPerByte> pace = pace_of(of_way)) {
            Sum& sum = sums[{way.first, placement.cluster_of(way.second)}];
            sum.paces += pace->value();
            sum.slowest = std::max(sum.slowest, pace->value());
            for (const Arrival& arrival : of_way) {
                sum.bytes += arrival.size.value();
            }
            ++sum.processes;
        }
    }
    std::vector<PredictedPace> result;
    for (const auto& [way, sum] : sums) {
        const double pace = together(plan) == Together::kMean ? sum.paces / sum.processes : sum.slowest;
        const double share = static_cast<double>(sum.bytes) / sum.processes / static_cast<double>(some.message.value());
        result.push_back({{way.first, way.second, SecondsPerByte(pace)}, share});
    }
    return result;
}

Together together(const plan::Plan& plan) {
    return scheme::synchronises(plan.operation) ? Together::kMean : Together::kSlowest;
}

}  // namespace causeway::correction
