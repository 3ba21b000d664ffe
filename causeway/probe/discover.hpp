/// From a running job to its platform: who shares a machine, which machines are alike, what a transfer
/// costs.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <functional>
#include <string>
#include <string_view>

namespace causeway::probe {

struct DiscoveryOptions {
    std::string method = "lowekamp";  ///< of clustering::methods()
    double tolerance = clustering::kDefaultTolerance;
    /// Kept approximately; less is used when measurements agree early. Uplinks, with three clusters or more, may take
    /// 28 % more.
    Seconds budget{5.2};
    bool measure_native = true;
    /// Takes all hosts for those of one switch, one cluster whatever their latencies, and measures what each of them
    /// and each pair costs besides (ethernet_measurement.hpp), which is not counted in the budget. Three hosts at
    /// least.
    bool one_switch = false;
    /// Called on rank 0 when a stage begins, with the part of the whole that is done; must not throw.
    std::function<void(double fraction, std::string_view what)> progress = {};
    std::string name = {};        ///< of the platform
    std::string by = {};          ///< the program: "causeway 0.1.0"
    std::string time_stamp = {};  ///< for people
};

/// Measures the network between the hosts of a job (Steffenel section 4.1): latencies between all
/// hosts, clusters from these, pLogP inside each cluster and between each two, once per pair of clusters
/// unless a sample shows that the two directions differ, and of three clusters or more what leaves and enters each
/// over all its links at once; what does not measure sleeps. Clusters are in
/// the order of their first hosts. One host is one cluster, and no network is measured.
///
/// Collective over `comm`, with equal options; the same result on every rank. Throws InputError, on every
/// rank, for an unknown method, and for fewer than three hosts on one switch; MpiError.
[[nodiscard]] platform::Platform discover(MPI_Comm comm, const DiscoveryOptions& options);

}  // namespace causeway::probe
