/// Ranks that change from cluster to cluster where they need not.
///
/// Most programs talk between neighbours in rank order, and most algorithms of MPI libraries do. With the ranks of a
/// cluster next to each other C clusters have C - 1 pairs of neighbours that are apart.
#include "causeway/noticed/notice.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <set>

namespace causeway::noticed {

namespace {

/// As often apart as needed, and once more each: what somebody started with a list of hosts that is not quite in order.
constexpr int kFactor = 2;

std::vector<Notice> look_for_scattered_ranks(const JobSeen& job) {
    int apart = 0;
    for (std::size_t rank = 1; rank < job.cluster_of.size(); ++rank) {
        apart += job.cluster_of[rank] != job.cluster_of[rank - 1] ? 1 : 0;
    }
    const std::set<int> clusters(job.cluster_of.begin(), job.cluster_of.end());
    const int needed = static_cast<int>(clusters.size()) - 1;
    if (needed < 1 || apart <= kFactor * needed) {
        return {};
    }
    Notice notice;
    for (const int cluster : clusters) {
        notice.places.push_back(job.platform.clusters[static_cast<std::size_t>(cluster)].name);
    }
    notice.text = fmt::format(
        "{} of {} neighbours in rank order are in different clusters, where {} would do: have the launcher fill one "
        "cluster after the other (the order of its hosts), or place ranks by what they say to each other "
        "(causeway map)",
        apart, job.cluster_of.size() - 1, needed);
    return {notice};
}

}  // namespace

extern const Check scattered_ranks{.name = "scattered_ranks",
                                   .summary = "neighbours in rank order that are far from each other",
                                   .look = look_for_scattered_ranks};

}  // namespace causeway::noticed
