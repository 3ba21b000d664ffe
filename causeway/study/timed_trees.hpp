/// What trees and ways come to in time: timetables, and whole messages in the slices that suit them.
#pragma once

#include "causeway/bound/graph_bound.hpp"
#include "causeway/steady_state/message_time.hpp"
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

/// One tree for every slice, or a packing with the slices of each tree in a period that together carry most.
[[nodiscard]] steady_state::SlicedSeries series_of(scheme::Operation operation, const tree::TreeEdges& tree);
[[nodiscard]] steady_state::SlicedSeries series_of(scheme::Operation operation, const graph::Graph& graph,
                                                   const graph::Resources& resources,
                                                   const steady_state::Packing& packing);
/// Trees that data of an allreduce goes up and then down.
[[nodiscard]] steady_state::SlicedSeries series_both_ways(const graph::Graph& graph, const graph::Resources& resources,
                                                          const steady_state::Routing& routing);
/// The ways of a bound whose processes have data of their own.
[[nodiscard]] steady_state::SlicedSeries series_of(scheme::Operation operation, const graph::Resources& resources,
                                                   const bound::GraphBound& bound);

/// Whether its timetable is short enough to be made.
[[nodiscard]] bool is_timed(const steady_state::SlicedSeries& series);

/// Times of one message, over each tree and packing of a comparison.
struct MessageAnswers {
    std::vector<steady_state::SlicedMessage> trees;     ///< as in TreeComparison::trees
    std::vector<steady_state::SlicedMessage> packings;  ///< as in TreeComparison::packings
};

/// `slices`: into how many the message is cut; nothing: into as many as suit each. `graph` and `resources`: of the
/// slices that the comparison is for, as data goes.
[[nodiscard]] MessageAnswers message_answers(scheme::Operation operation, const graph::Graph& graph,
                                             const graph::Resources& resources, const TreeComparison& comparison,
                                             steady_state::MessageTimes& times, std::optional<std::int64_t> slices);

/// The trees of a comparison that are best.
struct BestTrees {
    std::string name;               ///< of the heuristic, or "packing"
    steady_state::Packing packing;  ///< of a heuristic: its tree alone
};

/// By message times if they are given, else by throughput; of equals the first: a single tree before several. Routed
/// trees take no part unless they are all there is.
[[nodiscard]] BestTrees best_trees(const TreeComparison& comparison, const std::optional<MessageAnswers>& answers);

}  // namespace causeway::study
