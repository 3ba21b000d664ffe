#include "causeway/plan/tree.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace causeway::plan {

namespace {

/// "a>b b>c"
std::string sends_text(const std::vector<ClusterSend>& sends, const platform::Platform& platform) {
    std::vector<std::string> parts;
    for (const ClusterSend& send : sends) {
        parts.push_back(fmt::format("{}>{}", platform.clusters[static_cast<std::size_t>(send.from)].name,
                                    platform.clusters[static_cast<std::size_t>(send.to)].name));
    }
    return fmt::format("{}", fmt::join(parts, " "));
}

/// "3 in 8 a>b b>c, 5 in 8 a>c c>b"; of one way, it alone.
std::string ways_text(const std::vector<std::pair<int, std::string>>& ways) {
    int all = 0;
    for (const auto& [parts, way] : ways) {
        all += parts;
    }
    std::vector<std::string> texts;
    for (const auto& [parts, way] : ways) {
        texts.push_back(ways.size() == 1 ? way : fmt::format("{} in {} {}", parts, all, way));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

/// The ways of Shape::kTrees.
std::string trees_text(const Tree& tree, const platform::Platform& platform) {
    std::vector<std::pair<int, std::string>> ways;
    for (const ClusterTree& one : trees_of(tree)) {
        ways.emplace_back(one.segments, sends_text(one.sends, platform));
    }
    return ways_text(ways);
}

/// ", coordinators: 4 of a, 2 of b" where a cluster has several; else empty.
std::string coordinators_text(const Tree& tree, const platform::Platform& platform) {
    std::vector<std::string> parts;
    for (const LocalChoice& choice : tree.local) {
        const std::size_t count = coordinators_of(tree, choice.cluster).size();
        if (count > 1) {
            parts.push_back(
                fmt::format("{} of {}", count, platform.clusters[static_cast<std::size_t>(choice.cluster)].name));
        }
    }
    return parts.empty() ? "" : fmt::format(", coordinators: {}", fmt::join(parts, ", "));
}

/// The strategies inside the clusters, each named once: "segmented_chain" or "flat_tree (a), chain (b)".
std::string local_text(const Tree& tree, const platform::Platform& platform) {
    std::vector<std::string> texts;
    std::set<std::string> distinct;
    for (const LocalChoice& choice : tree.local) {
        std::string text = strategy::to_text(choice.between_hosts);
        if (tree.shape == Shape::kTwoLevel && choice.between_hosts.strategy->has_segments()) {
            text += "@" + base::to_text(choice.segment);
        }
        if (!choice.order.empty()) {
            text += fmt::format(" in the order {}", fmt::join(choice.order, " "));
        }
        distinct.insert(text);
        texts.push_back(fmt::format("{} ({})", text, platform.clusters[static_cast<std::size_t>(choice.cluster)].name));
    }
    return distinct.size() == 1 ? *distinct.begin() : fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::string_view name_of(Shape shape) {
    switch (shape) {
        case Shape::kTwoLevel:
            return "two-level";
        case Shape::kPipeline:
            return "pipeline";
        case Shape::kTrees:
            return "trees";
    }
    return "unknown";
}

std::string_view name_of(Exit exit) {
    return exit == Exit::kLast ? "last" : "coordinator";
}

int Tree::num_blocks() const {
    return static_cast<int>(std::max<std::int64_t>(1, base::num_parts(message, block)));
}

int Tree::segments_per_period() const {
    int last = 0;
    for (const PeriodStep& step : period) {
        last = std::max(last, step.segment);
    }
    return last + 1;
}

int Tree::longest_lag() const {
    int longest = 0;
    for (const PeriodStep& step : period) {
        longest = std::max(longest, step.lag);
    }
    return longest;
}

namespace {

/// The sends of a tree in an order in which each is from a cluster that has got the segment: breadth first, children by
/// index.
std::vector<ClusterSend> from_root_on(std::vector<ClusterSend> sends) {
    std::sort(sends.begin(), sends.end(), [](const ClusterSend& a, const ClusterSend& b) { return a.to < b.to; });
    std::vector<int> clusters;
    for (const ClusterSend& send : sends) {
        const bool is_root =
            std::none_of(sends.begin(), sends.end(), [&](const ClusterSend& other) { return other.to == send.from; });
        if (is_root) {
            clusters = {send.from};
        }
    }
    std::vector<ClusterSend> result;
    for (std::size_t next = 0; next < clusters.size(); ++next) {
        for (const ClusterSend& send : sends) {
            if (send.from == clusters[next]) {
                result.push_back(send);
                clusters.push_back(send.to);
            }
        }
    }
    return result;
}

}  // namespace

std::vector<ClusterTree> trees_of(const Tree& tree) {
    std::vector<ClusterTree> trees;
    for (int segment = 0; segment < tree.segments_per_period(); ++segment) {
        std::vector<ClusterSend> sends;
        for (const PeriodStep& step : tree.period) {
            if (step.segment == segment && !step.is_inside()) {
                sends.push_back({step.from, step.to});
            }
        }
        sends = from_root_on(std::move(sends));
        const auto known =
            std::find_if(trees.begin(), trees.end(), [&](const ClusterTree& one) { return one.sends == sends; });
        if (known == trees.end()) {
            trees.push_back({1, std::move(sends)});
        } else {
            ++known->segments;
        }
    }
    return trees;
}

ClusterPart part_of(const Tree& tree, int cluster, const platform::Placement& placement) {
    if (tree.carries.empty()) {
        return {cluster, placement.cluster_of(tree.root) == cluster ? 1 : 0};
    }
    const auto part = std::find_if(tree.carries.begin(), tree.carries.end(),
                                   [&](const ClusterPart& one) { return one.cluster == cluster; });
    return part == tree.carries.end() ? ClusterPart{cluster, 0} : *part;
}

std::vector<int> coordinators_of(const Tree& tree, int cluster) {
    std::set<int> result;
    for (const PeriodStep& step : tree.period) {
        if (!step.is_inside() && step.from == cluster) {
            result.insert(step.sender);
        }
        if (!step.is_inside() && step.to == cluster) {
            result.insert(step.receiver);
        }
    }
    return {result.begin(), result.end()};
}

std::string describe_alike(const std::vector<Tree>& trees, const platform::Platform& platform) {
    std::vector<std::pair<int, std::string>> ways;
    for (const Tree& tree : trees) {
        ways.emplace_back(tree.carries.front().parts, sends_text(tree.cluster_sends, platform));
    }
    return ways_text(ways);
}

std::string describe_shared(const std::vector<Tree>& trees, const platform::Platform& platform) {
    std::vector<std::string> clusters;
    for (int cluster = 0; cluster < static_cast<int>(platform.clusters.size()); ++cluster) {
        std::vector<std::pair<int, std::string>> ways;
        for (const Tree& tree : trees) {
            for (const ClusterPart& part : tree.carries) {
                // What the root's processes have does not leave their cluster, where others' data takes the tree.
                const bool stays = tree.carries.size() > 1 && tree.cluster_sends.front().from == cluster;
                if (part.cluster == cluster && !stays) {
                    const std::vector<ClusterSend> path = sends_to(tree, cluster);
                    // What the root's own cluster has takes all of the tree.
                    ways.emplace_back(part.parts, sends_text(path.empty() ? tree.cluster_sends : path, platform));
                }
            }
        }
        if (!ways.empty()) {
            clusters.push_back(
                fmt::format("{}: {}", platform.clusters[static_cast<std::size_t>(cluster)].name, ways_text(ways)));
        }
    }
    return fmt::format("{}", fmt::join(clusters, "; "));
}

std::string describe_exchanged(const std::vector<Tree>& trees, const platform::Platform& platform) {
    const auto name = [&](int cluster) { return platform.clusters[static_cast<std::size_t>(cluster)].name; };
    std::map<std::pair<int, int>, std::vector<std::pair<int, std::string>>> ways;  // [from, to]
    std::set<std::pair<int, int>> is_relayed;
    for (const Tree& tree : trees) {
        const int from = tree.cluster_sends.front().from;
        for (const ClusterPart& part : tree.carries) {
            const std::vector<ClusterSend> path = sends_to(tree, part.cluster);
            ways[{from, part.cluster}].emplace_back(part.parts, sends_text(path, platform));
            if (path.size() > 1) {
                is_relayed.emplace(from, part.cluster);
            }
        }
    }
    std::vector<std::string> pairs;
    for (const auto& [from, to] : is_relayed) {
        pairs.push_back(fmt::format("{} to {}: {}", name(from), name(to), ways_text(ways.at({from, to}))));
    }
    pairs.emplace_back(pairs.empty() ? "all straight" : "all else straight");
    return fmt::format("{}", fmt::join(pairs, "; "));
}

std::vector<ClusterSend> sends_to(const Tree& tree, int cluster) {
    std::vector<ClusterSend> path;
    for (auto send = tree.cluster_sends.rbegin(); send != tree.cluster_sends.rend(); ++send) {
        if (send->to == (path.empty() ? cluster : path.back().from)) {
            path.push_back(*send);
        }
    }
    std::reverse(path.begin(), path.end());
    return path;
}

std::string describe(const Tree& tree, const platform::Platform& platform) {
    std::string text;
    if (tree.shape == Shape::kTrees) {
        const std::size_t trees = trees_of(tree).size();
        text = fmt::format("pipeline of {} segments over {} tree{}; between clusters {} ({}{}); ",
                           base::to_text(tree.block), trees, trees == 1 ? "" : "s", trees_text(tree, platform),
                           tree.order, coordinators_text(tree, platform));
    } else if (tree.shape == Shape::kPipeline) {
        text = fmt::format("pipeline of {} segments; ", base::to_text(tree.block));
    } else if (!tree.cluster_sends.empty()) {
        text = "two-level; ";
    }
    if (!tree.cluster_sends.empty()) {
        text += fmt::format("between clusters {} ({}{}); ", sends_text(tree.cluster_sends, platform), tree.order,
                            tree.exit == Exit::kLast ? ", each from its last host" : "");
    }
    text += fmt::format("{} {}", tree.local.size() == 1 ? "inside one cluster" : "inside", local_text(tree, platform));
    return text;
}

}  // namespace causeway::plan
