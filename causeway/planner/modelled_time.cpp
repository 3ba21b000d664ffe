#include "causeway/planner/modelled_time.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/library.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/task.hpp"

namespace causeway::planner {

Seconds modelled_time(const platform::Platform& platform, const platform::Placement& placement,
                      const plan::Plan& plan) {
    if (plan.scheme == nullptr) {
        const Request request{.operation = plan.operation,
                              .root = plan.root,
                              .message = plan.message,
                              .neighbourhood = plan.neighbourhood};
        return library_time(Task(platform, placement, request));
    }
    if (plan.operation == scheme::Operation::kBroadcast) {
        return simulated_time(plan.trees.front(), placement,
                              model::GridPlogp(platform, placement, std::nullopt, receivers_in(plan.operation)));
    }
    const std::vector<Bytes> alike;
    const std::optional<CollectiveTime> time = CollectiveTimes(platform, placement, alike).simulated(plan);
    return time ? time->seconds : Seconds::infinity();
}

}  // namespace causeway::planner
