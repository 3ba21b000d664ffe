#include "causeway/planner/collective_planner.hpp"

#include "causeway/base/error.hpp"
#include "causeway/planner/candidates.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/simulate/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace causeway::planner {

namespace {

using collective::Operation;
using collective::Scheme;
using collective::Trees;
using plan::CollectivePlan;
using plan::Plan;
using schedule::BlockSizes;
using schedule::Grain;

/// Trees from one root that are simulated, best estimates for a broadcast first.
constexpr std::size_t kMostTrees = 4;
/// Blocks of long data that are simulated, for each tree that takes its share; the rest is extrapolated.
constexpr int kSimulatedBlocks = 32;
/// Transfers that are simulated at most for one decision.
constexpr std::int64_t kMostTransfers = 1 << 18;
/// Longer messages are always cut.
constexpr Bytes kLargestWhole{std::int64_t{1} << 20U};
/// A process's own data is cut into parts of this size where it is relayed.
constexpr Bytes kRelayedPart{32 << 10};
/// Smaller blocks of long data cost busy processors more than any model says.
constexpr Bytes kSmallestBlock{8 << 10};
/// Blocks that all processes together may have.
constexpr int kMostBlocks = 1 << 14;

/// A tree, by what makes it: the same rule from another root gives another tree.
struct Rule {
    std::string order;
    std::string inside;

    friend bool operator==(const Rule&, const Rule&) = default;
};

Rule rule_of(const Plan& tree) {
    std::string inside;
    for (const plan::LocalChoice& choice : tree.local) {
        inside += strategy::to_text(choice.between_hosts) + " ";
    }
    return {tree.order, inside + std::string(plan::name_of(tree.exit))};
}

/// All trees from one root, best estimate for a broadcast first.
std::vector<Candidate> trees_from(const platform::Platform& platform, const platform::Placement& placement, int root,
                                  Bytes message) {
    Request request;
    request.root = root;
    request.message = std::max(message, Bytes(1));
    const Task task(platform, placement, request);
    std::vector<Candidate> all = pipeline_candidates(task);
    if (task.request.message <= kLargestWhole) {
        std::vector<Candidate> whole = one_segment_candidates(task);
        std::move(whole.begin(), whole.end(), std::back_inserter(all));
    }
    std::erase_if(all, [](const Candidate& one) { return one.time == Seconds::infinity(); });
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.time < b.time; });
    return all;
}

/// The first few, and what other collectives may want of a tree though a broadcast does not: the shallow ones.
std::vector<Plan> promising(const std::vector<Candidate>& all) {
    std::vector<Plan> result;
    const auto add_first = [&](const auto& is_wanted) {
        const auto found = std::find_if(all.begin(), all.end(), is_wanted);
        if (found != all.end() && std::find(result.begin(), result.end(), found->plan) == result.end()) {
            result.push_back(found->plan);
        }
    };
    for (std::size_t i = 0; i < std::min(kMostTrees, all.size()); ++i) {
        result.push_back(all[i].plan);
    }
    const auto is_star_between = [](const Candidate& one) { return one.plan.order == "flat"; };
    const auto is_star_inside = [](const Candidate& one) {
        return std::all_of(one.plan.local.begin(), one.plan.local.end(), [](const plan::LocalChoice& choice) {
            return choice.between_hosts.strategy->name == std::string_view("segmented_flat_tree");
        });
    };
    add_first(is_star_between);
    add_first(is_star_inside);
    add_first([&](const Candidate& one) { return is_star_between(one) && is_star_inside(one); });
    return result;
}

class Planning {
public:
    Planning(const platform::Platform& platform, const platform::Placement& placement, const CollectiveRequest& request)
        : platform_(platform),
          placement_(placement),
          request_(request),
          model_(platform, placement),
          groups_(plan::groups_of(placement, request.root)) {}

    CollectiveDecision run() {
        CollectiveDecision decision;
        CollectivePlan native;
        native.operation = request_.operation;
        native.root = request_.root;
        native.message = request_.message;
        if (placement_.num_processes() > 1 && request_.reproducible && try_by_rank()) {
            decision.ranking = std::move(ranking_);
            decision.reason = "results that do not change from run to run were asked for";
            return decision;
        }
        if (request_.forced && request_.forced->scheme == nullptr) {
            decision.ranking.push_back({native, Seconds::infinity()});
            decision.reason = "the MPI library's own collective was asked for";
            return decision;
        }
        if (groups_.size() < 2 && !request_.forced) {
            decision.ranking.push_back({native, Seconds::infinity()});
            decision.reason = "inside one cluster the MPI library's own collective is on its home ground";
            return decision;
        }
        for (const Scheme* scheme : collective::schemes().members()) {
            if (scheme->operation == request_.operation && (!request_.forced || request_.forced->scheme == scheme)) {
                add(*scheme);
            }
        }
        std::stable_sort(ranking_.begin(), ranking_.end(),
                         [](const auto& a, const auto& b) { return a.time < b.time; });
        prefer_larger_blocks();
        decision.ranking = std::move(ranking_);
        if (decision.ranking.empty()) {
            decision.ranking.push_back({native, Seconds::infinity()});
            decision.reason = "the platform does not join all hosts of this communicator";
            return decision;
        }
        decision.ranking.push_back({native, Seconds::infinity()});
        decision.reason = request_.forced
                              ? "this scheme was asked for"
                              : "between clusters the MPI library's own collective knows nothing of the network";
        return decision;
    }

private:
    /// A reduction over a tree that depends on the ranks alone. Whether the operation is one.
    bool try_by_rank() {
        constexpr Bytes kBlock{16 << 10};
        const std::string_view name = request_.operation == Operation::kReduce          ? "reduce_over_tree"
                                      : request_.operation == Operation::kAllreduce     ? "allreduce_over_tree"
                                      : request_.operation == Operation::kReduceScatter ? "reduce_scatter_over_tree"
                                                                                        : "";
        const Scheme* scheme = collective::schemes().find(name);
        if (scheme == nullptr) {
            return false;
        }
        CollectivePlan plan = plan_for(*scheme, {});
        plan.is_by_rank = true;
        plan.block = collective::has_owned_blocks(request_.operation) ? request_.message : kBlock;
        ranking_.push_back({plan, Seconds::infinity()});
        return true;
    }

    /// Of about equal times the first is that of the largest blocks: the fewest messages.
    void prefer_larger_blocks() {
        auto best = ranking_.begin();
        for (auto one = ranking_.begin(); one != ranking_.end() && one->time <= kAboutEqual * ranking_.front().time;
             ++one) {
            if (one->plan.block > best->plan.block) {
                best = one;
            }
        }
        if (best != ranking_.end()) {
            std::rotate(ranking_.begin(), best, best + 1);
        }
    }

    [[nodiscard]] CollectivePlan plan_for(const Scheme& scheme, std::vector<Plan> trees) const {
        CollectivePlan plan;
        plan.operation = request_.operation;
        plan.scheme = &scheme;
        plan.root = collective::is_rooted(request_.operation) ? request_.root : 0;
        plan.message = request_.message;
        plan.block = trees.empty() ? request_.message : trees.front().block;
        plan.trees = std::move(trees);
        return plan;
    }

    /// The trees from a root; found once.
    const std::vector<Candidate>& trees_of_root(int root) {
        const auto known =
            std::find_if(trees_.begin(), trees_.end(), [&](const auto& one) { return one.first == root; });
        if (known != trees_.end()) {
            return known->second;
        }
        trees_.emplace_back(root, trees_from(platform_, placement_, root, message_per_tree()));
        return trees_.back().second;
    }

    /// What goes through a tree, about: the trees are chosen for it.
    [[nodiscard]] Bytes message_per_tree() const {
        const bool is_gathered = request_.operation == Operation::kGather ||
                                 request_.operation == Operation::kScatter ||
                                 request_.operation == Operation::kAllgather;
        return is_gathered ? placement_.num_processes() * request_.message : request_.message;
    }

    void add(const Scheme& scheme) {
        switch (scheme.trees) {
            case Trees::kNone:
                try_all_cuts(plan_for(scheme, {}));
                return;
            case Trees::kOne:
                if (collective::is_rooted(scheme.operation)) {
                    add_over_one_tree(scheme, request_.root);
                    return;
                }
                for (const plan::ClusterGroup& group : groups_) {
                    add_over_one_tree(scheme, group.coordinator());
                }
                return;
            case Trees::kPerCluster:
                add_over_cluster_trees(scheme);
        }
    }

    void add_over_one_tree(const Scheme& scheme, int root) {
        for (Plan& tree : promising(trees_of_root(root))) {
            try_all_cuts(plan_for(scheme, {std::move(tree)}));
        }
    }

    /// The same rule from every cluster; where a cluster has no such tree, its best one.
    void add_over_cluster_trees(const Scheme& scheme) {
        constexpr std::size_t kMostClusters = 16;  // strands: two for each
        if (groups_.size() > kMostClusters) {
            return;
        }
        for (const Plan& first : promising(trees_of_root(groups_.front().coordinator()))) {
            std::vector<Plan> trees{first};
            for (std::size_t g = 1; g < groups_.size(); ++g) {
                const std::vector<Candidate>& all = trees_of_root(groups_[g].coordinator());
                if (all.empty()) {
                    return;
                }
                const auto same = std::find_if(
                    all.begin(), all.end(), [&](const Candidate& one) { return rule_of(one.plan) == rule_of(first); });
                trees.push_back(same == all.end() ? all.front().plan : same->plan);
            }
            try_all_cuts(plan_for(scheme, std::move(trees)));
        }
    }

    /// Every grain, and every size of blocks that is worth a look.
    void try_all_cuts(CollectivePlan plan) {
        if (!collective::has_owned_blocks(request_.operation)) {
            try_blocks(std::move(plan));
            return;
        }
        const bool is_cut = plan.scheme->trees != Trees::kNone && request_.message > kRelayedPart &&
                            placement_.num_processes() * base::num_parts(request_.message, kRelayedPart) < kMostBlocks;
        plan.block = request_.message;
        plan.grain = plan.scheme->has_grain ? Grain::kCombined : Grain::kRelayed;
        try_plan(plan);
        plan.grain = Grain::kRelayed;
        if (plan.scheme->has_grain) {
            try_plan(plan);
        }
        if (is_cut) {
            plan.block = kRelayedPart;
            try_plan(plan);
        }
    }

    /// In the tree's own segments and in larger ones: a block costs each process twice the messages of a broadcast.
    void try_blocks(CollectivePlan plan) {
        if (plan.num_blocks() == 1) {
            try_plan(plan);
            return;
        }
        const Bytes own = plan.block;
        for (const Bytes block : {own, Bytes(16 << 10), Bytes(32 << 10)}) {
            if (block == own ? block >= kSmallestBlock : block > own) {
                plan.block = block;
                for (Plan& tree : plan.trees) {
                    tree.block = block;
                    for (plan::LocalChoice& choice : tree.local) {
                        choice.segment = block;
                    }
                }
                try_plan(plan);
            }
        }
    }

    void try_plan(const CollectivePlan& plan) {
        const bool is_known = std::any_of(ranking_.begin(), ranking_.end(),
                                          [&](const CollectiveCandidate& known) { return known.plan == plan; });
        if (is_known) {
            return;
        }
        if (const std::optional<Seconds> time = time_of(plan)) {
            if (*time < Seconds::infinity()) {
                ranking_.push_back({plan, *time});
            }
        }
    }

    /// Nothing when it cannot be simulated within the limit.
    [[nodiscard]] std::optional<Seconds> time_of(const CollectivePlan& plan) {
        if (collective::has_owned_blocks(plan.operation)) {
            return simulated(plan, plan.num_blocks());
        }
        const int all = kSimulatedBlocks * std::max(1, static_cast<int>(plan.trees.size()));
        if (plan.num_blocks() <= all) {
            return simulated(plan, plan.num_blocks());
        }
        const std::optional<Seconds> shorter = simulated(plan, all / 2);
        const std::optional<Seconds> longer = simulated(plan, all);
        if (!shorter || !longer) {
            return std::nullopt;
        }
        return *longer + (static_cast<double>(plan.num_blocks() - all) / (all - all / 2)) * (*longer - *shorter);
    }

    /// The time of the plan's first `num_blocks` blocks; of as many for each process, where they have their own.
    [[nodiscard]] std::optional<Seconds> simulated(const CollectivePlan& plan, int num_blocks) {
        CollectivePlan some = plan;
        some.message = num_blocks == plan.num_blocks() ? plan.message : num_blocks * plan.block;
        const std::int64_t processes = placement_.num_processes();
        const std::int64_t transfers = 2 * processes *
                                       (plan.scheme->has_grain && plan.grain == Grain::kCombined ? std::int64_t{1}
                                        : collective::has_owned_blocks(plan.operation) ? processes * num_blocks
                                                                                       : num_blocks);
        if (transfers > transfers_left_) {
            return std::nullopt;
        }
        transfers_left_ -= transfers;
        const collective::Built built = plan::compose(some, placement_);
        BlockSizes sizes{some.message, some.block};
        if (!built.of_process.empty()) {
            sizes = owned_sizes(built, some);
        }
        return simulate::run(built.strands, model_, sizes).makespan;
    }

    /// Everybody's blocks one after another: the last block of each may be shorter.
    [[nodiscard]] static BlockSizes owned_sizes(const collective::Built& built, const CollectivePlan& plan) {
        const bool is_all_to_all = plan.operation == Operation::kAlltoall;
        BlockSizes sizes;
        Bytes end;
        for (int b = 0; b < built.num_blocks; ++b) {
            sizes.starts.push_back(end);
            const int part = b % plan.num_blocks();
            end = end + (is_all_to_all ? plan.message : std::min(plan.block, plan.message - part * plan.block));
        }
        sizes.starts.push_back(end);
        sizes.total = end;
        return sizes;
    }

    const platform::Platform& platform_;
    const platform::Placement& placement_;
    const CollectiveRequest& request_;
    model::GridPlogp model_;
    std::vector<plan::ClusterGroup> groups_;
    std::vector<std::pair<int, std::vector<Candidate>>> trees_;  ///< by root
    std::vector<CollectiveCandidate> ranking_;
    std::int64_t transfers_left_ = kMostTransfers;
};

}  // namespace

ForcedScheme parse_forced_scheme(std::string_view text, Operation operation, std::string_view source) {
    std::vector<std::string> accepted;
    for (const Scheme* scheme : collective::schemes().members()) {
        if (scheme->operation == operation) {
            accepted.emplace_back(scheme->name);
            if (scheme->name == text) {
                return {scheme};
            }
        }
    }
    accepted.emplace_back("native");
    if (text == "native") {
        return {};
    }
    throw base::InputError({.source = std::string(source),
                            .place = std::string(collective::name_of(operation)),
                            .found = fmt::format("'{}'", text),
                            .accepted = base::joined(accepted)});
}

CollectiveDecision plan_collective(const platform::Platform& platform, const platform::Placement& placement,
                                   const CollectiveRequest& request) {
    return Planning(platform, placement, request).run();
}

}  // namespace causeway::planner
