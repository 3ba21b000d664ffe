#include "causeway/trial/broadcast_trial.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/trial/job_placement.hpp"

#include <algorithm>
#include <utility>

namespace causeway::trial {

BroadcastTrial::BroadcastTrial(MPI_Comm comm, const platform::Platform& platform, const std::string& source)
    : comm_(comm),
      platform_(platform),
      host_names_(mpi::host_names(comm)),
      placement_(placement_of_job(comm, platform, source)),
      executor_(mpi::duplicate(comm)),
      timer_(comm, probe::agree_on_clock(comm)) {}

PreparedBroadcast BroadcastTrial::prepare(int root, Bytes message, const std::optional<planner::Forced>& forced) {
    planner::Request request;
    request.root = root;
    request.message = message;
    request.measured = planner::measured_times(platform_, "broadcast", host_names_, message);
    request.forced = forced;
    PreparedBroadcast result;
    result.decision = planner::decide(platform_, placement_, request);
    result.plan = result.decision.choice().plan;
    if (result.plan.scheme != nullptr) {
        const int rank = mpi::rank_of(comm_);
        collective::Built built = plan::compose(result.plan, placement_, rank);
        result.num_blocks = built.num_blocks;
        result.program = std::move(built.strands.front().programs[static_cast<std::size_t>(rank)]);
    }
    return result;
}

std::byte* BroadcastTrial::buffer_of(Bytes size) {
    buffer_.resize(std::max(buffer_.size(), static_cast<std::size_t>(size.value())));
    return buffer_.data();
}

std::vector<Seconds> BroadcastTrial::time(const PreparedBroadcast& prepared, const discovery::TimingOptions& options) {
    const plan::Plan& plan = prepared.plan;
    if (plan.scheme == nullptr) {
        return time_native(plan.root, plan.message, options);
    }
    const mpi::BufferDescription buffer{buffer_of(plan.message), plan.message.value(), MPI_BYTE};
    return timer_.time([&] { executor_.broadcast(prepared.program, prepared.num_blocks, plan.block, buffer); },
                       options);
}

std::vector<Seconds> BroadcastTrial::time_native(int root, Bytes message, const discovery::TimingOptions& options) {
    std::byte* const data = buffer_of(message);
    return timer_.time(
        [&] { mpi::check(PMPI_Bcast(data, static_cast<int>(message.value()), MPI_BYTE, root, comm_), "MPI_Bcast"); },
        options);
}

}  // namespace causeway::trial
