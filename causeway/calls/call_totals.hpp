/// How often the program's calls went by which plan, for the report: summed up in memory that has a bound, whatever
/// becomes of plans, communicators and requests.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/job/facts.hpp"
#include "causeway/mpi/message_log.hpp"
#include "causeway/plan/plan.hpp"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::calls {

/// Calls that are told as one: of one kind, by one plan, on communicators of the same processes.
struct ToldCalls {
    std::string communicator;  ///< CommunicatorState::identity
    bool is_rank_0 = false;    ///< this process is its rank 0, whose count is told
    std::string_view collective = "broadcast";
    bool is_nonblocking = false;
    std::optional<int> root;     ///< nothing: any
    std::optional<Bytes> up_to;  ///< the size class; nothing: any
    std::string plan;

    friend auto operator<=>(const ToldCalls&, const ToldCalls&) = default;
};

/// What a report has of a plan and of who it is for, so that its reader can make the schedule again.
struct ToldPlan {
    std::string reason;     ///< why it was chosen, one sentence for people
    std::string processes;  ///< experience::Kind::processes
    plan::Plan plan;
    job::Facts::Version facts;                        ///< that the plan is for
    std::shared_ptr<const std::vector<int>> members;  ///< [rank] -> rank of MPI_COMM_WORLD
};

/// What is told of calls beside their number.
struct ToldWay {
    Seconds predicted;                                ///< of a call, the last time that it was
    std::shared_ptr<const ToldPlan> plan = {};        ///< on rank 0 of the communicator, if a report was asked for
    std::shared_ptr<const mpi::MessageLog> log = {};  ///< of one of the calls, if the job is traced
    int rank = 0;                                     ///< of the communicator
};

/// How often, how much, and how long they took.
struct CallTotal {
    ToldWay way;
    std::atomic<std::int64_t> calls{0};
    std::atomic<std::int64_t> bytes{0};         ///< sum of Call::message over the calls
    std::atomic<double> observed_seconds{0.0};  ///< sum over the calls, on this rank
};

/// Calls that no plan was made for. Both literals.
struct PassedCalls {
    std::string_view collective;
    std::string_view why;

    friend auto operator<=>(const PassedCalls&, const PassedCalls&) = default;
};

/// The calls of one process. For any number of threads.
class CallTotals {
public:
    /// Of kinds that no plan is kept for any more, so many are told apart; all further ones of a collective are one.
    static constexpr std::size_t kMostToldApart = 512;

    /// How the kind lives on.
    enum class Standing {
        kOver,  ///< nothing but its total is kept of it
        kKept,  ///< its plan is: they are as many as there are plans in memory
    };

    /// Where calls of the kind are counted: stays where it is, for good. Throws std::bad_alloc.
    CallTotal& of(ToldCalls kind, ToldWay way, Standing standing);

    struct Entry {
        ToldCalls kind;
        ToldWay way;
        std::int64_t calls = 0;
        std::int64_t bytes = 0;
        double observed_seconds = 0.0;
    };

    /// All kinds that there were calls of.
    [[nodiscard]] std::vector<Entry> entries() const;

    /// Adds calls that were left to the MPI library without a plan. Throws std::bad_alloc.
    void add_passed(PassedCalls kind, std::int64_t calls);
    [[nodiscard]] std::map<PassedCalls, std::int64_t> passed() const;

private:
    mutable std::mutex mutex_;
    std::map<ToldCalls, CallTotal> totals_;
    std::map<PassedCalls, std::int64_t> passed_;
};

/// Those of this process.
[[nodiscard]] CallTotals& call_totals();

}  // namespace causeway::calls
