#include "causeway/mpi/executor.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/mpi/stream_blocks.hpp"

#include <algorithm>
#include <utility>

namespace causeway::mpi {

namespace {

/// How many runs have tags of their own: at least a thousand by the standard's least bound, millions as MPI libraries
/// are. Messages between two ranks with the same tag do not overtake each other, so that only runs that may be under
/// way at the same time need different ones.
std::int64_t runs_with_own_tags(MPI_Comm comm) {
    void* value = nullptr;
    int found = 0;
    check(PMPI_Comm_get_attr(comm, MPI_TAG_UB, &value, &found), "MPI_Comm_get_attr");
    constexpr int kLeastBound = 32767;  // MPI 4.0, section 9.1.2
    const int bound = found != 0 ? *static_cast<const int*>(value) : kLeastBound;
    return (std::int64_t{bound} - Executor::kFirstTag) / static_cast<std::int64_t>(Run::kMostStrands);
}

/// Of all runs with tags of their own: the share of those that keep them.
constexpr std::int64_t kPartsForGood = 4;

int first_tag_of(std::int64_t run) {
    return Executor::kFirstTag + static_cast<int>(run * static_cast<std::int64_t>(Run::kMostStrands));
}

}  // namespace

Executor::Executor(Communicator comm)
    : comm_(std::move(comm)),
      most_runs_(runs_with_own_tags(comm_.handle())),
      first_run_for_good_(most_runs_ - most_runs_ / kPartsForGood) {}

int Executor::next_tags(int num_runs) {
    if (num_runs_ + num_runs > first_run_for_good_) {
        num_runs_ = 0;
    }
    return first_tag_of(std::exchange(num_runs_, num_runs_ + num_runs));
}

std::optional<int> Executor::tags_for_good(int num_runs) {
    const std::int64_t run = first_run_for_good_ + num_runs_for_good_;
    if (run + num_runs > most_runs_) {
        return std::nullopt;
    }
    num_runs_for_good_ += num_runs;
    return first_tag_of(run);
}

std::unique_ptr<Workspace> Executor::take_workspace() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) {
        return std::make_unique<Workspace>();
    }
    std::unique_ptr<Workspace> workspace = std::move(idle_.back());
    idle_.pop_back();
    return workspace;
}

void Executor::give_back(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(workspace));
}

void Executor::broadcast(const schedule::Program& program, int num_blocks, Bytes block,
                         const BufferDescription& buffer) {
    BorrowedWorkspace workspace(*this);
    StreamBlocks data(buffer, num_blocks, block, (*workspace).scratch);
    const schedule::Program* const strand = &program;
    Run(comm_.handle(), next_tags(1), *workspace, {&strand, 1}, num_blocks, data).finish();
    workspace.is_free();
}

BorrowedWorkspace::~BorrowedWorkspace() {
    if (is_free_) {
        executor_->give_back(std::move(workspace_));
    } else {
        (void)workspace_.release();
    }
}

}  // namespace causeway::mpi
