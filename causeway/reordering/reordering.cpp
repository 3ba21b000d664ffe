#include "causeway/reordering/reordering.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/job/job.hpp"
#include "causeway/job/processes.hpp"
#include "causeway/mapping/mapping.hpp"
#include "causeway/mapping/placement_problem.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/reordering/topology_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace causeway::reordering {

namespace {

/// For all searches together, and no more than: they end before a second is over, also for a thousand processes, as
/// programs make such communicators while all processes wait.
constexpr std::int64_t kStepsPerProcess = 20'000;
constexpr std::int64_t kMostSteps = 2'000'000;
/// A gain of less is none: costs are sums of rounded numbers.
constexpr double kLeastGain = 1e-6;

/// [rank] -> the rank that the process gets.
using NewRanks = std::vector<int>;

int raise_on(MPI_Comm comm, int code) {
    PMPI_Comm_call_errhandler(comm, code);
    return code;
}

/// The processes of a communicator whose ranks may be reordered; nothing: leave it to the MPI library. Local; on every
/// rank alike.
std::optional<job::Processes> reorderable(MPI_Comm comm, int reorder) {
    const job::Job* job = job::active_job();
    if (job == nullptr || job->reordering_disabled || reorder == 0 || comm == MPI_COMM_NULL) {
        return std::nullopt;
    }
    return job::processes_of(*job, comm);
}

/// The hosts of the first `count` ranks.
platform::Placement first_ranks(const platform::Placement& placement, int count) {
    platform::Placement result = placement;
    result.host_of.resize(static_cast<std::size_t>(count));
    return result;
}

/// Where the processes of a topology should be, and what that brings.
struct Order {
    NewRanks ranks;  ///< those beyond the processes of the topology keep theirs; empty: all do
    Reordering gain;
};

/// An order of the processes, and what the traffic would take, for all sizes that its messages may have.
struct Candidate {
    std::vector<int> rank_of;  ///< [process of the topology] -> the rank of who it is now
    std::vector<double> seconds;

    /// Against the least that is known for each of the sizes: the worst of them.
    [[nodiscard]] double regret(const std::vector<double>& least) const {
        double worst = 0.0;
        for (std::size_t size = 0; size < seconds.size(); ++size) {
            worst = std::max(worst, least[size] > 0.0 ? seconds[size] / least[size] : 1.0);
        }
        return worst;
    }
    /// Whatever the sizes.
    [[nodiscard]] bool is_better_than(const Candidate& other) const {
        return std::ranges::equal(seconds, other.seconds,
                                  [](double own, double its) { return own < its * (1.0 - kLeastGain); });
    }
};

/// The processes as they are, first, and an order for each of the tables, which differ in how large messages are.
std::vector<Candidate> candidates_for(const std::vector<traffic::CommunicationTable>& tables,
                                      const platform::Platform& facts, const platform::Placement& slots,
                                      const std::string& topology) {
    std::vector<mapping::PlacementProblem> problems;
    std::vector<Candidate> candidates(1);
    candidates.front().rank_of.resize(static_cast<std::size_t>(slots.num_processes()));
    std::iota(candidates.front().rank_of.begin(), candidates.front().rank_of.end(), 0);
    const std::int64_t steps =
        std::min(kMostSteps, kStepsPerProcess * slots.num_processes()) / static_cast<std::int64_t>(tables.size());
    for (const traffic::CommunicationTable& table : tables) {
        problems.push_back(mapping::problem_of(table, facts, slots, topology));
        candidates.push_back({mapping::place(table, facts, slots, {.steps = steps}), {}});
    }
    for (Candidate& candidate : candidates) {
        for (const mapping::PlacementProblem& problem : problems) {
            candidate.seconds.push_back(mapping::cost_of(problem, candidate.rank_of).objective().value());
        }
    }
    return candidates;
}

/// Of the candidates that are better than the first whatever the sizes, the one that comes nearest to the best for each
/// size; the first if there is none.
const Candidate& chosen(const std::vector<Candidate>& candidates) {
    std::vector<double> least = candidates.front().seconds;
    for (const Candidate& candidate : candidates) {
        std::ranges::transform(least, candidate.seconds, least.begin(),
                               [](double a, double b) { return std::min(a, b); });
    }
    const Candidate* best = &candidates.front();
    for (const Candidate& candidate : candidates) {
        if (candidate.is_better_than(candidates.front()) && candidate.regret(least) < best->regret(least)) {
            best = &candidate;
        }
    }
    return *best;
}

/// Local; the same on every rank that asks the same: from the platform and the trace that the job began with.
Order order_for(const job::Job& job, const job::Processes& processes, const traffic::CommunicationTable& announced,
                const std::string& topology) {
    const int count = announced.num_processes();
    const std::vector<traffic::CommunicationTable> tables = expected_traffic(
        announced, job.traced ? &*job.traced : nullptr,
        std::span(processes.members).first(static_cast<std::size_t>(count)), static_cast<int>(job.host_names.size()));
    const std::vector<Candidate> candidates =
        candidates_for(tables, *job.facts.first(), first_ranks(processes.placement, count), topology);
    const Candidate& best = chosen(candidates);
    const std::size_t told = tables.size() / 2;
    Order order;
    order.gain = {topology, count, 0, candidates.front().seconds[told], best.seconds[told]};
    if (&best != &candidates.front()) {
        order.ranks.resize(processes.placement.host_of.size());
        std::iota(order.ranks.begin(), order.ranks.end(), 0);
        for (int process = 0; process < count; ++process) {
            const int old_rank = best.rank_of[static_cast<std::size_t>(process)];
            order.ranks[static_cast<std::size_t>(old_rank)] = process;
            order.gain.moved += old_rank != process ? 1 : 0;
        }
    }
    return order;
}

/// Rank 0's part.
NewRanks decide(const job::Job& job, const job::Processes& processes, const traffic::CommunicationTable& table,
                const std::string& topology) {
    Order order = order_for(job, processes, table, topology);
    if (job.settings.verbosity() >= 1) {
        fmt::print(stderr, "causeway: {}: {} of {} processes get a new rank; expected time of its messages {} -> {}\n",
                   topology, order.gain.moved, order.gain.processes, base::to_text(Seconds(order.gain.seconds_before)),
                   base::to_text(Seconds(order.gain.seconds_after)));
    }
    reorderings().add(std::move(order.gain));
    return std::move(order.ranks);
}

/// The ranks that all processes of `comm` get, the same on all; empty: as they are. `table`: called on rank 0 alone.
/// Collective over `comm`.
NewRanks agree_on_ranks(MPI_Comm comm, const job::Processes& processes, const std::string& topology,
                        const std::function<traffic::CommunicationTable()>& table) {
    NewRanks ranks;
    if (processes.rank == 0) {
        try {
            ranks = decide(*job::active_job(), processes, table(), topology);
        } catch (const std::exception& error) {
            fmt::print(stderr, "causeway: {}: {}; its ranks stay as they are\n", topology, error.what());
            ranks.clear();
        }
    }
    int is_new = ranks.empty() ? 0 : 1;
    mpi::check(PMPI_Bcast(&is_new, 1, MPI_INT, 0, comm), "MPI_Bcast");
    if (is_new == 0) {
        return {};
    }
    ranks.resize(processes.placement.host_of.size());
    mpi::check(PMPI_Bcast(ranks.data(), static_cast<int>(ranks.size()), MPI_INT, 0, comm), "MPI_Bcast");
    return ranks;
}

/// What `create` makes of the processes of `comm` with their new ranks, with its error handler: MPI's code. Nothing if
/// the MPI library has no communicator left for a step between, on all ranks alike. Collective over `comm`.
template <typename Create>
std::optional<int> with_ranks(MPI_Comm comm, const job::Processes& processes, const NewRanks& ranks, MPI_Comm* made,
                              const Create& create) {
    const mpi::ErrorsReturned errors(comm);
    MPI_Comm handle = MPI_COMM_NULL;
    if (PMPI_Comm_split(comm, 0, ranks[static_cast<std::size_t>(processes.rank)], &handle) != MPI_SUCCESS) {
        return std::nullopt;
    }
    const mpi::Communicator own(handle);
    const int code = create(handle);
    if (code != MPI_SUCCESS) {
        return std::nullopt;
    }
    if (*made != MPI_COMM_NULL) {
        PMPI_Comm_set_errhandler(*made, errors.handler());
    }
    return MPI_SUCCESS;
}

/// Runs `reordered`; what it throws becomes what an MPI function returns.
template <typename Function>
int guarded(MPI_Comm comm, const Function& reordered) noexcept {
    try {
        return reordered();
    } catch (const mpi::MpiError& error) {
        return raise_on(comm, error.code());
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway: {}\n", error.what());
        return raise_on(comm, MPI_ERR_INTERN);
    }
}

/// Whether MPI_Cart_create takes these arguments.
bool is_grid(int num_sides, const int sides[], const int is_periodic[], int num_processes) {
    if (num_sides <= 0 || sides == nullptr || is_periodic == nullptr) {
        return false;
    }
    std::int64_t product = 1;
    for (int axis = 0; axis < num_sides; ++axis) {
        if (sides[axis] <= 0 || (product *= sides[axis]) > num_processes) {
            return false;
        }
    }
    return true;
}

/// A grid that MPI_Cart_create takes.
class Grid {
public:
    Grid(int num_sides, const int sides[], const int is_periodic[])
        : sides_(sides, static_cast<std::size_t>(num_sides)),
          is_periodic_(is_periodic, static_cast<std::size_t>(num_sides)) {}

    [[nodiscard]] std::string name() const { return fmt::format("grid of {}", fmt::join(sides_, " x ")); }
    [[nodiscard]] traffic::CommunicationTable traffic() const { return traffic_of_grid(sides_, is_periodic_); }

private:
    std::span<const int> sides_;
    std::span<const int> is_periodic_;
};

/// Integers of all ranks one after another, on rank 0; empty elsewhere. Collective over `comm`.
std::vector<int> gathered(MPI_Comm comm, const std::vector<int>& mine, int rank, int size) {
    const int count = static_cast<int>(mine.size());
    std::vector<int> counts(rank == 0 ? static_cast<std::size_t>(size) : 1);
    mpi::check(PMPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm), "MPI_Gather");
    std::vector<int> begins(counts.size(), 0);
    std::partial_sum(counts.begin(), counts.end() - 1, begins.begin() + 1);
    std::vector<int> all(rank == 0 ? static_cast<std::size_t>(begins.back() + counts.back()) : 0);
    mpi::check(PMPI_Gatherv(mine.data(), count, MPI_INT, all.data(), counts.data(), begins.data(), MPI_INT, 0, comm),
               "MPI_Gatherv");
    return all;
}

bool has_weights(const int* weights) {
    return weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY && weights != nullptr;
}

/// Edges as integers: from, to, weight.
void append(std::vector<int>& edges, int from, int to, int weight) {
    edges.insert(edges.end(), {from, to, weight});
}

/// Throws Error for an edge that leads nowhere, which the MPI library will complain about.
traffic::CommunicationTable table_of_edges(const std::vector<int>& integers, int num_processes) {
    std::vector<WeightedEdge> edges;
    for (std::size_t i = 0; i < integers.size(); i += 3) {
        const WeightedEdge edge{integers[i], integers[i + 1], integers[i + 2]};
        const bool is_valid = edge.from >= 0 && edge.from < num_processes && edge.to >= 0 && edge.to < num_processes;
        if (!is_valid || edge.weight < 0) {
            throw base::Error(fmt::format("the edge from {} to {} of weight {}", edge.from, edge.to, edge.weight));
        }
        edges.push_back(edge);
    }
    return traffic_of_graph(num_processes, edges);
}

/// The ranks for a graph of which every process knows some edges. Collective over `comm`.
NewRanks ranks_for_edges(MPI_Comm comm, const job::Processes& processes, const std::vector<int>& mine) {
    const int size = processes.placement.num_processes();
    const std::vector<int> all = gathered(comm, mine, processes.rank, size);
    return agree_on_ranks(comm, processes, fmt::format("graph of {} processes", size),
                          [&] { return table_of_edges(all, size); });
}

/// Neighbours one way, with weights if the graph has some.
struct OwnedNeighbours {
    std::vector<int> ranks;
    std::vector<int> weights;
};

constexpr int kTag = 0;

/// Gives `mine` to rank `to` and returns what rank `from` gives to this one. Collective over `comm`.
std::vector<int> exchanged(MPI_Comm comm, const int* mine, int count, int to, int from) {
    int their_count = 0;
    mpi::check(
        PMPI_Sendrecv(&count, 1, MPI_INT, to, kTag, &their_count, 1, MPI_INT, from, kTag, comm, MPI_STATUS_IGNORE),
        "MPI_Sendrecv");
    std::vector<int> theirs(static_cast<std::size_t>(their_count));
    mpi::check(PMPI_Sendrecv(mine, count, MPI_INT, to, kTag, theirs.data(), their_count, MPI_INT, from, kTag, comm,
                             MPI_STATUS_IGNORE),
               "MPI_Sendrecv");
    return theirs;
}

OwnedNeighbours exchanged(MPI_Comm comm, const Neighbours& mine, int to, int from) {
    const int num_weights = has_weights(mine.weights) ? mine.count : 0;
    OwnedNeighbours theirs;
    theirs.ranks = exchanged(comm, mine.ranks, mine.count, to, from);
    theirs.weights = exchanged(comm, mine.weights, num_weights, to, from);
    return theirs;
}

/// What stands for these weights where the graph `is_weighted`.
const int* weights_of(const OwnedNeighbours& neighbours, bool is_weighted) {
    if (!is_weighted) {
        return MPI_UNWEIGHTED;
    }
    return neighbours.weights.empty() ? MPI_WEIGHTS_EMPTY : neighbours.weights.data();
}

}  // namespace

int create_grid(MPI_Comm comm, int num_sides, const int sides[], const int is_periodic[], int reorder,
                MPI_Comm* grid) noexcept {
    return guarded(comm, [&]() -> int {
        const auto create = [&](MPI_Comm on, int may_reorder) {
            return PMPI_Cart_create(on, num_sides, sides, is_periodic, may_reorder, grid);
        };
        const std::optional<job::Processes> processes = reorderable(comm, reorder);
        if (!processes || !is_grid(num_sides, sides, is_periodic, processes->placement.num_processes())) {
            return create(comm, reorder);
        }
        const Grid asked(num_sides, sides, is_periodic);
        const NewRanks ranks = agree_on_ranks(comm, *processes, asked.name(), [&] { return asked.traffic(); });
        const std::optional<int> code =
            ranks.empty() ? std::nullopt
                          : with_ranks(comm, *processes, ranks, grid, [&](MPI_Comm own) { return create(own, 0); });
        return code ? *code : create(comm, reorder);
    });
}

int rank_in_grid(MPI_Comm comm, int num_sides, const int sides[], const int is_periodic[], int* new_rank) noexcept {
    return guarded(comm, [&]() -> int {
        const std::optional<job::Processes> processes = reorderable(comm, 1);
        const bool is_valid = processes && new_rank != nullptr &&
                              is_grid(num_sides, sides, is_periodic, processes->placement.num_processes());
        NewRanks ranks;
        if (is_valid) {
            const Grid asked(num_sides, sides, is_periodic);
            try {
                ranks = order_for(*job::active_job(), *processes, asked.traffic(), asked.name()).ranks;
            } catch (const base::Error& error) {  // as agree_on_ranks() takes it
                fmt::print(stderr, "causeway: {}: {}; its ranks stay as they are\n", asked.name(), error.what());
            }
        }
        if (ranks.empty()) {
            return PMPI_Cart_map(comm, num_sides, sides, is_periodic, new_rank);
        }
        const int count = std::accumulate(sides, sides + num_sides, 1, std::multiplies<>());
        const int rank = ranks[static_cast<std::size_t>(processes->rank)];
        *new_rank = rank < count ? rank : MPI_UNDEFINED;
        return MPI_SUCCESS;
    });
}

int create_graph(MPI_Comm comm, const GraphPart& part, MPI_Info info, int reorder, MPI_Comm* graph) noexcept {
    return guarded(comm, [&]() -> int {
        const auto create = [&](MPI_Comm on, int may_reorder) {
            return PMPI_Dist_graph_create(on, part.num_sources, part.sources, part.degrees, part.destinations,
                                          part.weights, info, may_reorder, graph);
        };
        const std::optional<job::Processes> processes = reorderable(comm, reorder);
        if (!processes) {
            return create(comm, reorder);
        }
        std::vector<int> edges;
        int next = 0;
        for (int i = 0; i < part.num_sources; ++i) {
            for (int end = next + part.degrees[i]; next < end; ++next) {
                append(edges, part.sources[i], part.destinations[next],
                       has_weights(part.weights) ? part.weights[next] : 1);
            }
        }
        // Edges join ranks of the new communicator, whoever names them.
        const NewRanks ranks = ranks_for_edges(comm, *processes, edges);
        const std::optional<int> code =
            ranks.empty() ? std::nullopt
                          : with_ranks(comm, *processes, ranks, graph, [&](MPI_Comm own) { return create(own, 0); });
        return code ? *code : create(comm, reorder);
    });
}

int create_adjacent_graph(MPI_Comm comm, const Neighbours& sources, const Neighbours& destinations, MPI_Info info,
                          int reorder, MPI_Comm* graph) noexcept {
    return guarded(comm, [&]() -> int {
        const auto native = [&] {
            return PMPI_Dist_graph_create_adjacent(comm, sources.count, sources.ranks, sources.weights,
                                                   destinations.count, destinations.ranks, destinations.weights, info,
                                                   reorder, graph);
        };
        const std::optional<job::Processes> processes = reorderable(comm, reorder);
        if (!processes || !job::active_job()->traced) {
            return native();
        }
        std::vector<int> edges;
        for (int i = 0; i < destinations.count; ++i) {
            append(edges, processes->rank, destinations.ranks[i],
                   has_weights(destinations.weights) ? destinations.weights[i] : 1);
        }
        const NewRanks ranks = ranks_for_edges(comm, *processes, edges);
        if (ranks.empty()) {
            return native();
        }
        const std::optional<int> code = with_ranks(comm, *processes, ranks, graph, [&](MPI_Comm own) {
            // A process names the neighbours of its old rank: they go to the process that has this rank now.
            const int new_rank = ranks[static_cast<std::size_t>(processes->rank)];
            const int from = ranks[static_cast<std::size_t>(new_rank)];
            const OwnedNeighbours into = exchanged(own, sources, processes->rank, from);
            const OwnedNeighbours out = exchanged(own, destinations, processes->rank, from);
            // MPI wants weights from all processes or from none.
            const bool is_weighted = sources.weights != MPI_UNWEIGHTED && destinations.weights != MPI_UNWEIGHTED;
            return PMPI_Dist_graph_create_adjacent(own, static_cast<int>(into.ranks.size()), into.ranks.data(),
                                                   weights_of(into, is_weighted), static_cast<int>(out.ranks.size()),
                                                   out.ranks.data(), weights_of(out, is_weighted), info, 0, graph);
        });
        return code ? *code : native();
    });
}

job::ToldEvents<Reordering>& reorderings() {
    static auto* instance = new job::ToldEvents<Reordering>;  // never destroyed: see job/active_job.hpp
    return *instance;
}

}  // namespace causeway::reordering
