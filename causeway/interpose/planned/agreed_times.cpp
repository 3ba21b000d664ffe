#include "causeway/interpose/planned/agreed_times.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/reduction_blocks.hpp"
#include "causeway/mpi/run.hpp"
#include "causeway/schedule/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace causeway::interpose::planned {

namespace {

/// This rank's part of a way up a tree and down again: binomial among the processes of a cluster, and from the first of
/// each cluster straight to rank 0, as what a message between clusters takes is longest.
schedule::Program program_of(const platform::Placement& placement, int rank) {
    std::map<int, std::vector<int>> members;  // of each cluster, in the order of ranks
    for (int r = 0; r < placement.num_processes(); ++r) {
        members[placement.cluster_of(r)].push_back(r);
    }
    std::vector<std::pair<int, int>> ups;  // from, to
    for (const auto& [cluster, ranks] : members) {
        for (std::size_t step = 1; step < ranks.size(); step *= 2) {
            for (std::size_t to = 0; to + step < ranks.size(); to += 2 * step) {
                ups.emplace_back(ranks[to + step], ranks[to]);
            }
        }
    }
    for (const auto& [cluster, ranks] : members) {
        if (ranks.front() != 0) {
            ups.emplace_back(ranks.front(), 0);
        }
    }
    schedule::Builder builder(placement.num_processes(), 1, rank);
    for (const auto& [from, to] : ups) {
        builder.reduce(from, to, {0, 1});
    }
    std::reverse(ups.begin(), ups.end());
    for (const auto& [from, to] : ups) {
        builder.transfer(to, from, {0, 1});
    }
    return builder.finish().programs[static_cast<std::size_t>(rank)];
}

/// What ranks tell each other of a call: an element of a reduction, made of two numbers.
struct Told {
    double time = 0.0;
    double gap = 0.0;
};

void add(void* from, void* to, int* count, MPI_Datatype*) {
    for (int i = 0; i < *count; ++i) {
        const Told& one = static_cast<const Told*>(from)[i];
        Told& sum = static_cast<Told*>(to)[i];
        sum = {.time = sum.time + one.time, .gap = std::max(sum.gap, one.gap)};
    }
}

void take_longest(void* from, void* to, int* count, MPI_Datatype*) {
    for (int i = 0; i < *count; ++i) {
        const Told& one = static_cast<const Told*>(from)[i];
        Told& longest = static_cast<Told*>(to)[i];
        longest = {.time = std::max(longest.time, one.time), .gap = std::max(longest.gap, one.gap)};
    }
}

/// The datatype and the operator of such a reduction, for as long as this lives.
class Reduction {
public:
    explicit Reduction(MPI_User_function* combine) {
        mpi::check(PMPI_Type_contiguous(2, MPI_DOUBLE, &datatype_), "MPI_Type_contiguous");
        mpi::check(PMPI_Type_commit(&datatype_), "MPI_Type_commit");
        mpi::check(PMPI_Op_create(combine, 1, &op_), "MPI_Op_create");
    }
    Reduction(const Reduction&) = delete;
    Reduction& operator=(const Reduction&) = delete;
    ~Reduction() {
        PMPI_Op_free(&op_);
        PMPI_Type_free(&datatype_);
    }

    [[nodiscard]] MPI_Datatype datatype() const { return datatype_; }
    [[nodiscard]] MPI_Op op() const { return op_; }

private:
    MPI_Datatype datatype_ = MPI_DATATYPE_NULL;
    MPI_Op op_ = MPI_OP_NULL;
};

}  // namespace

std::vector<double> agreed_times(CommunicatorState& state, mpi::CallTags tags, collective::Operation operation,
                                 const std::vector<SeenCall>& seen) {
    const bool is_mean = collective::synchronises(operation);
    std::vector<Told> told;
    for (const SeenCall& call : seen) {
        told.push_back({.time = call.duration + (is_mean ? call.gap : 0.0), .gap = call.gap});
    }
    const schedule::Program program = program_of(state.placement, state.rank);
    const schedule::Program* const strand = &program;
    const auto count = static_cast<std::int64_t>(told.size());
    const Reduction reduction(is_mean ? add : take_longest);
    mpi::BorrowedWorkspace workspace;
    mpi::ReductionBlocks data({.send = MPI_IN_PLACE,
                               .receive = told.data(),
                               .count = count,
                               .datatype = reduction.datatype(),
                               .op = reduction.op()},
                              mpi::equal_runs(count, count), true, (*workspace).scratch);
    mpi::Run(state.executor->failures(), tags, *workspace, {&strand, 1}, 1, data, {}).finish();
    data.bring(data.all());
    workspace.is_free();
    std::vector<double> seconds;
    for (const Told& call : told) {
        const double mean = call.time / state.placement.num_processes();
        seconds.push_back(is_mean ? std::max(0.0, mean - call.gap) : call.time);
    }
    return seconds;
}

}  // namespace causeway::interpose::planned
