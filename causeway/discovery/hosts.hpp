/// The processes of a job by the host they run on, and names for groups of hosts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace causeway::discovery {

/// Hosts are numbered in the order of their lowest ranks.
struct HostLayout {
    std::vector<std::string> names;       ///< [host]
    std::vector<std::vector<int>> ranks;  ///< [host] its processes, ascending
    /// All hosts are one machine (containers, a testbed): their processes compete for its processors, and read one
    /// clock.
    bool share_one_kernel = false;

    [[nodiscard]] int num_hosts() const { return static_cast<int>(names.size()); }

    /// The process that measures for its host.
    [[nodiscard]] int representative(int host) const { return ranks[static_cast<std::size_t>(host)].front(); }
};

/// `host_names`: [rank].
[[nodiscard]] HostLayout group_by_host(const std::vector<std::string>& host_names);

/// The hosts whose names differ in nothing but the last number before the first dot, so many at least as are worth it
/// (policy::kFewestNamedAlike): a rack, a local network or all there are, as hosts are usually named. Each ascending,
/// in the order of their first hosts; nothing where there is only one such group. It is a guess, which measurements may
/// contradict. `names`: [host].
[[nodiscard]] std::vector<std::vector<int>> hosts_named_alike(const std::vector<std::string>& names);

/// A name for each group of hosts, all different: the letters that the names of its hosts begin with, if
/// these are the same for all of them ("a" for a0, a1, a2; the site, as hosts are usually named), else
/// "cluster-0", "cluster-1", ..., `kind` being what they are. A name that is taken gets a number: "a-2". `members`:
/// [cluster] indices into `host_names`.
[[nodiscard]] std::vector<std::string> cluster_names(const std::vector<std::vector<int>>& members,
                                                     const std::vector<std::string>& host_names,
                                                     std::string_view kind = "cluster");

}  // namespace causeway::discovery
