#include "causeway/planner/task.hpp"

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/planner/look_by_clusters.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::planner {

Task::Task(const platform::Platform& given_platform, const platform::Placement& given_placement,
           const Request& given_request)
    : Task(std::make_shared<PlacedProcesses>(given_platform, given_placement), given_request) {}

Task::Task(std::shared_ptr<PlacedProcesses> processes, const Request& given_request)
    : Task(std::move(processes), std::make_shared<Found>(), given_request) {}

Task::Task(const Task& other, const Request& given_request) : Task(other.processes_, other.found_, given_request) {}

Task::Task(std::shared_ptr<PlacedProcesses> processes, std::shared_ptr<Found> found, const Request& given_request)
    : platform(processes->platform()),
      placement(processes->placement()),
      request(given_request),
      model(processes->model(), placement, std::nullopt, receivers_in(given_request.operation)),
      groups(plan::groups_of(placement, given_request.root)),
      processes_(std::move(processes)),
      found_(std::move(found)),
      pipeline_times_(std::make_unique<PipelineTimes>(groups, model, processes_->inside_times())) {
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

inter_cluster::PairTimes Task::times_between(Bytes size) const {
    return {model.links(), nests(), platform, size, receivers_in(request.operation)};
}

std::vector<int> Task::clusters_in_order() const {
    std::vector<int> result = members;
    std::ranges::sort(result);
    return result;
}

const inter_cluster::ClusterProblem& Task::problem_in_order(Bytes size) const {
    constexpr std::size_t kMostKept = 4;
    auto& problems = found_->problems;
    const platform::Receivers receivers = receivers_in(request.operation);
    const auto known = std::ranges::find_if(problems, [&](const auto& one) {
        return std::get<Bytes>(one) == size && std::get<platform::Receivers>(one) == receivers;
    });
    if (known != problems.end()) {
        problems.splice(problems.begin(), problems, known);
    } else {
        if (problems.size() == kMostKept) {
            problems.pop_back();
        }
        problems.emplace_front(size, receivers,
                               inter_cluster::problem_of(times_between(size), clusters_in_order(), 0, {}));
    }
    return std::get<inter_cluster::ClusterProblem>(problems.front());
}

inter_cluster::ClusterProblem Task::problem_between(int root, Bytes size, std::vector<Seconds> local_time) const {
    const inter_cluster::ClusterProblem& known = problem_in_order(size);
    const std::vector<int> in_order = clusters_in_order();
    std::vector<int> place;  // [group]: of its cluster among all that have processes
    for (const int cluster : members) {
        place.push_back(static_cast<int>(std::ranges::lower_bound(in_order, cluster) - in_order.begin()));
    }
    const auto n = static_cast<int>(members.size());
    inter_cluster::ClusterProblem result;
    result.root = root;
    result.local_time = std::move(local_time);
    result.gap = base::SquareMatrix<Seconds>(n);
    result.latency = base::SquareMatrix<Seconds>(n);
    for (int from = 0; from < n; ++from) {
        const int from_place = place[static_cast<std::size_t>(from)];
        for (int to = 0; to < n; ++to) {
            const int to_place = place[static_cast<std::size_t>(to)];
            result.gap(from, to) = known.gap(from_place, to_place);
            result.latency(from, to) = known.latency(from_place, to_place);
        }
    }
    return result;
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
