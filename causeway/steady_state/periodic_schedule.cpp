#include "causeway/steady_state/periodic_schedule.hpp"

#include "causeway/steady_state/slices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>

namespace causeway::steady_state {

namespace {

/// A period has about so many units of time: whole numbers end exactly at 0.
constexpr double kUnitsOfPeriod = 0x1p40;

enum Side : std::size_t { kSenders, kReceivers };

/// What is still to be sent, and rounds that send it within the time that the busiest port needs.
class Decomposition {
public:
    Decomposition(const graph::Graph& graph, std::vector<std::int64_t> left)
        : graph_(graph), at_{graph::edges_out(graph), graph::edges_in(graph)}, left_(std::move(left)) {
        for (const Side side : {kSenders, kReceivers}) {
            busy_[side].assign(graph.nodes.size(), 0);
            partner_[side].assign(graph.nodes.size(), kNone);
        }
        for (int e = 0; e < graph.num_edges(); ++e) {
            for (const Side side : {kSenders, kReceivers}) {
                std::int64_t& busy = busy_[side][end(e, side)];
                busy += left_[static_cast<std::size_t>(e)];
                remaining_ = std::max(remaining_, busy);
            }
        }
    }

    [[nodiscard]] std::int64_t remaining() const { return remaining_; }

    /// The next round; its duration in units. Every port that is busy for all that remains takes part in it, so that
    /// what remains shrinks by the duration. A round ends when an edge has sent all, or a port gets that busy.
    std::pair<std::int64_t, std::vector<int>> next() {
        for (const Side side : {kSenders, kReceivers}) {
            for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
                if (partner_[side][node] == kNone && is_full(side, node)) {
                    find_partner(side, node, true);
                }
            }
        }
        for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {  // whoever else can send meanwhile
            if (partner_[kSenders][node] == kNone) {
                find_partner(kSenders, node, false);
            }
        }
        std::int64_t duration = remaining_;
        std::vector<int> edges;
        for (const Side side : {kSenders, kReceivers}) {
            for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
                const int edge = partner_[side][node];
                if (edge == kNone) {
                    duration = std::min(duration, remaining_ - busy_[side][node]);
                } else if (side == kSenders) {
                    duration = std::min(duration, left_[static_cast<std::size_t>(edge)]);
                    edges.push_back(edge);
                }
            }
        }
        std::sort(edges.begin(), edges.end());
        remaining_ -= duration;
        for (const int edge : edges) {
            std::int64_t& left = left_[static_cast<std::size_t>(edge)];
            left -= duration;
            for (const Side side : {kSenders, kReceivers}) {
                busy_[side][end(edge, side)] -= duration;
                if (left == 0) {
                    partner_[side][end(edge, side)] = kNone;
                }
            }
        }
        return {duration, std::move(edges)};
    }

private:
    static constexpr int kNone = -1;

    [[nodiscard]] std::size_t end(int edge, Side side) const {
        const graph::Edge& of = graph_.edges[static_cast<std::size_t>(edge)];
        return static_cast<std::size_t>(side == kSenders ? of.from : of.to);
    }

    [[nodiscard]] bool is_full(Side side, std::size_t node) const { return busy_[side][node] == remaining_; }

    /// Joins a node on `side` to one on the other, by an alternating path. Who had a partner there keeps one or gets
    /// another, except, when `may_take`, at the end of the path one that is not full.
    void find_partner(Side side, std::size_t node, bool may_take) {
        seen_.assign(graph_.nodes.size(), false);
        extend(side, node, may_take);
    }

    bool extend(Side side, std::size_t node, bool may_take) {
        const Side other = side == kSenders ? kReceivers : kSenders;
        for (const int edge : at_[side][node]) {
            const std::size_t there = end(edge, other);
            if (left_[static_cast<std::size_t>(edge)] == 0 || seen_[there]) {
                continue;
            }
            seen_[there] = true;
            const int taken = partner_[other][there];
            if (taken != kNone) {
                const std::size_t loser = end(taken, side);
                if (may_take && !is_full(side, loser)) {
                    partner_[side][loser] = kNone;
                } else if (!extend(side, loser, may_take)) {
                    continue;
                }
            }
            partner_[side][node] = edge;
            partner_[other][there] = edge;
            return true;
        }
        return false;
    }

    const graph::Graph& graph_;
    std::array<std::vector<std::vector<int>>, 2> at_;  ///< [side][node]: its edges
    std::vector<std::int64_t> left_;                   ///< [edge]
    std::array<std::vector<std::int64_t>, 2> busy_;    ///< [side][node]: the sum of what is left
    std::array<std::vector<int>, 2> partner_;          ///< [side][node]: the edge of the round, or kNone
    std::vector<bool> seen_;                           ///< [node of the other side], on the path
    std::int64_t remaining_ = 0;                       ///< the greatest of busy_
};

}  // namespace

PeriodicSchedule periodic_schedule(const graph::Graph& graph, const Packing& packing, int most_slices) {
    PeriodicSchedule result;
    std::vector<double> weights;
    for (const WeightedTree& tree : packing.trees) {
        weights.push_back(tree.weight);
    }
    result.slices = slices_per_period(weights, most_slices);
    std::map<std::pair<int, int>, int> slices;  // [edge, tree]
    std::vector<double> time(graph.edges.size(), 0.0);
    for (std::size_t k = 0; k < packing.trees.size(); ++k) {
        for (const int edge : packing.trees[k].edges) {
            if (result.slices[k] > 0) {
                slices[{edge, static_cast<int>(k)}] = result.slices[k];
                time[static_cast<std::size_t>(edge)] +=
                    result.slices[k] * graph.edges[static_cast<std::size_t>(edge)].time.value();
            }
        }
    }
    for (const auto& [where, count] : slices) {
        result.loads.push_back({where.first, where.second, count});
    }
    const double longest = *std::max_element(time.begin(), time.end());
    const double unit = longest / kUnitsOfPeriod;
    std::vector<std::int64_t> units;
    for (const double seconds : time) {
        units.push_back(static_cast<std::int64_t>(std::ceil(seconds / unit)));
    }
    Decomposition decomposition(graph, std::move(units));
    result.period = Seconds(static_cast<double>(decomposition.remaining()) * unit);
    result.throughput = std::accumulate(result.slices.begin(), result.slices.end(), 0) / result.period.value();
    while (decomposition.remaining() > 0) {
        auto [duration, edges] = decomposition.next();
        result.rounds.push_back({Seconds(static_cast<double>(duration) * unit), std::move(edges)});
    }
    return result;
}

Seconds time_in_rounds(const graph::Graph& graph, const Packing& packing, const PeriodicSchedule& schedule,
                       std::int64_t slices) {
    const double period = schedule.period.value();
    Seconds last;  // when the slices that the source sends in the first period have all arrived
    for (std::size_t k = 0; k < packing.trees.size(); ++k) {
        if (schedule.slices[k] == 0) {
            continue;
        }
        std::vector<double> lag(graph.nodes.size(), 0.0);  // periods, from the first one until the node passes on
        for (const int e : packing.trees[k].edges) {       // from the source on
            const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            const double sent = lag[static_cast<std::size_t>(edge.from)] + 1.0;
            lag[static_cast<std::size_t>(edge.to)] = sent + std::ceil(edge.latency.value() / period);
            last = std::max(last, sent * schedule.period + edge.latency);
        }
    }
    const auto in_period = std::accumulate(schedule.slices.begin(), schedule.slices.end(), std::int64_t{0});
    return static_cast<double>((slices - 1) / in_period) * schedule.period + last;
}

}  // namespace causeway::steady_state
