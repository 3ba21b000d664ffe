/// Links between two clusters both of which carry much more to and from others.
///
/// What a link carries is bounded by what its ends do: each by the most that any of its links carries. A link that
/// stays far below the lower of the two is held up on its way.
///
/// Where discovery measured, a link carries as much as the interval of its figure allows, and others as little: what
/// was measured badly is not told of. A link that is slow in both directions is told of once, with the figures of one.
#include "causeway/base/matrix.hpp"
#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/noticed/notice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace causeway::noticed {

namespace {

constexpr double kFarBelow = 0.5;

/// B/s: what a link carries at least and at most, as far as it is known. 0: not known.
struct Rate {
    double least = 0.0;
    double most = 0.0;
};

/// As discovery saw the longest of its messages; nothing if the figures are not of its making.
std::optional<Rate> measured_rate(const platform::Platform& platform, const std::string& from, const std::string& to) {
    for (const platform::RouteEvidence& route : platform.provenance.evidence.routes) {
        if (route.from == from && route.to == to && route.measured && !route.measured->gaps.empty()) {
            const platform::GapInterval& gap = route.measured->gaps.back();
            const double size = static_cast<double>(gap.size.value());
            if (gap.low > Seconds(0.0)) {
                return Rate{.least = size / gap.high.value(), .most = size / gap.low.value()};
            }
        }
    }
    return std::nullopt;
}

Rate rate(const platform::Platform& platform, int from, int to) {
    const platform::Link* const link = platform.find_link(from, to);
    const auto known = link != nullptr && link->plogp ? link->plogp->rate() : std::nullopt;
    if (!known) {
        return {};
    }
    const double found = known->value();
    const auto measured = measured_rate(platform, platform.clusters[static_cast<std::size_t>(from)].name,
                                        platform.clusters[static_cast<std::size_t>(to)].name);
    return measured ? Rate{.least = std::min(found, measured->least), .most = std::max(found, measured->most)}
                    : Rate{.least = found, .most = found};
}

/// Rates of all links, [from][to].
using Rates = base::SquareMatrix<Rate>;

/// What the ends of a link from one cluster to another carry on others, at least: the lower of the two.
double carried_elsewhere(const Rates& rates, int from, int to) {
    double sent = 0.0;
    double got = 0.0;
    for (int peer = 0; peer < rates.size(); ++peer) {
        if (peer != from && peer != to) {
            sent = std::max(sent, rates(from, peer).least);
            got = std::max(got, rates(peer, to).least);
        }
    }
    return std::min(sent, got);
}

bool is_slow(const Rates& rates, int from, int to) {
    return rates(from, to).most > 0.0 && rates(from, to).most < kFarBelow * carried_elsewhere(rates, from, to);
}

std::vector<Notice> look_for_slow_links(const JobSeen& job) {
    const int clusters = job.platform.num_clusters();
    Rates rates(clusters);
    for (int from = 0; from < clusters; ++from) {
        for (int to = 0; to < clusters; ++to) {
            rates(from, to) = from == to ? Rate{} : rate(job.platform, from, to);
        }
    }
    std::vector<Notice> notices;
    for (int one = 0; one < clusters; ++one) {
        for (int other = one + 1; other < clusters; ++other) {
            const bool there = is_slow(rates, one, other);
            if (!there && !is_slow(rates, other, one)) {
                continue;
            }
            const int from = there ? one : other;
            const int to = there ? other : one;
            const bool both = there && is_slow(rates, other, one);
            const double carried = rates(from, to).most;
            const double elsewhere = carried_elsewhere(rates, from, to);
            const std::string& first = job.platform.clusters[static_cast<std::size_t>(from)].name;
            const std::string& second = job.platform.clusters[static_cast<std::size_t>(to)].name;
            const double size = static_cast<double>(platform::kRateSize.value());
            notices.push_back(
                {.check = {},
                 .text = fmt::format(
                     "the link {} {} {} {} carries {}, where both carry {} and more on other links: something holds "
                     "it up on its way",
                     both ? "between" : "from", first, both ? "and" : "to", second,
                     base::to_text(BytesPerSecond(carried)), base::to_text(BytesPerSecond(elsewhere))),
                 .ranks = {},
                 .places = {first, second},
                 .seconds = size / carried - size / elsewhere});
        }
    }
    return notices;
}

}  // namespace

extern const Check slow_links{.name = "slow_links",
                              .summary = "links that are far below what their ends carry elsewhere",
                              .look = look_for_slow_links};

}  // namespace causeway::noticed
