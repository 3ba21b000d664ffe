/// The clusters and the links between them: a map, and tables of latencies and rates.
#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/pairs_table.hpp"
#include "causeway/page/platform_map.hpp"
#include "causeway/page/section.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace causeway::page {

namespace {

/// A map of more is no map any more; the tables say the same.
constexpr int kMostOnMap = 24;

std::string map_figure(const platform::Platform& platform) {
    return html_of(
        Figure{.svg = report::svg_of(map_of(platform)),
               .caption = "Areas follow the numbers of hosts, widths of lines the rates (of the slower direction)."});
}

std::string tables_of(const platform::Platform& platform) {
    PairsTable latencies{
        .caption = "Latencies, one way; more shade is longer. On the diagonal between two hosts of a cluster.",
        .values = base::SquareMatrix<std::optional<double>>(platform.num_clusters()),
        .shown = [](double seconds) { return base::to_text(Seconds(seconds)); },
        .large_stands_out = true};
    PairsTable rates{.caption = "Rates of messages of 1 MiB; more shade is slower.",
                     .values = latencies.values,
                     .shown = [](double rate) { return base::to_text(BytesPerSecond(rate)); },
                     .large_stands_out = false};
    for (int from = 0; from < platform.num_clusters(); ++from) {
        for (int to = 0; to < platform.num_clusters(); ++to) {
            const platform::Plogp* const route = route_of(platform, from, to);
            if (route != nullptr) {
                latencies.values(from, to) = route->latency.value();
            }
            if (const auto rate = route != nullptr ? route->rate() : std::nullopt) {
                rates.values(from, to) = rate->value();
            }
        }
    }
    return html_of(latencies, platform) + html_of(rates, platform);
}

std::string network_content(const Subject& subject) {
    if (!subject.platform || subject.platform->num_clusters() == 0) {
        return {};
    }
    const platform::Platform& platform = *subject.platform;
    const std::string map = platform.num_clusters() <= kMostOnMap ? map_figure(platform) : std::string();
    return map +
           (platform.num_clusters() <= kMostInPairsTable
                ? tables_of(platform)
                : fmt::format("<p>{} clusters: too many for tables of all pairs.</p>\n", platform.num_clusters()));
}

}  // namespace

extern const Section network_section{.name = "network", .title = "The network", .content = network_content};

}  // namespace causeway::page
