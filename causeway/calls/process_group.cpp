#include "causeway/calls/process_group.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/job/processes.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/planner/decided.hpp"
#include "causeway/planner/placed_processes.hpp"
#include "causeway/probe/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>

namespace causeway::calls {

namespace {

/// Groups that are kept while no communicator has them.
constexpr std::size_t kMostGroups = 64;

/// Executors of all groups together that wait for a communicator.
constexpr int kMostIdle = 16;

/// Of all groups.
constinit std::atomic<std::size_t> num_proposals{0};

std::atomic<int>& num_made() {
    static std::atomic<int> count{0};
    return count;
}

/// All groups that are known to this process. The lock is never held across an MPI call.
struct KnownGroups {
    std::mutex mutex;
    std::map<std::vector<int>, std::shared_ptr<ProcessGroup>> by_members;
    std::uint64_t num_uses = 0;
    int num_idle = 0;
};

/// Never destroyed: see job/active_job.hpp.
KnownGroups& known_groups() {
    static auto* instance = new KnownGroups;
    return *instance;
}

int num_in(const ExecutorsByNumber& idle) {
    return ProcessGroup::kMostExecutors - static_cast<int>(std::count(idle.begin(), idle.end(), nullptr));
}

std::uint64_t bit_of(int number) {
    return std::uint64_t{1} << static_cast<unsigned>(number);
}

/// With the lock held, as what follows.
std::unique_ptr<mpi::Executor> take_idle(KnownGroups& known, ProcessGroup& group, int number) {
    --known.num_idle;
    group.unused |= bit_of(number);
    return std::move(group.idle[static_cast<std::size_t>(number)]);
}

/// An idle one of the group that was used longest ago.
std::unique_ptr<mpi::Executor> take_oldest_idle(KnownGroups& known) {
    ProcessGroup* oldest = nullptr;
    int its_number = -1;
    for (const auto& [members, group] : known.by_members) {
        if (oldest != nullptr && oldest->last_used < group->last_used) {
            continue;
        }
        const auto* const found = std::find_if(group->idle.begin(), group->idle.end(),
                                               [](const auto& executor) { return executor != nullptr; });
        if (found != group->idle.end()) {
            oldest = group.get();
            its_number = static_cast<int>(found - group->idle.begin());
        }
    }
    return oldest == nullptr ? nullptr : take_idle(known, *oldest, its_number);
}

std::unique_ptr<mpi::Executor> take_any_idle() {
    KnownGroups& known = known_groups();
    const std::lock_guard lock(known.mutex);
    return take_oldest_idle(known);
}

/// The group that was used longest ago, of those that no communicator has, if there are too many: it is forgotten.
std::shared_ptr<ProcessGroup> take_oldest(KnownGroups& known) {
    auto oldest = known.by_members.end();
    for (auto entry = known.by_members.begin(); entry != known.by_members.end(); ++entry) {
        const std::shared_ptr<ProcessGroup>& group = entry->second;
        const bool is_older = oldest == known.by_members.end() || group->last_used < oldest->second->last_used;
        if (group.use_count() == 1 && is_older) {
            oldest = entry;
        }
    }
    if (known.by_members.size() <= kMostGroups || oldest == known.by_members.end()) {
        return nullptr;
    }
    std::shared_ptr<ProcessGroup> taken = std::move(oldest->second);
    known.by_members.erase(oldest);
    known.num_idle -= num_in(taken->idle);
    return taken;
}

std::vector<char> near_ones(const platform::Placement& placement, int own) {
    std::vector<char> is_near;
    for (int rank = 0; rank < placement.num_processes(); ++rank) {
        is_near.push_back(placement.cluster_of(rank) == placement.cluster_of(own) ? 1 : 0);
    }
    return is_near;
}

std::shared_ptr<ProcessGroup> made_group(job::Processes processes) {
    auto group = std::make_shared<ProcessGroup>();
    group->rank = processes.rank;
    group->members = std::make_shared<const std::vector<int>>(std::move(processes.members));
    group->host_names = std::move(processes.host_names);
    group->placement = std::move(processes.placement);
    group->is_near = near_ones(group->placement, group->rank);
    group->identity = fmt::format("{} processes, {}", group->members->size(),
                                  base::digest(fmt::format("{}", fmt::join(*group->members, " "))).hexadecimal());
    group->processes = experience::processes_text(group->host_names);
    return group;
}

}  // namespace

planner::Decision GroupPlanner::decide(const job::Facts::Version& facts, const platform::Placement& placement,
                                       const planner::Request& request) {
    if constexpr (probe::kTimeIsSimulated) {  // the ranks of a simulated job are one process
        return planner::decided(*facts, placement, request);
    }
    const std::lock_guard lock(mutex_);
    if (facts_ != facts) {
        facts_ = facts;
        processes_ = std::make_shared<planner::PlacedProcesses>(*facts, placement);
    }
    return planner::decide(processes_, request);
}

std::shared_ptr<const Proposal> KeptProposals::get(const CallKind& kind, bool may_relay,
                                                   const job::Facts::Version& facts,
                                                   base::FunctionRef<Proposal()> make) {
    const Key key{kind, may_relay, facts.get()};
    {
        const std::lock_guard lock(mutex_);
        if (const Kept* const known = kept_.use(key)) {
            return known->second;
        }
    }
    auto made = std::make_shared<const Proposal>(make());
    const std::lock_guard lock(mutex_);
    if (kept_.use(key) == nullptr) {
        keep(key, {facts, made});
    }
    return made;
}

void KeptProposals::keep(const Key& key, Kept one) {
    if (num_proposals.fetch_add(1) >= kMost) {
        --num_proposals;
        if (kept_.size() == 0) {
            return;
        }
        (void)kept_.take_oldest();
    }
    kept_.enter(key, std::move(one));
}

KeptProposals::~KeptProposals() {
    num_proposals -= kept_.size();
}

std::shared_ptr<ProcessGroup> group_of(const job::Job& job, MPI_Comm comm) {
    int is_inter = 0;
    mpi::check(PMPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
    if (is_inter != 0 || mpi::size_of(comm) == 1) {
        return nullptr;
    }
    const std::vector<int> members = job::world_ranks(comm);
    KnownGroups& known = known_groups();
    {
        const std::lock_guard lock(known.mutex);
        if (const auto found = known.by_members.find(members); found != known.by_members.end()) {
            found->second->last_used = ++known.num_uses;
            return found->second;
        }
    }
    std::optional<job::Processes> processes = job::processes_of(job, comm);
    if (!processes) {
        return nullptr;
    }
    std::shared_ptr<ProcessGroup> made = made_group(std::move(*processes));
    std::shared_ptr<ProcessGroup> forgotten;  // destroyed without the lock
    {
        const std::lock_guard lock(known.mutex);
        made = known.by_members.emplace(members, std::move(made)).first->second;
        made->last_used = ++known.num_uses;
        forgotten = take_oldest(known);
    }
    num_made() -= forgotten == nullptr ? 0 : num_in(forgotten->idle);
    return made;
}

std::shared_ptr<ProcessGroup> with_placement(const ProcessGroup& group, platform::Placement placement) {
    auto made = std::make_shared<ProcessGroup>();
    made->rank = group.rank;
    made->members = group.members;
    made->host_names = group.host_names;
    made->placement = std::move(placement);
    made->is_near = near_ones(made->placement, made->rank);
    made->identity = group.identity;
    made->processes = group.processes;
    return made;
}

ExecutorOffer::ExecutorOffer(ProcessGroup& group) : group_(group) {
    KnownGroups& known = known_groups();
    const std::lock_guard lock(known.mutex);
    idle_ = std::move(group.idle);
    known.num_idle -= num_in(idle_);
    unused_ = std::exchange(group.unused, 0);
}

ExecutorOffer::~ExecutorOffer() {
    KnownGroups& known = known_groups();
    const std::lock_guard lock(known.mutex);
    for (std::size_t number = 0; number < idle_.size(); ++number) {
        if (idle_[number] != nullptr) {
            group_.idle[number] = std::move(idle_[number]);
            ++known.num_idle;
        }
    }
    group_.unused |= unused_;
}

std::uint64_t ExecutorOffer::idle() const {
    std::uint64_t bits = 0;
    for (int number = 0; number < ProcessGroup::kMostExecutors; ++number) {
        bits |= idle_[static_cast<std::size_t>(number)] != nullptr ? bit_of(number) : 0;
    }
    return bits;
}

NumberedExecutor ExecutorOffer::take(int number) {
    NumberedExecutor taken{std::move(idle_[static_cast<std::size_t>(number)]), number};
    taken.executor->begin_anew();
    return taken;
}

void ExecutorOffer::name(NumberedExecutor& made, int number) {
    unused_ &= ~bit_of(number);
    made.number = number;
}

void leave_executor(ProcessGroup& group, NumberedExecutor left) noexcept {
    if (left.executor == nullptr) {
        return;
    }
    KnownGroups& known = known_groups();
    std::unique_ptr<mpi::Executor> freed;
    {
        const std::lock_guard lock(known.mutex);
        if (left.number >= 0 && left.executor->is_as_new()) {
            group.idle[static_cast<std::size_t>(left.number)] = std::move(left.executor);
            ++known.num_idle;
            freed = known.num_idle > kMostIdle ? take_oldest_idle(known) : nullptr;
        } else {
            group.unused |= left.number >= 0 ? bit_of(left.number) : 0;
            freed = std::move(left.executor);
        }
    }
    num_made() -= freed != nullptr ? 1 : 0;
}

void abandon_idle_executors() noexcept {
    while (const std::unique_ptr<mpi::Executor> left = take_any_idle()) {
        left->abandon_communicator();
        --num_made();
    }
}

int num_executors() noexcept {
    return num_made().load();
}

std::unique_ptr<mpi::Executor> make_executor(MPI_Comm comm) {
    const mpi::ErrorsReturned errors(comm);  // the program has not asked for this communicator
    try {
        auto executor = std::make_unique<mpi::Executor>(mpi::duplicate(comm));
        ++num_made();
        return executor;
    } catch (const mpi::MpiError&) {
        return nullptr;
    }
}

}  // namespace causeway::calls
