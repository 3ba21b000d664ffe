#include "causeway/plan/drawing.hpp"

#include "causeway/base/text.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/platform/groups_of_clusters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace causeway::plan {

namespace {

/// More would hide the rest of what is said.
constexpr std::size_t kMostLines = 60;
struct Line {
    std::string tree;   ///< branches and the cluster's name
    std::string hosts;  ///< "2 hosts"
    std::string cost;   ///< "10.0 ms, 20.0 MB/s"
    std::string into;   ///< "into site b"
};

class Drawing {
public:
    Drawing(const platform::Platform& platform, const platform::Placement& placement)
        : platform_(platform),
          groups_(platform::groups_of_clusters(platform)),
          num_hosts_(platform.clusters.size(), 0) {
        for (const int cluster : placement.cluster_of_host) {
            ++num_hosts_[static_cast<std::size_t>(cluster)];
        }
    }

    /// `sends`: from `cluster` on.
    void add(int cluster, const std::vector<ClusterSend>& sends) {
        lines_.push_back({cluster_at(cluster).name, hosts_text(cluster), "", ""});
        add_below(cluster, sends, "");
    }

    void add_title(std::string title) { lines_.push_back({std::move(title), "", "", ""}); }

    [[nodiscard]] std::vector<std::string> text() const {
        std::size_t tree = 0;
        std::size_t hosts = 0;
        std::size_t cost = 0;
        for (const Line& line : lines_) {
            tree = line.hosts.empty() ? tree : std::max(tree, line.tree.size());
            hosts = std::max(hosts, line.hosts.size());
            cost = std::max(cost, line.cost.size());
        }
        std::vector<std::string> result;
        for (std::size_t i = 0; i < std::min(lines_.size(), kMostLines); ++i) {
            const Line& line = lines_[i];
            std::string one = fmt::format("{:<{}}   {:<{}}   {:<{}}   {}", line.tree, tree, line.hosts, hosts,
                                          line.cost, cost, line.into);
            one.erase(one.find_last_not_of(' ') + 1);
            result.push_back(std::move(one));
        }
        if (lines_.size() > kMostLines) {
            result.push_back(fmt::format("and {} more clusters", lines_.size() - kMostLines));
        }
        return result;
    }

private:
    [[nodiscard]] const platform::Cluster& cluster_at(int number) const {
        return platform_.clusters[static_cast<std::size_t>(number)];
    }

    [[nodiscard]] std::string hosts_text(int cluster) const {
        const int hosts = num_hosts_[static_cast<std::size_t>(cluster)];
        return fmt::format("{} host{}", hosts, hosts == 1 ? "" : "s");
    }

    [[nodiscard]] std::string cost_text(const ClusterSend& send) const {
        const platform::Link* link = platform_.find_link(send.from, send.to);
        if (link == nullptr || !link->plogp) {
            return "not known";
        }
        const std::optional<BytesPerSecond> rate = link->plogp->rate();
        return base::to_text(link->plogp->latency) + (rate ? ", " + base::to_text(*rate) : std::string());
    }

    [[nodiscard]] std::string into_text(const ClusterSend& send) const {
        std::vector<std::string> names;
        for (const platform::GroupOfClusters& group : groups_) {
            if (group.has(send.to) && !group.has(send.from)) {
                names.push_back(group.name);
            }
        }
        return names.empty() ? std::string() : fmt::format("into {}", fmt::join(names, ", "));
    }

    void add_below(int cluster, const std::vector<ClusterSend>& sends, const std::string& indent) {
        std::vector<ClusterSend> own;
        std::copy_if(sends.begin(), sends.end(), std::back_inserter(own),
                     [&](const ClusterSend& send) { return send.from == cluster; });
        for (std::size_t i = 0; i < own.size(); ++i) {
            const bool is_last = i + 1 == own.size();
            lines_.push_back({indent + (is_last ? "`-- " : "|-- ") + cluster_at(own[i].to).name, hosts_text(own[i].to),
                              cost_text(own[i]), into_text(own[i])});
            add_below(own[i].to, sends, indent + (is_last ? "    " : "|   "));
        }
    }

    const platform::Platform& platform_;
    std::vector<platform::GroupOfClusters> groups_;
    std::vector<int> num_hosts_;  ///< that hold a process, [cluster]
    std::vector<Line> lines_;
};

void add_ways(const Tree& tree, int root_cluster, Drawing& drawing) {
    const std::vector<ClusterTree> ways = trees_of(tree);
    for (const ClusterTree& way : ways) {
        if (ways.size() > 1) {
            drawing.add_title(fmt::format("{} in {} segments:", way.segments, tree.segments_per_period()));
        }
        drawing.add(root_cluster, way.sends);
    }
}

}  // namespace

std::vector<std::string> drawing(const Plan& plan, const platform::Platform& platform,
                                 const platform::Placement& placement) {
    Drawing result(platform, placement);
    // Of several trees the first is like the others, from another cluster.
    if (plan.trees.empty()) {
        return {};
    }
    const Tree& tree = plan.trees.front();
    const int root_cluster = placement.cluster_of(tree.root);
    if (tree.shape == Shape::kTrees) {
        add_ways(tree, root_cluster, result);
    } else if (!tree.cluster_sends.empty()) {
        result.add(root_cluster, tree.cluster_sends);
    } else {
        return {};
    }
    return result.text();
}

}  // namespace causeway::plan
