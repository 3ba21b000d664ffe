/// Broadcasts of whole messages between clusters in the order of each heuristic, then inside each cluster.
///
/// Source: Steffenel 2006, section 5.
#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/planner/cluster_orders.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/source/source.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace causeway::planner {

namespace {

using scheme::Operation;
using scheme::Scheme;
using scheme::Trees;
using strategy::Cut;

/// The best allowed strategy inside a cluster for a whole message, and its time T_i.
LocalPrediction local_prediction(const Task& task, const plan::ClusterGroup& group) {
    const platform::Cluster& cluster = task.cluster_of(group);
    const Bytes message = task.request.message;
    const int processes = static_cast<int>(group.members().size());
    const platform::Plogp* plogp = task.between_members(group);
    LocalPrediction best = task.predictions(platform::Plogp{}, 1).front();
    best.time = Seconds(0.0);
    if (processes > 1 && plogp != nullptr) {
        std::vector<LocalPrediction> all = task.predictions(*plogp, processes);
        for (LocalPrediction& one : all) {
            // Of trees the source's closed forms are bounds, not times; a schedule of one block is quick to run.
            if (one.tuned.strategy->cut == Cut::kWhole) {
                one.time = simulated_time(one, *plogp, processes, message);
            }
        }
        best = best_of(all);
    }
    if (cluster.broadcast_time) {
        best.time = Seconds((*cluster.broadcast_time)(static_cast<double>(message.value())));
    }
    return best;
}

}  // namespace

std::vector<TreeCandidate> two_level_candidates(const Task& task) {
    std::vector<TreeCandidate> result;
    const Bytes message = task.request.message;
    if (message > kLargestWholeMessage) {
        return result;
    }
    std::vector<LocalPrediction> local;
    std::vector<Seconds> local_time;
    Bytes block = message;
    std::vector<LocalPrediction> within_hosts;
    std::map<int, LocalPrediction> known_local;  // [class]
    for (const plan::ClusterGroup& group : task.groups) {
        const auto [known, is_new] = known_local.try_emplace(task.class_of(group));
        if (is_new) {
            known->second = local_prediction(task, group);
        }
        local.push_back(known->second);
        within_hosts.push_back(task.within_host(group, local.back().segment));
        // A measured time is that of all processes.
        const bool is_measured = task.cluster_of(group).broadcast_time.has_value();
        local_time.push_back(local.back().time + (is_measured ? Seconds(0.0) : within_hosts.back().time));
        if (local.back().tuned.strategy->cut != Cut::kWhole && group.members().size() > 1) {
            block = std::min(block, local.back().segment);
        }
    }
    plan::Tree tree;
    tree.shape = plan::Shape::kTwoLevel;
    tree.root = task.request.root;
    tree.message = message;
    tree.block = block;
    for (std::size_t i = 0; i < task.groups.size(); ++i) {
        const std::int64_t blocks = base::num_parts(local[i].segment, block);
        tree.local.push_back({task.groups[i].cluster, local[i].tuned, within_hosts[i].tuned, blocks * block});
    }
    const inter_cluster::ClusterProblem problem = task.problem_between(0, message, local_time);
    for (const GroupOrder& order : orders_by_heuristics(problem, task)) {
        tree.order = order.name;
        tree.cluster_sends = task.to_platform(order.sends);
        result.push_back({tree, inter_cluster::evaluate(problem, order.sends, task.request.completion).makespan});
    }
    return result;
}

namespace {

void offer_whole_messages(Search& search, const Scheme* scheme) {
    if (scheme->operation == Operation::kBroadcast && search.task().groups.size() > 1) {
        search.offer_broadcasts(two_level_candidates(search.task()));
    }
}

}  // namespace

extern constexpr Source whole_messages{
    .name = "whole_messages",
    .summary = "a broadcast of whole messages between clusters by each heuristic, then inside each",
    .source = "Steffenel 2006, section 5",
    .trees = Trees::kWhole,
    .offer = offer_whole_messages,
};

}  // namespace causeway::planner
