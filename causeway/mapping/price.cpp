#include "causeway/mapping/price.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace causeway::mapping {

namespace {

/// Ways through other clusters are compared by what one message of this size takes.
constexpr traffic::Volume kTypicalMessage{.messages = 1.0, .bytes = 65536.0};

Price price_of(const platform::Plogp& plogp) {
    const auto points = plogp.gap.points();
    const auto& first = points.front();
    const auto& last = points.back();
    const double rise = plogp.gap.is_constant() ? 0.0 : (last.y - first.y) / (last.x - first.x);
    return {plogp.latency, Seconds(std::max(0.0, rise))};
}

Price price_of(const platform::Link& link) {
    Price price = price_of(*link.plogp);
    if (link.per_flow_limit) {
        price.per_byte = std::max(price.per_byte, Seconds(1.0 / link.per_flow_limit->value()));
    }
    return price;
}

bool is_known(const Price& price) {
    return std::isfinite(price.per_message.value());
}

}  // namespace

Prices::Prices(const platform::Platform& platform)
    : between_(platform.num_clusters(), Price{Seconds::infinity(), Seconds(0.0)}), via_(platform.num_clusters(), -1) {
    const int n = platform.num_clusters();
    for (int from = 0; from < n; ++from) {
        const platform::Cluster& cluster = platform.clusters[static_cast<std::size_t>(from)];
        between_(from, from) = cluster.plogp ? price_of(*cluster.plogp) : Price{};
        within_host_.push_back(cluster.within_host ? price_of(*cluster.within_host) : between_(from, from));
        for (int to = 0; to < n; ++to) {
            const platform::Link* link = from == to ? nullptr : platform.find_link(from, to);
            if (link != nullptr && link->plogp) {
                between_(from, to) = price_of(*link);
            }
        }
    }
    base::SquareMatrix<Price> direct = between_;
    for (int via = 0; via < n; ++via) {
        for (int from = 0; from < n; ++from) {
            for (int to = 0; to < n; ++to) {
                const bool is_joined = from == to || is_known(direct(from, to));
                if (is_joined || !is_known(between_(from, via)) || !is_known(between_(via, to))) {
                    continue;
                }
                const Price& first = between_(from, via);
                const Price& second = between_(via, to);
                const Price through{first.per_message + second.per_message, first.per_byte + second.per_byte};
                if (!is_known(between_(from, to)) ||
                    through.of(kTypicalMessage) < between_(from, to).of(kTypicalMessage)) {
                    between_(from, to) = through;
                    via_(from, to) = via;
                }
            }
        }
    }
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            if (!is_known(between_(from, to))) {
                throw base::InputError(
                    {.source = fmt::format("the platform '{}'", platform.name),
                     .place = "links",
                     .found = fmt::format("no way from cluster '{}' to '{}'",
                                          platform.clusters[static_cast<std::size_t>(from)].name,
                                          platform.clusters[static_cast<std::size_t>(to)].name),
                     .accepted = "links with pLogP parameters that join all clusters, directly or through others"});
            }
        }
    }
}

std::vector<int> Prices::route(int from_cluster, int to_cluster) const {
    std::vector<int> result{from_cluster};
    std::vector<int> ahead{to_cluster};  // the next one last
    while (!ahead.empty()) {
        if (const int via = via_(result.back(), ahead.back()); via >= 0) {
            ahead.push_back(via);
        } else {
            result.push_back(ahead.back());
            ahead.pop_back();
        }
    }
    return result;
}

}  // namespace causeway::mapping
