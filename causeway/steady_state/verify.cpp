#include "causeway/steady_state/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace causeway::steady_state {

namespace {

constexpr double kRounding = 1e-9;

std::vector<std::string> faults_of_tree(const tree::TreeEdges& edges, const graph::Graph& graph, int source,
                                        std::size_t number) {
    std::vector<std::string> faults;
    std::vector<bool> reached(graph.nodes.size(), false);
    reached[static_cast<std::size_t>(source)] = true;
    for (const int e : edges) {
        if (e < 0 || e >= graph.num_edges()) {
            faults.push_back(fmt::format("tree {}: there is no edge {}", number, e));
            continue;
        }
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        const std::string& to = graph.nodes[static_cast<std::size_t>(edge.to)];
        if (!reached[static_cast<std::size_t>(edge.from)]) {
            faults.push_back(fmt::format("tree {}: {} is to send to {} what nothing has brought to it", number,
                                         graph.nodes[static_cast<std::size_t>(edge.from)], to));
        }
        if (reached[static_cast<std::size_t>(edge.to)]) {
            faults.push_back(fmt::format("tree {}: {} receives twice, or is the source", number, to));
        }
        reached[static_cast<std::size_t>(edge.to)] = true;
    }
    for (std::size_t node = 0; node < reached.size(); ++node) {
        if (!reached[node]) {
            faults.push_back(fmt::format("tree {}: {} receives nothing", number, graph.nodes[node]));
        }
    }
    return faults;
}

}  // namespace

std::vector<std::string> verify(const Packing& packing, const graph::Graph& graph, const graph::Resources& resources,
                                int source) {
    std::vector<std::string> faults;
    std::vector<double> busy(static_cast<std::size_t>(resources.size()), 0.0);
    double sum = 0.0;
    for (std::size_t k = 0; k < packing.trees.size(); ++k) {
        const WeightedTree& tree = packing.trees[k];
        const std::vector<std::string> of_tree = faults_of_tree(tree.edges, graph, source, k);
        faults.insert(faults.end(), of_tree.begin(), of_tree.end());
        if (!(tree.weight > 0.0)) {
            faults.push_back(fmt::format("tree {}: its weight is {}", k, tree.weight));
        }
        sum += tree.weight;
        for (const int e : tree.edges) {
            if (e < 0 || e >= graph.num_edges()) {
                continue;
            }
            for (int r = 0; r < resources.size(); ++r) {
                for (const graph::Share& share : resources[r].shares) {
                    if (share.edge == e) {
                        busy[static_cast<std::size_t>(r)] += tree.weight * share.time.value();
                    }
                }
            }
        }
    }
    if (sum != packing.throughput && !(std::abs(sum - packing.throughput) <= kRounding * packing.throughput)) {
        faults.push_back(fmt::format("the weights add up to {}, not to {}", sum, packing.throughput));
    }
    for (int r = 0; r < resources.size(); ++r) {
        const double load = busy[static_cast<std::size_t>(r)];
        if (!(load <= 1.0 + kRounding)) {
            faults.push_back(fmt::format("{} would be busy for {} seconds a second", resources[r].name, load));
        }
    }
    return faults;
}

namespace {

/// What is wrong with one slice's way through the network. `transfers`: those of the slice, [position].
std::vector<std::string> faults_of_slice(const std::vector<TimedTransfer>& transfers, const graph::Graph& graph,
                                         const graph::Resources& resources, const SlicedWay& way, Passing passing,
                                         double slack) {
    std::vector<std::string> faults;
    const auto edge_at = [&](std::size_t position) {
        return graph.edges[static_cast<std::size_t>(way.edges[position])];
    };
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const bool is_origin = passing == Passing::kCopied && edge_at(i).from == edge_at(0).from;
        bool has_copy = false;
        bool is_waited_for = false;
        bool has_all = true;
        for (std::size_t before = 0; before < i; ++before) {
            if (edge_at(before).to == edge_at(i).from) {
                const Seconds arrival = transfers[before].start + resources.transit(way.edges[before]);
                const bool is_there = arrival.value() <= transfers[i].start.value() + slack;
                is_waited_for = true;
                has_copy = has_copy || is_there;
                has_all = has_all && is_there;
            }
        }
        const bool may_send = passing == Passing::kCombined ? has_all : is_origin || has_copy || !is_waited_for;
        if (!may_send) {
            faults.push_back(fmt::format("slice {}: {} sends to {} at {} s what has not come to it", transfers[i].slice,
                                         graph.nodes[static_cast<std::size_t>(edge_at(i).from)],
                                         graph.nodes[static_cast<std::size_t>(edge_at(i).to)],
                                         transfers[i].start.value()));
        }
    }
    return faults;
}

/// Whether two of the intervals (begin modulo the period, duration) meet.
bool do_meet(std::vector<std::pair<double, double>> intervals, double period, double slack) {
    std::sort(intervals.begin(), intervals.end());
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const bool is_last = i + 1 == intervals.size();
        const double next = is_last ? intervals.front().first + period : intervals[i + 1].first;
        if (intervals[i].first + intervals[i].second > next + slack) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<std::string> verify(const Timetable& timetable, const graph::Graph& graph,
                                const graph::Resources& resources, const std::vector<SlicedWay>& ways,
                                Passing passing) {
    constexpr double kTimetableRounding = 1e-8;
    const double period = timetable.period.value();
    const double slack = kTimetableRounding * period;
    std::vector<std::string> faults;
    std::vector<int> slices_on(ways.size(), 0);
    std::vector<std::vector<TimedTransfer>> of_slice(timetable.arrivals.size());
    std::vector<std::vector<std::pair<double, double>>> busy(static_cast<std::size_t>(resources.size()));
    for (const TimedTransfer& transfer : timetable.transfers) {
        of_slice[static_cast<std::size_t>(transfer.slice)].push_back(transfer);
        for (const graph::Use& use : resources.of_edge(transfer.edge)) {
            const double begin = (transfer.start + use.after).value();
            if (use.time > Seconds(0.0)) {
                busy[static_cast<std::size_t>(use.resource)].emplace_back(begin - period * std::floor(begin / period),
                                                                          use.time.value());
            }
        }
    }
    for (std::size_t slice = 0; slice < of_slice.size(); ++slice) {
        std::vector<TimedTransfer>& transfers = of_slice[slice];
        std::sort(transfers.begin(), transfers.end(),
                  [](const TimedTransfer& a, const TimedTransfer& b) { return a.position < b.position; });
        const auto way = static_cast<std::size_t>(transfers.empty() ? 0 : transfers.front().way);
        ++slices_on[way];
        bool is_whole = transfers.size() == ways[way].edges.size();
        Seconds last;
        for (std::size_t i = 0; i < transfers.size(); ++i) {
            is_whole = is_whole && transfers[i].way == static_cast<int>(way) &&
                       transfers[i].position == static_cast<int>(i) && transfers[i].edge == ways[way].edges[i] &&
                       transfers[i].start >= Seconds(0.0);
            last = std::max(last, transfers[i].start + resources.transit(transfers[i].edge));
        }
        if (!is_whole) {
            faults.push_back(fmt::format("slice {}: it does not go over every edge of its way once", slice));
            continue;
        }
        if (std::abs((last - timetable.arrivals[slice]).value()) > slack) {
            faults.push_back(fmt::format("slice {}: it has arrived at {} s, not at {} s", slice, last.value(),
                                         timetable.arrivals[slice].value()));
        }
        const std::vector<std::string> on_its_way =
            faults_of_slice(transfers, graph, resources, ways[way], passing, slack);
        faults.insert(faults.end(), on_its_way.begin(), on_its_way.end());
    }
    for (std::size_t w = 0; w < ways.size(); ++w) {
        if (slices_on[w] != ways[w].slices) {
            faults.push_back(fmt::format("way {}: {} slices take it, not {}", w, slices_on[w], ways[w].slices));
        }
    }
    for (int r = 0; r < resources.size(); ++r) {
        if (do_meet(busy[static_cast<std::size_t>(r)], period, slack)) {
            faults.push_back(fmt::format("{} would be busy with two slices at once", resources[r].name));
        }
    }
    return faults;
}

}  // namespace causeway::steady_state
