#include "cluster_schedule.hpp"

#include "causeway/planner/local_choice.hpp"

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace causeway::app {

namespace {

base::JsonOutput number_or_null(Seconds time) {
    return std::isfinite(time.value()) ? base::JsonOutput(time.value()) : base::JsonOutput(nullptr);
}

Seconds local_time(const platform::Cluster& cluster, Bytes message) {
    if (cluster.broadcast_time) {
        return Seconds((*cluster.broadcast_time)(static_cast<double>(message.value())));
    }
    return cluster.plogp
               ? planner::best_of(planner::predict_strategies(*cluster.plogp, cluster.num_hosts, message)).time
               : Seconds(0.0);
}

}  // namespace

inter_cluster::ClusterProblem whole_message_problem(const platform::Platform& platform, int root, Bytes message) {
    std::vector<int> members(static_cast<std::size_t>(platform.num_clusters()));
    std::iota(members.begin(), members.end(), 0);
    std::vector<Seconds> local;
    for (const platform::Cluster& cluster : platform.clusters) {
        local.push_back(local_time(cluster, message));
    }
    return inter_cluster::problem_of(platform, members, root, message, std::move(local));
}

base::JsonOutput schedule_json(std::string_view heuristic, const inter_cluster::TimedSchedule& schedule,
                               const platform::Platform& platform) {
    const auto name_of = [&](int cluster) { return platform.clusters[static_cast<std::size_t>(cluster)].name; };
    auto sends = base::JsonOutput::array();
    for (const inter_cluster::TimedSend& send : schedule.sends) {
        sends.push_back({{"from", name_of(send.from)},
                         {"to", name_of(send.to)},
                         {"start", send.start.value()},
                         {"arrival", send.arrival.value()}});
    }
    auto completion = base::JsonOutput::object();
    for (std::size_t c = 0; c < schedule.completion.size(); ++c) {
        completion[name_of(static_cast<int>(c))] = number_or_null(schedule.completion[c]);
    }
    return {{"heuristic", heuristic},
            {"makespan", number_or_null(schedule.makespan)},
            {"sends", std::move(sends)},
            {"completion", std::move(completion)}};
}

}  // namespace causeway::app
