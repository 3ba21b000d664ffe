#include "causeway/planner/tree_proposals.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace causeway::planner {

namespace {

using base::JsonElements;
using base::JsonInput;

constexpr int kMost = std::numeric_limits<int>::max();

plan::ClusterTree read_tree(const JsonInput& input) {
    plan::ClusterTree tree;
    tree.segments = static_cast<int>(input.member("segments").integer(0, kMost));
    for (const JsonInput& part : input.member("carries").elements()) {
        const JsonElements three = part.elements();
        if (three.size() != 3) {
            part.refuse("[cluster, parts, late]");
        }
        tree.carries.push_back({static_cast<int>(three[0].integer(0, kMost)),
                                static_cast<int>(three[1].integer(1, kMost)),
                                static_cast<int>(three[2].integer(0, plan::ClusterPart::kWholeTime))});
    }
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
                     [](const scheme::Scheme* one) { return scheme::takes_several_trees(one->trees); })) {
        return false;
    }
    const std::set<int> clusters(placement.cluster_of_host.begin(), placement.cluster_of_host.end());
    const Bytes data = scheme::has_owned_blocks(operation) ? placement.num_processes() * message : message;
    return data >= policy::kLeastOverTrees && clusters.size() >= policy::kFewestOverTrees;
}

std::vector<ClusterTrees> of_at_most(int most_trees, std::vector<ClusterTrees> proposals) {
    std::erase_if(proposals, [most_trees](const ClusterTrees& trees) {
        std::map<int, int> shared;  // [cluster]: trees that carry what it has
        int whole = 0;
        int most = 0;
        for (const plan::ClusterTree& tree : trees) {
            whole += tree.carries.empty() ? 1 : 0;
            for (const plan::ClusterPart& part : tree.carries) {
                most = std::max(most, ++shared[part.cluster]);
            }
        }
        return whole + most > most_trees;
    });
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
            auto carries = base::JsonOutput::array();
            for (const plan::ClusterPart& part : tree.carries) {
                carries.push_back({part.cluster, part.parts, part.late});
            }
            entry.push_back(
                {{"segments", tree.segments}, {"sends", std::move(sends)}, {"carries", std::move(carries)}});
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
