/// The clusters and the links between them: a map, and matrices of latencies and rates.
#include "causeway/base/matrix.hpp"
#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"
#include "causeway/report/network_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace causeway::page {

namespace {

constexpr Bytes kRateSize(std::int64_t{1} << 20U);
/// A map of more is no map any more; the matrices say the same.
constexpr int kMostOnMap = 24;
constexpr int kMostInMatrix = 64;
constexpr double kDarkest = 0.45;

/// One direction of a route; a cluster's route to itself is that between two of its hosts.
struct Route {
    double latency = std::numeric_limits<double>::quiet_NaN();  ///< s
    double rate = std::numeric_limits<double>::quiet_NaN();     ///< B/s for messages of 1 MiB
};

Route route_of(const platform::Platform& platform, int from, int to) {
    const platform::Link* const link = from == to ? nullptr : platform.find_link(from, to);
    const platform::Plogp* plogp = nullptr;
    if (from == to && platform.clusters[static_cast<std::size_t>(from)].plogp) {
        plogp = &*platform.clusters[static_cast<std::size_t>(from)].plogp;
    } else if (link != nullptr && link->plogp) {
        plogp = &*link->plogp;
    }
    if (plogp == nullptr) {
        return {};
    }
    const double gap = plogp->gap_of(kRateSize).value();
    return {
        .latency = plogp->latency.value(),
        .rate = gap > 0.0 ? static_cast<double>(kRateSize.value()) / gap : std::numeric_limits<double>::quiet_NaN()};
}

std::vector<std::string> facts_of(const Route& route) {
    return {base::to_text(Seconds(route.latency)),
            std::isfinite(route.rate) ? base::to_text(BytesPerSecond(route.rate)) : "rate not known"};
}

std::string map_of(const platform::Platform& platform) {
    report::NetworkMap map;
    map.description = fmt::format("map of {} clusters and the links between them", platform.num_clusters());
    for (int cluster = 0; cluster < platform.num_clusters(); ++cluster) {
        const platform::Cluster& known = platform.clusters[static_cast<std::size_t>(cluster)];
        map.groups.push_back({.name = known.name,
                              .facts = {fmt::format("{} {}", known.num_hosts, known.num_hosts == 1 ? "host" : "hosts")},
                              .size = std::max(1.0, static_cast<double>(known.num_hosts))});
        for (int peer = cluster + 1; peer < platform.num_clusters(); ++peer) {
            const Route there = route_of(platform, cluster, peer);
            const Route back = route_of(platform, peer, cluster);
            const Route& slower = !(there.rate <= back.rate) && std::isfinite(back.rate) ? back : there;
            if (std::isfinite(slower.latency) && std::isfinite(slower.rate)) {
                map.links.push_back({.from = cluster, .to = peer, .facts = facts_of(slower), .rate = slower.rate});
            }
        }
    }
    return fmt::format(
        "<figure>{}<figcaption>Areas follow the numbers of hosts, widths of lines the rates (of the slower "
        "direction).</figcaption></figure>\n",
        report::svg_of(map));
}

/// Darker where a value stands out: towards the largest if `dark_is_large`.
template <typename Value, typename Cell>
std::string matrix(const platform::Platform& platform, std::string_view caption, Value value, Cell cell,
                   bool dark_is_large) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    base::SquareMatrix<double> values(platform.num_clusters());
    for (int from = 0; from < values.size(); ++from) {
        for (int to = 0; to < values.size(); ++to) {
            values(from, to) = value(route_of(platform, from, to));
            if (values(from, to) > 0.0) {
                least = std::min(least, values(from, to));
                most = std::max(most, values(from, to));
            }
        }
    }
    HtmlTable table{.caption = std::string(caption), .columns = {"from \\ to"}, .rows = {}, .has_row_headings = true};
    for (int from = 0; from < values.size(); ++from) {
        table.columns.push_back(platform.clusters[static_cast<std::size_t>(from)].name);
        std::vector<HtmlCell> row = {text_cell(platform.clusters[static_cast<std::size_t>(from)].name)};
        for (int to = 0; to < values.size(); ++to) {
            row.push_back(cell(values(from, to)));
            if (values(from, to) > 0.0 && most > least) {
                const double place = std::log(values(from, to) / least) / std::log(most / least);
                row.back().shade = kDarkest * (dark_is_large ? place : 1.0 - place);
            }
        }
        table.rows.push_back(std::move(row));
    }
    return html_of(table);
}

std::string network_content(const Subject& subject) {
    if (!subject.platform || subject.platform->num_clusters() == 0) {
        return {};
    }
    const platform::Platform& platform = *subject.platform;
    std::string html;
    if (platform.num_clusters() <= kMostOnMap) {
        html += map_of(platform);
    }
    if (platform.num_clusters() > kMostInMatrix) {
        return html + fmt::format("<p>{} clusters: too many for tables of all pairs.</p>\n", platform.num_clusters());
    }
    html += matrix(
        platform, "Latencies, one way; darker is longer. On the diagonal between two hosts of a cluster.",
        [](const Route& route) { return route.latency; }, [](double seconds) { return seconds_cell(seconds); }, true);
    html += matrix(
        platform, "Rates of messages of 1 MiB; darker is slower.", [](const Route& route) { return route.rate; },
        [](double rate) {
            return std::isfinite(rate) ? number_cell(rate, base::to_text(BytesPerSecond(rate)))
                                       : number_cell(-1.0, "-");
        },
        false);
    return html;
}

}  // namespace

extern const Section network_section{.name = "network", .title = "The network", .content = network_content};

}  // namespace causeway::page
