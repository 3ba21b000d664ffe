/// Plans of all other operations: every scheme over promising trees, in all cuts.
#include "causeway/planner/candidates.hpp"

#include "causeway/plan/plan.hpp"
#include "causeway/planner/central_groups.hpp"
#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/depth.hpp"
#include "causeway/planner/exchange_time.hpp"
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/promising_trees.hpp"
#include "causeway/planner/ranking.hpp"
#include "causeway/planner/time_bound.hpp"
#include "causeway/planner/trees_of_clusters.hpp"
#include "causeway/planner/way_of_data.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Plan;
using plan::Tree;
using schedule::Grain;
using scheme::Operation;
using scheme::Scheme;
using scheme::Trees;

/// A process's own data is cut into parts of this size where it is relayed, or smaller ones where these shake hands.
constexpr Bytes kRelayedPart{32 << 10};
/// All that a process may pass on in one message, which it has to have by then; it wins nothing by more.
constexpr Bytes kMostCombined{std::int64_t{4} << 20U};
/// Smaller blocks of long data cost busy processors more than any model says.
constexpr Bytes kSmallestBlock{8 << 10};
/// Blocks that all processes together may have.
constexpr int kMostBlocks = 1 << 14;
/// Clusters from each of which trees are made by all rules.
constexpr std::size_t kMostByRules = scheme::kMostSharedTrees;
/// Of all processes together: longer data is not sent by the shortest ways from each cluster.
constexpr Bytes kMostByShortestWays{64 << 10};
/// Plans for long data that are simulated, those with the best estimates.
constexpr std::size_t kMostSimulated = 8;
/// Those that add the time of the first blocks and what others keep the busiest resource, which the first do as well.
constexpr double kEstimatesTooLong = 1.15;
/// So near to the bound nothing that is worth a look is faster.
constexpr double kAtTheBound = 1.02;
/// So much slower may a plan of half the messages be: what they cost processors is in no model; or one by direct flows.
constexpr double kWorthFewerMessages = 1.1;
constexpr double kWorthDirectFlows = 1.02;

Plan plan_for(const Task& task, const Scheme& scheme, std::vector<Tree> trees) {
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

/// Every scheme of one operation, over the promising trees.
class Schemes {
public:
    explicit Schemes(const Task& task)
        : task_(task),
          part_(task.without_handshake(kRelayedPart)),
          groups_(platform::groups_of_clusters(task.platform)),
          along_trees_(along_trees(task.request.operation, task.platform)),
          down_(along_trees_, task.placement, task.request),
          times_(task.platform, task.placement, task.request.parts) {}

    [[nodiscard]] std::vector<Candidate> run() {
        std::vector<const Scheme*> schemes = scheme::schemes_of(task_.request.operation);
        std::erase_if(schemes, [&](const Scheme* scheme) {
            const bool is_another = task_.request.forced && task_.request.forced->scheme != nullptr &&
                                    task_.request.forced->scheme != scheme;
            return is_another || (scheme->relays && !task_.request.may_relay);
        });
        for (std::size_t s = 0; s < schemes.size(); ++s) {
            // All alike, and as much for a second look at the best.
            times_.allow(1.0 / static_cast<double>(schemes.size() - s + 1));
            add(*schemes[s]);
        }
        times_.allow(1.0);
        const auto simulated = [&](const Plan& plan) { return times_.simulated(plan); };
        Doubt doubt;
        if (!task_.request.trees.empty()) {
            doubt = {.too_long = kEstimatesTooLong, .enough = kAtTheBound * bound()};
        }
        rank(ranking_, kMostSimulated, simulated, doubt);
        std::erase_if(ranking_, [](const Candidate& one) { return one.time == Seconds::infinity(); });
        prefer_fewer_messages();
        return std::move(ranking_);
    }

private:
    /// How often the plan's trees leave or enter groups of clusters: data that all have alike loads what these share so
    /// many times.
    [[nodiscard]] int borders_crossed(const Plan& plan) const {
        int result = 0;
        for (const Tree& tree : plan.trees) {
            for (const plan::ClusterSend& send : tree.cluster_sends) {
                result += static_cast<int>(std::ranges::count_if(groups_, [&](const platform::GroupOfClusters& group) {
                    return group.has(send.from) != group.has(send.to);
                }));
            }
        }
        return result;
    }

    /// Of about equal times the first is that which loads least what clusters share; then that of the largest blocks:
    /// the fewest messages; then that of the shallowest tree, as each process on the way takes its time to wake up. But
    /// long data that processes have of their own is cut, as longer messages shake hands, which links that were not
    /// measured that far do not tell; and goes without coordinators, as the flows of many hosts are at full speed
    /// sooner than those of a few.
    void prefer_fewer_messages() {
        const bool is_long_and_owned =
            scheme::has_owned_blocks(task_.request.operation) && task_.request.message > part_;
        const double worth = is_long_and_owned ? kWorthDirectFlows : kWorthFewerMessages;
        const auto is_before = [&](const Plan& a, const Plan& b) {
            if (!is_long_and_owned) {
                const int crossed_by_a = borders_crossed(a);
                const int crossed_by_b = borders_crossed(b);
                if (a.scheme == b.scheme && crossed_by_a != crossed_by_b) {
                    return crossed_by_a < crossed_by_b;
                }
                return a.block != b.block ? a.block > b.block
                                          : depth_of(a, task_.placement) < depth_of(b, task_.placement);
            }
            const bool a_is_cut = a.block <= part_;
            const bool b_is_cut = b.block <= part_;
            return a_is_cut != b_is_cut ? a_is_cut : a.trees.empty() && !b.trees.empty();
        };
        auto best = ranking_.begin();
        for (auto one = ranking_.begin(); one != ranking_.end() && one->time <= worth * ranking_.front().time; ++one) {
            if (one->basis == best->basis && is_before(one->plan, best->plan)) {
                best = one;
            }
        }
        if (best != ranking_.end()) {
            std::rotate(ranking_.begin(), best, best + 1);
        }
    }

    /// The trees from a root; found once.
    const std::vector<TreeCandidate>& trees_of_root(int root) {
        const auto known =
            std::find_if(trees_.begin(), trees_.end(), [&](const auto& one) { return one.first == root; });
        if (known != trees_.end()) {
            return known->second;
        }
        trees_.emplace_back(root, trees_from(down_, root, message_per_tree()));
        return trees_.back().second;
    }

    /// What goes through a tree, about: the trees are chosen for it.
    [[nodiscard]] Bytes message_per_tree() const {
        const bool is_gathered = task_.request.operation == Operation::kGather ||
                                 task_.request.operation == Operation::kScatter ||
                                 task_.request.operation == Operation::kAllgather;
        return is_gathered ? task_.placement.num_processes() * task_.request.message : task_.request.message;
    }

    /// Whether plans must go from cluster to cluster in a given order; but a scheme that is asked for may have none.
    [[nodiscard]] bool is_ordered() const {
        return task_.request.heuristic != nullptr && task_.groups.size() > 1 &&
               (!task_.request.forced || task_.request.forced->scheme == nullptr);
    }

    void add(const Scheme& scheme) {
        switch (scheme.trees) {
            case Trees::kWhole:
                add_over_several_trees(scheme);
                return;
            case Trees::kByRank:
                // What the library's own may do as well: between clusters it stands for that alone.
                if ((task_.request.forced || task_.groups.size() == 1) && !is_ordered()) {
                    try_all_cuts(plan_for(task_, scheme, {}));
                }
                return;
            case Trees::kNone:
                if (!is_ordered()) {
                    Plan plan = plan_for(task_, scheme, {});
                    if (!scheme::has_owned_blocks(scheme.operation)) {
                        plan.block = std::min(kSmallestBlock, task_.request.message);
                    }
                    try_all_cuts(std::move(plan));
                }
                return;
            case Trees::kOne:
                add_over_ranks(scheme);
                if (scheme::is_rooted(scheme.operation)) {
                    add_over_one_tree(scheme, task_.request.root);
                    return;
                }
                for (const int group : central_groups(task_, std::min(kSmallestBlock, task_.request.message))) {
                    add_over_one_tree(scheme, task_.groups[static_cast<std::size_t>(group)].coordinator());
                }
                return;
            case Trees::kPerCluster:
                add_over_cluster_trees(scheme);
                return;
            case Trees::kShared:
                add_over_shared_trees(scheme);
        }
    }

    void add_over_one_tree(const Scheme& scheme, int root) {
        for (Tree& tree : promising(trees_of_root(root))) {
            try_all_cuts(plan_for(
                task_, scheme,
                {scheme.has_middle_edge ? with_longest_branch_first(std::move(tree), down_) : std::move(tree)}));
        }
    }

    /// Where the ranks of no cluster follow each other, these trees alone keep their order.
    void add_over_ranks(const Scheme& scheme) {
        if (Plan plan = plan_for(task_, scheme, {}); plan.in_rank_order) {
            plan.is_by_rank = true;
            plan.block = std::min(kSmallestBlock, task_.request.message);
            try_all_cuts(std::move(plan));
        }
    }

    /// Over the trees that were proposed, all of them at once.
    void add_over_several_trees(const Scheme& scheme) {
        if (task_.groups.size() == 1 || task_.request.in_rank_order) {  // each tree has an order of its own
            return;
        }
        std::vector<TreeCandidate> all = best_first(tree_candidates(down_));
        for (std::size_t i = 0; i < std::min(kMostTrees, all.size()); ++i) {
            try_blocks(plan_for(task_, scheme, {std::move(all[i].tree)}));
        }
    }

    /// What few bytes need from all clusters is there by the shortest ways.
    void add_over_cluster_trees(const Scheme& scheme) {
        const auto trees_of = [this](int root) -> const std::vector<TreeCandidate>& { return trees_of_root(root); };
        std::vector<TreesOfClusters> all;
        if (task_.groups.size() <= kMostByRules) {
            all = trees_by_rules(down_, trees_of);
        }
        if (!is_ordered() && task_.groups.size() > 1 && task_.groups.size() <= scheme::kMostClusterTrees &&
            task_.placement.num_processes() * task_.request.message <= kMostByShortestWays) {
            const Bytes message = std::max(task_.request.message, Bytes(1));
            std::ranges::move(trees_by_shortest_ways(down_, message, trees_of), std::back_inserter(all));
        }
        for (TreesOfClusters& trees : all) {
            try_all_cuts(plan_for(task_, scheme, std::move(trees)));
        }
    }

    /// Over the trees that were proposed, which share what processes have; inside the clusters as the promising trees
    /// do.
    void add_over_shared_trees(const Scheme& scheme) {
        if (is_ordered() || task_.request.trees.empty()) {
            return;
        }
        const std::vector<strategy::TunedStrategy> inside =
            strategies_inside(trees_of_root(task_.groups.front().coordinator()));
        for (const ClusterTrees& proposal : task_.request.trees) {
            for (const strategy::TunedStrategy& tuned : inside) {
                std::vector<Tree> trees;
                for (const plan::ClusterTree& one : proposal) {
                    trees.push_back(tree_over(one, tuned));
                }
                Plan plan = plan_for(task_, scheme, std::move(trees));
                if (!scheme::has_owned_blocks(scheme.operation)) {
                    plan.block = kSmallestBlock;
                }
                try_all_cuts(std::move(plan));
            }
        }
    }

    [[nodiscard]] Tree tree_over(const plan::ClusterTree& proposed, const strategy::TunedStrategy& inside) const {
        Tree tree;
        tree.shape = plan::Shape::kPipeline;
        tree.root = task_.group_of(proposed.sends.front().from).coordinator();
        tree.message = task_.request.message;
        tree.block = task_.request.message;
        tree.order = "packing";
        tree.cluster_sends = proposed.sends;
        tree.local = inside_clusters(task_, inside, task_.request.message);
        tree.carries = proposed.carries;
        return tree;
    }

    /// Every grain, and every size of blocks that is worth a look.
    void try_all_cuts(Plan plan) {
        if (plan.scheme->most && task_.request.message > *plan.scheme->most) {
            return;
        }
        if (task_.request.operation == Operation::kAlltoall && plan.scheme->relays &&
            most_between_clusters(task_.groups, task_.request.most_relayed * task_.request.message) > kMostCombined) {
            return;
        }
        if (plan.scheme->gathers_operands) {
            plan.block = task_.request.message;
            try_plan(std::move(plan));
            return;
        }
        if (!scheme::has_owned_blocks(task_.request.operation)) {
            try_blocks(std::move(plan));
            return;
        }
        const bool is_cut =
            task_.request.message > part_ && task_.request.parts.empty() &&
            owners_of_blocks(plan, task_.placement) * base::num_parts(task_.request.message, part_) < kMostBlocks;
        plan.block = task_.request.message;
        if (plan.scheme->has_grain && (!scheme::is_rooted(task_.request.operation) ||
                                       task_.placement.num_processes() * task_.request.message <= kMostCombined)) {
            plan.grain = Grain::kCombined;
            try_plan(plan);
        }
        plan.grain = Grain::kRelayed;
        try_plan(plan);
        if (is_cut) {
            plan.block = part_;
            try_plan(plan);
        }
    }

    /// What nothing beats; found once.
    [[nodiscard]] Seconds bound() {
        if (!bound_) {
            const Request& request = task_.request;
            bound_ = bound_of(request.operation, task_.platform, task_.placement, request.root, request.message).time;
        }
        return *bound_;
    }

    /// How many blocks of its data a process is ahead when a block of it has come to the next cluster, and a little
    /// more.
    [[nodiscard]] int lag_of(const Plan& plan) {
        if (plan.scheme->trees != Trees::kShared) {
            return Plan().lag;
        }
        Seconds transit;
        for (const int from : task_.members) {
            for (const int to : task_.members) {
                const platform::Link* link = task_.links(from, to);
                if (link != nullptr && link->plogp) {
                    transit = std::max(transit, link->plogp->gap_of(plan.block) + link->plogp->transit_of(plan.block));
                }
            }
        }
        // Twice what a message takes on a network that is free: before it stand others.
        const double blocks = bound() > Seconds(0.0) ? 2.0 * plan.num_blocks() * (transit / bound()) : 0.0;
        return 1 + static_cast<int>(std::min(blocks, static_cast<double>(plan.num_blocks())));
    }

    /// In the tree's own segments and in larger ones: a block costs each process twice the messages of a broadcast.
    void try_blocks(Plan plan) {
        if (plan.num_blocks() == 1 || plan.scheme->divides) {
            try_plan(plan);
            return;
        }
        const Bytes own = plan.block;
        for (const Bytes block : {own, Bytes(16 << 10), Bytes(32 << 10)}) {
            if (block == own ? block >= kSmallestBlock : block > own && !task_.shakes_hands(block)) {
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

    void try_plan(Plan plan) {
        plan.lag = lag_of(plan);
        const bool is_known =
            std::any_of(ranking_.begin(), ranking_.end(), [&](const Candidate& known) { return known.plan == plan; });
        if (is_known || (plan.in_rank_order && !plan::keeps_rank_order(plan, task_.placement))) {
            return;
        }
        if (const std::optional<CollectiveTime> time = times_.first_look(plan)) {
            if (time->seconds < Seconds::infinity()) {
                ranking_.push_back(
                    {std::move(plan), time->seconds, time->is_estimate ? Basis::kClosedForm : Basis::kSimulated});
            }
        }
    }

    const Task& task_;
    Bytes part_;  ///< of a process's own data
    std::vector<platform::GroupOfClusters> groups_;
    platform::Platform along_trees_;
    Task down_;  ///< the same over the platform as data meets it on its way down the trees
    CollectiveTimes times_;
    std::optional<Seconds> bound_;                                   ///< of the call, once it is asked for
    std::vector<std::pair<int, std::vector<TreeCandidate>>> trees_;  ///< by root
    std::vector<Candidate> ranking_;
};

}  // namespace

std::vector<Candidate> scheme_candidates(const Task& task) {
    return Schemes(task).run();
}

std::optional<Candidate> candidate_by_rank(const Task& task) {
    constexpr Bytes kBlock{16 << 10};
    const Operation operation = task.request.operation;
    const std::string_view name = operation == Operation::kReduce          ? "reduce_over_tree"
                                  : operation == Operation::kAllreduce     ? "allreduce_over_tree"
                                  : operation == Operation::kReduceScatter ? "reduce_scatter_over_tree"
                                  : operation == Operation::kScan          ? "scan_by_recursive_doubling"
                                                                           : "";
    const Scheme* scheme = scheme::schemes().find(name);
    if (scheme == nullptr) {
        return std::nullopt;
    }
    Plan plan = plan_for(task, *scheme, {});
    plan.is_by_rank = true;
    plan.block = scheme::has_owned_blocks(operation) ? task.request.message : kBlock;
    if (plan.in_rank_order && !plan::keeps_rank_order(plan, task.placement)) {
        return std::nullopt;
    }
    return Candidate{std::move(plan), Seconds::infinity()};
}

}  // namespace causeway::planner
