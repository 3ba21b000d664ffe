#include "causeway/planner/search.hpp"

#include "causeway/planner/exchange_time.hpp"
#include "causeway/planner/fewer_messages.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/promising_trees.hpp"
#include "causeway/planner/ranking.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/planner/time_bound.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Plan;
using plan::Tree;
using schedule::Grain;
using scheme::Operation;
using scheme::Scheme;
using scheme::Trees;

bool is_broadcast(const Task& task) {
    return task.request.operation == Operation::kBroadcast;
}

}  // namespace

Plan plan_over(const Task& task, const Scheme& scheme, std::vector<Tree> trees) {
    const Request& request = task.request;
    Plan plan;
    plan.operation = request.operation;
    plan.scheme = &scheme;
    plan.root = scheme::is_rooted(request.operation) ? request.root : 0;
    plan.message = request.message;
    plan.neighbourhood = request.neighbourhood;
    plan.in_rank_order = request.in_rank_order && request.operation != Operation::kScan;  // which always are
    plan.block = !trees.empty()   ? trees.front().block
                 : scheme.divides ? base::part_of(request.message, task.placement.num_processes())
                                  : request.message;
    plan.trees = std::move(trees);
    return plan;
}

Search::Search(const Task& task)
    : task_(task),
      part_(task.without_handshake(policy::kRelayedPart)),
      transfers_left_(task.groups.size() == 1 ? policy::kMostSimulatedTransfersInOneCluster
                                              : policy::kMostSimulatedTransfers) {
    if (is_broadcast(task)) {
        return;
    }
    if (std::shared_ptr<PlacedProcesses> another = task.processes().along_trees_of(task.request.operation)) {
        down_.emplace(std::move(another), task.request);
    }
    if (LookByClusters::pays(task)) {
        by_clusters_.emplace(task, platform::kSupposedHandshake);
    }
    times_.emplace(task, by_clusters_ ? &*by_clusters_ : nullptr);
}

Candidates Search::run() && {
    const auto ask = [this](const Scheme* scheme) {
        for (const Source* source : sources().members()) {
            if (scheme == nullptr ? !source->trees : source->trees && *source->trees == scheme->trees) {
                source->offer(*this, scheme);
            }
        }
    };
    std::vector<const Scheme*> all = schemes();
    // Flat ones last: where clusters are many, or far from each other, they soon are far behind.
    std::stable_partition(all.begin(), all.end(), [](const Scheme* scheme) { return scheme->trees != Trees::kNone; });
    const auto allow = [this](double part) {
        if (times_) {
            times_->allow(part);
        }
    };
    for (std::size_t s = 0; s < all.size(); ++s) {
        // All alike, and as much for a second look at the best.
        allow(1.0 / static_cast<double>(all.size() - s + 1));
        ask(all[s]);
    }
    allow(1.0);
    Doubt doubt;
    if (!is_broadcast(task_) && !task_.request.trees.empty()) {
        doubt = {.too_long = policy::kEstimatesTooLong, .enough = policy::kAtTheBound * bound()};
        times_->afford_more(policy::kMostSimulatedTransfers);
    }
    rank(
        ranking_, is_broadcast(task_) ? policy::kMostBroadcastsSimulated : policy::kMostSimulated,
        [this](const Plan& plan, Seconds enough) { return simulated(plan, enough); }, doubt);
    try_other_lags();
    // Hosts between which the platform has no figures.
    std::erase_if(ranking_, [](const Candidate& one) { return one.time == Seconds::infinity(); });
    if (!is_broadcast(task_)) {
        prefer_fewer_messages(task_, part_, ranking_);
    }
    ask(nullptr);
    return {std::move(ranking_), std::move(library_)};
}

std::vector<const Scheme*> Search::schemes() const {
    std::vector<const Scheme*> result = scheme::schemes_of(task_.request.operation);
    std::erase_if(result, [&](const Scheme* scheme) {
        const bool is_another =
            task_.request.forced && task_.request.forced->scheme != nullptr && task_.request.forced->scheme != scheme;
        const bool is_too_long = scheme->most && task_.request.message > *scheme->most;
        const bool are_too_many = !task_.request.forced && scheme->most_processes &&
                                  task_.placement.num_processes() > *scheme->most_processes;
        // A block for each pair has a number.
        const bool are_too_many_pairs =
            scheme->trees == scheme::Trees::kNone && scheme::has_blocks_of_pairs(task_.request.operation) &&
            std::int64_t{task_.placement.num_processes()} * task_.placement.num_processes() >
                std::numeric_limits<int>::max();
        return is_another || is_too_long || are_too_many || are_too_many_pairs ||
               (scheme->relays && !task_.request.may_relay);
    });
    return result;
}

bool Search::is_ordered() const {
    return task_.request.heuristic != nullptr && task_.groups.size() > 1 &&
           (!task_.request.forced || task_.request.forced->scheme == nullptr);
}

/// What goes through a tree, about: the trees are chosen for it.
Bytes Search::message_per_tree() const {
    const Operation operation = task_.request.operation;
    const bool is_gathered =
        operation == Operation::kGather || operation == Operation::kScatter || operation == Operation::kAllgather;
    return is_gathered ? task_.placement.num_processes() * task_.request.message : task_.request.message;
}

const std::vector<TreeCandidate>& Search::trees_of_root(int root) {
    const auto known = std::find_if(trees_.begin(), trees_.end(), [&](const auto& one) { return one.first == root; });
    if (known != trees_.end()) {
        return known->second;
    }
    trees_.emplace_back(root, trees_from(down(), root, message_per_tree()));
    return trees_.back().second;
}

Seconds Search::least() const {
    Seconds result = Seconds::infinity();
    for (const Candidate& one : ranking_) {
        result = std::min(result, one.time);
    }
    return result;
}

std::vector<strategy::TunedStrategy> Search::strategies_inside() {
    std::vector<strategy::TunedStrategy> inside;
    for (const TreeCandidate& one : promising(trees_of_root(task_.groups.front().coordinator()))) {
        const strategy::TunedStrategy& tuned = one.tree.local.front().between_hosts;
        if (std::find(inside.begin(), inside.end(), tuned) == inside.end()) {
            inside.push_back(tuned);
        }
    }
    return inside;
}

/// Whoever promises more is neither chosen nor tried. What all-to-alls are estimated to take says too little for that.
Seconds Search::far_behind() const {
    return task_.request.operation == Operation::kAlltoall ? Seconds::infinity()
                                                           : policy::kFarBehindPrediction * least();
}

void Search::offer_broadcasts(std::vector<TreeCandidate> trees) {
    for (TreeCandidate& one : trees) {
        if (one.time < Seconds::infinity()) {
            ranking_.push_back({plan::broadcast_over(std::move(one.tree)), one.time, one.basis});
        }
    }
}

void Search::offer(Plan plan) {
    const Bytes message = task_.request.message;
    if (task_.request.operation == Operation::kAlltoall && plan.scheme->relays) {
        const Bytes most = task_.request.most_relayed * message;
        const bool is_shared = plan.scheme->trees == Trees::kShared;
        const Bytes passed_on = is_shared            ? most_passed_on(plan.trees, task_.groups, most)
                                : plan.trees.empty() ? most_between_clusters(task_.groups, most)
                                                     : most_out_of_clusters(task_.groups, most);
        if (passed_on > (is_shared ? policy::kMostPassedOn : policy::kMostCombined)) {
            return;
        }
    }
    if (plan.scheme->gathers_operands) {
        plan.block = message;
        try_plan(std::move(plan));
        return;
    }
    if (!scheme::has_owned_blocks(task_.request.operation)) {
        offer_in_blocks(std::move(plan));
        return;
    }
    // Parts that differ are cut into as many pieces each: those of the largest are no larger.
    const std::vector<Bytes>& parts = task_.request.parts;
    const Bytes largest = parts.empty() ? message : std::max(message, *std::ranges::max_element(parts));
    const std::int64_t pieces = base::num_parts(largest, part_);
    const bool is_cut = largest > part_ && owners_of_blocks(plan, task_.placement) * pieces < policy::kMostBlocks;
    plan.block = message;
    if (plan.scheme->grains != scheme::Grains::kByItself &&
        (!scheme::is_rooted(task_.request.operation) ||
         task_.placement.num_processes() * message <= policy::kMostCombined)) {
        plan.grain = Grain::kCombined;
        try_plan(plan);
    }
    if (plan.scheme->grains == scheme::Grains::kCombined) {
        return;
    }
    plan.grain = Grain::kRelayed;
    try_plan(plan);
    if (is_cut) {
        plan.block = parts.empty() ? part_ : Bytes(base::num_parts(message, Bytes(pieces)));
        try_plan(plan);
    }
}

void Search::offer_in_blocks(Plan plan) {
    if (plan.num_blocks() == 1 || plan.scheme->trees == Trees::kByRank) {
        try_plan(std::move(plan));
        return;
    }
    const Bytes own = std::max(plan.block, policy::kSmallestBlock);
    for (const Bytes block : {own, Bytes(16 << 10), Bytes(32 << 10)}) {
        if (block == own || (block > own && !task_.shakes_hands(block))) {
            plan.block = block;
            for (Tree& tree : plan.trees) {
                tree.block = block;
                for (plan::LocalChoice& choice : tree.local) {
                    choice.segment = block;
                }
            }
            try_plan(plan);
        }
    }
}

Seconds Search::bound() {
    if (!bound_) {
        const Request& request = task_.request;
        bound_ = bound_of(request.operation, task_.platform, task_.placement, request.root, request.message).time;
    }
    return *bound_;
}

/// How many blocks of its data a process is ahead when a block of it has come to the next cluster, and a little more.
int Search::lag_of(const Plan& plan) {
    if (plan.scheme->trees != Trees::kShared) {
        return Plan().lag;
    }
    Seconds transit;
    for (const Tree& tree : plan.trees) {
        for (const plan::ClusterSend& send : tree.cluster_sends) {
            const platform::Link* link = task_.link(send.from, send.to);
            if (link != nullptr && link->plogp) {
                transit = std::max(transit, link->plogp->gap_of(plan.block) + link->plogp->transit_of(plan.block));
            }
        }
    }
    // Twice what a message takes on a network that is free: before it stand others.
    const auto all = static_cast<double>(blocks_of_a_process(plan));
    const double blocks = bound() > Seconds(0.0) ? 2.0 * all * (transit / bound()) : 0.0;
    return 1 + static_cast<int>(std::min(blocks, all));
}

/// Of the data of one.
int Search::blocks_of_a_process(const Plan& plan) const {
    return plan.num_blocks() * (scheme::has_blocks_of_pairs(plan.operation) ? task_.placement.num_processes() : 1);
}

/// What is in whose way shows when all is under way: then the blocks of the best plan may pass a link sooner or later.
void Search::try_other_lags() {
    if (ranking_.empty() || ranking_.front().plan.scheme->trees != Trees::kShared) {
        return;
    }
    const Candidate first = ranking_.front();
    const int all = blocks_of_a_process(first.plan);
    for (const int lag : {0, 1, 2 * first.plan.lag, 4 * first.plan.lag, all}) {
        Candidate& best = ranking_.front();
        if (best.time <= policy::kAtTheBound * bound()) {
            return;
        }
        Candidate other = first;
        other.plan.lag = std::min(lag, all);
        const std::optional<CollectiveTime> time = simulated(other.plan, best.time);
        if (time && time->seconds < best.time) {
            other.time = time->seconds;
            other.basis = Basis::kSimulated;
            best = std::move(other);
        }
    }
}

void Search::try_plan(Plan plan) {
    plan.lag = lag_of(plan);
    const bool is_known =
        std::any_of(ranking_.begin(), ranking_.end(), [&](const Candidate& known) { return known.plan == plan; });
    if (is_known || (plan.in_rank_order && !plan::keeps_rank_order(plan, task_.placement))) {
        return;
    }
    if (const std::optional<CollectiveTime> time = times_->first_look(plan, far_behind())) {
        if (time->seconds < Seconds::infinity()) {
            ranking_.push_back({std::move(plan), time->seconds, time->basis});
        }
    }
}

std::optional<CollectiveTime> Search::simulated(const Plan& plan, Seconds enough) {
    if (times_) {
        return times_->simulated(plan, enough);
    }
    const Tree& tree = plan.trees.front();
    const LookByClusters* look = task_.by_clusters(tree);
    const std::int64_t transfers =
        look != nullptr ? look->num_simulated_transfers(tree) : num_simulated_transfers(tree, task_.placement);
    if (transfers > transfers_left_) {
        return std::nullopt;
    }
    transfers_left_ -= transfers;
    return CollectiveTime{look != nullptr ? look->simulated_time(tree)
                                          : simulated_time(tree, task_.placement, task_.model)};
}

}  // namespace causeway::planner
