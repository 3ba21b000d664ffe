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

/// Workspaces that are kept for calls to come, however many were under way at a time.
constexpr std::size_t kMostIdle = 4;

int first_tag_of(std::int64_t run) {
    return Executor::kFirstTag + static_cast<int>(run * static_cast<std::int64_t>(Run::kMostStrands));
}

}  // namespace

Executor::Executor(Communicator comm)
    : comm_(std::move(comm)),
      failures_(comm_.handle()),
      most_runs_(runs_with_own_tags(comm_.handle())),
      first_run_for_good_(most_runs_ - most_runs_ / kPartsForGood) {}

Executor::~Executor() {
    failures_.stop();
    if (comm_.handle() != MPI_COMM_NULL && failures_.leaves_messages()) {
        comm_.release();
    }
}

CallTags Executor::next_tags(int num_runs) noexcept {
    if (num_runs_ + num_runs > first_run_for_good_) {
        num_runs_ = 0;
    }
    return {num_calls_++, first_tag_of(std::exchange(num_runs_, num_runs_ + num_runs))};
}

std::optional<CallTags> Executor::tags_for_good(int num_runs) noexcept {
    const std::int64_t run = first_run_for_good_ + num_runs_for_good_;
    if (run + num_runs > most_runs_) {
        return std::nullopt;
    }
    num_runs_for_good_ += num_runs;
    return CallTags{-1 - run, first_tag_of(run)};
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
    if (idle_.size() < kMostIdle) {
        idle_.push_back(std::move(workspace));
    }
}

void Executor::broadcast(const schedule::Program& program, int num_blocks, Bytes block,
                         const BufferDescription& buffer) {
    BorrowedWorkspace workspace(*this);
    StreamBlocks data(buffer, num_blocks, block, (*workspace).scratch);
    const schedule::Program* const strand = &program;
    Run(failures_, next_tags(1), *workspace, {&strand, 1}, num_blocks, data,
        Run::Manner{.told_size = packed_size(buffer)})
        .finish();
    workspace.is_free();
}

std::string Executor::text_of(int root, const std::string& text, CallTags of_length, CallTags of_text) {
    const int size = size_of(comm_.handle());
    const int rank = rank_of(comm_.handle());
    schedule::Builder builder(size, 1, rank);  // a binomial tree
    for (int reached = 1; reached < size; reached *= 2) {
        for (int from = 0; from < reached && from + reached < size; ++from) {
            builder.transfer((from + root) % size, (from + reached + root) % size, {0, 1});
        }
    }
    const schedule::Schedule schedule = builder.finish();
    const schedule::Program& program = schedule.programs[static_cast<std::size_t>(rank)];
    const schedule::Program* const strand = &program;
    BorrowedWorkspace workspace(*this);
    const auto tell = [&](void* address, std::size_t bytes, CallTags tags, Bytes told) {
        StreamBlocks data({address, static_cast<MPI_Count>(bytes), MPI_BYTE}, 1,
                          Bytes(static_cast<std::int64_t>(bytes)), (*workspace).scratch);
        Run(failures_, tags, *workspace, {&strand, 1}, 1, data, Run::Manner{.told_size = told}).finish();
    };
    constexpr Bytes kNoBroadcast{-1};
    auto length = static_cast<std::int64_t>(text.size());
    tell(&length, sizeof length, of_length, kNoBroadcast);
    std::string result = text;
    result.resize(static_cast<std::size_t>(length));
    if (length > 0) {
        tell(result.data(), result.size(), of_text, Bytes(length));
    }
    workspace.is_free();
    return result;
}

BorrowedWorkspace::~BorrowedWorkspace() {
    if (is_free_) {
        executor_->give_back(std::move(workspace_));
    } else {
        (void)workspace_.release();
    }
}

}  // namespace causeway::mpi
