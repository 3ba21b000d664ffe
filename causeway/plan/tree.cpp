#include "causeway/plan/tree.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// "3 in 8 a>b b>c, 5 in 8 a>c c>b"
std::string trees_text(const Tree& tree, const platform::Platform& platform) {
    std::vector<std::string> parts;
    for (const ClusterTree& one : trees_of(tree)) {
        const std::string sends = sends_text(one.sends, platform);
        parts.push_back(one.segments == tree.segments_per_period()
                            ? sends
                            : fmt::format("{} in {} {}", one.segments, tree.segments_per_period(), sends));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
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
