#include "causeway/mpi/executor.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/mpi/stream_blocks.hpp"
#include "causeway/mpi/tag_ranges.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace causeway::mpi {

namespace {

/// How many runs have tags of their own: at least a thousand by the standard's least bound, millions as MPI libraries
/// are. Messages between two ranks with the same tag do not overtake each other, so that only runs that may be under
/// way at the same time need different ones.
std::int64_t runs_with_own_tags(int num_tags) {
    return (std::int64_t{num_tags} - Executor::kFirstTag) / static_cast<std::int64_t>(Run::kMostStrands);
}

/// Of all runs with tags of their own: the share of those that keep them.
constexpr std::int64_t kPartsForGood = 4;

/// What all workspaces that are kept for the next calls take at most, in bytes.
constexpr std::int64_t kMostKept = std::int64_t{8} << 20U;
/// Workspaces that are kept, however many calls were under way at a time.
constexpr std::size_t kMostIdle = 16;

/// Workspaces that no run uses, for whatever executor asks next: the process has one memory, however many executors it
/// has. What was used last comes first, and what was not used for longest is freed where they get too many.
class IdleWorkspaces {
public:
    static IdleWorkspaces& of_process() {
        static auto* instance = new IdleWorkspaces;  // never destroyed: other threads may still use it
        return *instance;
    }

    [[nodiscard]] std::unique_ptr<Workspace> take() {
        const std::lock_guard lock(mutex_);
        if (workspaces_.empty()) {
            return nullptr;
        }
        Kept kept = std::move(workspaces_.back());
        workspaces_.pop_back();
        bytes_ -= kept.bytes;
        return std::move(kept.workspace);
    }

    void keep(std::unique_ptr<Workspace> workspace) noexcept {
        workspace->scratch.give_back_large();
        const std::int64_t bytes = workspace->size();
        if (bytes > kMostKept) {
            return;
        }
        const std::lock_guard lock(mutex_);
        workspaces_.push_back({std::move(workspace), bytes});
        bytes_ += bytes;
        while (bytes_ > kMostKept || workspaces_.size() > kMostIdle) {
            bytes_ -= workspaces_.front().bytes;
            workspaces_.erase(workspaces_.begin());
        }
    }

private:
    struct Kept {
        std::unique_ptr<Workspace> workspace;
        std::int64_t bytes = 0;
    };

    IdleWorkspaces() { workspaces_.reserve(kMostIdle + 1); }  // to keep one takes no memory

    std::mutex mutex_;
    std::vector<Kept> workspaces_;  ///< the last one was used last
    std::int64_t bytes_ = 0;
};

int first_tag_of(std::int64_t run) {
    return Executor::kFirstTag + static_cast<int>(run * static_cast<std::int64_t>(Run::kMostStrands));
}

}  // namespace

Executor::Executor(Communicator comm)
    : comm_(std::move(comm)),
      failures_(Channel(comm_.handle())),
      most_runs_(runs_with_own_tags(tags_of_library().num_own)),
      first_run_for_good_(most_runs_ - most_runs_ / kPartsForGood) {}

Executor::Executor(Channel channel, int num_tags)
    : failures_(std::move(channel)),
      most_runs_(runs_with_own_tags(num_tags)),
      first_run_for_good_(most_runs_ - most_runs_ / kPartsForGood) {}

Executor::~Executor() {
    failures_.stop();
    if (comm_.handle() != MPI_COMM_NULL && failures_.leaves_messages()) {
        comm_.release();
    }
}

void Executor::begin_anew() {
    check(PMPI_Comm_set_errhandler(comm_.handle(), MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    num_calls_ = 0;
    num_runs_ = 0;
    num_runs_for_good_ = 0;
}

CallTags Executor::next_tags(int num_runs) noexcept {
    if (!has_new_tags(num_runs)) {
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

void Executor::broadcast(const schedule::Program& program, int num_blocks, Bytes block,
                         const BufferDescription& buffer) {
    BorrowedWorkspace workspace;
    StreamBlocks data(buffer, num_blocks, block, (*workspace).scratch);
    const schedule::Program* const strand = &program;
    Run(failures_, next_tags(1), *workspace, {&strand, 1}, num_blocks, data,
        Run::Manner{.told_size = packed_size(buffer)})
        .finish();
    workspace.is_free();
}

std::string Executor::text_of(int root, const std::string& text, CallTags of_length, CallTags of_text) {
    const int size = failures_.channel().size();
    const int rank = failures_.channel().rank();
    schedule::Builder builder(size, 1, rank);  // a binomial tree
    for (int reached = 1; reached < size; reached *= 2) {
        for (int from = 0; from < reached && from + reached < size; ++from) {
            builder.transfer((from + root) % size, (from + reached + root) % size, {0, 1});
        }
    }
    const schedule::Schedule schedule = builder.finish();
    const schedule::Program& program = schedule.programs[static_cast<std::size_t>(rank)];
    const schedule::Program* const strand = &program;
    BorrowedWorkspace workspace;
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

BorrowedWorkspace::BorrowedWorkspace() : workspace_(IdleWorkspaces::of_process().take()) {
    if (!workspace_) {
        workspace_ = std::make_unique<Workspace>();
    }
}

BorrowedWorkspace::~BorrowedWorkspace() {
    if (is_free_) {
        IdleWorkspaces::of_process().keep(std::move(workspace_));
    } else {
        (void)workspace_.release();
    }
}

}  // namespace causeway::mpi
