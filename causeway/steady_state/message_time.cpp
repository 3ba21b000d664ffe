#include "causeway/steady_state/message_time.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/steady_state/periodic_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace causeway::steady_state {

MessageTimes::Network::Network(graph::Graph its_graph, graph::PortModel port)
    : graph(std::move(its_graph)), resources(graph, port) {}

MessageTimes::MessageTimes(GraphFor graph_for, graph::PortModel port, Bytes message)
    : graph_for_(graph_for), port_(port), message_(message) {}

const MessageTimes::Network& MessageTimes::network_for(Bytes slice) {
    if (const auto known = networks_.find(slice); known != networks_.end()) {
        return known->second;
    }
    graph::Graph graph = graph_for_(slice);
    if (!networks_.empty() && networks_.begin()->second.graph.num_edges() != graph.num_edges()) {
        throw base::Error(fmt::format("slices of {} take no time on some edges", base::to_text(slice)));
    }
    return networks_.try_emplace(slice, std::move(graph), port_).first->second;
}

Bytes MessageTimes::slice_of(std::int64_t slices) const {
    return Bytes((message_.value() + slices - 1) / slices);
}

SlicedMessage MessageTimes::in_slices(std::int64_t slices, const SlicedSeries& series) {
    const Bytes slice = slice_of(slices);
    const Network& network = network_for(slice);
    const Timetable timetable = timetable_of(network.graph, network.resources, series.ways, series.passing);
    return {.time = time_of_series(series, timetable, slices), .slice = slice, .slices = slices};
}

SlicedMessage MessageTimes::in_slices_in_rounds(std::int64_t slices, const Packing& packing, int most_slices) {
    const Bytes slice = slice_of(slices);
    const graph::Graph& graph = network_for(slice).graph;
    const PeriodicSchedule schedule = periodic_schedule(graph, packing, most_slices);
    return {.time = time_in_rounds(graph, packing, schedule, slices),
            .slice = slice,
            .slices = slices,
            .is_interrupted = true};
}

SlicedMessage MessageTimes::best(const SlicedSeries& series) {
    return best_of([&](std::int64_t slices) { return in_slices(slices, series); });
}

SlicedMessage MessageTimes::best_in_rounds(const Packing& packing, int most_slices) {
    return best_of([&](std::int64_t slices) { return in_slices_in_rounds(slices, packing, most_slices); });
}

SlicedMessage MessageTimes::best_of(base::FunctionRef<SlicedMessage(std::int64_t)> in_slices) const {
    constexpr int kStepsBetween = 4;
    const std::int64_t most = std::clamp<std::int64_t>(message_.value() / kLeastSlice.value(), 1, kMostSlices);
    SlicedMessage best = in_slices(1);
    const auto look_at = [&](std::int64_t slices) {
        const SlicedMessage now = in_slices(slices);
        if (now.time < best.time) {
            best = now;
        }
    };
    for (std::int64_t slices = 2; slices <= most; slices *= 2) {
        look_at(slices);
    }
    const std::int64_t middle = best.slices;
    for (int step = 1 - kStepsBetween; step < kStepsBetween; ++step) {
        const auto slices = static_cast<std::int64_t>(
            std::llround(static_cast<double>(middle) * std::exp2(static_cast<double>(step) / kStepsBetween)));
        if (step != 0 && slices >= 1 && slices <= most) {
            look_at(slices);
        }
    }
    return best;
}

}  // namespace causeway::steady_state
