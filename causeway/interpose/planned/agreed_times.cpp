#include "causeway/interpose/planned/agreed_times.hpp"

#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/reduction_blocks.hpp"
#include "causeway/mpi/run.hpp"
#include "causeway/schedule/schedule.hpp"

#include <cstddef>
#include <cstdint>

namespace causeway::interpose::planned {

namespace {

/// Up a binomial tree and down again, this rank's part.
schedule::Program program_of(int rank, int size) {
    schedule::Builder builder(size, 1, rank);
    int step = 1;
    for (; step < size; step *= 2) {
        for (int to = 0; to + step < size; to += 2 * step) {
            builder.reduce(to + step, to, {0, 1});
        }
    }
    for (step /= 2; step > 0; step /= 2) {
        for (int from = 0; from + step < size; from += 2 * step) {
            builder.transfer(from, from + step, {0, 1});
        }
    }
    return builder.finish().programs[static_cast<std::size_t>(rank)];
}

}  // namespace

std::vector<double> agreed_times(CommunicatorState& state, mpi::CallTags tags, collective::Operation operation,
                                 std::vector<double> seconds) {
    const schedule::Program program = program_of(state.rank, state.placement.num_processes());
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
