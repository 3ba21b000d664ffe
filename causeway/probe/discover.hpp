/// From a running job to its platform: who shares a machine, which machines are alike, what a transfer
/// costs.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/monitoring.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/measured_host_clusters.hpp"

#include <mpi.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::probe {

/// What a look takes that a first plan needs.
inline constexpr Seconds kGlanceBudget(2.0);

/// Where the processes of a job run.
struct JobHosts {
    std::vector<std::string> of_rank;  ///< names; as mpi::host_names()
    bool share_one_kernel = false;     ///< as mpi::share_one_kernel()
};

struct DiscoveryOptions {
    std::string method = "lowekamp";  ///< of clustering::methods()
    double tolerance = clustering::kDefaultTolerance;
    /// For all of it; less is used when measurements agree early. Each pair and each size is measured once at least, so
    /// that a budget below what that takes is exceeded, which a remark then says. Latencies measured against landmarks
    /// may take four fifths of it more for every 200 hosts.
    Seconds budget{8.5};
    /// Beyond so many hosts latencies are measured against landmarks instead of between all pairs (host_groups.hpp).
    int most_hosts_in_pairs = policy::kMostHostsInPairs;
    bool measure_native = true;
    /// Only what a first plan needs: who is near whom, what the hosts of a cluster cost each other, a look at each link
    /// between clusters (link_glances.hpp), and, of three clusters or more, what leaves and enters each. No native
    /// collectives. What links cost is then less well known, as their intervals say; calls and looks learn the rest.
    bool at_a_glance = false;
    /// Where the caller knows it, so that nobody is asked again.
    std::optional<JobHosts> hosts = {};
    /// Takes all hosts for those of one switch, one cluster whatever their latencies, and measures what each of them
    /// and each pair costs besides (ethernet_measurement.hpp), which is not counted in the budget. Three hosts at
    /// least.
    bool one_switch = false;
    /// Measures the same in every cluster that is found, of three hosts or more, where its hosts differ
    /// (cluster_ethernets.hpp); not counted in the budget either. Not with `one_switch`.
    bool switch_per_cluster = false;
    /// Called on rank 0 when a stage begins, with the part of the whole that is done; must not throw.
    std::function<void(double fraction, std::string_view what)> progress = {};
    std::string name = {};        ///< of the platform
    std::string by = {};          ///< the program: "causeway 0.1.0"
    std::string time_stamp = {};  ///< for people
    /// What a monitoring system measured, with a unit; counts on rank 0. Pairs of hosts whose latency it knows are not
    /// measured, but for a sample (combined_latencies.hpp), nor routes of which it knows the bandwidth as well, but for
    /// one (monitored_routes.hpp).
    std::optional<platform::MonitoringData> monitoring = {};
    std::vector<std::string> monitoring_files = {};  ///< where it is from
};

/// Measures the network between the hosts of a job (Steffenel section 4.1): latencies between all
/// hosts or, of many, between those that tell, clusters from these, pLogP inside each cluster and between each two,
/// once per pair of clusters unless a sample shows that the two directions differ, and of three clusters or more what
/// leaves and enters each over all its links at once; what does not measure sleeps. Clusters are in the order of their
/// first hosts. One host is one cluster, and no network is measured.
///
/// Collective over `comm`, with equal options; the same result on every rank. Until all ranks are in here, nobody may
/// have messages under way on `comm`: it saves the time of a duplicate. What ranks send that are through is not
/// mistaken, as the last step is a collective behind all messages. Throws InputError, on every rank, for an unknown
/// method, and for fewer than three hosts on one switch; MpiError.
[[nodiscard]] platform::Platform discover(MPI_Comm comm, const DiscoveryOptions& options);

}  // namespace causeway::probe
