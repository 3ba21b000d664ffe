#include "causeway/planner/look_by_clusters.hpp"

#include "causeway/plan/compose.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Plan;
using plan::Tree;
using scheme::Operation;

bool has_common_data(Operation operation) {
    return operation == Operation::kReduce || operation == Operation::kAllreduce || operation == Operation::kBarrier;
}

/// What a cluster's processes have of their own, or get, is collected at its coordinator, or handed out from there.
bool has_parts(Operation operation) {
    return operation == Operation::kAllgather || operation == Operation::kReduceScatter;
}

/// An allreduce that gathers operands moves what an allgather of them does, in one message from each cluster.
bool moves_as_allgather(const Plan& plan) {
    return plan.operation == Operation::kAllreduce && plan.scheme->gathers_operands;
}

/// The plan whose data is looked at: any other is its own.
Plan as_it_moves(const Plan& plan) {
    Plan result = plan;
    if (moves_as_allgather(plan)) {
        result.operation = Operation::kAllgather;
        result.scheme = scheme::schemes().find("allgather_over_cluster_trees");
        result.grain = schedule::Grain::kCombined;
    }
    return result;
}

/// Between clusters as on the grid; inside one as long as its processes take together.
class ClustersAsPairs final : public model::NetworkModel {
public:
    /// All outlive this. `group_of`: [process]; the first of a group's is its coordinator.
    ClustersAsPairs(const Task& task, const model::GridPlogp& between, const std::vector<int>& group_of,
                    Operation operation, const std::vector<plan::LocalChoice>& local)
        : task_(task), between_(between), group_of_(group_of), operation_(operation) {
        for (const plan::ClusterGroup& group : task.groups) {
            choices_.push_back(&*std::ranges::find(local, group.cluster, &plan::LocalChoice::cluster));
        }
    }

    [[nodiscard]] int num_resources() const override { return between_.num_resources(); }

    [[nodiscard]] model::Occupation occupation(int from, int to, Bytes size) const override {
        const auto group = static_cast<std::size_t>(group_of_[static_cast<std::size_t>(from)]);
        if (group_of_[static_cast<std::size_t>(to)] != static_cast<int>(group)) {
            return between_.occupation(from, to, size);
        }
        const bool comes_from_coordinator = from < to;
        if (has_parts(operation_) && comes_from_coordinator == (operation_ == Operation::kReduceScatter)) {
            return of_parts(from, to, group, size);
        }
        const InsideTime& inside = task_.inside_time(task_.groups[group], *choices_[group], std::max(Bytes(1), size));
        model::Occupation occupation;
        model::Stage& stage = occupation.add_stage(inside.all);
        stage.add({between_.interface_of(from, true), comes_from_coordinator ? inside.sent_by_first : inside.period});
        stage.add({between_.interface_of(to, false), comes_from_coordinator ? inside.period : inside.sent_by_first});
        return occupation;
    }

    [[nodiscard]] std::optional<Seconds> answer_time(int from, int to, Bytes size) const override {
        return group_of_[static_cast<std::size_t>(from)] == group_of_[static_cast<std::size_t>(to)]
                   ? std::nullopt
                   : between_.answer_time(from, to, size);
    }

private:
    /// What the coordinator collects from the group's others, or hands out to them, `size` in all.
    [[nodiscard]] model::Occupation of_parts(int from, int to, std::size_t group, Bytes size) const {
        const int others = task_.groups[group].num_processes() - 1;
        const Bytes part = base::part_of(std::max(Bytes(1), size), others);
        const Seconds time = task_.collected_inside(task_.groups[group], *choices_[group], part);
        model::Occupation occupation;
        model::Stage& stage = occupation.add_stage(time);
        stage.add({between_.interface_of(from, true), time});
        stage.add({between_.interface_of(to, false), time});
        return occupation;
    }

    const Task& task_;
    const model::GridPlogp& between_;
    const std::vector<int>& group_of_;
    Operation operation_;
    std::vector<const plan::LocalChoice*> choices_;  ///< [group]
};

std::vector<int> numbers_of_coordinators(const Task& task) {
    std::vector<int> numbers(static_cast<std::size_t>(task.placement.num_processes()), -1);
    int next = 0;
    for (const plan::ClusterGroup& group : task.groups) {
        numbers[static_cast<std::size_t>(group.coordinator())] = next++;
    }
    return numbers;
}

/// The groups' coordinators, then who stands for the others of those that have others: [process] its group.
std::vector<int> groups_of_pairs(const Task& task) {
    std::vector<int> groups;
    for (const bool is_coordinator : {true, false}) {
        for (std::size_t g = 0; g < task.groups.size(); ++g) {
            if (is_coordinator || task.groups[g].num_processes() > 1) {
                groups.push_back(static_cast<int>(g));
            }
        }
    }
    return groups;
}

platform::Placement placement_of_pairs(const Task& task, const std::vector<int>& groups) {
    platform::Placement placement;
    for (const int group : groups) {
        placement.host_of.push_back(placement.num_hosts());
        placement.cluster_of_host.push_back(task.groups[static_cast<std::size_t>(group)].cluster);
    }
    return placement;
}

}  // namespace

LookByClusters::LookByClusters(const Task& task, std::optional<platform::Handshake> supposed,
                               platform::Receivers receivers)
    : task_(task),
      number_of_(numbers_of_coordinators(task)),
      group_of_(groups_of_pairs(task)),
      placement_(placement_of_pairs(task, group_of_)),
      model_(task.model, placement_, supposed, receivers) {}

bool LookByClusters::pays(const Task& task) {
    const auto processes = static_cast<std::size_t>(task.placement.num_processes());
    return task.groups.size() > 1 && processes >= policy::kManyProcesses &&
           processes >= policy::kManyOfCluster * task.groups.size();
}

bool LookByClusters::leads_by_coordinators(const Tree& tree) const {
    return tree.carries.empty() && tree.local.size() == task_.groups.size() &&
           number_of_[static_cast<std::size_t>(tree.root)] >= 0 &&
           std::ranges::all_of(tree.period,
                               [](const plan::PeriodStep& step) { return step.sender == 0 && step.receiver == 0; });
}

bool LookByClusters::is_for(const Tree& tree) const {
    return (tree.shape == plan::Shape::kPipeline || tree.shape == plan::Shape::kTrees) && leads_by_coordinators(tree);
}

Seconds LookByClusters::simulated_time(const Tree& tree) const {
    const ClustersAsPairs model(task_, model_, group_of_, Operation::kBroadcast, tree.local);
    return planner::simulated_time(renumbered(tree), placement_, model);
}

std::int64_t LookByClusters::num_simulated_transfers(const Tree& tree) const {
    return planner::num_simulated_transfers(tree, placement_);
}

Seconds LookByClusters::pipeline_estimate(const Tree& tree) const {
    const ClustersAsPairs model(task_, model_, group_of_, Operation::kBroadcast, tree.local);
    return planner::pipeline_estimate(renumbered(tree), placement_, model);
}

Seconds LookByClusters::period_duration(const Tree& tree) const {
    const ClustersAsPairs model(task_, model_, group_of_, Operation::kBroadcast, tree.local);
    return planner::period_duration(renumbered(tree), placement_, model);
}

bool LookByClusters::is_for(const Plan& plan) const {
    const bool has_kind = moves_as_allgather(plan) ||
                          (has_common_data(plan.operation) && !plan.scheme->gathers_operands) ||
                          (has_parts(plan.operation) && plan.scheme->trees != scheme::Trees::kShared &&
                           plan.grain == schedule::Grain::kCombined);
    return has_kind && !plan.trees.empty() && !plan.in_rank_order && !plan.scheme->divides &&
           std::ranges::all_of(plan.trees, [&](const Tree& tree) {
               return tree.exit == plan::Exit::kCoordinator && leads_by_coordinators(tree);
           });
}

void LookByClusters::compose(const Plan& whole, Use use) const {
    const Plan plan = as_it_moves(whole);
    const Plan pairs = renumbered(plan);
    const scheme::Built built = plan::compose(pairs, placement_);
    const ClustersAsPairs model(task_, model_, group_of_, plan.operation, plan.trees.front().local);
    use(built.strands, model, sizes_of(built, pairs));
}

schedule::BlockSizes LookByClusters::sizes_of(const scheme::Built& built, const Plan& pairs) const {
    if (!has_parts(pairs.operation)) {
        return plan::block_sizes(built, pairs);
    }
    const std::vector<Bytes>& parts = task_.request.parts;
    const auto part_of = [&](int process) {
        return parts.empty() ? pairs.message : parts[static_cast<std::size_t>(process)];
    };
    std::vector<Bytes> of_pairs(group_of_.size());
    for (std::size_t p = 0; p < group_of_.size(); ++p) {
        const plan::ClusterGroup& group = task_.groups[static_cast<std::size_t>(group_of_[p])];
        if (p < task_.groups.size()) {
            of_pairs[p] = part_of(group.coordinator());
            continue;
        }
        for (const plan::HostGroup& host : group.hosts) {
            for (const int process : host) {
                of_pairs[p] = of_pairs[p] + (process == group.coordinator() ? Bytes(0) : part_of(process));
            }
        }
    }
    return plan::block_sizes(built, of_pairs);
}

Tree LookByClusters::renumbered(Tree tree) const {
    tree.root = number_of_[static_cast<std::size_t>(tree.root)];
    for (plan::LocalChoice& choice : tree.local) {
        choice.order.clear();
    }
    return tree;
}

Plan LookByClusters::renumbered(Plan plan) const {
    plan.root = std::max(0, number_of_[static_cast<std::size_t>(plan.root)]);
    for (Tree& tree : plan.trees) {
        tree = renumbered(std::move(tree));
    }
    return plan;
}

}  // namespace causeway::planner
