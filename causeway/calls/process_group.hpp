/// What is known of a group, as MPI calls processes in an order, and kept for all communicators that have it: who they
/// are, what was decided for their calls, and communicators of our own that earlier ones have left.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/recently_used.hpp"
#include "causeway/calls/group_experience.hpp"
#include "causeway/calls/planned_call.hpp"
#include "causeway/job/facts.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace causeway::calls {

/// What is decided for calls of a kind before any of them.
struct Proposal {
    std::vector<Way> ways;
    std::string reason;
    int reference = 0;  ///< PlannedCall
    Seconds least_alone{0.0};
    bool is_tried = false;  ///< by calls: what earlier jobs have seen of them counts
};

/// Proposals follow from what calls are and from the facts alone: each rank keeps those that it likes. By any thread.
class KeptProposals {
public:
    /// Those of all groups of a process together. What would be one more takes the place of its own group's oldest.
    static constexpr std::size_t kMost = 128;

    KeptProposals() = default;
    KeptProposals(const KeptProposals&) = delete;
    KeptProposals& operator=(const KeptProposals&) = delete;
    ~KeptProposals();

    /// `make`, which returns it, is called if it is not at hand.
    [[nodiscard]] std::shared_ptr<const Proposal> get(const CallKind& kind, bool may_relay,
                                                      const job::Facts::Version& facts,
                                                      base::FunctionRef<Proposal()> make);

private:
    struct Key {
        CallKind kind;
        bool may_relay = true;
        const platform::Platform* facts = nullptr;  ///< kept by the value

        friend auto operator<=>(const Key&, const Key&) = default;
    };
    using Kept = std::pair<job::Facts::Version, std::shared_ptr<const Proposal>>;

    void keep(const Key& key, Kept one);

    std::mutex mutex_;
    base::RecentlyUsed<Key, Kept> kept_;
};

/// Plans for a group's processes: what is found out about them serves for all calls until the facts change. By any
/// thread.
class GroupPlanner {
public:
    /// planner::decide(); `placement` is the group's, and outlives this.
    [[nodiscard]] planner::Decision decide(const job::Facts::Version& facts, const platform::Placement& placement,
                                           const planner::Request& request);

private:
    std::mutex mutex_;
    job::Facts::Version facts_;  ///< that `processes_` are about
    std::shared_ptr<planner::PlacedProcesses> processes_;
};

/// [number]
using ExecutorsByNumber = std::array<std::unique_ptr<mpi::Executor>, 64>;

/// On one rank.
struct ProcessGroup {
    /// Executors that are told apart.
    static constexpr int kMostExecutors = static_cast<int>(std::tuple_size_v<ExecutorsByNumber>);

    int rank = 0;                                     ///< this process's
    std::shared_ptr<const std::vector<int>> members;  ///< [rank] -> rank of MPI_COMM_WORLD
    std::vector<std::string> host_names;
    platform::Placement placement;
    std::vector<char> is_near;  ///< [rank]: whether it is in this rank's cluster
    std::string identity;       ///< the same on all ranks: its size and a digest of its members
    std::string processes;      ///< experience::Kind::processes
    KeptProposals proposals;
    GroupPlanner planner;
    GroupExperience experience;

    // Under the lock of all groups.
    ExecutorsByNumber idle;
    std::uint64_t unused = ~std::uint64_t{0};  ///< a bit for each number
    std::uint64_t last_used = 0;
};

/// The group of a communicator; null where no plan pays: for an intercommunicator, a process alone, processes that were
/// not there when the job began, and those of one host. Local. Throws MpiError.
[[nodiscard]] std::shared_ptr<ProcessGroup> group_of(const job::Job& job, MPI_Comm comm);

/// The same processes as another platform has them, for one communicator alone, whose executor has no number.
[[nodiscard]] std::shared_ptr<ProcessGroup> with_placement(const ProcessGroup& group, platform::Placement placement);

/// An executor and what all ranks call it; below 0: it goes with its communicator.
struct NumberedExecutor {
    std::unique_ptr<mpi::Executor> executor;
    int number = -1;
};

/// What this rank has for a communicator that needs an executor, while ranks agree on one: nobody else gets it
/// meanwhile.
class ExecutorOffer {
public:
    explicit ExecutorOffer(ProcessGroup& group);
    ExecutorOffer(const ExecutorOffer&) = delete;
    ExecutorOffer& operator=(const ExecutorOffer&) = delete;
    /// What was not taken is there for the next.
    ~ExecutorOffer();

    /// A bit for each number: those of executors that wait, and those that name none.
    [[nodiscard]] std::uint64_t idle() const;
    [[nodiscard]] std::uint64_t unused() const { return unused_; }

    /// The executor of that number, which waits on all ranks: it begins anew.
    [[nodiscard]] NumberedExecutor take(int number);
    /// A number that names none on any rank.
    void name(NumberedExecutor& made, int number);

private:
    ProcessGroup& group_;
    ExecutorsByNumber idle_;
    std::uint64_t unused_ = 0;
};

/// A communicator is freed and all its calls are over: its executor waits for the next one of the group, or is freed.
/// Never throws.
void leave_executor(ProcessGroup& group, NumberedExecutor left) noexcept;

/// MPI_Finalize has begun: leaves them to the MPI library.
void abandon_idle_executors() noexcept;

/// Communicators that this process has taken from the MPI library by make_executor() and has not freed.
[[nodiscard]] int num_executors() noexcept;

/// What planned calls on `comm` have for their messages: a communicator of its own. Null if the MPI library has none
/// left, for all ranks alike. Collective over `comm`. Throws MpiError.
[[nodiscard]] std::unique_ptr<mpi::Executor> make_executor(MPI_Comm comm);

}  // namespace causeway::calls
