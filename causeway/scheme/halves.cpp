#include "causeway/scheme/halves.hpp"

#include "causeway/schedule/reversal.hpp"
#include "causeway/schedule/transforms.hpp"

#include <cstddef>

namespace causeway::scheme {

namespace {

/// The first edge of a tree's root, for more than one process.
struct Edge {
    int root = 0;
    int partner = 0;
};

Edge first_edge_of(const schedule::RankTree& tree) {
    return {tree.root, tree.children[static_cast<std::size_t>(tree.root)].front()};
}

/// The tree's schedule without what goes over the edge.
schedule::Schedule without(schedule::Schedule tree, Edge edge) {
    const auto leave_out = [&tree](int process, int peer) {
        for (schedule::Section& section : tree.programs[static_cast<std::size_t>(process)].sections) {
            std::erase_if(section.body, [&](const schedule::Action& one) { return one.peer == peer; });
        }
        std::erase_if(tree.programs[static_cast<std::size_t>(process)].sections,
                      [](const schedule::Section& section) { return section.body.empty(); });
    };
    leave_out(edge.root, edge.partner);
    leave_out(edge.partner, edge.root);
    return tree;
}

}  // namespace

Built meet_over_first_edge(const Layout& layout) {
    Built built;
    built.num_blocks = layout.num_blocks;
    const schedule::Schedule& whole = layout.trees.front();
    if (layout.processes == 1) {
        built.strands.push_back(schedule::segment(whole, layout.num_blocks));
        return built;
    }
    const Edge edge = first_edge_of(schedule::tree_of(whole));
    const schedule::Schedule down = only_of(without(whole, edge), layout.only);
    schedule::Builder across(layout.processes, 1, layout.only);
    across.exchange(edge.root, edge.partner, {0, 1});
    for (const schedule::Schedule& strand : {schedule::reduction_of(down), across.finish(), down}) {
        built.strands.push_back(schedule::segment(strand, layout.num_blocks));
    }
    return built;
}

}  // namespace causeway::scheme
