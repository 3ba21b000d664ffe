#include "causeway/planner/tree_proposals.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace causeway::planner {

namespace {

using base::JsonElements;
using base::JsonInput;

constexpr int kMost = std::numeric_limits<int>::max();

plan::ClusterTree read_tree(const JsonInput& input) {
    plan::ClusterTree tree;
    tree.segments = static_cast<int>(input.member("segments").integer(1, kMost));
    for (const JsonInput& send : input.member("sends").elements()) {
        const JsonElements ends = send.elements();
        if (ends.size() != 2) {
            send.refuse("a pair [from, to] of clusters");
        }
        tree.sends.push_back(
            {static_cast<int>(ends[0].integer(0, kMost)), static_cast<int>(ends[1].integer(0, kMost))});
    }
    return tree;
}

}  // namespace

bool may_gain_from_trees(scheme::Operation operation, const platform::Placement& placement, Bytes message) {
    const std::vector<const scheme::Scheme*> schemes = scheme::schemes_of(operation);
    if (std::none_of(schemes.begin(), schemes.end(),
                     [](const scheme::Scheme* one) { return one->trees == scheme::Trees::kWhole; })) {
        return false;
    }
    constexpr Bytes kLeastMessage{256 << 10};
    constexpr std::size_t kFewestClusters = 3;
    const std::set<int> clusters(placement.cluster_of_host.begin(), placement.cluster_of_host.end());
    return message >= kLeastMessage && clusters.size() >= kFewestClusters;
}

bool only_comes_up(scheme::Operation operation) {
    return operation == scheme::Operation::kReduce;
}

std::vector<ClusterTrees> proposals_for(scheme::Operation operation, const ProposeTrees& propose,
                                        const platform::Platform& platform, const platform::Placement& placement,
                                        int root) {
    return only_comes_up(operation) ? propose(platform::turned_round(platform), placement, root)
                                    : propose(platform, placement, root);
}

std::vector<ClusterTrees> of_at_most(int most_trees, std::vector<ClusterTrees> proposals) {
    std::erase_if(proposals,
                  [most_trees](const ClusterTrees& trees) { return static_cast<int>(trees.size()) > most_trees; });
    return proposals;
}

std::string to_text(const std::vector<ClusterTrees>& proposals) {
    auto result = base::JsonOutput::array();
    for (const ClusterTrees& trees : proposals) {
        auto entry = base::JsonOutput::array();
        for (const plan::ClusterTree& tree : trees) {
            auto sends = base::JsonOutput::array();
            for (const plan::ClusterSend& send : tree.sends) {
                sends.push_back({send.from, send.to});
            }
            entry.push_back({{"segments", tree.segments}, {"sends", std::move(sends)}});
        }
        result.push_back(std::move(entry));
    }
    return result.dump();
}

std::vector<ClusterTrees> parse_proposals(std::string_view text) {
    std::vector<ClusterTrees> result;
    for (const JsonInput& entry : JsonInput::parse(text, "proposed trees").elements()) {
        ClusterTrees& trees = result.emplace_back();
        for (const JsonInput& tree : entry.elements()) {
            trees.push_back(read_tree(tree));
        }
    }
    return result;
}

}  // namespace causeway::planner
