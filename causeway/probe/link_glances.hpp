/// A look at the link between each two clusters, instead of experiments with many sizes.
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_latencies.hpp"
#include "causeway/discovery/glances.hpp"
#include "causeway/discovery/hosts.hpp"

#include <mpi.h>

#include <utility>
#include <vector>

namespace causeway::probe {

/// The first hosts of each two clusters look at their link (link_look.hpp), disjoint pairs at once: what each has
/// seen of the way to it, none on others. `size`: of the messages (look_size()). `latencies`: needed on the lowest rank
/// of every host. `not_measured`: pairs of clusters, the lower one first, that are left out; the same on every rank. No
/// other messages of `comm` may be under way. Collective over `comm`. Throws MpiError.
[[nodiscard]] std::vector<discovery::Glance> glance_at_links(MPI_Comm comm, const discovery::HostLayout& layout,
                                                             const clustering::Partition& clusters,
                                                             const discovery::ClusterLatencies& latencies, Bytes size,
                                                             const std::vector<std::pair<int, int>>& not_measured);

}  // namespace causeway::probe
