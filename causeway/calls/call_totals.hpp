/// How often the program's calls went by which plan, for the report: summed up in memory that has a bound, whatever
/// becomes of plans, communicators and requests.
#pragma once

#include "causeway/base/units.hpp"

#include <atomic>
#include <cstdint>
#include <map>
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

/// How often, and how long they took.
struct CallTotal {
    Seconds predicted;  ///< the last time that it was
    std::atomic<std::int64_t> calls{0};
    std::atomic<double> observed_seconds{0.0};  ///< sum over the calls, on this rank
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
    CallTotal& of(ToldCalls kind, Seconds predicted, Standing standing);

    struct Entry {
        ToldCalls kind;
        Seconds predicted;
        std::int64_t calls = 0;
        double observed_seconds = 0.0;
    };

    /// All kinds that there were calls of.
    [[nodiscard]] std::vector<Entry> entries() const;

private:
    mutable std::mutex mutex_;
    std::map<ToldCalls, CallTotal> totals_;
};

/// Those of this process.
[[nodiscard]] CallTotals& call_totals();

}  // namespace causeway::calls
