/// A broadcast tree that is changed edge by edge, with the load of every resource kept up to date: what the local
/// search works on.
#pragma once

#include "causeway/tree/broadcast_tree.hpp"

#include <span>
#include <vector>

namespace causeway::tree {

class ChangingTree {
public:
    /// `edges` are a spanning tree from `source`; graph and resources outlive it.
    ChangingTree(const graph::Graph& graph, const graph::Resources& resources, int source, std::span<const int> edges);

    /// The edge by which `node` receives; -1: it is the source.
    [[nodiscard]] int parent_edge(int node) const { return parent_edge_[static_cast<std::size_t>(node)]; }
    [[nodiscard]] bool holds(int edge) const { return parent_edge(to(edge)) == edge; }
    /// Whether `node` is `ancestor` or receives through it.
    [[nodiscard]] bool is_below(int node, int ancestor) const;

    /// The load of the most loaded resource.
    [[nodiscard]] Seconds period() const;
    /// From here on, loads above `limit` are what `overload` adds up.
    void set_limit(Seconds limit);
    [[nodiscard]] Seconds limit() const { return limit_; }
    /// The sum over all resources of what their loads are above the limit.
    [[nodiscard]] Seconds overload() const { return overload_; }
    /// Whether a resource that `edge` uses is above the limit.
    [[nodiscard]] bool is_overloaded(int edge) const;

    /// The nodes at which what hangs on `edge` could be cut off instead: the end of `edge`, its parent, and so on, as
    /// long as what is cut off does not hold the start of `edge`, and the way back from there exists. Empty if the end
    /// of `edge` is the source or above the start of `edge`.
    [[nodiscard]] const std::vector<int>& cuts_for(int edge);

    /// Cuts off what is below `node`, one of cuts_for(edge), and hangs it on `edge`: the way from `node` to the end of
    /// `edge` is turned round. exchange(end of `edge`, what was the parent edge of `node`) takes it back.
    void exchange(int node, int edge);

    /// The edges from the source on.
    [[nodiscard]] TreeEdges edges() const;

private:
    [[nodiscard]] int from(int edge) const { return graph_.edges[static_cast<std::size_t>(edge)].from; }
    [[nodiscard]] int to(int edge) const { return graph_.edges[static_cast<std::size_t>(edge)].to; }
    void change_load(int edge, double sign);
    [[nodiscard]] Seconds above_limit(Seconds load) const { return load > limit_ ? load - limit_ : Seconds(0.0); }

    const graph::Graph& graph_;
    const graph::Resources& resources_;
    int source_;
    std::vector<int> parent_edge_;
    std::vector<int> opposite_;  ///< [edge]: the edge the other way; -1: none
    std::vector<Seconds> load_;
    Seconds limit_;
    Seconds overload_;
    std::vector<int> cuts_;
};

}  // namespace causeway::tree
