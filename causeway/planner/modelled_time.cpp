#include "causeway/planner/modelled_time.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/library.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/task.hpp"

namespace causeway::planner {

Seconds modelled_time(const platform::Platform& platform, const platform::Placement& placement,
                      const plan::Plan& plan) {
    const Request request{
        .operation = plan.operation, .root = plan.root, .message = plan.message, .neighbourhood = plan.neighbourhood};
    const Task task(platform, placement, request);
    if (plan.scheme == nullptr) {
        return library_time(task);
    }
    if (plan.operation == scheme::Operation::kBroadcast) {
        return simulated_time(plan.trees.front(), placement, task.model);
    }
    const std::optional<CollectiveTime> time = CollectiveTimes(task).simulated(plan);
    return time ? time->seconds : Seconds::infinity();
}

}  // namespace causeway::planner
