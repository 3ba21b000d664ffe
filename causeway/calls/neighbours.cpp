#include "causeway/calls/neighbours.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/calls/call.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace causeway::calls {

namespace {

/// Of a communicator: every rank keeps all of them, and plans name them.
constexpr int kMostEdges = 1 << 15;

/// Whether the MPI library's own MPI_Neighbor_alltoallw can be called where more comes to a process than leaves it, or
/// less. That of MPICH takes the one for the other, and calls hang (4.0).
#ifdef OPEN_MPI
constexpr bool kAlltoallwIsSafe = true;
#else
constexpr bool kAlltoallwIsSafe = false;
#endif

struct Degrees {
    int sources = 0;
    int destinations = 0;
};

/// Nothing where there is no topology.
std::optional<Degrees> degrees_of(MPI_Comm comm) {
    int kind = MPI_UNDEFINED;
    mpi::check(PMPI_Topo_test(comm, &kind), "MPI_Topo_test");
    Degrees degrees;
    if (kind == MPI_CART) {
        int dimensions = 0;
        mpi::check(PMPI_Cartdim_get(comm, &dimensions), "MPI_Cartdim_get");
        degrees = {2 * dimensions, 2 * dimensions};
    } else if (kind == MPI_GRAPH) {
        int count = 0;
        mpi::check(PMPI_Graph_neighbors_count(comm, mpi::rank_of(comm), &count), "MPI_Graph_neighbors_count");
        degrees = {count, count};
    } else if (kind == MPI_DIST_GRAPH) {
        int is_weighted = 0;
        mpi::check(PMPI_Dist_graph_neighbors_count(comm, &degrees.sources, &degrees.destinations, &is_weighted),
                   "MPI_Dist_graph_neighbors_count");
    } else {
        return std::nullopt;
    }
    return degrees;
}

/// A place among the destinations of a process.
struct Place {
    int rank = -1;
    int place = -1;
};
constexpr int kIntsOfPlace = 2;
static_assert(sizeof(Place) == kIntsOfPlace * sizeof(int));

/// Along the edges of a communicator, by functions of the MPI library.
class Probe {
public:
    Probe(MPI_Comm comm, Degrees degrees) : comm_(comm), degrees_(degrees) {
        const int rank = mpi::rank_of(comm);
        for (int place = 0; place < std::max(1, degrees.destinations); ++place) {
            own_.push_back({rank, place});
        }
        offsets_.resize(static_cast<std::size_t>(std::max({1, degrees.destinations, degrees.sources})));
        std::iota(offsets_.begin(), offsets_.end(), 0);
        for (const int offset : offsets_) {
            counts_.push_back(kIntsOfPlace);
            element_offsets_.push_back(kIntsOfPlace * offset);
            byte_offsets_.push_back(static_cast<MPI_Aint>(sizeof(Place)) * offset);
            types_.push_back(MPI_INT);
        }
    }

    /// [place among the sources]: which place comes there; of rank -1: none. Collective. Throws MpiError.
    [[nodiscard]] std::vector<Place> what_comes(AlongEdges function, bool is_nonblocking) {
        std::vector<Place> came(static_cast<std::size_t>(std::max(1, degrees_.sources)));
        if (is_nonblocking) {
            MPI_Request request = MPI_REQUEST_NULL;
            mpi::check(begin(function, came.data(), &request), "a neighbourhood collective");
            mpi::check(PMPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
        } else {
            mpi::check(call(function, came.data()), "a neighbourhood collective");
        }
        came.resize(static_cast<std::size_t>(degrees_.sources));
        return came;
    }

private:
    int call(AlongEdges function, Place* came) {
        switch (function) {
            case AlongEdges::kAlltoall:
                return PMPI_Neighbor_alltoall(own_.data(), kIntsOfPlace, MPI_INT, came, kIntsOfPlace, MPI_INT, comm_);
            case AlongEdges::kAlltoallv:
                return PMPI_Neighbor_alltoallv(own_.data(), counts_.data(), element_offsets_.data(), MPI_INT, came,
                                               counts_.data(), element_offsets_.data(), MPI_INT, comm_);
            case AlongEdges::kAlltoallw:
                break;
        }
        return PMPI_Neighbor_alltoallw(own_.data(), counts_.data(), byte_offsets_.data(), types_.data(), came,
                                       counts_.data(), byte_offsets_.data(), types_.data(), comm_);
    }

    int begin(AlongEdges function, Place* came, MPI_Request* request) {
        switch (function) {
            case AlongEdges::kAlltoall:
                return PMPI_Ineighbor_alltoall(own_.data(), kIntsOfPlace, MPI_INT, came, kIntsOfPlace, MPI_INT, comm_,
                                               request);
            case AlongEdges::kAlltoallv:
                return PMPI_Ineighbor_alltoallv(own_.data(), counts_.data(), element_offsets_.data(), MPI_INT, came,
                                                counts_.data(), element_offsets_.data(), MPI_INT, comm_, request);
            case AlongEdges::kAlltoallw:
                break;
        }
        return PMPI_Ineighbor_alltoallw(own_.data(), counts_.data(), byte_offsets_.data(), types_.data(), came,
                                        counts_.data(), byte_offsets_.data(), types_.data(), comm_, request);
    }

    MPI_Comm comm_;
    Degrees degrees_;
    std::vector<Place> own_;
    std::vector<int> offsets_;
    std::vector<int> counts_;
    std::vector<int> element_offsets_;
    std::vector<MPI_Aint> byte_offsets_;
    std::vector<MPI_Datatype> types_;
};

/// From a place among the destinations of one process to another one.
struct Edge {
    Place from;
    int to = -1;

    [[nodiscard]] bool is_loop() const { return from.rank == to; }
    friend bool operator<(const Edge& a, const Edge& b) {
        return std::tie(a.from.rank, a.from.place) < std::tie(b.from.rank, b.from.place);
    }
};

/// All edges of a communicator, in the order of the processes and places that they begin at; nothing if there are too
/// many. Collective. Throws MpiError.
std::optional<std::vector<Edge>> all_edges(MPI_Comm comm, std::vector<Place> came) {
    std::erase_if(came, [](const Place& place) { return place.rank < 0; });
    const auto size = static_cast<std::size_t>(mpi::size_of(comm));
    const int count = static_cast<int>(std::min<std::size_t>(came.size(), kMostEdges + 1));
    std::vector<int> counts(size);
    mpi::check(PMPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm), "MPI_Allgather");
    std::vector<int> begins;
    std::int64_t sum = 0;
    for (const int of_rank : counts) {
        begins.push_back(static_cast<int>(std::min<std::int64_t>(sum, kMostEdges)) * kIntsOfPlace);
        sum += of_rank;
    }
    if (sum > kMostEdges) {
        return std::nullopt;
    }
    std::vector<int> ints;
    for (const int of_rank : counts) {
        ints.push_back(of_rank * kIntsOfPlace);
    }
    std::vector<Place> all(static_cast<std::size_t>(sum) + 1);
    mpi::check(PMPI_Allgatherv(came.data(), count * kIntsOfPlace, MPI_INT, all.data(), ints.data(), begins.data(),
                               MPI_INT, comm),
               "MPI_Allgatherv");
    std::vector<Edge> edges;
    for (std::size_t rank = 0; rank < size; ++rank) {
        for (int i = 0; i < counts[rank]; ++i) {
            edges.push_back({all[edges.size()], static_cast<int>(rank)});
        }
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

/// Whether there is more than one edge from some process to another, or to itself.
bool has_several_alike(const std::vector<Edge>& edges) {
    std::vector<std::pair<int, int>> ends;
    for (const Edge& edge : edges) {
        ends.emplace_back(edge.from.rank, edge.to);
    }
    std::sort(ends.begin(), ends.end());
    return std::adjacent_find(ends.begin(), ends.end()) != ends.end();
}

bool are_all_joined(const std::vector<Edge>& edges, int size) {
    std::vector<int> parent(static_cast<std::size_t>(size));
    std::iota(parent.begin(), parent.end(), 0);
    const auto root_of = [&](int process) {
        while (parent[static_cast<std::size_t>(process)] != process) {
            int& above = parent[static_cast<std::size_t>(process)];
            above = parent[static_cast<std::size_t>(above)];
            process = above;
        }
        return process;
    };
    int num_parts = size;
    for (const Edge& edge : edges) {
        const int a = root_of(edge.from.rank);
        const int b = root_of(edge.to);
        num_parts -= a != b ? 1 : 0;
        parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
    return num_parts <= 1;
}

std::string digest_of(const std::vector<Edge>& edges) {
    std::string text;
    for (const Edge& edge : edges) {
        text += fmt::format("{} {},", edge.from.rank, edge.to);
    }
    return base::digest(text).hexadecimal();
}

/// The same places, by the edges that lead from there.
std::vector<Source> sources_of(const std::vector<Place>& came, const std::vector<Edge>& edges, int rank) {
    std::vector<Source> sources;
    for (const Place& place : came) {
        Source source{place.rank, place.place};
        if (place.rank >= 0 && place.rank != rank) {
            const auto first = std::lower_bound(edges.begin(), edges.end(), Edge{{place.rank, 0}, -1});
            const auto edge = std::lower_bound(first, edges.end(), Edge{place, -1});
            source.along =
                static_cast<int>(std::count_if(first, edge, [](const Edge& before) { return !before.is_loop(); }));
        }
        sources.push_back(source);
    }
    return sources;
}

/// Collective. Throws MpiError.
Neighbours learnt_neighbours(MPI_Comm comm) {
    Neighbours result;
    const std::optional<Degrees> degrees = degrees_of(comm);
    if (!degrees) {
        result.why_none = "the communicator has no topology";
        return result;
    }
    result.rank = mpi::rank_of(comm);
    result.num_destinations = degrees->destinations;
    result.num_sources = degrees->sources;
    Probe probe(comm, *degrees);
    const std::vector<Place> came = probe.what_comes(AlongEdges::kAlltoall, false);
    const std::optional<std::vector<Edge>> edges = all_edges(comm, came);
    if (!edges) {
        result.why_none = "there are too many neighbours";
        return result;
    }
    scheme::Receivers receivers(static_cast<std::size_t>(mpi::size_of(comm)));
    for (const Edge& edge : *edges) {
        if (!edge.is_loop()) {
            receivers[static_cast<std::size_t>(edge.from.rank)].push_back(edge.to);
            if (edge.from.rank == result.rank) {
                result.places.push_back(edge.from.place);
            }
        }
    }
    result.all = scheme::Neighbourhood(std::move(receivers));
    result.digest = digest_of(*edges);
    result.are_joined = are_all_joined(*edges, mpi::size_of(comm));
    result.by_function[0][0] = sources_of(came, *edges, result.rank);
    if (has_several_alike(*edges)) {
        int is_known = kAlltoallwIsSafe || degrees->sources == degrees->destinations ? 1 : 0;
        mpi::check(PMPI_Allreduce(MPI_IN_PLACE, &is_known, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
        result.is_alltoallw_known = is_known != 0;
        for (const bool is_nonblocking : {false, true}) {
            for (std::size_t f = is_nonblocking ? 0 : 1; f < Neighbours::kNumFunctions; ++f) {
                if (static_cast<AlongEdges>(f) == AlongEdges::kAlltoallw && !result.is_alltoallw_known) {
                    continue;
                }
                result.by_function[is_nonblocking ? 1 : 0][f] =
                    sources_of(probe.what_comes(static_cast<AlongEdges>(f), is_nonblocking), *edges, result.rank);
            }
        }
    }
    return result;
}

}  // namespace

std::shared_ptr<const Neighbours> neighbours_for(scheme::Operation operation, MPI_Comm comm, const Calling& calling) {
    job::Job* const job = job::active_job();
    if (job == nullptr) {
        return nullptr;
    }
    const bool may_wait =
        calling.nonblocking == nullptr || calling.nonblocking->begins() == Nonblocking::Begins::kWhenStarted;
    if (may_wait) {
        (void)state_of(*job, comm);
    }
    const std::shared_ptr<CommunicatorState> state = find_state(*job, comm);
    if (state == nullptr || is_left_alone_in(*job, comm)) {
        return nullptr;
    }
    if (job->disabled_operations.contains(operation)) {
        state->passes(scheme::name_of(operation), kDisabled);
        return nullptr;
    }
    if (state->neighbours == nullptr && may_wait) {
        state->neighbours = std::make_shared<const Neighbours>(learnt_neighbours(comm));
    }
    const std::string_view why_none = state->neighbours == nullptr
                                          ? "no collective that waits came before, in which ranks tell who is whose "
                                            "neighbour"
                                          : state->neighbours->why_none;
    if (!why_none.empty()) {
        state->passes(scheme::name_of(operation), why_none);
        return nullptr;
    }
    return state->neighbours;
}

}  // namespace causeway::calls
