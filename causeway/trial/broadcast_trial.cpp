#include "causeway/trial/broadcast_trial.hpp"

#include "causeway/base/error.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/probe/processor_place.hpp"
#include "causeway/trial/agreed_trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace causeway::trial {

namespace {

platform::Placement placement_on(MPI_Comm comm, const platform::Platform& platform,
                                 const std::vector<std::string>& host_names, const std::string& source) {
    if (auto placement = platform::placement_of(platform, host_names)) {
        placement->node_of = probe::nodes_of_ranks(comm, platform, host_names);
        return std::move(*placement);
    }
    const auto unknown = std::find_if(host_names.begin(), host_names.end(), [&](const std::string& name) {
        return !platform::placement_of(platform, {name});
    });
    throw base::InputError({.source = source,
                            .place = "hosts",
                            .found = fmt::format("no host '{}', which this job runs on", *unknown),
                            .accepted = "a platform with every host of the job ('causeway discover' measures one)"});
}

}  // namespace

BroadcastTrial::BroadcastTrial(MPI_Comm comm, const platform::Platform& platform, const std::string& source)
    : comm_(comm),
      platform_(platform),
      host_names_(mpi::host_names(comm)),
      placement_(placement_on(comm, platform, host_names_, source)),
      executor_(mpi::duplicate(comm)),
      clock_(probe::agree_on_clock(comm)),
      timer_(comm, clock_) {}

PreparedBroadcast BroadcastTrial::with_program(planner::Decision decision, plan::Plan plan) const {
    PreparedBroadcast result;
    result.decision = std::move(decision);
    result.plan = std::move(plan);
    if (result.plan.scheme != nullptr) {
        const int rank = mpi::rank_of(comm_);
        collective::Built built = plan::compose(result.plan, placement_, rank);
        result.num_blocks = built.num_blocks;
        result.program = std::move(built.strands.front().programs[static_cast<std::size_t>(rank)]);
    }
    return result;
}

const std::vector<planner::ClusterTrees>& BroadcastTrial::trees_from(int root) {
    const auto [entry, is_new] = trees_.try_emplace(placement_.cluster_of(root));
    if (is_new) {
        std::string fault;
        entry->second = agreed_trees(
            mpi::rank_of(comm_) == 0, [this](const std::string& text) { return mpi::broadcast_text(comm_, text, 0); },
            propose_, platform_, placement_, root, [&fault](const std::string& reason) { fault = reason; });
        if (!fault.empty()) {
            throw base::Error(fault);
        }
    }
    return entry->second;
}

PreparedBroadcast BroadcastTrial::prepare(int root, Bytes message, const std::optional<planner::Forced>& forced,
                                          const Allowed& allowed) {
    planner::Request request;
    request.root = root;
    request.message = message;
    request.measured = planner::measured_times(platform_, "broadcast", host_names_, message);
    request.forced = forced;
    request.several_coordinators = allowed.several_coordinators;
    if (propose_ && allowed.most_trees > 1 && planner::may_gain_from_trees(placement_, message)) {
        request.trees = planner::of_at_most(allowed.most_trees, trees_from(root));
    }
    planner::Decision decision = planner::decide(platform_, placement_, request);
    plan::Plan plan = decision.choice().plan;
    return with_program(std::move(decision), std::move(plan));
}

PreparedBroadcast BroadcastTrial::prepare_own(int root, Bytes message) {
    PreparedBroadcast prepared = prepare(root, message, std::nullopt);
    const std::vector<planner::Candidate>& ranking = prepared.decision.ranking;
    const auto own = std::find_if(ranking.begin(), ranking.end(),
                                  [](const planner::Candidate& one) { return one.plan.scheme != nullptr; });
    if (own == ranking.end()) {
        return prepared;
    }
    plan::Plan plan = own->plan;
    return with_program(std::move(prepared.decision), std::move(plan));
}

Seconds BroadcastTrial::modelled(const plan::Plan& plan) const {
    const model::GridPlogp model(platform_, placement_);
    return plan.scheme == nullptr ? planner::flat_estimate(placement_, plan.root, plan.message, model)
                                  : planner::simulated_time(plan.trees.front(), placement_, model);
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
