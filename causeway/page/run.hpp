/// A run of a program, as its report (docs/files.md, "Report") tells of it.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/units.hpp"
#include "causeway/page/timed_call.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::page {

/// Calls of one kind that went by one plan.
struct PlannedCalls {
    std::string plan;    ///< in words
    std::string digest;  ///< of the plan; empty: not known
    std::string reason;  ///< why it was chosen; empty: not known
    std::int64_t calls = 0;
    std::optional<std::int64_t> bytes;  ///< of all calls together
    std::optional<Seconds> predicted;
    std::optional<Seconds> observed;
};

/// One of the ways that were tried.
struct TriedWay {
    std::string plan;    ///< in words
    std::string digest;  ///< kNative: the MPI library's own
    bool is_chosen = false;
    std::int64_t timed_calls = 0;
    std::optional<Seconds> promised;
    std::optional<Seconds> median;
    std::optional<Seconds> low;   ///< of the median's interval
    std::optional<Seconds> high;  ///< the same
};

/// Digest of what is left to the MPI library.
inline constexpr std::string_view kNative = "native";

/// What was tried in calls of one kind.
struct Trial {
    std::int64_t calls = 0;  ///< of all jobs
    Seconds regret;          ///< that trying has cost
    Seconds won;             ///< by this job's calls
    std::vector<TriedWay> ways;

    /// The way that stays; null: none does yet.
    [[nodiscard]] const TriedWay* choice() const;
    /// The MPI library's own; null: it is none of the ways.
    [[nodiscard]] const TriedWay* native() const;
};

/// Calls that share a decision, and what they are told as.
struct CallKind {
    std::string collective;
    bool is_nonblocking = false;
    std::optional<int> root;     ///< nothing: any, or the operation has none
    std::optional<Bytes> up_to;  ///< nothing: any
    std::string processes;       ///< how many, and a digest of their hosts; empty: not known
    std::string communicator;    ///< one of them (Run::communicators); empty: not known
    std::vector<PlannedCalls> plans = {};
    std::optional<Trial> trial = {};

    /// By plan or as the MPI library does, in this run.
    [[nodiscard]] std::int64_t calls() const;
    [[nodiscard]] std::int64_t calls_by_plan() const;
    /// Of one call, on the average; as much as the kind has, where that is not known.
    [[nodiscard]] std::optional<Bytes> mean_size() const;
    /// What most calls went by; null: there were none.
    [[nodiscard]] const PlannedCalls* most_called() const;
    /// The plan that stays, or else that most calls went by, but for the MPI library's own; null: there is none.
    [[nodiscard]] const PlannedCalls* main_plan() const;
    /// What all calls took, as far as it was observed or predicted.
    [[nodiscard]] Seconds time() const;
    /// "broadcast of up to 1 MiB from 0"
    [[nodiscard]] std::string name() const;
};

/// Calls that no plan was made for.
struct PassedCalls {
    std::string collective;
    std::string why;
    std::int64_t calls = 0;
};

/// One call as its messages went.
struct ObservedCall {
    std::string name;          ///< CallKind::name()
    std::string communicator;  ///< Run::communicators
    std::string plan;          ///< in words
    std::vector<TimedMessage> messages;
};

/// Links that were measured again.
struct Drift {
    std::string communicator;
    std::int64_t call = 0;
    std::string reason;
    std::string found;
    bool has_changed = false;
    Seconds took;
};

/// A grid or a graph whose ranks were put on other hosts.
struct Reordering {
    std::string topology;
    std::int64_t processes = 0;
    std::int64_t moved = 0;
    Seconds before;  ///< that its messages were expected to take
    Seconds after;
};

struct Run {
    /// Why nothing was planned at all; nothing: something was.
    std::optional<std::string> why_nothing;
    std::vector<std::pair<std::string, std::string>> facts;  ///< for people: name and value
    std::vector<std::string> rank_hosts;                     ///< [rank of MPI_COMM_WORLD]; empty: not known
    std::vector<int> rank_nodes;                             ///< [world rank] its NUMA node; empty: of no interest
    std::map<std::string, std::vector<int>> communicators;   ///< [rank] -> world rank
    std::map<std::string, base::JsonInput> plan_files;       ///< by digest
    std::optional<base::JsonInput> network;                  ///< platform that plans were made for
    std::vector<CallKind> kinds;                             ///< what took most time first
    std::vector<PassedCalls> passed;
    std::vector<ObservedCall> observed;
    std::string observed_clock;        ///< that their times are of, in words
    bool was_watched = false;          ///< whether `noticed` says all that there was
    std::vector<std::string> noticed;  ///< what kept the run from being fast, in words
    std::vector<Drift> drift;
    std::vector<Reordering> reorderings;
};

/// Throws InputError for what is no report.
[[nodiscard]] Run run_from(const base::JsonInput& report);

}  // namespace causeway::page
