/// Broadcast inside a cluster: the family of strategies of Steffenel, section 4.2, Table 1, and what has been
/// found since.
///
/// To add a strategy: write one file beside the others that defines a `BroadcastStrategy` constant, and
/// add its name to strategies.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/schedule/schedule.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::strategy {

/// Into what a strategy cuts the message.
enum class Cut {
    kWhole,       ///< it does not: one block
    kSameWay,     ///< segments of any size that all take the way of the first: segment() of its one-block schedule
    kOwnWays,     ///< segments of any size that take different ways
    kPerProcess,  ///< one part for each process
};

/// The arguments of a closed form, in the paper's notation: P processes, a message of m bytes cut into
/// k = ceil(m/s) segments of s bytes.
struct BroadcastCase {
    const platform::Plogp& plogp;
    int processes = 1;  ///< P >= 1
    Bytes message;      ///< m
    Bytes segment;      ///< s; equal to m when the strategy does not cut
    int degree = 0;     ///< d, of strategies that have one

    /// k; an empty message still travels, as one empty segment.
    [[nodiscard]] double num_segments() const;
};

/// What a schedule is built for.
struct BroadcastLayout {
    int processes = 1;             ///< process 0 is the root
    int num_blocks = 1;            ///< any number; 1 of those that do not cut
    int degree = 0;                ///< of strategies that have one: one of their degrees()
    std::optional<int> only = {};  ///< see schedule::Builder
    /// Of strategies in which parts go round: no more rounds than these, the beginning of what they do.
    int most_rounds = std::numeric_limits<int>::max();
};

struct BroadcastStrategy {
    std::string_view name;     ///< also the name of its file
    std::string_view summary;  ///< one line for people
    std::string_view source;   ///< paper, section, table or equation
    Cut cut = Cut::kWhole;

    /// The degrees worth a look for so many processes, ascending, never empty; null: the strategy has no degree.
    std::vector<int> (*degrees)(int processes) = nullptr;

    /// Time from the start to the last process, by the source's closed form; 0 for one process.
    Seconds (*predict)(const BroadcastCase&) = nullptr;

    /// Where and why the closed form is not what the schedule takes under pLogP with equal segments; empty: it is.
    std::string_view deviation = {};

    schedule::Schedule (*build)(const BroadcastLayout&) = nullptr;

    /// Whether the size of its segments is free.
    [[nodiscard]] bool has_segments() const { return cut == Cut::kSameWay || cut == Cut::kOwnWays; }
};

/// All broadcast strategies: the source's, in the order of its table, then ours.
[[nodiscard]] const base::Registry<BroadcastStrategy>& broadcast_strategies();

/// A strategy, and its degree if it has one.
struct TunedStrategy {
    const BroadcastStrategy* strategy = nullptr;
    int degree = 0;

    friend bool operator==(const TunedStrategy&, const TunedStrategy&) = default;
};

/// "binomial_tree", "dary_tree/3".
[[nodiscard]] std::string to_text(const TunedStrategy& tuned);

/// The reverse; a strategy with a degree may come without: degree 0, still to be chosen. Throws InputError naming
/// `source`, `place`, and what is accepted: the strategies and `also`.
[[nodiscard]] TunedStrategy parse_tuned(std::string_view text, std::string_view source, std::string_view place = {},
                                        const std::vector<std::string>& also = {});

}  // namespace causeway::strategy
