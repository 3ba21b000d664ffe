#include "causeway/planner/tree_proposals.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
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

/// What data takes into or out of the cluster with the narrowest links and uplinks, over its fastest link; and what
/// nothing takes to the nearest other of the cluster that is farthest from all.
struct LinkTimes {
    Seconds of_data;
    Seconds of_nothing;
};

/// `takes_part`: [cluster]
LinkTimes link_times(const platform::Platform& platform, const std::vector<bool>& takes_part, Bytes data) {
    std::vector<Seconds> fastest(platform.clusters.size(), Seconds::infinity());  // [cluster]
    std::vector<Seconds> nearest = fastest;
    for (const platform::Link& link : platform.links) {
        if (link.plogp && takes_part[static_cast<std::size_t>(link.from)] &&
            takes_part[static_cast<std::size_t>(link.to)]) {
            const Seconds of_data = link.plogp->gap_of(data) - link.plogp->gap_of(Bytes(0));
            for (const int end : {link.from, link.to}) {
                const auto cluster = static_cast<std::size_t>(end);
                fastest[cluster] = std::min(fastest[cluster], of_data);
                nearest[cluster] = std::min(nearest[cluster], link.plogp->latency);
            }
        }
    }
    LinkTimes times;
    for (std::size_t cluster = 0; cluster < nearest.size(); ++cluster) {
        if (nearest[cluster] == Seconds::infinity()) {
            continue;
        }
        const platform::Cluster& own = platform.clusters[cluster];
        times.of_data = std::max(times.of_data, fastest[cluster]);
        times.of_nothing = std::max(times.of_nothing, nearest[cluster]);
        for (const std::optional<BytesPerSecond>& capacity : {own.uplink_capacity, own.downlink_capacity}) {
            if (capacity) {
                times.of_data = std::max(times.of_data, data / *capacity);
            }
        }
    }
    return times;
}

}  // namespace

bool may_gain_from_trees(scheme::Operation operation, const platform::Platform& platform,
                         const platform::Placement& placement, Bytes message) {
    const std::vector<const scheme::Scheme*> schemes = scheme::schemes_of(operation);
    const auto takes_proposed = [](const scheme::Scheme* one) {
        return one->trees == scheme::Trees::kWhole || one->trees == scheme::Trees::kShared;
    };
    if (std::none_of(schemes.begin(), schemes.end(), takes_proposed)) {
        return false;
    }
    std::vector<bool> takes_part(platform.clusters.size(), false);
    for (const int cluster : placement.cluster_of_host) {
        takes_part[static_cast<std::size_t>(cluster)] = true;
    }
    const Bytes data = scheme::has_owned_blocks(operation) ? placement.num_processes() * message : message;
    if (static_cast<std::size_t>(std::ranges::count(takes_part, true)) < policy::kFewestOverTrees ||
        (operation == scheme::Operation::kBroadcast && data < policy::kLeastOfBroadcasts)) {
        return false;
    }
    const LinkTimes times = link_times(platform, takes_part, data);
    return times.of_data >= policy::kLeastOnTheLinks * times.of_nothing;
}

std::vector<ClusterTrees> worth_a_look(const std::vector<TreeProposal>& proposals, Bytes message, Seconds known) {
    Seconds least = known;
    for (const TreeProposal& one : proposals) {
        least = std::min(least, one.time_of(message));
    }
    std::vector<ClusterTrees> result;
    for (const TreeProposal& one : proposals) {
        if (one.time_of(message) <= policy::kWorthALook * least) {
            result.push_back(one.trees);
        }
    }
    return result;
}

std::vector<TreeProposal> of_at_most(int most_trees, scheme::Operation operation, std::vector<TreeProposal> proposals) {
    const bool is_of_pairs = scheme::has_blocks_of_pairs(operation);
    std::erase_if(proposals, [most_trees, is_of_pairs](const TreeProposal& proposal) {
        std::map<std::pair<int, int>, int> shared;  // [from, if that counts, cluster]: trees that carry what it has
        int whole = 0;
        int most = 0;
        for (const plan::ClusterTree& tree : proposal.trees) {
            whole += tree.carries.empty() ? 1 : 0;
            for (const plan::ClusterPart& part : tree.carries) {
                most = std::max(most, ++shared[{is_of_pairs ? tree.sends.front().from : 0, part.cluster}]);
            }
        }
        return whole + most > most_trees;
    });
    return proposals;
}

std::string to_text(const std::vector<TreeProposal>& proposals) {
    auto result = base::JsonOutput::array();
    for (const TreeProposal& proposal : proposals) {
        auto trees = base::JsonOutput::array();
        for (const plan::ClusterTree& tree : proposal.trees) {
            auto sends = base::JsonOutput::array();
            for (const plan::ClusterSend& send : tree.sends) {
                sends.push_back({send.from, send.to});
            }
            auto carries = base::JsonOutput::array();
            for (const plan::ClusterPart& part : tree.carries) {
                carries.push_back({part.cluster, part.parts, part.late});
            }
            trees.push_back(
                {{"segments", tree.segments}, {"sends", std::move(sends)}, {"carries", std::move(carries)}});
        }
        result.push_back({{"seconds_per_byte", proposal.pace.value()},
                          {"reach_seconds", proposal.reach.value()},
                          {"trees", std::move(trees)}});
    }
    return result.dump();
}

std::vector<TreeProposal> parse_proposals(std::string_view text) {
    std::vector<TreeProposal> result;
    for (const JsonInput& entry : JsonInput::parse(text, "proposed trees").elements()) {
        TreeProposal& proposal = result.emplace_back();
        proposal.pace = SecondsPerByte(entry.member("seconds_per_byte").non_negative_seconds().value());
        proposal.reach = entry.member("reach_seconds").non_negative_seconds();
        for (const JsonInput& tree : entry.member("trees").elements()) {
            proposal.trees.push_back(read_tree(tree));
        }
    }
    return result;
}

}  // namespace causeway::planner
