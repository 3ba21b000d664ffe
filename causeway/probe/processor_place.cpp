#include "causeway/probe/processor_place.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/host_identity.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>

#ifdef CAUSEWAY_HWLOC_LIBRARY
#include <hwloc.h>

#include <dlfcn.h>
#include <sched.h>

#include <memory>
#include <type_traits>
#endif

namespace causeway::probe {

#ifdef CAUSEWAY_HWLOC_LIBRARY

namespace {

/// The functions of hwloc that are used here, and no inline ones of its headers: those call what is not linked.
#define CAUSEWAY_HWLOC_FUNCTIONS(function)                                                                       \
    function(topology_init) function(topology_set_synthetic) function(topology_load) function(topology_destroy)  \
        function(get_type_depth) function(get_nbobjs_by_depth) function(get_obj_by_depth) function(bitmap_alloc) \
            function(bitmap_free) function(bitmap_set) function(bitmap_iszero) function(bitmap_isequal)          \
                function(bitmap_isincluded)

/// hwloc, as it was found when the program ran.
struct Hwloc {
#define CAUSEWAY_DECLARED(name) decltype(&hwloc_##name) name = nullptr;
    CAUSEWAY_HWLOC_FUNCTIONS(CAUSEWAY_DECLARED)
#undef CAUSEWAY_DECLARED
};

/// Null if there is none in the version that this was compiled for. Loaded once, for the rest of the process; where the
/// MPI library has it too, it is the same.
const Hwloc* hwloc() {
    static const std::optional<Hwloc> loaded = []() -> std::optional<Hwloc> {
        void* const library = ::dlopen(CAUSEWAY_HWLOC_LIBRARY, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            return std::nullopt;
        }
        Hwloc functions;
        bool has_all = true;
        const auto find = [&]<typename Function>(Function& function, const char* symbol) {
            function = reinterpret_cast<Function>(::dlsym(library, symbol));
            has_all = has_all && function != nullptr;
        };
#define CAUSEWAY_FOUND(name) find(functions.name, "hwloc_" #name);
        CAUSEWAY_HWLOC_FUNCTIONS(CAUSEWAY_FOUND)
#undef CAUSEWAY_FOUND
        return has_all ? std::optional(functions) : std::nullopt;
    }();
    return loaded ? &*loaded : nullptr;
}

/// A topology of hwloc's.
class Topology {
public:
    /// Of this system, for null; else of one that is described.
    Topology(const Hwloc& library, const char* description) : library_(library) {
        if (library_.topology_init(&handle_) != 0) {
            handle_ = nullptr;
            return;
        }
        const bool is_described = description == nullptr || library_.topology_set_synthetic(handle_, description) == 0;
        is_loaded_ = is_described && library_.topology_load(handle_) == 0;
    }
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;
    ~Topology() {
        if (handle_ != nullptr) {
            library_.topology_destroy(handle_);
        }
    }

    /// Whether hwloc could make it; else there is nothing to ask.
    [[nodiscard]] bool is_loaded() const { return is_loaded_; }

    [[nodiscard]] std::vector<hwloc_obj_t> objects(hwloc_obj_type_t type) const {
        std::vector<hwloc_obj_t> found;
        const int depth = library_.get_type_depth(handle_, type);
        const unsigned count = library_.get_nbobjs_by_depth(handle_, depth);  // none for a depth that is none
        for (unsigned i = 0; i < count; ++i) {
            found.push_back(library_.get_obj_by_depth(handle_, depth, i));
        }
        return found;
    }

private:
    const Hwloc& library_;
    hwloc_topology_t handle_ = nullptr;
    bool is_loaded_ = false;
};

ProcessorPlace place_in(const Hwloc& library, const Topology& topology, const std::vector<int>& cpus) {
    const std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, void (*)(hwloc_bitmap_t)> mine(library.bitmap_alloc(),
                                                                                                library.bitmap_free);
    for (const int cpu : cpus) {
        library.bitmap_set(mine.get(), static_cast<unsigned>(cpu));
    }
    ProcessorPlace place;
    place.num_sockets = static_cast<int>(topology.objects(HWLOC_OBJ_PACKAGE).size());
    std::vector<hwloc_obj_t> nodes;
    for (hwloc_obj_t node : topology.objects(HWLOC_OBJ_NUMANODE)) {
        // Memory without processors of its own, or a second memory of the same ones, is no place to run.
        const bool is_place = library.bitmap_iszero(node->cpuset) == 0 &&
                              std::none_of(nodes.begin(), nodes.end(), [&](hwloc_obj_t other) {
                                  return library.bitmap_isequal(other->cpuset, node->cpuset) != 0;
                              });
        if (is_place) {
            nodes.push_back(node);
        }
    }
    place.num_nodes = static_cast<int>(nodes.size());
    if (!cpus.empty()) {
        const auto home = std::find_if(nodes.begin(), nodes.end(), [&](hwloc_obj_t node) {
            return library.bitmap_isincluded(mine.get(), node->cpuset) != 0;
        });
        place.node = home == nodes.end() ? -1 : static_cast<int>(home - nodes.begin());
    }
    return place;
}

/// The place on this system, for null, or on one that is described. Nothing is known without hwloc.
ProcessorPlace place_by(const char* description, const std::vector<int>& cpus) {
    const Hwloc* const library = hwloc();
    if (library == nullptr) {
        return {};
    }
    const Topology topology(*library, description);
    return topology.is_loaded() ? place_in(*library, topology, cpus) : ProcessorPlace{};
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
    return place_by(nullptr, own_cpus());
}

ProcessorPlace place_on(const std::string& description, const std::vector<int>& cpus) {
    return place_by(description.c_str(), cpus);
}

bool knows_places() {
    return hwloc() != nullptr;
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

std::vector<ProcessorPlace> places_of_hosts(MPI_Comm comm, const discovery::HostLayout& layout) {
    std::vector<ProcessorPlace> places(static_cast<std::size_t>(layout.num_hosts()));
    if (std::ranges::all_of(layout.ranks, [](const std::vector<int>& ranks) { return ranks.size() == 1; })) {
        return places;
    }
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
