#include "causeway/tree/least_makespan.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace causeway::tree {

namespace {

/// Of makespans: less than rounding is no gain.
constexpr double kReallyLess = 1.0 - 1e-12;

/// What has been sent so far.
struct State {
    unsigned reached = 0;             ///< a bit for each node
    std::vector<Seconds> arrival;     ///< [node] that is reached
    std::vector<Seconds> free_after;  ///< [resource]
    Seconds last_start;
    Seconds last_arrival;
};

class MakespanSearch {
public:
    MakespanSearch(const graph::Graph& graph, const graph::Resources& resources, LeastMakespan best,
                   std::int64_t most_states)
        : graph_(graph),
          resources_(resources),
          out_(graph::edges_out(graph)),
          best_(std::move(best)),
          most_states_(most_states) {}

    LeastMakespan run(int source) {
        State state;
        state.reached = 1U << static_cast<unsigned>(source);
        state.arrival.assign(graph_.nodes.size(), Seconds(0.0));
        state.free_after.assign(static_cast<std::size_t>(resources_.size()), Seconds(0.0));
        extend(state);
        return std::move(best_);
    }

private:
    struct Send {
        int edge = 0;
        Seconds start;
        Seconds arrival;
    };

    [[nodiscard]] static bool has(unsigned nodes, int node) { return (nodes >> static_cast<unsigned>(node) & 1U) != 0; }

    /// All that can be sent next, the first to arrive first.
    [[nodiscard]] std::vector<Send> sends_from(const State& state) const {
        std::vector<Send> sends;
        for (int node = 0; node < graph_.num_nodes(); ++node) {
            if (!has(state.reached, node)) {
                continue;
            }
            for (const int e : out_[static_cast<std::size_t>(node)]) {
                if (has(state.reached, graph_.edges[static_cast<std::size_t>(e)].to)) {
                    continue;
                }
                Seconds start = std::max(state.arrival[static_cast<std::size_t>(node)], state.last_start);
                for (const graph::Use& use : resources_.of_edge(e)) {
                    start = std::max(start, state.free_after[static_cast<std::size_t>(use.resource)] - use.after);
                }
                sends.push_back({e, start, start + resources_.transit(e)});
            }
        }
        std::sort(sends.begin(), sends.end(), [](const Send& a, const Send& b) {
            return std::pair(a.arrival, a.edge) < std::pair(b.arrival, b.edge);
        });
        return sends;
    }

    /// No continuation has everybody reached before: by shortest ways, as if nothing were ever busy.
    [[nodiscard]] Seconds least_end(const State& state, const std::vector<Send>& sends) const {
        std::vector<Seconds> arrival(graph_.nodes.size(), Seconds::infinity());
        for (const Send& send : sends) {
            Seconds& at = arrival[static_cast<std::size_t>(graph_.edges[static_cast<std::size_t>(send.edge)].to)];
            at = std::min(at, send.arrival);
        }
        Seconds end = state.last_arrival;
        unsigned known = state.reached;
        while (known + 1U != 1U << static_cast<unsigned>(graph_.num_nodes())) {
            int next = -1;
            for (int node = 0; node < graph_.num_nodes(); ++node) {
                if (!has(known, node) &&
                    (next == -1 || arrival[static_cast<std::size_t>(node)] < arrival[static_cast<std::size_t>(next)])) {
                    next = node;
                }
            }
            known |= 1U << static_cast<unsigned>(next);
            const Seconds at = arrival[static_cast<std::size_t>(next)];
            end = std::max(end, at);
            for (const int e : out_[static_cast<std::size_t>(next)]) {
                Seconds& to = arrival[static_cast<std::size_t>(graph_.edges[static_cast<std::size_t>(e)].to)];
                to = std::min(to, at + resources_.transit(e));
            }
        }
        return end;
    }

    /// Whether a state seen before has the same nodes reached and is nowhere behind; else it is remembered.
    [[nodiscard]] bool is_dominated(const State& state) {
        // Nothing starts before the last start any more: what was earlier is alike.
        std::vector<Seconds> values{state.last_arrival, state.last_start};
        for (int node = 0; node < graph_.num_nodes(); ++node) {
            if (has(state.reached, node)) {
                values.push_back(std::max(state.arrival[static_cast<std::size_t>(node)], state.last_start));
            }
        }
        for (const Seconds free : state.free_after) {
            values.push_back(std::max(free, state.last_start));
        }
        const auto is_behind = [](const std::vector<Seconds>& a, const std::vector<Seconds>& b) {
            return std::equal(a.begin(), a.end(), b.begin(), [](Seconds x, Seconds y) { return x >= y; });
        };
        std::vector<std::vector<Seconds>>& seen = seen_[state.reached];
        if (std::any_of(seen.begin(), seen.end(), [&](const auto& one) { return is_behind(values, one); })) {
            return true;
        }
        std::erase_if(seen, [&](const auto& one) { return is_behind(one, values); });
        seen.push_back(std::move(values));
        return false;
    }

    void extend(const State& state) {
        if (state.reached + 1U == 1U << static_cast<unsigned>(graph_.num_nodes())) {
            if (state.last_arrival < kReallyLess * best_.time) {
                best_.time = state.last_arrival;
                best_.edges = so_far_;
            }
            return;
        }
        if (best_.states >= most_states_) {
            best_.is_proved = false;
            return;
        }
        ++best_.states;
        const std::vector<Send> sends = sends_from(state);
        if (least_end(state, sends) >= kReallyLess * best_.time || is_dominated(state)) {
            return;
        }
        for (const Send& send : sends) {
            State next = state;
            const int to = graph_.edges[static_cast<std::size_t>(send.edge)].to;
            next.reached |= 1U << static_cast<unsigned>(to);
            next.arrival[static_cast<std::size_t>(to)] = send.arrival;
            for (const graph::Use& use : resources_.of_edge(send.edge)) {
                next.free_after[static_cast<std::size_t>(use.resource)] = send.start + use.after + use.time;
            }
            next.last_start = send.start;
            next.last_arrival = std::max(state.last_arrival, send.arrival);
            so_far_.push_back(send.edge);
            extend(next);
            so_far_.pop_back();
        }
    }

    const graph::Graph& graph_;
    const graph::Resources& resources_;
    std::vector<std::vector<int>> out_;
    LeastMakespan best_;
    std::int64_t most_states_;
    TreeEdges so_far_;
    std::map<unsigned, std::vector<std::vector<Seconds>>> seen_;  ///< [reached]
};

}  // namespace

LeastMakespan least_makespan(const graph::Graph& graph, const graph::Resources& resources, int source, Seconds known,
                             const TreeEdges& known_tree, std::int64_t most_states) {
    return MakespanSearch(graph, resources, {.time = known, .edges = known_tree, .is_proved = true, .states = 0},
                          most_states)
        .run(source);
}

}  // namespace causeway::tree
