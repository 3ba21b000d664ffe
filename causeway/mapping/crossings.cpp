#include "causeway/mapping/crossings.hpp"

#include "causeway/base/index.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/platform/groups_of_clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace causeway::mapping {

namespace {

using base::at;
using model::GridPlogp;

/// Two hosts of every cluster, two processes on each: all that a transfer can be like.
platform::Placement two_by_two(const platform::Platform& platform) {
    platform::Placement result;
    for (int cluster = 0; cluster < platform.num_clusters(); ++cluster) {
        for (int host = 0; host < 2; ++host) {
            result.host_of.insert(result.host_of.end(), 2, result.num_hosts());
            result.cluster_of_host.push_back(cluster);
        }
    }
    return result;
}

/// The processes that stand for a cluster in that placement.
constexpr int kOfCluster = 4;
int first_of(int cluster) {
    return kOfCluster * cluster;
}
int neighbour_of(int cluster) {
    return kOfCluster * cluster + 1;
}
int on_other_host_of(int cluster) {
    return kOfCluster * cluster + 2;
}

std::string name_of(const GridPlogp::Resource& resource, const platform::Platform& platform,
                    const std::vector<platform::GroupOfClusters>& groups) {
    const auto cluster = [&](int index) -> const std::string& { return platform.clusters[at(index)].name; };
    const char* way = resource.is_inward ? "downlink" : "uplink";
    switch (resource.kind) {
        case GridPlogp::Kind::kClusterBorder:
            return fmt::format("the {} of {}", way, cluster(resource.owner));
        case GridPlogp::Kind::kGroupBorder:
            return fmt::format("the {} of {}", way, groups[at(resource.owner)].name);
        case GridPlogp::Kind::kClusterMedium:
            return fmt::format("the network of {}", cluster(resource.owner));
        case GridPlogp::Kind::kLink:
            return fmt::format("the link from {} to {}", cluster(resource.owner), cluster(resource.receiver));
        default:
            return {};  // not the platform's
    }
}

/// What the transfers of a model use, with numbers for what the platform has once.
class UseReader {
public:
    explicit UseReader(const platform::Platform& platform)
        : platform_(platform),
          groups_(platform::groups_of_clusters(platform)),
          model_(platform, two_by_two(platform)),
          number_(at(model_.num_resources()), -1) {}

    /// Between two processes of the placement.
    std::vector<Use> uses(int from, int to) {
        const model::Occupation empty = model_.occupation(from, to, Bytes(0));
        const model::Occupation large = model_.occupation(from, to, platform::kRateSize);
        std::vector<Use> result;
        for (std::size_t s = 0; s < empty.num_stages; ++s) {
            for (std::size_t h = 0; h < empty.stages[s].num_holds; ++h) {
                const model::Hold& hold = empty.stages[s].holds[h];
                const Seconds rise = std::max(Seconds(0.0), large.stages[s].holds[h].duration - hold.duration);
                add(hold.resource, {hold.duration, rise / static_cast<double>(platform::kRateSize.value())}, result);
            }
        }
        return result;
    }

    [[nodiscard]] std::vector<std::string> names() && { return std::move(names_); }

private:
    void add(int number, const Price& time, std::vector<Use>& uses) {
        const GridPlogp::Resource resource = model_.resource(number);
        switch (resource.kind) {
            case GridPlogp::Kind::kInterface:
                uses.push_back({resource.is_inward ? Use::Of::kReceiversHost : Use::Of::kSendersHost, -1, time});
                break;
            case GridPlogp::Kind::kHostMedium:
                uses.push_back({Use::Of::kWithinHost, -1, time});
                break;
            case GridPlogp::Kind::kClusterBorder:
            case GridPlogp::Kind::kGroupBorder:
            case GridPlogp::Kind::kClusterMedium:
            case GridPlogp::Kind::kLink:
                if (number_[at(number)] < 0) {
                    number_[at(number)] = static_cast<int>(names_.size());
                    names_.push_back(name_of(resource, platform_, groups_));
                }
                uses.push_back({Use::Of::kPlatform, number_[at(number)], time});
                break;
            case GridPlogp::Kind::kPort:
            case GridPlogp::Kind::kFlow:
            case GridPlogp::Kind::kProcessor:
            case GridPlogp::Kind::kWire:
            case GridPlogp::Kind::kMachine:  // used alike wherever processes are
                break;
        }
    }

    const platform::Platform& platform_;
    std::vector<platform::GroupOfClusters> groups_;
    GridPlogp model_;
    std::vector<int> number_;  ///< [resource of the model] -> that of the platform, -1: none yet
    std::vector<std::string> names_;
};

/// An interface takes for a message what it takes towards the neighbours, wherever the message goes.
void use_interface_as_inside(std::vector<Use>& uses, Use::Of of, const std::vector<Use>& inside) {
    const auto own = std::find_if(inside.begin(), inside.end(), [of](const Use& use) { return use.of == of; });
    for (Use& use : uses) {
        if (use.of == of && own != inside.end()) {
            use.time = own->time;
        }
    }
}

}  // namespace

Crossings::Crossings(const platform::Platform& platform, const Prices& prices) : between_(platform.num_clusters()) {
    const int n = platform.num_clusters();
    UseReader reader(platform);
    for (int cluster = 0; cluster < n; ++cluster) {
        between_(cluster, cluster) = platform.clusters[at(cluster)].plogp
                                         ? reader.uses(first_of(cluster), on_other_host_of(cluster))
                                         : std::vector<Use>{};
        within_host_.push_back(reader.uses(first_of(cluster), neighbour_of(cluster)));
    }
    base::SquareMatrix<std::vector<int>> routes(n);
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            if (from == to) {
                continue;
            }
            routes(from, to) = prices.route(from, to);
            if (routes(from, to).size() == 2) {
                between_(from, to) = reader.uses(first_of(from), first_of(to));
                use_interface_as_inside(between_(from, to), Use::Of::kSendersHost, between_(from, from));
                use_interface_as_inside(between_(from, to), Use::Of::kReceiversHost, between_(to, to));
            }
        }
    }
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            const std::vector<int>& route = routes(from, to);
            for (std::size_t hop = 1; route.size() > 2 && hop < route.size(); ++hop) {
                // Which host of a cluster on the way passes it on is not known.
                std::ranges::copy_if(
                    between_(route[hop - 1], route[hop]), std::back_inserter(between_(from, to)), [&](const Use& use) {
                        return use.of == Use::Of::kPlatform || (use.of == Use::Of::kSendersHost && hop == 1) ||
                               (use.of == Use::Of::kReceiversHost && hop + 1 == route.size());
                    });
            }
        }
    }
    names_ = std::move(reader).names();
}

}  // namespace causeway::mapping
