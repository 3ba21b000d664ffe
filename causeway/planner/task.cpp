#include "causeway/planner/task.hpp"

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/planner/look_by_clusters.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <utility>

namespace causeway::planner {

Task::Task(const platform::Platform& given_platform, const platform::Placement& given_placement,
           const Request& given_request)
    : Task(given_platform, given_placement, given_request,
           std::make_shared<InsideTimes>(given_platform, given_placement),
           std::make_shared<const Nests>(platform::groups_of_clusters(given_platform)),
           std::make_shared<EdgesBySizes>()) {}

Task::Task(const Task& other, const Request& given_request)
    : Task(other.platform, other.placement, given_request, other.inside_times_, other.nests_, other.least_busy_edges_) {
}

Task::Task(const platform::Platform& given_platform, const platform::Placement& given_placement,
           const Request& given_request, std::shared_ptr<InsideTimes> inside, std::shared_ptr<const Nests> nests,
           std::shared_ptr<EdgesBySizes> least_busy_edges)
    : platform(given_platform),
      placement(given_placement),
      request(given_request),
      links(platform::links_between(given_platform)),
      model(given_platform, given_placement, std::nullopt, receivers_in(given_request.operation)),
      groups(plan::groups_of(given_placement, given_request.root)),
      inside_times_(std::move(inside)),
      nests_(std::move(nests)),
      least_busy_edges_(std::move(least_busy_edges)),
      pipeline_times_(std::make_unique<PipelineTimes>(groups, model, *inside_times_)) {
    number_of_cluster_.assign(platform.clusters.size(), -1);
    for (const plan::ClusterGroup& group : groups) {
        number_of_cluster_[static_cast<std::size_t>(group.cluster)] = static_cast<int>(members.size());
        members.push_back(group.cluster);
    }
}

Task::~Task() = default;

const LookByClusters* Task::by_clusters(const plan::Tree& tree) const {
    if (!by_clusters_ && LookByClusters::pays(*this)) {
        by_clusters_ = std::make_unique<LookByClusters>(*this, std::nullopt, receivers_in(request.operation));
    }
    return by_clusters_ && by_clusters_->is_for(tree) ? by_clusters_.get() : nullptr;
}

Seconds Task::pipeline_time(const plan::Tree& tree) const {
    if (tree.shape == plan::Shape::kPipeline) {
        return pipeline_times_->estimate(tree);
    }
    const LookByClusters* look = by_clusters(tree);
    return look != nullptr ? look->pipeline_estimate(tree) : pipeline_estimate(tree, placement, model);
}

Seconds Task::period_time(const plan::Tree& tree) const {
    const LookByClusters* look = by_clusters(tree);
    return look != nullptr ? look->period_duration(tree) : period_duration(tree, placement, model);
}

bool Task::allows(const strategy::BroadcastStrategy& strategy) const {
    return forced_strategy() == nullptr || forced_strategy()->strategy == &strategy;
}

std::vector<LocalPrediction> Task::predictions(const platform::Plogp& plogp, int processes) const {
    if (forced_strategy() == nullptr) {
        return predict_strategies(plogp, processes, request.message);
    }
    return {predict(*forced_strategy(), plogp, processes, request.message, forced_segment())};
}

const strategy::TunedStrategy* Task::forced_strategy() const {
    return request.forced && request.forced->tuned.strategy != nullptr ? &request.forced->tuned : nullptr;
}

std::optional<Bytes> Task::forced_segment() const {
    if (!request.forced || !request.forced->segment) {
        return std::nullopt;
    }
    const Bytes least(base::num_parts(request.message, Bytes(policy::kMostSegments)));
    return std::clamp(*request.forced->segment, least, std::min(request.message, kLargestWholeMessage));
}

const platform::Cluster& Task::cluster_of(const plan::ClusterGroup& group) const {
    return platform.clusters[static_cast<std::size_t>(group.cluster)];
}

const plan::ClusterGroup& Task::group_of(int cluster) const {
    return groups[static_cast<std::size_t>(number_of(cluster))];
}

const platform::Plogp* Task::between_members(const plan::ClusterGroup& group) const {
    const platform::Cluster& cluster = cluster_of(group);
    const std::optional<platform::Plogp>& plogp =
        group.hosts.size() == 1 && cluster.within_host ? cluster.within_host : cluster.plogp;
    return plogp ? &*plogp : nullptr;
}

LocalPrediction Task::within_host(const plan::ClusterGroup& group, Bytes segment) const {
    const auto [entry, is_new] = within_hosts_.try_emplace({class_of(group), segment});
    if (is_new) {
        entry->second = best_within_host(group, segment);
    }
    return entry->second;
}

LocalPrediction Task::best_within_host(const plan::ClusterGroup& group, Bytes segment) const {
    std::size_t most = 1;
    for (const plan::HostGroup& host : group.inner_hosts()) {
        most = std::max(most, host.size());
    }
    const platform::Cluster& cluster = cluster_of(group);
    if (most == 1 || (!cluster.within_host && !cluster.plogp)) {
        return {{strategy::broadcast_strategies().find("flat_tree")}, segment, Seconds(0.0)};
    }
    // The segments are given: each goes on as a whole.
    const platform::Plogp& plogp = cluster.within_host ? *cluster.within_host : *cluster.plogp;
    std::vector<LocalPrediction> all = predict_strategies(plogp, static_cast<int>(most), segment, segment);
    std::erase_if(all, [](const LocalPrediction& one) {
        return one.tuned.strategy->cut != strategy::Cut::kWhole && one.tuned.strategy->cut != strategy::Cut::kSameWay;
    });
    return best_of(all);
}

Seconds Task::drain_time(const plan::ClusterGroup& group, Bytes segment) const {
    const auto [entry, is_new] = drain_times_.try_emplace({class_of(group), segment});
    if (is_new) {
        entry->second = time_to_drain(group, segment);
    }
    return entry->second;
}

Seconds Task::time_to_drain(const plan::ClusterGroup& group, Bytes segment) const {
    const int processes = static_cast<int>(group.members().size());
    const platform::Plogp* plogp = between_members(group);
    const Seconds between = processes > 1 && plogp != nullptr
                                ? best_of(predict_strategies(*plogp, processes, segment, segment)).time
                                : Seconds(0.0);
    return between + within_host(group, segment).time;
}

bool Task::shakes_hands(Bytes size) const {
    const platform::Handshake handshake = platform.handshake.value_or(platform::kSupposedHandshake);
    return groups.size() > 1 && size > handshake.beyond && handshake.is_to_be_avoided(receivers_in(request.operation));
}

Bytes Task::without_handshake(Bytes usual) const {
    Bytes result = usual;
    while (shakes_hands(result)) {
        result = Bytes(result.value() / 2);
    }
    return result;
}

std::vector<plan::ClusterSend> Task::to_platform(const std::vector<inter_cluster::Send>& sends) const {
    std::vector<plan::ClusterSend> result;
    for (const inter_cluster::Send& send : sends) {
        result.push_back({members[static_cast<std::size_t>(send.from)], members[static_cast<std::size_t>(send.to)]});
    }
    return result;
}

}  // namespace causeway::planner
