#include "causeway/correction/figures.hpp"

#include "causeway/platform/renewal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace causeway::correction {

namespace {

using Kind = Figure::Kind;

const platform::Cluster& cluster_at(const platform::Platform& platform, int index) {
    return platform.clusters[static_cast<std::size_t>(index)];
}

}  // namespace

std::vector<Figure> figures_between(const platform::Platform& platform, int from, int to) {
    std::vector<Figure> figures;
    const platform::Link* const link = platform.find_link(from, to);
    if (link != nullptr && link->plogp && link->plogp->rate()) {
        figures.push_back({Kind::kLink, from, to});
    }
    if (cluster_at(platform, from).uplink_capacity) {
        figures.push_back({Kind::kUplink, from, from});
    }
    if (cluster_at(platform, to).downlink_capacity) {
        figures.push_back({Kind::kDownlink, to, to});
    }
    return figures;
}

platform::Platform corrected(const platform::Platform& platform, const Factors& factors) {
    platform::Renewal renewal(platform.num_clusters());
    for (const auto& [figure, factor] : factors) {
        if (figure.kind == Kind::kLink) {
            renewal(figure.from, figure.to).gap = factor;
        }
    }
    platform::Platform result =
        renewal == platform::Renewal(platform.num_clusters()) ? platform : platform::renewed(platform, renewal);
    result.levels = platform.levels;
    for (std::size_t c = 0; c < result.clusters.size(); ++c) {
        result.clusters[c].uplink_capacity = platform.clusters[c].uplink_capacity;
        result.clusters[c].downlink_capacity = platform.clusters[c].downlink_capacity;
    }
    for (const auto& [figure, factor] : factors) {
        platform::Cluster& cluster = result.clusters[static_cast<std::size_t>(figure.from)];
        std::optional<BytesPerSecond>& capacity =
            figure.kind == Kind::kUplink ? cluster.uplink_capacity : cluster.downlink_capacity;
        if (figure.kind != Kind::kLink && capacity) {
            capacity = BytesPerSecond(capacity->value() / factor);
        }
    }
    return result;
}

platform::Platform with_room_for_links(platform::Platform platform) {
    const auto let_through = [](std::optional<BytesPerSecond>& capacity, BytesPerSecond rate) {
        capacity = capacity ? std::optional(std::max(*capacity, rate)) : std::nullopt;
    };
    for (int from = 0; from < platform.num_clusters(); ++from) {
        for (int to = 0; to < platform.num_clusters(); ++to) {
            const platform::Link* const link = from == to ? nullptr : platform.find_link(from, to);
            const std::optional<BytesPerSecond> rate =
                link != nullptr && link->plogp ? link->plogp->rate() : std::nullopt;
            if (rate) {
                let_through(platform.clusters[static_cast<std::size_t>(from)].uplink_capacity, *rate);
                let_through(platform.clusters[static_cast<std::size_t>(to)].downlink_capacity, *rate);
            }
        }
    }
    return platform;
}

BytesPerSecond rate_of(const platform::Platform& platform, const Figure& figure) {
    switch (figure.kind) {
        case Kind::kUplink:
            return *cluster_at(platform, figure.from).uplink_capacity;
        case Kind::kDownlink:
            return *cluster_at(platform, figure.from).downlink_capacity;
        default:
            return *platform.find_link(figure.from, figure.to)->plogp->rate();
    }
}

std::string text_of(const Figure& figure, const platform::Platform& platform) {
    const std::string& name = cluster_at(platform, figure.from).name;
    return figure.kind == Kind::kUplink     ? fmt::format("uplink of {}", name)
           : figure.kind == Kind::kDownlink ? fmt::format("downlink of {}", name)
                                            : fmt::format("link {} > {}", name, cluster_at(platform, figure.to).name);
}

}  // namespace causeway::correction
