#include "causeway/probe/processor_place.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/host_identity.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>

#ifdef CAUSEWAY_WITH_HWLOC
#include <hwloc.h>

#include <sched.h>

#include <memory>
#include <type_traits>
#endif

namespace causeway::probe {

#ifdef CAUSEWAY_WITH_HWLOC

namespace {

struct DestroyTopology {
    void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, DestroyTopology>;

struct FreeBitmap {
    void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, FreeBitmap>;

/// Null if hwloc cannot. `description`: null for this system.
Topology loaded(const char* description) {
    hwloc_topology_t handle = nullptr;
    if (hwloc_topology_init(&handle) != 0) {
        return nullptr;
    }
    Topology topology(handle);
    const bool is_described = description == nullptr || hwloc_topology_set_synthetic(handle, description) == 0;
    return is_described && hwloc_topology_load(handle) == 0 ? std::move(topology) : nullptr;
}

ProcessorPlace place_in(hwloc_topology_t topology, const std::vector<int>& cpus) {
    const Bitmap mine(hwloc_bitmap_alloc());
    for (const int cpu : cpus) {
        hwloc_bitmap_set(mine.get(), static_cast<unsigned>(cpu));
    }
    ProcessorPlace place;
    place.num_sockets = std::max(0, hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE));
    std::vector<hwloc_obj_t> nodes;
    for (hwloc_obj_t node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, nullptr); node != nullptr;
         node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) {
        // Memory without processors of its own, or a second memory of the same ones, is no place to run.
        const bool is_place =
            hwloc_bitmap_iszero(node->cpuset) == 0 && std::none_of(nodes.begin(), nodes.end(), [&](hwloc_obj_t other) {
                return hwloc_bitmap_isequal(other->cpuset, node->cpuset) != 0;
            });
        if (is_place) {
            nodes.push_back(node);
        }
    }
    place.num_nodes = static_cast<int>(nodes.size());
    if (!cpus.empty()) {
        const auto home = std::find_if(nodes.begin(), nodes.end(), [&](hwloc_obj_t node) {
            return hwloc_bitmap_isincluded(mine.get(), node->cpuset) != 0;
        });
        place.node = home == nodes.end() ? -1 : static_cast<int>(home - nodes.begin());
    }
    return place;
}

/// The processors on which this process may run.
std::vector<int> own_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> cpus;
    if (::sched_getaffinity(0, sizeof set, &set) == 0) {
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (CPU_ISSET(cpu, &set)) {
                cpus.push_back(cpu);
            }
        }
    }
    return cpus;
}

}  // namespace

ProcessorPlace own_place() {
    if (mpi::own_host_mark().identity.empty()) {
        return {};
    }
    const Topology topology = loaded(nullptr);
    return topology ? place_in(topology.get(), own_cpus()) : ProcessorPlace{};
}

ProcessorPlace place_on(const std::string& description, const std::vector<int>& cpus) {
    const Topology topology = loaded(description.c_str());
    return topology ? place_in(topology.get(), cpus) : ProcessorPlace{};
}

bool knows_places() {
    return true;
}

#else

ProcessorPlace own_place() {
    return {};
}

ProcessorPlace place_on(const std::string& /*description*/, const std::vector<int>& /*cpus*/) {
    return {};
}

bool knows_places() {
    return false;
}

#endif

std::vector<ProcessorPlace> places_of_hosts(MPI_Comm comm, const HostLayout& layout) {
    std::vector<ProcessorPlace> places(static_cast<std::size_t>(layout.num_hosts()));
    std::vector<int> numbers(2 * places.size(), 0);  // of each host how many sockets and nodes
    for (int host = 0; host < layout.num_hosts(); ++host) {
        const bool is_shared = layout.ranks[static_cast<std::size_t>(host)].size() > 1;
        if (is_shared && layout.representative(host) == mpi::rank_of(comm)) {
            const ProcessorPlace own = own_place();
            numbers[2 * static_cast<std::size_t>(host)] = own.num_sockets;
            numbers[2 * static_cast<std::size_t>(host) + 1] = own.num_nodes;
        }
    }
    mpi::check(PMPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_INT, MPI_MAX, comm),
               "MPI_Allreduce");
    for (std::size_t host = 0; host < places.size(); ++host) {
        places[host] = {.num_sockets = numbers[2 * host], .num_nodes = numbers[2 * host + 1]};
    }
    return places;
}

std::vector<int> nodes_of_ranks(MPI_Comm comm, const platform::Platform& platform,
                                const std::vector<std::string>& host_names) {
    std::map<std::string, int> num_processes;
    const bool is_needed = std::any_of(host_names.begin(), host_names.end(), [&](const std::string& name) {
        const std::optional<int> host = platform.find_host(name);
        return ++num_processes[name] > 1 && host &&
               platform.hosts[static_cast<std::size_t>(*host)].num_nodes.value_or(1) > 1;
    });
    if (!is_needed) {
        return {};
    }
    const int mine = own_place().node;
    std::vector<int> nodes(static_cast<std::size_t>(mpi::size_of(comm)), -1);
    mpi::check(PMPI_Allgather(&mine, 1, MPI_INT, nodes.data(), 1, MPI_INT, comm), "MPI_Allgather");
    return nodes;
}

}  // namespace causeway::probe
