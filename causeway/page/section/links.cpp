/// How much went over each link between clusters, by the plans and how often they ran.
#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/pairs_table.hpp"
#include "causeway/page/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::page {

namespace {

/// Links that are listed one by one.
constexpr std::size_t kMostListed = 20;

std::string amount_text(double bytes) {
    return base::rounded_text(Bytes(std::llround(bytes)));
}

/// One direction of a link that something went over.
struct UsedLink {
    int from = 0;
    int to = 0;
    LinkLoad load;
    std::optional<Seconds> busy;  ///< what its load takes at its rate

    /// Which links are looked at first.
    [[nodiscard]] double weight() const { return busy ? busy->value() : 0.0; }
};

std::vector<UsedLink> used_links(const Retraced& retraced, const platform::Platform& platform) {
    std::vector<UsedLink> links;
    for (int from = 0; from < retraced.loads.size(); ++from) {
        for (int to = 0; to < retraced.loads.size(); ++to) {
            const LinkLoad& load = retraced.loads(from, to);
            if (load.messages > 0.0) {
                const platform::Link* const link = platform.find_link(from, to);
                const auto rate = link != nullptr && link->plogp ? link->plogp->rate() : std::nullopt;
                links.push_back(
                    {from, to, load, rate ? std::optional(Seconds(load.bytes / rate->value())) : std::nullopt});
            }
        }
    }
    std::stable_sort(links.begin(), links.end(),
                     [](const UsedLink& one, const UsedLink& other) { return one.weight() > other.weight(); });
    return links;
}

std::string what_is_counted(const Retraced& retraced) {
    std::string text = fmt::format("<p>Of {} by plan: what a plan sends, times how often it ran.",
                                   counted(retraced.calls_counted, "call"));
    if (retraced.calls_native > 0) {
        text +=
            fmt::format(" Not in it are {} that ran as the MPI library does.", counted(retraced.calls_native, "call"));
    }
    if (retraced.calls_unknown > 0) {
        text += fmt::format(" Nor are {} whose messages are not known here.", counted(retraced.calls_unknown, "call"));
    }
    return text + "</p>\n";
}

std::string list_of(const std::vector<UsedLink>& links, const platform::Platform& platform) {
    HtmlTable table{.caption = "Links by how long they were busy at least, at the rate of messages of 1 MiB",
                    .columns = {"from", "to", "messages", "data", "busy"},
                    .rows = {},
                    .can_be_sorted = true};
    for (std::size_t i = 0; i < std::min(links.size(), kMostListed); ++i) {
        const UsedLink& link = links[i];
        table.rows.push_back({text_cell(platform.clusters[static_cast<std::size_t>(link.from)].name),
                              text_cell(platform.clusters[static_cast<std::size_t>(link.to)].name),
                              count_cell(std::llround(link.load.messages)),
                              number_cell(link.load.bytes, amount_text(link.load.bytes)), seconds_cell(link.busy)});
    }
    const std::string rest =
        links.size() > kMostListed ? fmt::format("<p>{} more are less busy.</p>\n", links.size() - kMostListed) : "";
    return html_of(table) + rest;
}

std::string links_content(const Subject& subject) {
    if (!subject.retraced || subject.platform->num_clusters() < 2) {
        return {};
    }
    if (subject.retraced->calls_counted == 0) {
        return subject.retraced->calls_unknown == 0 ? ""
                                                    : "<p>What calls by plan sent is not known here: the report does "
                                                      "not have their plans, or they are for "
                                                      "another platform, of uneven data or too long.</p>\n";
    }
    const Retraced& retraced = *subject.retraced;
    PairsTable data{.caption = "Data from cluster to cluster; more shade is more.",
                    .values = base::SquareMatrix<std::optional<double>>(retraced.loads.size()),
                    .shown = amount_text,
                    .large_stands_out = true};
    for (int from = 0; from < retraced.loads.size(); ++from) {
        for (int to = 0; to < retraced.loads.size(); ++to) {
            if (retraced.loads(from, to).messages > 0.0) {
                data.values(from, to) = retraced.loads(from, to).bytes;
            }
        }
    }
    return what_is_counted(retraced) +
           (retraced.loads.size() <= kMostInPairsTable ? html_of(data, *subject.platform) : std::string()) +
           list_of(used_links(retraced, *subject.platform), *subject.platform);
}

}  // namespace

extern const Section links_section{.name = "links", .title = "What went over long links", .content = links_content};

}  // namespace causeway::page
