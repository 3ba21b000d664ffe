/// Schedules of a whole message between clusters, as the verbs read and write them.
#pragma once

#include "causeway/base/json_output.hpp"
#include "causeway/base/units.hpp"
#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/platform/platform.hpp"

#include <string_view>

namespace causeway::app {

/// A message from cluster `root` to all clusters of the platform, each with the best time of its own broadcast.
[[nodiscard]] inter_cluster::ClusterProblem whole_message_problem(const platform::Platform& platform, int root,
                                                                  Bytes message);

/// `{"heuristic", "makespan", "sends": [{"from", "to", "start", "arrival"}], "completion": {cluster: seconds}}`; null
/// for what is never reached.
[[nodiscard]] base::JsonOutput schedule_json(std::string_view heuristic, const inter_cluster::TimedSchedule& schedule,
                                             const platform::Platform& platform);

}  // namespace causeway::app
