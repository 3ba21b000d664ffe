/// The MPI library's own collective: what it takes as measured, or by the flat algorithm that it takes.
///
/// Source: library_rules.hpp.
#include "causeway/planner/library.hpp"

#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/library_rules.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/schedule/reversal.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace causeway::planner {

namespace {

using scheme::MpiLibrary;
using scheme::Operation;

/// By a strategy over the ranks, counted from the root on: a broadcast, or a reduce the other way. Where parts go round
/// and these are too many to look at, as many rounds as may be: the others add what the latter half of those do. A part
/// passes all but one of the processes.
Seconds strategy_time(const Task& task, const strategy::BroadcastStrategy& strategy, const CollectiveTimes& times) {
    const int processes = task.placement.num_processes();
    const bool is_divided = strategy.cut == strategy::Cut::kPerProcess;
    const Bytes message = task.request.message;
    const schedule::BlockSizes sizes{message, is_divided ? base::part_of(message, processes) : message};
    const auto time_of = [&](int most_rounds) {
        const schedule::Schedule down =
            counted_from_root(strategy.build({.processes = processes,
                                              .num_blocks = is_divided ? processes : 1,
                                              .degree = strategy.degrees != nullptr ? policy::kRadixOfLibrary : 0,
                                              .most_rounds = most_rounds}),
                              task.request.root);
        return times.in_steps(task.request.operation == Operation::kReduce ? schedule::reduction_of(down) : down,
                              sizes);
    };
    const int most = static_cast<int>(std::max<std::int64_t>(2, policy::kMostTransfersOfLibrary / processes));
    const Seconds time = time_of(most);
    const int further = processes - 1 - most;
    if (!is_divided || further <= 0) {
        return time;
    }
    const Seconds added = (time - time_of(most / 2)) / static_cast<double>(most - most / 2);
    Seconds around;
    for (int from = 0; from + 1 < processes; ++from) {
        around += task.model
                      .occupation((from + task.request.root) % processes, (from + 1 + task.request.root) % processes,
                                  sizes.block)
                      .unhindered();
    }
    return std::max(time + static_cast<double>(further) * added, around);
}

std::optional<Seconds> algorithm_time(const Task& task, std::string_view name, Bytes message, CollectiveTimes& times) {
    if (const std::optional<scheme::FlatRounds> rounds = rounds_of_library(name)) {
        return times.in_rounds(*rounds, message);
    }
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

/// Of the fastest of these.
Seconds least_time(const Task& task, const std::vector<std::string_view>& names, Bytes message,
                   CollectiveTimes& times) {
    Seconds least = Seconds::infinity();
    for (const std::string_view name : names) {
        const strategy::BroadcastStrategy* strategy = strategy::broadcast_strategies().find(name);
        least = std::min(least, strategy != nullptr
                                    ? strategy_time(task, *strategy, times)
                                    : algorithm_time(task, name, message, times).value_or(Seconds::infinity()));
    }
    return least;
}

}  // namespace

Seconds library_time(const Task& task) {
    const Operation operation = task.request.operation;
    const Bytes message = operation == Operation::kBarrier ? Bytes(0) : task.request.message;
    if (task.placement.num_processes() == 1 || (operation == Operation::kBroadcast && message == Bytes(0))) {
        return Seconds(0.0);
    }
    CollectiveTimes times(task);
    const auto names_of = [&](MpiLibrary library) {
        return library_algorithms(library, operation, task.placement.num_processes(), message);
    };
    const std::vector<std::string_view> names = names_of(task.request.library.value_or(MpiLibrary::kOpenMpi));
    const std::vector<std::string_view> others = task.request.library ? names : names_of(MpiLibrary::kMpich);
    const Seconds time = least_time(task, names, message, times);
    if (others == names) {
        return time;
    }
    const Seconds other = least_time(task, others, message, times);
    // Midway the greatest factor that is lost, by taking it or by not taking it, is the least.
    return std::max(time, other) < Seconds::infinity() ? Seconds(std::sqrt(time.value() * other.value()))
                                                       : std::min(time, other);
}

Candidate untimed_library(const Request& request) {
    Candidate result;
    result.plan.operation = request.operation;
    result.plan.root = scheme::is_rooted(request.operation) ? request.root : 0;
    result.plan.message = request.message;
    result.plan.neighbourhood = request.neighbourhood;
    result.time = Seconds::infinity();
    result.basis = Basis::kSimulated;
    return result;
}

Candidate library_candidate(const Task& task) {
    const Request& request = task.request;
    Candidate result = untimed_library(request);
    if (request.measured_native) {
        result.time = *request.measured_native;
        result.basis = Basis::kMeasured;
    } else {
        result.time = library_time(task);
    }
    return result;
}

namespace {

void offer_library(Search& search, const scheme::Scheme* /*none*/) {
    search.offer_library(library_candidate(search.task()));
}

}  // namespace

extern constexpr Source library{
    .name = "library",
    .summary = "the MPI library's own, as measured or by the flat algorithm that it takes",
    .source = "Open MPI 4.1 and MPICH 4",
    .offer = offer_library,
};

}  // namespace causeway::planner
