#include "causeway/interpose/planned/agreed_times.hpp"

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

}  // namespace

std::vector<double> agreed_times(CommunicatorState& state, mpi::CallTags tags, collective::Operation operation,
                                 std::vector<double> seconds) {
    const schedule::Program program = program_of(state.placement, state.rank);
    const schedule::Program* const strand = &program;
    const auto count = static_cast<std::int64_t>(seconds.size());
    mpi::BorrowedWorkspace workspace;
    mpi::ReductionBlocks data({.send = MPI_IN_PLACE,
                               .receive = seconds.data(),
                               .count = count,
                               .datatype = MPI_DOUBLE,
                               .op = collective::synchronises(operation) ? MPI_MIN : MPI_MAX},
                              mpi::equal_runs(count, count), true, (*workspace).scratch);
    mpi::Run(state.executor->failures(), tags, *workspace, {&strand, 1}, 1, data, {}).finish();
    data.bring(data.all());
    workspace.is_free();
    return seconds;
}

}  // namespace causeway::interpose::planned
