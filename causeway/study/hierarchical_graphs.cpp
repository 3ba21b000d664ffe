#include "causeway/study/hierarchical_graphs.hpp"

#include "causeway/base/error.hpp"
#include "causeway/graph/resources.hpp"
#include "causeway/study/requirement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::study {

namespace {

constexpr std::string_view kHierarchiesSource = "hierarchical graphs";

constexpr double kSpeedInFibre = 299792458.0 * 2.0 / 3.0;  // metres per second
constexpr int kNodesPerRedundantLink = 5;
constexpr int kLinksPerUplink = 4;

void require_valid(const NetworkLevel& level, std::string_view place) {
    require(kHierarchiesSource, level.nodes >= 1, place, fmt::format("{} nodes", level.nodes), "at least 1 node");
    require(kHierarchiesSource, level.side >= 0.0 && std::isfinite(level.side), place,
            fmt::format("a side of {} m", level.side), "a length >= 0");
    const BandwidthRange& bandwidth = level.bandwidth;
    require(kHierarchiesSource,
            bandwidth.least > BytesPerSecond(0.0) && bandwidth.least <= bandwidth.most &&
                std::isfinite(bandwidth.most.value()),
            place, fmt::format("{} to {} B/s", bandwidth.least.value(), bandwidth.most.value()),
            "bandwidths > 0, the second no less than the first");
}

struct Point {
    double x = 0.0;  ///< metres
    double y = 0.0;
};

struct Network {
    const NetworkLevel* level = nullptr;
    std::optional<int> above;  ///< the network that it is joined to
    std::vector<int> nodes;
};

/// One graph in the making.
class Builder {
public:
    Builder(const HierarchicalGraphs& family, base::Random& random) : family_(family), random_(random) {}

    [[nodiscard]] graph::Graph build() {
        place_networks();
        for (std::size_t network = 0; network < networks_.size(); ++network) {
            span(networks_[network]);
            if (networks_[network].above) {
                join_to_above(networks_[network]);
            }
        }
        add_redundant_links();
        return graph();
    }

private:
    using Pair = std::pair<int, int>;  ///< of nodes, the lower first

    /// A network whose nodes lie around `centre`; `name` is completed by their numbers.
    int place_network(const NetworkLevel& level, std::optional<int> above, const Point& centre,
                      const std::string& name) {
        Network network{&level, above, {}};
        const auto index = static_cast<int>(networks_.size());
        for (int i = 0; i < level.nodes; ++i) {
            network.nodes.push_back(static_cast<int>(names_.size()));
            names_.push_back(fmt::format("{}{}", name, i));
            const double x = random_.between(-0.5, 0.5) * level.side;
            const double y = random_.between(-0.5, 0.5) * level.side;
            points_.push_back({centre.x + x, centre.y + y});
            network_of_.push_back(index);
        }
        networks_.push_back(std::move(network));
        return index;
    }

    void place_networks() {
        const int wan = place_network(family_.wan, std::nullopt, {}, "wan");
        for (int m = 0; m < family_.mans; ++m) {
            const int man = place_network(family_.man, wan, random_point_of(wan), fmt::format("man{}-", m));
            for (int l = 0; l < family_.lans_per_man; ++l) {
                place_network(family_.lan, man, random_point_of(man), fmt::format("lan{}-{}-", m, l));
            }
        }
    }

    [[nodiscard]] Point random_point_of(int network) {
        const std::vector<int>& nodes = networks_[static_cast<std::size_t>(network)].nodes;
        const int chosen = random_.below(static_cast<int>(nodes.size()));
        return points_[static_cast<std::size_t>(nodes[static_cast<std::size_t>(chosen)])];
    }

    [[nodiscard]] double distance(int a, int b) const {
        const Point& from = points_[static_cast<std::size_t>(a)];
        const Point& to = points_[static_cast<std::size_t>(b)];
        return std::sqrt((from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y));
    }

    [[nodiscard]] const NetworkLevel& level_of(int node) const {
        return *networks_[static_cast<std::size_t>(network_of_[static_cast<std::size_t>(node)])].level;
    }

    [[nodiscard]] static Pair pair_of(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

    /// A link with a bandwidth of the upper of the two levels: the one of the lower node, since upper networks come
    /// first.
    void add_link(int a, int b) {
        const BandwidthRange& range = level_of(std::min(a, b)).bandwidth;
        links_.emplace(pair_of(a, b), BytesPerSecond(random_.between(range.least.value(), range.most.value())));
    }

    /// Shortest pair of a node of `from` and one of `to` that is not joined yet; ties go to the first.
    [[nodiscard]] std::optional<Pair> shortest(const std::vector<int>& from, const std::vector<int>& to) const {
        std::optional<Pair> result;
        double least = std::numeric_limits<double>::infinity();
        for (const int a : from) {
            for (const int b : to) {
                if (a != b && distance(a, b) < least && !links_.contains(pair_of(a, b))) {
                    least = distance(a, b);
                    result = Pair(a, b);
                }
            }
        }
        return result;
    }

    /// The shortest spanning tree (Prim); in a LAN the star around its first node.
    void span(const Network& network) {
        std::vector<int> joined{network.nodes.front()};
        std::vector<int> open(network.nodes.begin() + 1, network.nodes.end());
        while (!open.empty()) {
            const Pair link =
                network.level == &family_.lan ? Pair(joined.front(), open.front()) : shortest(joined, open).value();
            add_link(link.first, link.second);
            joined.push_back(link.second);
            std::erase(open, link.second);
        }
    }

    void join_to_above(const Network& network) {
        const Pair link = shortest(network.nodes, above(network).nodes).value();
        add_link(link.first, link.second);
    }

    [[nodiscard]] const Network& above(const Network& network) const {
        return networks_[static_cast<std::size_t>(*network.above)];
    }

    /// Pairs of nodes of one network, or of a network and the one above it.
    [[nodiscard]] std::size_t possible_links() const {
        std::size_t result = 0;
        for (const Network& network : networks_) {
            const std::size_t nodes = network.nodes.size();
            result += nodes * (nodes - 1) / 2 + (network.above ? nodes * above(network).nodes.size() : 0);
        }
        return result;
    }

    void add_redundant_links() {
        const int nodes = static_cast<int>(names_.size());
        const double pairs = 0.5 * nodes * (nodes - 1);
        const int spanning = static_cast<int>(links_.size());
        const int fewest = std::max(static_cast<int>(std::ceil(family_.least_density * pairs)),
                                    spanning + (nodes + kNodesPerRedundantLink - 1) / kNodesPerRedundantLink);
        const int most = static_cast<int>(std::floor(family_.most_density * pairs));
        require(kHierarchiesSource, fewest <= most && static_cast<std::size_t>(most) <= possible_links(), "density",
                fmt::format("{} to {} links", fewest, most),
                fmt::format("densities that are above the spanning tree's {} links and within the {} possible ones",
                            spanning, possible_links()));
        const auto wanted = static_cast<std::size_t>(fewest + random_.below(most - fewest + 1));
        while (links_.size() < wanted) {
            const int node = random_.below(nodes);
            const Network& own = networks_[static_cast<std::size_t>(network_of_[static_cast<std::size_t>(node)])];
            const bool upwards = random_.below(kLinksPerUplink) == 0 && own.above;
            if (const auto link = shortest({node}, upwards ? above(own).nodes : own.nodes)) {
                add_link(link->first, link->second);
            }
        }
    }

    [[nodiscard]] graph::Graph graph() const {
        graph::Graph result;
        result.name = fmt::format("hierarchy of {} nodes", names_.size());
        result.nodes = names_;
        result.slice = family_.slice;
        for (const auto& [link, bandwidth] : links_) {
            const auto& [a, b] = link;
            const Seconds latency(distance(a, b) / kSpeedInFibre);
            result.edges.push_back({a, b, family_.slice / bandwidth, latency});
            result.edges.push_back({b, a, family_.slice / bandwidth, latency});
        }
        result.send_time = graph::usual_send_times(result);
        return result;
    }

    const HierarchicalGraphs& family_;
    base::Random& random_;
    std::vector<Network> networks_;
    std::vector<std::string> names_;  ///< [node]
    std::vector<Point> points_;       ///< [node]
    std::vector<int> network_of_;     ///< [node]
    std::map<Pair, BytesPerSecond> links_;
};

}  // namespace

HierarchicalGraphs hierarchy_of_30() {
    return {};
}

HierarchicalGraphs hierarchy_of_65() {
    HierarchicalGraphs family;
    family.wan.nodes = 5;
    family.man.nodes = 4;
    family.lan.nodes = 8;
    family.mans = 5;
    return family;
}

graph::Graph hierarchical_graph(const HierarchicalGraphs& family, base::Random& random) {
    require_valid(family.wan, "wan");
    require_valid(family.man, "man");
    require_valid(family.lan, "lan");
    require(kHierarchiesSource, family.mans >= 0 && family.lans_per_man >= 0, "networks",
            fmt::format("{} MANs with {} LANs each", family.mans, family.lans_per_man), "numbers >= 0");
    require(kHierarchiesSource,
            family.least_density >= 0.0 && family.least_density <= family.most_density && family.most_density <= 1.0,
            "density", fmt::format("{} to {}", family.least_density, family.most_density),
            "numbers from 0 to 1, the second no less than the first");
    require(kHierarchiesSource, family.slice >= Bytes(1), "slice", fmt::format("{} B", family.slice.value()),
            "at least 1 byte");
    return Builder(family, random).build();
}

}  // namespace causeway::study
