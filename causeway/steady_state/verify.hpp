/// Checks packings and timetables with nothing but additions and comparisons.
#pragma once

#include "causeway/steady_state/packing.hpp"
#include "causeway/steady_state/timetable.hpp"

#include <string>
#include <vector>

namespace causeway::steady_state {

/// What is wrong with a packing, a sentence each; none if it is valid: every tree reaches each node but the source by
/// just one edge and from the source on, weights are above 0 and add up to the throughput, and no resource is busy for
/// more than a second a second (but for 1e-9, rounding).
[[nodiscard]] std::vector<std::string> verify(const Packing& packing, const graph::Graph& graph,
                                              const graph::Resources& resources, int source);

/// The same of a timetable of `ways`: each slice goes over every edge of its way once, and nobody sends what has not
/// come to it (all that its way brings to it, of what is combined); no resource is busy with two slices at once,
/// whatever the periods that they belong to (but for 1e-8 of a period, rounding); each slice has arrived when it says.
[[nodiscard]] std::vector<std::string> verify(const Timetable& timetable, const graph::Graph& graph,
                                              const graph::Resources& resources, const std::vector<SlicedWay>& ways,
                                              Passing passing);

}  // namespace causeway::steady_state
