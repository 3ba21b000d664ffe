#include "tests/conformance/topologies.hpp"

#include <cstddef>
#include <random>
#include <utility>

namespace conformance {

namespace {

using Edges = std::vector<std::pair<int, int>>;

void read_cartesian(Topology& topology) {
    int dimensions = 0;
    MPI_Cartdim_get(topology.comm, &dimensions);
    for (int dimension = 0; dimension < dimensions; ++dimension) {
        int before = MPI_PROC_NULL;
        int behind = MPI_PROC_NULL;
        MPI_Cart_shift(topology.comm, dimension, 1, &before, &behind);
        topology.sources.insert(topology.sources.end(), {before, behind});
    }
    topology.destinations = topology.sources;
}

Topology finished(std::string_view name, MPI_Comm comm) {
    Topology topology{std::string(name), comm, 0, {}, {}};
    MPI_Comm_rank(comm, &topology.rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    return topology;
}

Topology grid(const std::string& name, std::vector<int> dims, std::vector<int> periods) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Cart_create(MPI_COMM_WORLD, static_cast<int>(dims.size()), dims.data(), periods.data(), 0, &comm);
    Topology topology = finished(name, comm);
    read_cartesian(topology);
    return topology;
}

/// Every edge both ways, as MPI_Graph_create asks for.
Topology graph(const std::string& name, int size, const Edges& edges) {
    std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(size));
    for (const auto& [a, b] : edges) {
        neighbours[static_cast<std::size_t>(a)].push_back(b);
        if (a != b) {
            neighbours[static_cast<std::size_t>(b)].push_back(a);
        }
    }
    std::vector<int> index;
    std::vector<int> all;
    for (const std::vector<int>& of_one : neighbours) {
        all.insert(all.end(), of_one.begin(), of_one.end());
        index.push_back(static_cast<int>(all.size()));
    }
    all.push_back(0);  // an array that is empty is one all the same
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Graph_create(MPI_COMM_WORLD, size, index.data(), all.data(), 0, &comm);
    Topology topology = finished(name, comm);
    topology.sources = neighbours[static_cast<std::size_t>(topology.rank)];
    topology.destinations = topology.sources;
    return topology;
}

Topology directed(const std::string& name, const Edges& edges) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<int> sources;
    std::vector<int> destinations;
    for (const auto& [from, to] : edges) {
        if (to == rank) {
            sources.push_back(from);
        }
        if (from == rank) {
            destinations.push_back(to);
        }
    }
    sources.reserve(1);
    destinations.reserve(1);
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(sources.size()), sources.data(), MPI_UNWEIGHTED,
                                   static_cast<int>(destinations.size()), destinations.data(), MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    Topology topology = finished(name, comm);
    topology.sources = sources;
    topology.destinations = destinations;
    int is_balanced = sources.size() == destinations.size() ? 1 : 0;
    PMPI_Allreduce(MPI_IN_PLACE, &is_balanced, 1, MPI_INT, MPI_MIN, comm);
    topology.is_balanced = is_balanced != 0;
    return topology;
}

Edges random_edges(int size, int count, unsigned seed, bool with_loops, bool with_the_last) {
    std::mt19937 random(seed);
    Edges edges;
    const int among = with_the_last || size == 1 ? size : size - 1;
    for (int edge = 0; edge < count; ++edge) {
        const int from = static_cast<int>(random() % static_cast<unsigned>(among));
        const int to = static_cast<int>(random() % static_cast<unsigned>(among));
        if (with_loops || from != to) {
            edges.emplace_back(from, to);
        }
    }
    return edges;
}

}  // namespace

std::vector<Topology> all_topologies(int first_seed) {
    const auto seed = static_cast<unsigned>(first_seed);
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<int> three(3, 0);
    MPI_Dims_create(size, 3, three.data());
    std::vector<int> two(2, 0);
    MPI_Dims_create(size, 2, two.data());
    Edges ring;
    Edges all;
    for (int rank = 0; rank < size; ++rank) {
        if (size > 2) {
            ring.emplace_back(rank, (rank + 1) % size);
        }
        for (int other = 0; other < size; ++other) {
            all.emplace_back(rank, other);
        }
    }
    Edges star;
    for (int rank = 1; rank < size; ++rank) {
        star.emplace_back(0, rank);
    }
    MPI_Comm without = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &without);
    return {finished(kWithout, without),
            grid("a line", {size}, {0}),
            grid("a circle", {size}, {1}),
            grid("a circle, and each by itself", {size, 1}, {1, 1}),
            grid("a torus", two, {1, 1}),
            grid("a grid", three, {0, 0, 0}),
            grid("a grid, periodic one way", three, {0, 1, 0}),
            grid("a torus in space", three, {1, 1, 1}),
            graph("a ring", size, ring),
            graph("a star", size, star),
            directed("from one to all", star),
            directed("everybody to everybody", all),
            directed("nobody to anybody", {}),
            directed("at random", random_edges(size, 2 * size, seed, false, true)),
            directed("many at random, to oneself as well", random_edges(size, 6 * size, seed + 1, true, true)),
            directed("few at random", random_edges(size, size / 2 + 1, seed + 2, false, true)),
            directed("at random without the last", random_edges(size, 3 * size, seed + 3, true, false))};
}

}  // namespace conformance
