/// What trees and ways come to in time: timetables, and whole messages in the slices that suit them.
#pragma once

#include "causeway/bound/graph_bound.hpp"
#include "causeway/steady_state/message_time.hpp"
#include "causeway/steady_state/periodic_schedule.hpp"
#include "causeway/steady_state/timetable.hpp"
#include "causeway/study/tree_comparison.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace causeway::study {

/// Slices of a period at most, and operations of one.
inline constexpr int kLongestTimetable = 24;
inline constexpr int kMostOperationsOfPeriod = 12;
/// Longer timetables are nothing that anybody reads.
inline constexpr std::int64_t kMostTimedTransfers = 20'000;

/// Edges that lead from the source on, as data goes over them: the other way round where it comes up.
[[nodiscard]] std::vector<int> in_order_of_data(scheme::Operation operation, std::vector<int> edges);

/// What goes on period after period, and when.
struct TimedSeries {
    steady_state::SlicedSeries series;
    steady_state::Timetable timetable;
    /// The same trees with slices that may be interrupted, where they carry more so (periodic_schedule.hpp): broadcasts
    /// over several trees in the one-port model, where nothing but ports is shared.
    std::optional<steady_state::PeriodicSchedule> rounds = std::nullopt;

    /// Slices of each process's data per second, of the whole where all have the same; with slices that are not
    /// interrupted, and in whichever way carries more.
    [[nodiscard]] double rate_of_whole_slices() const;
    [[nodiscard]] double rate() const;
};

/// `graph`: as data goes. The trees of all lead from the source on, also those of a reduction; a tree for every slice.
[[nodiscard]] TimedSeries timed_tree(scheme::Operation operation, const graph::Graph& graph,
                                     const graph::Resources& resources, const tree::TreeEdges& tree);
/// With as many slices of each tree in a period as together carry most.
[[nodiscard]] TimedSeries timed_packing(scheme::Operation operation, const graph::Graph& graph, graph::PortModel port,
                                        const graph::Resources& resources, const steady_state::Packing& packing);
/// Trees that data of an allreduce goes up and then down.
[[nodiscard]] TimedSeries timed_both_ways(const graph::Graph& graph, const graph::Resources& resources,
                                          const steady_state::Routing& routing);
/// The ways of a bound whose processes have data of their own; nothing if a period has more than kMostTimedTransfers.
[[nodiscard]] std::optional<TimedSeries> timed_ways(scheme::Operation operation, const graph::Graph& graph,
                                                    const graph::Resources& resources, const bound::GraphBound& bound);

/// A comparison in time.
struct TimedComparison {
    std::vector<TimedSeries> trees;     ///< as in TreeComparison::trees
    std::vector<TimedSeries> packings;  ///< as in TreeComparison::packings
};

[[nodiscard]] TimedComparison timed(scheme::Operation operation, const graph::Graph& graph, graph::PortModel port,
                                    const graph::Resources& resources, const TreeComparison& comparison);

/// What one message takes; over several trees in slices that are not interrupted or in rounds, whichever is faster.
struct MessageAnswers {
    std::vector<steady_state::SlicedMessage> trees;     ///< as in TreeComparison::trees
    std::vector<steady_state::SlicedMessage> packings;  ///< as in TreeComparison::packings; more trees are never worse
};

/// `slices`: into how many the message is cut; nothing: into as many as suit each.
[[nodiscard]] MessageAnswers messages_over(const TreeComparison& comparison, const TimedComparison& timed,
                                           steady_state::MessageTimes& times, std::optional<std::int64_t> slices);

/// The best of a comparison.
struct BestTrees {
    std::string name;               ///< of the heuristic, or "packing"
    steady_state::Packing packing;  ///< of a heuristic: its tree alone
    TimedSeries timed;
};

/// By message times if they are given, else by rate; of equals the first: a single tree before several. Routed trees
/// take no part unless they are all there is.
[[nodiscard]] BestTrees best_trees(const TreeComparison& comparison, const TimedComparison& timed,
                                   const std::optional<MessageAnswers>& messages);

}  // namespace causeway::study
