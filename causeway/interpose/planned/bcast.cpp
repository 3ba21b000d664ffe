#include "causeway/base/text.hpp"
#include "causeway/interpose/planned.hpp"
#include "causeway/interpose/planned/call.hpp"
#include "causeway/interpose/planned/host_copies.hpp"
#include "causeway/interpose/planned/passes.hpp"
#include "causeway/interpose/tree_optimizer.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/mpi/stream_blocks.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/trial/agreed_trees.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace causeway::interpose::planned {

namespace {

/// What is proposed for long messages from this root: asked for at the first of them, by every rank alike. The root
/// asks and tells the others, with the tags of the call, so that those that call for something else notice. A rank that
/// fails in that ends the job: others may have what it lacks, and would not meet it at the next call.
const std::vector<planner::ClusterTrees>& trees_for(CommunicatorState& state, int root, MPI_Comm comm,
                                                    mpi::CallTags tags) noexcept {
    const int cluster = state.placement.cluster_of(root);
    auto entry = state.trees.find(cluster);
    if (entry == state.trees.end()) {
        const auto share = [&](const std::string& text) {
            return state.executor->text_of(root, text, tags, tags_of_pass(tags, 1));
        };
        try {
            auto trees = trial::agreed_trees(state.rank == root, share, propose_trees, *state.facts, state.placement,
                                             root, [](const std::string& reason) {
                                                 fmt::print(stderr,
                                                            "causeway: long messages take one tree between clusters, "
                                                            "as there is no optimiser for several: {}\n",
                                                            reason);
                                             });
            entry = state.trees.emplace(cluster, std::move(trees)).first;
        } catch (...) {
            end_job_alone(comm, code_told_to_all(state, tags));
        }
    }
    return entry->second;
}

/// This rank's program for the exact size.
std::shared_ptr<const schedule::Program> program_of(const PlannedCall& call, const CommunicatorState& state,
                                                    int num_blocks, Bytes size) {
    return state.programs->get<schedule::Program>({call.plan_number, num_blocks}, [&] {
        plan::Plan exact = call.choice.plan;
        exact.message = size;
        schedule::Schedule schedule = plan::compose(exact, state.placement, state.rank);
        return std::move(schedule.programs[static_cast<std::size_t>(state.rank)]);
    });
}

/// What is to be sent, cut as the plan says.
struct Cut {
    mpi::BufferDescription buffer;
    Bytes block;
    int num_blocks = 1;
    std::shared_ptr<const schedule::Program> program;
    HostCopies copies;
};

Prepared prepared(const Cut& cut, mpi::Workspace& workspace) {
    return {
        .strands = {cut.program.get()},
        .programs = cut.program,
        .num_blocks = cut.num_blocks,
        .manner = {.told_size = mpi::packed_size(cut.buffer)},
        .work = cut.copies.around([&] {
            return Work{std::make_unique<mpi::StreamBlocks>(cut.buffer, cut.num_blocks, cut.block, workspace.scratch)};
        })};
}

class KeptBroadcast final : public PlannedWork {
public:
    explicit KeptBroadcast(Cut cut) : cut_(std::move(cut)) {}

    [[nodiscard]] Prepared prepare(CommunicatorState&, mpi::Workspace& workspace) override {
        return prepared(cut_, workspace);
    }

private:
    Cut cut_;
};

class Broadcast final : public Call {
public:
    Broadcast(const mpi::BufferDescription& buffer, HostCopies copies, int root)
        : buffer_(buffer), copies_(std::move(copies)), root_(root) {}

    [[nodiscard]] std::string_view name() const override { return "broadcast"; }
    [[nodiscard]] Bytes message() const override { return size_; }

    [[nodiscard]] bool accept(const Job& job, const CommunicatorState& state) override {
        if (job.broadcast_disabled || root_ >= state.placement.num_processes()) {
            return false;
        }
        size_ = mpi::packed_size(buffer_);
        return size_.value() > 0;
    }

    [[nodiscard]] Decided plan(const Job& job, CommunicatorState& state, MPI_Comm comm, mpi::CallTags tags) override {
        const CallKind kind{root_, size_class_of(size_), comm == MPI_COMM_NULL};
        const std::size_t num_trees = state.trees.size();
        planned_ = state.broadcasts.use(kind);
        if (planned_ == nullptr) {
            PlannedCall planned;
            planned.choice = decide(job, state, kind.size, comm, tags);
            planned.description = plan::describe(planned.choice.plan, *state.facts);
            planned_ = &state.enter(kind, std::move(planned));
        }
        return {.record = planned_,
                .kind = kind,
                .predicted = planned_->choice.time,
                .is_native = planned_->choice.plan.shape == plan::Shape::kNative,
                .runs_used = state.trees.size() > num_trees ? kRunsToPlan : 0};
    }

    [[nodiscard]] Prepared prepare(CommunicatorState& state, mpi::Workspace& workspace) override {
        return prepared(cut(state), workspace);
    }

    [[nodiscard]] std::unique_ptr<PlannedWork> kept(CommunicatorState& state) const override {
        return std::make_unique<KeptBroadcast>(cut(state));
    }

private:
    [[nodiscard]] Cut cut(const CommunicatorState& state) const {
        const Bytes block = planned_->choice.plan.block;
        const auto num_blocks = static_cast<int>(base::num_parts(size_, block));
        return {buffer_, block, num_blocks, program_of(*planned_, state, num_blocks, size_), copies_};
    }

    [[nodiscard]] planner::Candidate decide(const Job& job, CommunicatorState& state, SizeClass size_class,
                                            MPI_Comm comm, mpi::CallTags tags) const {
        const bool waits = comm != MPI_COMM_NULL;
        planner::Request request;
        request.root = root_;
        request.message = size_class.largest;
        // Ranks agree on several trees by messages: before anything that may fail.
        const std::vector<planner::ClusterTrees>* const trees =
            waits && job.settings.most_trees() > 1 && planner::may_gain_from_trees(state.placement, request.message)
                ? &trees_for(state, root_, comm, tags)
                : nullptr;
        request.measured = planner::measured_times(*state.facts, "broadcast", state.host_names, size_class.largest);
        request.forced = job.forced_broadcast;
        request.least_gain = job.settings.least_gain();
        if (trees != nullptr) {
            request.trees = planner::of_at_most(job.settings.most_trees(), *trees);
        }
        const planner::Decision decision = planner::plan_broadcast(*state.facts, state.placement, request);
        const planner::Candidate choice = decision.choice();
        if (job.settings.verbosity() >= 2 && state.rank == 0) {
            fmt::print(stderr, "causeway: broadcast of up to {} from rank {} over {}: {} ({}); {}\n",
                       base::to_text(size_class.largest), root_, state.identity,
                       plan::describe(choice.plan, *state.facts), base::to_text(choice.time), decision.reason);
        }
        return choice;
    }

    mpi::BufferDescription buffer_;
    HostCopies copies_;
    int root_;
    Bytes size_;
    PlannedCall* planned_ = nullptr;
};

}  // namespace

int Bcast(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
          const Calling& calling) noexcept try {
    // Arguments that the MPI library must see, to complain or to do nothing.
    if (datatype == MPI_DATATYPE_NULL || count <= 0 || root < 0) {
        return calling.native();
    }
    return guarded(comm, [&] {
        const MPI_Datatype kept = calling.keep(datatype);
        HostCopies copies;
        void* const place = is_this_rank(root, comm) ? const_cast<void*>(copies.read(buffer, count, kept))
                                                     : copies.written(buffer, count, kept);
        Broadcast call({place, count, kept}, copies, root);
        return carry_out(call, comm, calling);
    });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::interpose::planned
