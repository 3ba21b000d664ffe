#include "causeway/planner/collective_times.hpp"

#include "causeway/planner/busiest_time.hpp"
#include "causeway/planner/convergence.hpp"
#include "causeway/planner/exchange_time.hpp"
#include "causeway/planner/rounds_time.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/simulate/in_steps.hpp"
#include "causeway/simulate/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace causeway::planner {

namespace {

using plan::Plan;

/// A block for each tree, each way between the clusters in its turn; of data of their own, enough of each process's to
/// take every tree; where processes take parts of common data, one for each.
int first_blocks(const Plan& plan, const platform::Placement& placement) {
    if (scheme::has_owned_blocks(plan.operation)) {
        return std::min(policy::kFirstOwned, plan.num_blocks());
    }
    if (plan.scheme->divides) {
        return placement.num_processes();
    }
    int blocks = 0;
    for (const plan::Tree& tree : plan.trees) {
        if (!tree.carries.empty()) {
            blocks += tree.carries.front().parts;
            continue;
        }
        blocks += tree.segments_per_period();
    }
    return std::max(1, blocks);
}

/// How many are simulated, doubled until the whole is filled.
int least_blocks(const Plan& plan, const platform::Placement& placement) {
    if (scheme::has_owned_blocks(plan.operation)) {
        return policy::kLeastBlocks;
    }
    const int trees = std::max(1, static_cast<int>(plan.trees.size()));
    return std::max(policy::kLeastBlocks * trees, 2 * first_blocks(plan, placement));
}

bool is_long(const Plan& plan, const platform::Placement& placement) {
    return plan.num_blocks() > first_blocks(plan, placement);
}

/// How often blocks are received, about, where so many of each owner go one at a time.
std::int64_t transfers_of_blocks(const Plan& plan, const platform::Placement& placement, int num_blocks) {
    const std::int64_t processes = placement.num_processes();
    if (plan.scheme->gathers_operands) {  // over trees all of a cluster's come in one message
        return processes * (plan.trees.empty() ? processes : static_cast<std::int64_t>(plan.trees.size()));
    }
    if (plan.scheme->rounds.count != nullptr) {
        return processes * plan.scheme->rounds.count(static_cast<int>(processes));
    }
    if (scheme::is_among_neighbours(plan.operation)) {
        return plan.neighbourhood.num_edges(placement.num_processes()) * num_blocks;
    }
    const std::int64_t blocks = owners_of_blocks(plan, placement) * num_blocks;
    if (scheme::has_blocks_of_pairs(plan.operation)) {
        return blocks;
    }
    if (!scheme::is_rooted(plan.operation) || !scheme::has_owned_blocks(plan.operation)) {
        return blocks * processes;
    }
    return blocks * (plan.trees.empty() ? 1 : std::min(processes, policy::kMostHops));
}

/// What was looked at no farther than `limit`.
CollectiveTime as_far_as(Seconds limit, Seconds time, Basis basis) {
    return time > limit ? CollectiveTime{limit, Basis::kClosedForm} : CollectiveTime{time, basis};
}

Plan with_blocks(const Plan& plan, int num_blocks) {
    Plan some = plan;
    some.message = num_blocks == plan.num_blocks() ? plan.message : num_blocks * plan.block;
    return some;
}

}  // namespace

CollectiveTimes::CollectiveTimes(const Task& task, const LookByClusters* by_clusters)
    : platform_(task.platform),
      placement_(task.placement),
      model_(task.model, task.placement, platform::kSupposedHandshake, platform::Receivers::kReady),
      parts_(task.request.parts),
      by_clusters_(by_clusters),
      transfers_left_(std::clamp(policy::kTransfersOfProcess * placement_.num_processes(),
                                 policy::kMostSimulatedTransfers, 4 * policy::kMostSimulatedTransfers)) {}

std::int64_t owners_of_blocks(const Plan& plan, const platform::Placement& placement) {
    const std::int64_t processes = placement.num_processes();
    switch (plan.operation) {
        case scheme::Operation::kAlltoall:
            return processes * processes;
        case scheme::Operation::kNeighborAlltoall:
            return plan.neighbourhood.num_edges(placement.num_processes());
        default:
            return scheme::has_owned_blocks(plan.operation) || plan.scheme->gathers_operands ? processes : 1;
    }
}

std::optional<CollectiveTime> CollectiveTimes::first_look(const Plan& plan, Seconds enough) {
    if (is_long(plan, placement_)) {
        const std::optional<Beginning> first = beginning_of(plan, enough);
        if (!first) {
            return std::nullopt;
        }
        const double others = plan.num_blocks() - first_blocks(plan, placement_);
        return as_far_as(enough, first->time + others * first->each_adds, Basis::kClosedForm);
    }
    if (const std::optional<CollectiveTime> time = simulated_blocks(plan, plan.num_blocks(), enough)) {
        return time;
    }
    const std::optional<Seconds> estimate =
        plan.operation == scheme::Operation::kAlltoall && plan.trees.empty()
            ? exchange_time(*plan.scheme, plan.grain, plan.message, placement_, model_)
            : std::nullopt;
    return estimate ? std::optional(CollectiveTime{*estimate, Basis::kClosedForm}) : std::nullopt;
}

std::optional<CollectiveTime> CollectiveTimes::simulated(const Plan& plan, Seconds enough) {
    const int blocks = least_blocks(plan, placement_);
    if (is_long(plan, placement_) && blocks < plan.num_blocks()) {
        return extrapolated(plan, blocks, enough);
    }
    return simulated_blocks(plan, plan.num_blocks(), enough);
}

std::optional<CollectiveTime> CollectiveTimes::extrapolated(const Plan& plan, int blocks, Seconds enough) {
    const int all = plan.num_blocks();
    const std::optional<Beginning> first = beginning_of(plan, Seconds::infinity());
    std::optional<CollectiveTime> shorter = first ? simulated_blocks(plan, blocks, enough) : std::nullopt;
    while (shorter && shorter->basis == Basis::kSimulated) {
        blocks *= 2;
        const std::optional<CollectiveTime> longer = simulated_blocks(plan, std::min(blocks, all), enough);
        if (!longer || longer->basis != Basis::kSimulated || blocks >= all) {
            return longer;
        }
        const Seconds added = (longer->seconds - shorter->seconds) / static_cast<double>(blocks - blocks / 2);
        const Seconds whole = longer->seconds + static_cast<double>(all - blocks) * std::max(added, first->each_adds);
        const bool is_busiest_full = std::abs(added / first->each_adds - 1.0) < policy::kSteady;
        if (is_busiest_full || longer->seconds >= policy::kFilled * first->time) {
            return CollectiveTime{whole};
        }
        if (whole > policy::kTooLongBeforeFilled * enough) {
            return CollectiveTime{whole, Basis::kClosedForm};
        }
        shorter = longer;
    }
    return shorter;
}

std::optional<Seconds> CollectiveTimes::in_steps(const Plan& plan) {
    if (!afford(plan, plan.num_blocks())) {
        return in_rounds(plan.scheme->rounds, plan.block);
    }
    const scheme::Built built = plan::compose(plan, placement_);
    const schedule::BlockSizes sizes = plan::block_sizes(built, plan);
    Seconds all;
    for (const schedule::Schedule& strand : built.strands) {
        all += in_steps(strand, sizes);
    }
    return all;
}

std::optional<Seconds> CollectiveTimes::in_rounds(const scheme::FlatRounds& rounds, Bytes part) const {
    return rounds_time(rounds, part, placement_, model_);
}

Seconds CollectiveTimes::in_steps(const schedule::Schedule& schedule, const schedule::BlockSizes& sizes) const {
    return simulate::run_in_steps(schedule, model_, sizes);
}

bool CollectiveTimes::afford(const Plan& plan, int num_blocks) {
    const bool by_clusters = is_by_clusters(plan);
    const std::int64_t processes = by_clusters ? by_clusters_->num_processes() : placement_.num_processes();
    const bool is_combined = plan.scheme->grains != scheme::Grains::kByItself &&
                             plan.grain == schedule::Grain::kCombined && !scheme::has_blocks_of_pairs(plan.operation);
    const auto num_trees = static_cast<std::int64_t>(std::max<std::size_t>(1, plan.trees.size()));
    const std::int64_t transfers = is_combined   ? processes * (num_trees + 1)
                                   : by_clusters ? 2 * processes * num_blocks
                                                 : 2 * transfers_of_blocks(plan, placement_, num_blocks);
    if (transfers > transfers_left_ - kept_) {
        return false;
    }
    transfers_left_ -= transfers;
    return true;
}

void CollectiveTimes::compose(const Plan& plan, int num_blocks, LookByClusters::Use use) const {
    const Plan some = with_blocks(plan, num_blocks);
    if (is_by_clusters(plan)) {
        by_clusters_->compose(some, use);
        return;
    }
    const scheme::Built built = plan::compose(some, placement_);
    use(built.strands, model_, sizes_of(built, plan, some));
}

Seconds CollectiveTimes::time_of(scheme::Operation operation, std::span<const schedule::Schedule> strands,
                                 const model::NetworkModel& model, const schedule::BlockSizes& sizes,
                                 Seconds limit) const {
    const Seconds time = simulate::makespan(strands, model, sizes, limit);
    return operation == scheme::Operation::kGather ? time + convergence_time(strands, sizes, platform_, placement_)
                                                   : time;
}

std::optional<CollectiveTime> CollectiveTimes::simulated_blocks(const Plan& plan, int num_blocks, Seconds limit) {
    if (!afford(plan, num_blocks)) {
        return std::nullopt;
    }
    Seconds time;
    compose(plan, num_blocks,
            [&](std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                const schedule::BlockSizes& sizes) { time = time_of(plan.operation, strands, model, sizes, limit); });
    return as_far_as(limit, time, Basis::kSimulated);
}

std::optional<CollectiveTimes::Beginning> CollectiveTimes::beginning_of(const Plan& plan, Seconds enough) {
    const int blocks = first_blocks(plan, placement_);
    if (!afford(plan, blocks)) {
        return std::nullopt;
    }
    Beginning result;
    compose(plan, blocks,
            [&](std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                const schedule::BlockSizes& sizes) {
                result.each_adds = busiest_time(strands, model, sizes) / static_cast<double>(blocks);
                const Seconds others = static_cast<double>(plan.num_blocks() - blocks) * result.each_adds;
                result.time = others < enough ? time_of(plan.operation, strands, model, sizes, enough - others)
                                              : Seconds::infinity();
            });
    return result;
}

schedule::BlockSizes CollectiveTimes::sizes_of(const scheme::Built& built, const Plan& plan,
                                               const Plan& beginning) const {
    if (parts_.empty() || plan.operation != scheme::Operation::kAllgather) {
        return plan::block_sizes(built, beginning);
    }
    std::vector<Bytes> parts;
    for (const Bytes part : parts_) {
        parts.push_back(Bytes(beginning.num_blocks() * part.value() / plan.num_blocks()));
    }
    return plan::block_sizes(built, parts);
}

}  // namespace causeway::planner
