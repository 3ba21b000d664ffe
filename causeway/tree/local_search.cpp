/// Local search: the best tree of the other heuristics, changed at random in many small steps, ever less willing to
/// make it worse.
///
///     limit    = somewhat below the least period found: by 5 % at first, by next to nothing at the end
///     overload = sum over all resources of what their load is above the limit: to be made 0
///     step     = of a random node, which receives by an overloaded resource if one is found soon, another sender;
///                or an edge outside the tree comes in and one on the circle that it closes goes out, which turns the
///                way between them round
///
/// The overload, unlike the period, also gets better when one of two bottlenecks does. A step that makes it worse by
/// less than a threshold is kept: a random one, of mean 0.4 * the mean edge time at first, falling to 0 in a straight
/// line, so that the answer depends on the number of steps allowed. Additions, multiplications and comparisons only:
/// the same tree on every machine. Any resources will do: every port model, shared uplinks. The factors were found by
/// trial on random graphs of 30 to 50 nodes, density 0.08 and 0.20, all port models: half or twice as much of any
/// changes the mean throughput by less than 2 %. O(depth) per step.
///
/// Source: ours. Threshold accepting: Dueck, Scheuer (1990).
#include "causeway/base/random.hpp"
#include "causeway/tree/changing_tree.hpp"
#include "causeway/tree/heuristic.hpp"

#include <algorithm>
#include <utility>

namespace causeway::tree {

namespace {

constexpr double kFirstGap = 0.05;  // of the least period: how far the limit is below it
constexpr double kLastGap = 0.0002;
constexpr double kFirstThreshold = 0.4;  // of the mean edge time
constexpr double kShareOfExchanges = 0.1;
constexpr int kLooksForOverload = 32;  // random nodes
/// Loads are kept by adding and subtracting: their last bits wander.
constexpr std::int64_t kStepsPerNewSum = 1024;
constexpr double kShorter = 1.0 - 1e-12;

class Search {
public:
    Search(const TreeProblem& problem, const TreeEdges& start)
        : problem_(problem),
          in_(graph::edges_in(problem.graph)),
          random_(problem.effort.seed),
          tree_(problem.graph, problem.resources, problem.source, start),
          best_edges_(start),
          best_(problem.resources.period(start)) {}

    TreeEdges run() {
        const graph::Graph& graph = problem_.graph;
        const Seconds least = least_period();
        Seconds mean_time;
        for (const graph::Edge& edge : graph.edges) {
            mean_time += edge.time / graph.num_edges();
        }
        for (std::int64_t step = 0; step < problem_.effort.steps && best_ * kShorter > least; ++step) {
            left_ = 1.0 - static_cast<double>(step) / static_cast<double>(problem_.effort.steps);
            if (step % kStepsPerNewSum == 0) {
                set_limit();
            }
            try_change(kFirstThreshold * left_ * mean_time);
        }
        return best_edges_;
    }

private:
    /// An edge that comes in, and the node that is cut off for it; no change: -1.
    struct Change {
        int node = -1;
        int edge = -1;
    };

    /// No tree has a shorter period: every node receives by some edge, and the source sends.
    [[nodiscard]] Seconds least_period() const {
        const auto quickest_of = [&](const std::vector<int>& edges) {
            Seconds quickest = Seconds::infinity();
            for (const int e : edges) {
                Seconds busiest;
                for (const graph::Use& use : problem_.resources.of_edge(e)) {
                    busiest = std::max(busiest, use.time);
                }
                quickest = std::min(quickest, busiest);
            }
            return quickest;
        };
        if (in_.size() < 2) {
            return best_;
        }
        Seconds result = quickest_of(graph::edges_out(problem_.graph)[static_cast<std::size_t>(problem_.source)]);
        for (std::size_t node = 0; node < in_.size(); ++node) {
            if (node != static_cast<std::size_t>(problem_.source)) {
                result = std::max(result, quickest_of(in_[node]));
            }
        }
        return result;
    }

    void set_limit() { tree_.set_limit((1.0 - std::max(kFirstGap * left_, kLastGap)) * best_); }

    [[nodiscard]] int random_of(const std::vector<int>& list) {
        return list[static_cast<std::size_t>(random_.below(static_cast<int>(list.size())))];
    }

    /// Another sender for one node.
    Change draw_new_sender() {
        int node = random_.below(problem_.graph.num_nodes());
        for (int look = 0; look < kLooksForOverload; ++look) {
            if (node != problem_.source && tree_.is_overloaded(tree_.parent_edge(node))) {
                break;
            }
            node = random_.below(problem_.graph.num_nodes());
        }
        if (node == problem_.source) {
            return {};
        }
        const int edge = random_of(in_[static_cast<std::size_t>(node)]);
        const bool is_change =
            !tree_.holds(edge) && !tree_.is_below(problem_.graph.edges[static_cast<std::size_t>(edge)].from, node);
        return is_change ? Change{node, edge} : Change{};
    }

    Change draw_exchange() {
        const int edge = random_.below(problem_.graph.num_edges());
        if (tree_.holds(edge)) {
            return {};
        }
        const std::vector<int>& cuts = tree_.cuts_for(edge);
        return cuts.empty() ? Change{} : Change{random_of(cuts), edge};
    }

    /// Carries out one change, and takes it back if that is worse by more than a random threshold of the given mean.
    void try_change(Seconds mean_threshold) {
        const Change change = random_.between(0.0, 1.0) < kShareOfExchanges ? draw_exchange() : draw_new_sender();
        if (change.edge == -1) {
            return;
        }
        const Seconds before = tree_.overload();
        const int parent_edge = tree_.parent_edge(change.node);
        tree_.exchange(change.node, change.edge);
        // Small thresholds most of the time, now and then a large one: the product's mean is a quarter.
        const double draw = 4.0 * random_.between(0.0, 1.0) * random_.between(0.0, 1.0);
        if (tree_.overload() - before > draw * mean_threshold) {
            tree_.exchange(problem_.graph.edges[static_cast<std::size_t>(change.edge)].to, parent_edge);
            return;
        }
        remember_if_better();
    }

    void remember_if_better() {
        // A resource that makes a period as long as the best one alone is above the limit by this much.
        if (tree_.overload() >= best_ - tree_.limit() || tree_.period() >= kShorter * best_) {
            return;
        }
        TreeEdges edges = tree_.edges();
        const Seconds period = problem_.resources.period(edges);
        if (period < kShorter * best_) {
            best_ = period;
            best_edges_ = std::move(edges);
            set_limit();
        }
    }

    const TreeProblem& problem_;
    std::vector<std::vector<int>> in_;
    base::Random random_;
    ChangingTree tree_;
    TreeEdges best_edges_;
    Seconds best_;
    double left_ = 1.0;  ///< share of the steps
};

/// Of the trees of the heuristics that do not search; those that need rates only if there are some.
TreeEdges best_constructed(const TreeProblem& problem) {
    TreeEdges best;
    Seconds least = Seconds::infinity();
    for (const Heuristic* heuristic : heuristics().members()) {
        if (heuristic->searches || heuristic->is_routed || (heuristic->needs_rates && problem.rates.empty())) {
            continue;
        }
        TreeEdges edges = heuristic->build(problem);
        const Seconds period = problem.resources.period(edges);
        if (period < least) {
            least = period;
            best = std::move(edges);
        }
    }
    return best;
}

TreeEdges build_local_search(const TreeProblem& problem) {
    return Search(problem, best_constructed(problem)).run();
}

}  // namespace

extern constexpr Heuristic local_search{
    .name = "local-search",
    .summary = "changes the best tree of the others at random, edge by edge, ever less willing to make it worse",
    .source = "ours, by threshold accepting",
    .searches = true,
    .build = build_local_search,
};

}  // namespace causeway::tree
