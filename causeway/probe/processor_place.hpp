/// Which sockets and NUMA nodes a host has, and in which of its nodes a process runs.
#pragma once

#include "causeway/discovery/hosts.hpp"
#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace causeway::probe {

/// What hwloc says of a host and a process on it.
struct ProcessorPlace {
    int num_sockets = 0;  ///< 0: not known
    int num_nodes = 0;    ///< NUMA nodes that have processors; 0: not known
    /// The node that has all processors on which the process may run, counted as hwloc does; -1: not known, or it may
    /// run on several.
    int node = -1;

    friend bool operator==(const ProcessorPlace&, const ProcessorPlace&) = default;
};

/// Of this process, with the processors that it is bound to. Nothing is known without hwloc, which is loaded
/// here, and of a simulated host. Local.
[[nodiscard]] ProcessorPlace own_place();

/// Of a process that may run on the processors `cpus`, as the system counts them, of a host described as hwloc
/// describes made-up ones: "package:2 numa:2 core:4 pu:1". Nothing is known of a description that hwloc does not
/// accept, and without hwloc.
[[nodiscard]] ProcessorPlace place_on(const std::string& description, const std::vector<int>& cpus);

/// Whether places are known: the build knows hwloc, and it is there.
[[nodiscard]] bool knows_places();

/// What each host is made of, [host], as its representative sees it; asked only where a host has several processes,
/// nothing is known of the others. Collective over `comm`; the same on every rank. Throws MpiError.
[[nodiscard]] std::vector<ProcessorPlace> places_of_hosts(MPI_Comm comm, const discovery::HostLayout& layout);

/// ProcessorPlace::node of every process, [rank], for platform::Placement::node_of: empty, without asking the system,
/// unless two processes share a host of several nodes by what `platform` says. `host_names`: of the processes, [rank].
/// Collective over `comm`; the same on every rank. Throws MpiError.
[[nodiscard]] std::vector<int> nodes_of_ranks(MPI_Comm comm, const platform::Platform& platform,
                                              const std::vector<std::string>& host_names);

}  // namespace causeway::probe
