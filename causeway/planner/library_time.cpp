#include "causeway/planner/library_time.hpp"

#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/library_rules.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/simulate/in_steps.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

namespace causeway::planner {

namespace {

using scheme::MpiLibrary;
using scheme::Operation;

/// Of k-nomial trees, in Open MPI.
constexpr int kRadix = 4;

/// All that the library at hand, or where that is not known any library, may take.
std::vector<std::string_view> algorithms_for(const Task& task, Bytes message) {
    std::vector<std::string_view> names;
    for (const MpiLibrary library : {MpiLibrary::kOpenMpi, MpiLibrary::kMpich}) {
        if (task.request.library.value_or(library) == library) {
            for (const std::string_view name :
                 library_algorithms(library, task.request.operation, task.placement.num_processes(), message)) {
                if (std::find(names.begin(), names.end(), name) == names.end()) {
                    names.push_back(name);
                }
            }
        }
    }
    return names;
}

/// By a strategy over the ranks, counted from the root on.
Seconds broadcast_time(const Task& task, std::string_view name) {
    const int processes = task.placement.num_processes();
    const strategy::BroadcastStrategy& strategy = *strategy::broadcast_strategies().find(name);
    std::vector<int> from_root(static_cast<std::size_t>(processes));
    std::iota(from_root.begin(), from_root.end(), task.request.root);
    for (int& rank : from_root) {
        rank %= processes;
    }
    const Bytes message = task.request.message;
    const bool is_divided = strategy.cut == strategy::Cut::kPerProcess;
    const schedule::Schedule over_ranks = embed(strategy.build({.processes = processes,
                                                                .num_blocks = is_divided ? processes : 1,
                                                                .degree = strategy.degrees != nullptr ? kRadix : 0}),
                                                from_root, processes);
    return simulate::run_in_steps(over_ranks, task.model,
                                  {message, is_divided ? base::part_of(message, processes) : message});
}

std::optional<Seconds> scheme_time(const Task& task, std::string_view name, Bytes message, CollectiveTimes& times) {
    plan::Plan plan;
    plan.operation = task.request.operation;
    plan.scheme = scheme::schemes().find(name);
    plan.root = scheme::is_rooted(plan.operation) ? task.request.root : 0;
    plan.message = message;
    plan.neighbourhood = task.request.neighbourhood;
    plan.block = plan.scheme->divides ? base::part_of(message, task.placement.num_processes()) : message;
    plan.is_by_rank = true;
    if (const std::optional<Seconds> time = times.in_steps(plan)) {
        return time;
    }
    const std::optional<CollectiveTime> estimate = times.first_look(plan);
    return estimate ? std::optional(estimate->seconds) : std::nullopt;
}

}  // namespace

Seconds library_time(const Task& task) {
    const Operation operation = task.request.operation;
    const Bytes message = operation == Operation::kBarrier ? Bytes(0) : task.request.message;
    if (task.placement.num_processes() == 1 || (operation == Operation::kBroadcast && message == Bytes(0))) {
        return Seconds(0.0);
    }
    CollectiveTimes times(task.platform, task.placement, task.request.parts);
    Seconds least = Seconds::infinity();
    for (const std::string_view name : algorithms_for(task, message)) {
        least = std::min(least, operation == Operation::kBroadcast
                                    ? broadcast_time(task, name)
                                    : scheme_time(task, name, message, times).value_or(Seconds::infinity()));
    }
    return least;
}

}  // namespace causeway::planner
