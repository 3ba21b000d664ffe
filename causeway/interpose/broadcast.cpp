#include "causeway/interpose/broadcast.hpp"

#include "causeway/base/text.hpp"
#include "causeway/interpose/communicator_state.hpp"
#include "causeway/interpose/drift.hpp"
#include "causeway/interpose/job.hpp"
#include "causeway/interpose/planned/execution.hpp"
#include "causeway/interpose/tree_optimizer.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/trial/agreed_trees.hpp"

#include <fmt/format.h>

#include <utility>

namespace causeway::interpose {

namespace {

using mpi::BufferDescription;

/// Arguments that the MPI library must see, to complain or to do nothing.
bool is_for_mpi_alone(const BufferDescription& buffer, int root, MPI_Comm comm) {
    return comm == MPI_COMM_NULL || buffer.datatype == MPI_DATATYPE_NULL || buffer.count <= 0 || root < 0;
}

/// What is proposed for long messages from this root: asked for at the first of them, by every rank alike.
const std::vector<planner::ClusterTrees>& trees_for(CommunicatorState& state, int root, MPI_Comm comm) {
    const auto [entry, is_new] = state.trees.try_emplace(state.placement.cluster_of(root));
    if (is_new) {
        entry->second = trial::agreed_trees(comm, propose_trees, *state.facts, state.placement, root,
                                            [](const std::string& reason) {
                                                fmt::print(stderr,
                                                           "causeway: long messages take one tree between clusters, as "
                                                           "there is no optimiser for several: {}\n",
                                                           reason);
                                            });
    }
    return entry->second;
}

/// The decision for this root and size: planned at the first call of the kind, by every rank alike.
PlannedCall& planned_call(const Job& job, CommunicatorState& state, int root, Bytes size, MPI_Comm comm) {
    const SizeClass size_class = size_class_of(size);
    const auto [entry, is_new] = state.broadcasts.try_emplace({root, size_class});
    PlannedCall& call = entry->second;
    if (!is_new) {
        return call;
    }
    planner::Request request;
    request.root = root;
    request.message = size_class.largest;
    request.measured = planner::measured_times(*state.facts, "broadcast", state.host_names, size_class.largest);
    request.forced = job.forced_broadcast;
    if (planner::may_gain_from_trees(state.placement, request.message) && job.settings.most_trees() > 1) {
        request.trees = planner::of_at_most(job.settings.most_trees(), trees_for(state, root, comm));
    }
    const planner::Decision decision = planner::plan_broadcast(*state.facts, state.placement, request);
    call.choice = decision.choice();
    call.description = plan::describe(call.choice.plan, *state.facts);
    if (job.settings.verbosity() >= 2 && state.rank == 0) {
        fmt::print(stderr, "causeway: broadcast of up to {} from rank {} over {}: {} ({}); {}\n",
                   base::to_text(size_class.largest), root, state.identity, call.description,
                   base::to_text(call.choice.time), decision.reason);
    }
    return call;
}

/// This rank's program for the exact size.
const schedule::Program& program_of(PlannedCall& call, const CommunicatorState& state, int num_blocks, Bytes size) {
    const auto [entry, is_new] = call.programs.try_emplace(num_blocks);
    if (is_new) {
        plan::Plan exact = call.choice.plan;
        exact.message = size;
        schedule::Schedule schedule = plan::compose(exact, state.placement, state.rank);
        entry->second = std::move(schedule.programs[static_cast<std::size_t>(state.rank)]);
    }
    return entry->second;
}

}  // namespace

int broadcast(const BufferDescription& buffer, int root, MPI_Comm comm, base::FunctionRef<int()> native) noexcept {
    Job* job = active_job();
    if (job == nullptr || job->broadcast_disabled || is_for_mpi_alone(buffer, root, comm)) {
        return native();
    }
    return planned::guarded(comm, [&] {
        CommunicatorState& state = state_of(*job, comm);
        if (!state.plans || root >= state.placement.num_processes()) {
            return native();
        }
        const Bytes size = mpi::packed_size(buffer);
        if (size.value() <= 0) {
            return native();
        }
        if (state.watch) {
            state.watch->before_call(*job, state, comm);
        }
        PlannedCall& call = planned_call(*job, state, root, size, comm);
        const double started = PMPI_Wtime();  // the clock of the MPI library, which may be a simulation's
        int code = MPI_SUCCESS;
        if (call.choice.plan.shape == plan::Shape::kNative) {
            code = native();
        } else {
            const Bytes block = call.choice.plan.block;
            const auto num_blocks = static_cast<int>(base::num_parts(size, block));
            state.executor->broadcast(program_of(call, state, num_blocks, size), num_blocks, block, buffer);
        }
        const double duration = PMPI_Wtime() - started;
        ++call.calls;
        call.observed_seconds += duration;
        if (state.watch) {
            state.watch->after_call(call, call.choice.time, Seconds(duration));
        }
        if (job->settings.verbosity() >= 3 && state.rank == 0) {
            fmt::print(stderr, "causeway: broadcast of {} from rank {}: {} on rank 0; {}\n", base::to_text(size), root,
                       base::to_text(Seconds(duration)), call.description);
        }
        return code;
    });
}

}  // namespace causeway::interpose
