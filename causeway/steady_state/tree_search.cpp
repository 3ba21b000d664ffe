#include "causeway/steady_state/tree_search.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <tuple>

namespace causeway::steady_state {

TreeSearch::TreeSearch(const graph::Graph& graph, const graph::Resources& resources, int source, double throughput,
                       std::span<const tree::TreeEdges> given, std::span<const double> shares)
    : graph_(graph),
      resources_(resources),
      source_(source),
      throughput_(throughput),
      in_(graph::edges_in(graph)),
      load_(static_cast<std::size_t>(resources.size()), 0.0),
      power_(load_.size(), 0.0) {
    for (int node = 0; node < graph.num_nodes(); ++node) {
        if (node != source && in_[static_cast<std::size_t>(node)].size() > 1) {
            movable_.push_back(node);
        }
    }
    for (const double share : shares) {
        share_.push_back(share * throughput);
    }
    for (const tree::TreeEdges& tree : given) {
        parent_edge_.push_back(tree::parent_edges(graph, tree));
    }
    count_loads();
    for (std::size_t k = given.size(); k < shares.size(); ++k) {
        grow(static_cast<int>(k));
    }
    count_loads();
}

void TreeSearch::grow(int tree) {
    std::vector<int>& parents = parent_edge_.emplace_back(graph_.nodes.size(), -1);
    std::vector<bool> in_tree(graph_.nodes.size(), false);
    in_tree[static_cast<std::size_t>(source_)] = true;
    for (int count = 1; count < graph_.num_nodes(); ++count) {
        int best = -1;
        double least = std::numeric_limits<double>::infinity();
        for (int e = 0; e < graph_.num_edges(); ++e) {
            const graph::Edge& edge = graph_.edges[static_cast<std::size_t>(e)];
            if (!in_tree[static_cast<std::size_t>(edge.from)] || in_tree[static_cast<std::size_t>(edge.to)]) {
                continue;
            }
            double most = 0.0;
            for (const graph::Use& use : resources_.of_edge(e)) {
                most = std::max(most, load_[static_cast<std::size_t>(use.resource)] +
                                          share_[static_cast<std::size_t>(tree)] * use.time.value());
            }
            if (most < least) {
                least = most;
                best = e;
            }
        }
        const int to = graph_.edges[static_cast<std::size_t>(best)].to;
        in_tree[static_cast<std::size_t>(to)] = true;
        parents[static_cast<std::size_t>(to)] = best;
        add(tree, best, 1.0);
    }
}

void TreeSearch::add(int tree, int edge, double sign) {
    const double amount = sign * share_[static_cast<std::size_t>(tree)];
    for (const graph::Use& use : resources_.of_edge(edge)) {
        const auto resource = static_cast<std::size_t>(use.resource);
        load_[resource] += amount * use.time.value();
        power_[resource] = power(load_[resource]);
    }
}

void TreeSearch::count_loads() {
    std::fill(load_.begin(), load_.end(), 0.0);
    for (std::size_t k = 0; k < parent_edge_.size(); ++k) {
        for (const int edge : parent_edge_[k]) {
            if (edge >= 0) {
                add(static_cast<int>(k), edge, 1.0);
            }
        }
    }
    cost_ = 0.0;
    for (std::size_t r = 0; r < load_.size(); ++r) {
        power_[r] = power(load_[r]);
        cost_ += power_[r];
    }
}

void TreeSearch::set_shares(std::span<const double> shares) {
    for (std::size_t k = 0; k < share_.size(); ++k) {
        share_[k] = shares[k] * throughput_;
    }
    count_loads();
}

double TreeSearch::power(double load) const {
    for (int i = 0; i < squarings_; ++i) {
        load *= load;
    }
    return load;
}

bool TreeSearch::is_above(int tree, int node, int below) const {
    const std::vector<int>& parents = parent_edge_[static_cast<std::size_t>(tree)];
    while (below != node && below != source_) {
        below = graph_.edges[static_cast<std::size_t>(parents[static_cast<std::size_t>(below)])].from;
    }
    return below == node;
}

/// Leaves the loads as they would be.
double TreeSearch::cost_with(const Change& change) {
    const auto k = static_cast<std::size_t>(change.tree);
    const int old = parent_edge_[k][static_cast<std::size_t>(change.node)];
    double cost = cost_;
    const auto shift = [&](int edge, double amount) {
        for (const graph::Use& use : resources_.of_edge(edge)) {
            const auto resource = static_cast<std::size_t>(use.resource);
            load_[resource] += amount * use.time.value();
            cost -= power_[resource];
            power_[resource] = power(load_[resource]);
            cost += power_[resource];
        }
    };
    shift(old, -share_[k]);
    shift(change.edge, share_[k]);
    return cost;
}

void TreeSearch::focus() {
    in_focus_.clear();
    const auto busiest = static_cast<int>(std::max_element(load_.begin(), load_.end()) - load_.begin());
    for (std::size_t k = 0; k < parent_edge_.size(); ++k) {
        for (const int node : movable_) {
            const std::span<const graph::Use> uses =
                resources_.of_edge(parent_edge_[k][static_cast<std::size_t>(node)]);
            if (std::any_of(uses.begin(), uses.end(), [&](const graph::Use& use) { return use.resource == busiest; })) {
                in_focus_.emplace_back(static_cast<int>(k), node);
            }
        }
    }
}

void TreeSearch::improve(const SearchRound& round, base::Random& random) {
    squarings_ = round.squarings;
    if (movable_.empty()) {
        return;
    }
    constexpr std::uint64_t kRecount = 4096;  // steps between counting loads anew: sums drift
    constexpr std::uint64_t kRefocus = 128;   // steps between looking for the busiest anew
    constexpr std::size_t kFewPlaces = 80;    // of which all come by often enough
    const auto num_trees = static_cast<int>(parent_edge_.size());
    const bool has_focus = parent_edge_.size() * movable_.size() > kFewPlaces;
    for (std::uint64_t step = 0; step < round.steps; ++step) {
        if (step % kRecount == 0) {
            count_loads();
        }
        if (has_focus && step % kRefocus == 0) {
            focus();
        }
        Change change;
        if (has_focus && step % 2 == 0 && !in_focus_.empty()) {
            const auto one = static_cast<std::size_t>(random.below(static_cast<int>(in_focus_.size())));
            std::tie(change.tree, change.node) = in_focus_[one];
        } else {
            change.tree = random.below(num_trees);
            change.node = movable_[static_cast<std::size_t>(random.below(static_cast<int>(movable_.size())))];
        }
        const std::vector<int>& ways_in = in_[static_cast<std::size_t>(change.node)];
        change.edge = ways_in[static_cast<std::size_t>(random.below(static_cast<int>(ways_in.size())))];
        int& way_in = parent_edge_[static_cast<std::size_t>(change.tree)][static_cast<std::size_t>(change.node)];
        if (change.edge == way_in ||
            is_above(change.tree, change.node, graph_.edges[static_cast<std::size_t>(change.edge)].from)) {
            continue;
        }
        const double allowed = round.threshold * (1.0 - static_cast<double>(step) / static_cast<double>(round.steps));
        const double cost = cost_with(change);
        if (cost <= cost_ * (1.0 + allowed)) {
            way_in = change.edge;
            cost_ = cost;
        } else {
            add(change.tree, change.edge, -1.0);
            add(change.tree, way_in, 1.0);
        }
    }
    count_loads();
}

std::vector<tree::TreeEdges> TreeSearch::trees() const {
    std::vector<tree::TreeEdges> result;
    for (const std::vector<int>& parents : parent_edge_) {
        tree::TreeEdges edges;
        std::copy_if(parents.begin(), parents.end(), std::back_inserter(edges), [](int edge) { return edge >= 0; });
        result.push_back(tree::from_source_on(graph_, source_, edges));
    }
    return result;
}

}  // namespace causeway::steady_state
