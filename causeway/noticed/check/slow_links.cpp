/// Links between two clusters both of which carry much more to and from others.
///
/// What a link carries is bounded by what its ends do: each by the most that any of its links carries. A link that
/// stays far below the lower of the two is held up on its way.
#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/noticed/notice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::noticed {

namespace {

constexpr Bytes kSize(std::int64_t{1} << 20U);
/// Discovery finds rates to some ten percent, on a busy machine to a factor of 1.5.
constexpr double kFarBelow = 0.5;

/// B/s for messages of 1 MiB; 0: not known.
double rate(const platform::Platform& platform, int from, int to) {
    const platform::Link* const link = platform.find_link(from, to);
    if (link == nullptr || !link->plogp) {
        return 0.0;
    }
    const double gap = link->plogp->gap_of(kSize).value();
    const double found = gap > 0.0 ? static_cast<double>(kSize.value()) / gap : 0.0;
    return link->shared_capacity ? std::min(found, link->shared_capacity->value()) : found;
}

std::vector<Notice> look_for_slow_links(const JobSeen& job) {
    const int clusters = job.platform.num_clusters();
    // The most that a cluster sends to others, or gets from them, without the link in question.
    const auto most_elsewhere = [&](int cluster, int other, bool sends) {
        double most = 0.0;
        for (int peer = 0; peer < clusters; ++peer) {
            if (peer != cluster && peer != other) {
                most = std::max(most, sends ? rate(job.platform, cluster, peer) : rate(job.platform, peer, cluster));
            }
        }
        return most;
    };
    std::vector<Notice> notices;
    for (int from = 0; from < clusters; ++from) {
        for (int to = 0; to < clusters; ++to) {
            const double carried = from == to ? 0.0 : rate(job.platform, from, to);
            const double possible = std::min(most_elsewhere(from, to, true), most_elsewhere(to, from, false));
            if (carried <= 0.0 || carried >= kFarBelow * possible) {
                continue;
            }
            const std::string& sender = job.platform.clusters[static_cast<std::size_t>(from)].name;
            const std::string& receiver = job.platform.clusters[static_cast<std::size_t>(to)].name;
            const double size = static_cast<double>(kSize.value());
            notices.push_back(
                {.check = {},
                 .text = fmt::format("the link from {} to {} carries {}, where both carry {} and more on other links: "
                                     "something holds it up on its way",
                                     sender, receiver, base::to_text(BytesPerSecond(carried)),
                                     base::to_text(BytesPerSecond(possible))),
                 .ranks = {},
                 .places = {sender, receiver},
                 .seconds = size / carried - size / possible});
        }
    }
    return notices;
}

}  // namespace

extern const Check slow_links{.name = "slow_links",
                              .summary = "links that are far below what their ends carry elsewhere",
                              .look = look_for_slow_links};

}  // namespace causeway::noticed
