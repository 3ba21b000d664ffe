/// An ordinary MPI program that checks communicators with a topology from the outside, as the standard describes them.
/// It runs with and without the preloaded library, and only which process has which rank may differ.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

int rank_in(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

int size_of(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    return size;
}

std::vector<int> from_all(MPI_Comm comm, int value) {
    std::vector<int> values(static_cast<std::size_t>(size_of(comm)));
    MPI_Allgather(&value, 1, MPI_INT, values.data(), 1, MPI_INT, comm);
    return values;
}

/// [new rank] -> rank in `old`: every process has one rank, and all agree on who has which.
void check_ranks(MPI_Comm old, MPI_Comm made) {
    const std::vector<int> old_rank = from_all(made, rank_in(old));
    EXPECT_EQ(std::set<int>(old_rank.begin(), old_rank.end()).size(), old_rank.size());
    MPI_Group old_group = MPI_GROUP_NULL;
    MPI_Group made_group = MPI_GROUP_NULL;
    MPI_Comm_group(old, &old_group);
    MPI_Comm_group(made, &made_group);
    std::vector<int> ranks(old_rank.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::vector<int> translated(old_rank.size());
    MPI_Group_translate_ranks(made_group, static_cast<int>(ranks.size()), ranks.data(), old_group, translated.data());
    EXPECT_EQ(translated, old_rank);
    MPI_Group_free(&old_group);
    MPI_Group_free(&made_group);
}

/// A message to each neighbour along each side arrives from where it should.
void check_grid(MPI_Comm grid, const std::vector<int>& sides, const std::vector<int>& is_periodic) {
    const auto num_sides = static_cast<int>(sides.size());
    std::vector<int> known_sides(sides.size());
    std::vector<int> known_periods(sides.size());
    std::vector<int> coordinates(sides.size());
    ASSERT_EQ(MPI_Cart_get(grid, num_sides, known_sides.data(), known_periods.data(), coordinates.data()), MPI_SUCCESS);
    EXPECT_EQ(known_sides, sides);
    EXPECT_EQ(known_periods, is_periodic);
    int position = 0;
    for (std::size_t axis = 0; axis < sides.size(); ++axis) {
        position = position * sides[axis] + coordinates[axis];
    }
    EXPECT_EQ(position, rank_in(grid));
    for (std::size_t axis = 0; axis < sides.size(); ++axis) {
        int before = MPI_PROC_NULL;
        int after = MPI_PROC_NULL;
        MPI_Cart_shift(grid, static_cast<int>(axis), 1, &before, &after);
        const int mine = coordinates[axis];
        int theirs = -1;
        MPI_Sendrecv(&mine, 1, MPI_INT, after, 0, &theirs, 1, MPI_INT, before, 0, grid, MPI_STATUS_IGNORE);
        const bool is_first = mine == 0;
        EXPECT_EQ(theirs, is_first && is_periodic[axis] == 0 ? -1 : (mine + sides[axis] - 1) % sides[axis]);
    }
}

void check_all_grids(MPI_Comm comm, const std::vector<int>& sides) {
    for (const int period : {0, 1}) {
        for (const int reorder : {0, 1}) {
            const std::vector<int> is_periodic(sides.size(), period);
            MPI_Comm grid = MPI_COMM_NULL;
            ASSERT_EQ(
                MPI_Cart_create(comm, static_cast<int>(sides.size()), sides.data(), is_periodic.data(), reorder, &grid),
                MPI_SUCCESS);
            const int count = std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>());
            const std::vector<int> is_member = from_all(comm, grid == MPI_COMM_NULL ? 0 : 1);
            EXPECT_EQ(std::accumulate(is_member.begin(), is_member.end(), 0), count);
            if (reorder != 0) {
                int mapped = -1;
                ASSERT_EQ(MPI_Cart_map(comm, static_cast<int>(sides.size()), sides.data(), is_periodic.data(), &mapped),
                          MPI_SUCCESS);
#if defined(OPEN_MPI) && OPEN_MPI
                const int outside = rank_in(comm);  // where Open MPI 4.1 decides
#else
                const int outside = MPI_UNDEFINED;
#endif
                if (grid != MPI_COMM_NULL) {
                    EXPECT_EQ(mapped, rank_in(grid));
                } else {
                    EXPECT_TRUE(mapped == MPI_UNDEFINED || mapped == outside) << mapped;
                }
            }
            if (grid == MPI_COMM_NULL) {
                continue;
            }
            ASSERT_EQ(size_of(grid), count);
            if (reorder == 0) {
                EXPECT_EQ(rank_in(grid), rank_in(comm));
            }
            check_ranks(comm, grid);
            check_grid(grid, sides, is_periodic);
            MPI_Comm_free(&grid);
        }
    }
}

TEST(Grids, HaveEveryProcessOnceAndItsNeighboursWhereTheyShouldBe) {
    const int size = size_of(MPI_COMM_WORLD);
    for (const int num_sides : {1, 2, 3}) {
        std::vector<int> sides(static_cast<std::size_t>(num_sides), 0);
        MPI_Dims_create(size, num_sides, sides.data());
        check_all_grids(MPI_COMM_WORLD, sides);
        std::reverse(sides.begin(), sides.end());
        check_all_grids(MPI_COMM_WORLD, sides);
    }
}

TEST(Grids, MayBeSmallerThanTheCommunicator) {
    const int size = size_of(MPI_COMM_WORLD);
    check_all_grids(MPI_COMM_WORLD, {1});
    check_all_grids(MPI_COMM_WORLD, {size - 1});
    check_all_grids(MPI_COMM_WORLD, {2, size / 2});
}

TEST(Grids, OfOtherCommunicatorsAreMadeToo) {
    MPI_Comm backwards = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_in(MPI_COMM_WORLD), &backwards);
    check_all_grids(backwards, {size_of(backwards)});
    MPI_Comm_free(&backwards);
    MPI_Comm halves = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank_in(MPI_COMM_WORLD) % 2, 0, &halves);
    check_all_grids(halves, {size_of(halves)});
    MPI_Comm_free(&halves);
    check_all_grids(MPI_COMM_SELF, {1});
}

/// What MPI_Cart_map says comes true, whoever asks, before any collective call on the communicator.
TEST(Grids, AreMappedByEachProcessForItself) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    const int size = size_of(copy);
    const int is_periodic = 1;
    int mapped = -1;
    if (rank_in(copy) % 2 == 0) {
        ASSERT_EQ(MPI_Cart_map(copy, 1, &size, &is_periodic, &mapped), MPI_SUCCESS);
    }
    MPI_Comm grid = MPI_COMM_NULL;
    ASSERT_EQ(MPI_Cart_create(copy, 1, &size, &is_periodic, 1, &grid), MPI_SUCCESS);
    if (rank_in(copy) % 2 == 0) {
        EXPECT_EQ(mapped, rank_in(grid));
    }
    MPI_Comm_free(&grid);
    MPI_Comm_free(&copy);
}

TEST(Grids, ThatCannotBeAreRefusedByAllProcesses) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    const int size = size_of(copy);
    const int is_periodic[] = {0, 0};
    for (const auto& sides : std::vector<std::vector<int>>{{size + 1, 1}, {size, 2}}) {
        MPI_Comm grid = MPI_COMM_NULL;
        EXPECT_NE(MPI_Cart_create(copy, 2, sides.data(), is_periodic, 1, &grid), MPI_SUCCESS);
    }
    // The communicator is as good as before.
    check_all_grids(copy, {size});
    MPI_Comm_free(&copy);
}

TEST(Grids, InheritTheErrorHandler) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    const int side = size_of(copy);
    const int is_periodic = 1;
    MPI_Comm grid = MPI_COMM_NULL;
    MPI_Cart_create(copy, 1, &side, &is_periodic, 1, &grid);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(grid, &handler);
    EXPECT_EQ(handler, MPI_ERRORS_RETURN);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&copy);
}

struct Edge {
    int from = 0;
    int to = 0;
    int weight = 1;

    friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// The same on all processes.
std::vector<Edge> random_edges(int size, double chance, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Edge> edges;
    for (int from = 0; from < size; ++from) {
        for (int to = 0; to < size; ++to) {
            if (static_cast<double>(random() % 1000) < 1000.0 * chance) {
                edges.push_back({from, to, 1 + static_cast<int>(random() % 50)});
            }
        }
    }
    return edges;
}

/// The neighbours of a rank one way, with weights.
using Neighbours = std::vector<std::pair<int, int>>;

Neighbours sources_of(const std::vector<Edge>& edges, int rank) {
    Neighbours result;
    for (const Edge& edge : edges) {
        if (edge.to == rank) {
            result.emplace_back(edge.from, edge.weight);
        }
    }
    return result;
}

Neighbours destinations_of(const std::vector<Edge>& edges, int rank) {
    Neighbours result;
    for (const Edge& edge : edges) {
        if (edge.from == rank) {
            result.emplace_back(edge.to, edge.weight);
        }
    }
    return result;
}

Neighbours sorted(const std::vector<int>& ranks, const std::vector<int>& weights, bool is_weighted) {
    Neighbours result;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        result.emplace_back(ranks[i], is_weighted ? weights[i] : 0);
    }
    std::sort(result.begin(), result.end());
    return result;
}

Neighbours without_weights(Neighbours neighbours) {
    for (auto& neighbour : neighbours) {
        neighbour.second = 0;
    }
    return neighbours;
}

/// The graph joins ranks of its own communicator as `edges` say, and neighbourhood collectives follow it.
void check_graph(MPI_Comm old, MPI_Comm graph, const std::vector<Edge>& edges, bool is_weighted) {
    check_ranks(old, graph);
    ASSERT_EQ(size_of(graph), size_of(old));
    int num_sources = -1;
    int num_destinations = -1;
    int known_weighted = -1;
    ASSERT_EQ(MPI_Dist_graph_neighbors_count(graph, &num_sources, &num_destinations, &known_weighted), MPI_SUCCESS);
    EXPECT_EQ(known_weighted != 0, is_weighted);
    const auto in = static_cast<std::size_t>(num_sources);
    const auto out = static_cast<std::size_t>(num_destinations);
    std::vector<int> sources(in);
    std::vector<int> source_weights(in);
    std::vector<int> destinations(out);
    std::vector<int> destination_weights(out);
    MPI_Dist_graph_neighbors(graph, num_sources, sources.data(), is_weighted ? source_weights.data() : MPI_UNWEIGHTED,
                             num_destinations, destinations.data(),
                             is_weighted ? destination_weights.data() : MPI_UNWEIGHTED);
    const int rank = rank_in(graph);
    Neighbours expected_in = sources_of(edges, rank);
    Neighbours expected_out = destinations_of(edges, rank);
    if (!is_weighted) {
        expected_in = without_weights(expected_in);
        expected_out = without_weights(expected_out);
    }
    EXPECT_EQ(sorted(sources, source_weights, is_weighted), expected_in);
    EXPECT_EQ(sorted(destinations, destination_weights, is_weighted), expected_out);
    std::vector<int> received(in + 1, -1);
    ASSERT_EQ(MPI_Neighbor_allgather(&rank, 1, MPI_INT, received.data(), 1, MPI_INT, graph), MPI_SUCCESS);
    received.resize(in);
    EXPECT_EQ(received, sources);
}

/// Every process names the edges of a list whose number fits: not those of its own rank.
void check_distributed(const std::vector<Edge>& edges, bool is_weighted, int reorder) {
    const int size = size_of(MPI_COMM_WORLD);
    std::vector<int> sources;
    std::vector<int> degrees;
    std::vector<int> destinations;
    std::vector<int> weights;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        if (static_cast<int>(e * 7 % static_cast<std::size_t>(size)) == rank_in(MPI_COMM_WORLD)) {
            sources.push_back(edges[e].from);
            degrees.push_back(1);
            destinations.push_back(edges[e].to);
            weights.push_back(edges[e].weight);
        }
    }
    const int* given_weights = MPI_UNWEIGHTED;
    if (is_weighted) {
        given_weights = weights.empty() ? MPI_WEIGHTS_EMPTY : weights.data();
    }
    MPI_Comm graph = MPI_COMM_NULL;
    ASSERT_EQ(MPI_Dist_graph_create(MPI_COMM_WORLD, static_cast<int>(sources.size()), sources.data(), degrees.data(),
                                    destinations.data(), given_weights, MPI_INFO_NULL, reorder, &graph),
              MPI_SUCCESS);
    if (reorder == 0) {
        EXPECT_EQ(rank_in(graph), rank_in(MPI_COMM_WORLD));
    }
    check_graph(MPI_COMM_WORLD, graph, edges, is_weighted);
    MPI_Comm_free(&graph);
}

/// Programs go by the neighbours that they have named, reordered or not (PETSc's star forests are one): a job must have
/// been given a trace to order ranks by.
bool may_move_who_names_neighbours() {
    return std::getenv("CAUSEWAY_TRAFFIC") != nullptr;
}

void check_adjacent(const std::vector<Edge>& edges, bool is_weighted, int reorder) {
    const int rank = rank_in(MPI_COMM_WORLD);
    std::vector<int> ranks[2];
    std::vector<int> weights[2];
    const Neighbours neighbours[] = {sources_of(edges, rank), destinations_of(edges, rank)};
    const int* given_weights[] = {MPI_UNWEIGHTED, MPI_UNWEIGHTED};
    for (int way = 0; way < 2; ++way) {
        for (const auto& [neighbour, weight] : neighbours[way]) {
            ranks[way].push_back(neighbour);
            weights[way].push_back(weight);
        }
        if (is_weighted) {
            given_weights[way] = weights[way].empty() ? MPI_WEIGHTS_EMPTY : weights[way].data();
        }
    }
    MPI_Comm graph = MPI_COMM_NULL;
    ASSERT_EQ(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(ranks[0].size()), ranks[0].data(),
                                             given_weights[0], static_cast<int>(ranks[1].size()), ranks[1].data(),
                                             given_weights[1], MPI_INFO_NULL, reorder, &graph),
              MPI_SUCCESS);
    if (reorder == 0 || !may_move_who_names_neighbours()) {
        EXPECT_EQ(rank_in(graph), rank);
    }
    check_graph(MPI_COMM_WORLD, graph, edges, is_weighted);
    MPI_Comm_free(&graph);
}

TEST(Graphs, JoinTheRanksThatTheyAreToldTo) {
    for (unsigned seed = 0; seed < 6; ++seed) {
        for (const bool is_weighted : {false, true}) {
            for (const int reorder : {0, 1}) {
                SCOPED_TRACE(testing::Message() << "seed " << seed << (is_weighted ? ", weighted" : "")
                                                << (reorder != 0 ? ", reordered" : ""));
                const double chance = seed % 3 == 0 ? 0.15 : 0.5;  // with few edges some processes have none
                const std::vector<Edge> edges = random_edges(size_of(MPI_COMM_WORLD), chance, seed);
                check_distributed(edges, is_weighted, reorder);
                check_adjacent(edges, is_weighted, reorder);
            }
        }
    }
}

TEST(Graphs, OfTheOldKindAreMappedAsTheyAreMade) {
    const int size = size_of(MPI_COMM_WORLD);
    std::vector<int> ends;
    std::vector<int> edges;
    for (int rank = 0; rank < size; ++rank) {
        edges.push_back((rank + size - 1) % size);
        edges.push_back((rank + 1) % size);
        ends.push_back(static_cast<int>(edges.size()));
    }
    MPI_Comm graph = MPI_COMM_NULL;
    ASSERT_EQ(MPI_Graph_create(MPI_COMM_WORLD, size, ends.data(), edges.data(), 1, &graph), MPI_SUCCESS);
    int mapped = -1;
    ASSERT_EQ(MPI_Graph_map(MPI_COMM_WORLD, size, ends.data(), edges.data(), &mapped), MPI_SUCCESS);
    EXPECT_EQ(mapped, rank_in(graph));
    MPI_Comm_free(&graph);
}

TEST(Graphs, MayHaveNoEdges) {
    check_distributed({}, false, 1);
    check_adjacent({}, false, 1);
}

/// Where the hosts of ranks are mixed, the library has something to gain.
TEST(Graphs, OfPairsAreMade) {
    const int size = size_of(MPI_COMM_WORLD);
    std::vector<Edge> edges;
    for (int rank = 0; rank + 1 < size; rank += 2) {
        edges.push_back({rank, rank + 1, 3});
        edges.push_back({rank + 1, rank, 3});
    }
    std::sort(edges.begin(), edges.end());
    check_distributed(edges, true, 1);
    check_adjacent(edges, true, 1);
}

}  // namespace
