/// The rounds that flat algorithms are made of: each process has a part of the data, and all do the same at a shift.
#pragma once

#include "causeway/schedule/rank_tree.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

/// The blocks of each process, [process]; a process may have none.
class Parts {
public:
    /// All blocks, divided among the processes.
    [[nodiscard]] static Parts of_all(int num_blocks, int processes);
    [[nodiscard]] static Parts owned(const schedule::Ownership& ownership) { return Parts(ownership.of_process); }

    [[nodiscard]] int num_processes() const { return static_cast<int>(of_process_.size()); }

    /// The parts of the processes first, first + 1, ..., first + count - 1, modulo their number, as few ranges, none of
    /// them empty.
    [[nodiscard]] std::vector<schedule::BlockRange> of(int first, int count) const;

    /// The processes whose parts are not empty, ascending: fewer than there are where blocks are.
    [[nodiscard]] const std::vector<int>& owners() const { return owners_; }

private:
    explicit Parts(std::vector<schedule::BlockRange> of_process);

    void add(int first, int end, std::vector<schedule::BlockRange>& ranges) const;

    std::vector<schedule::BlockRange> of_process_;
    std::vector<int> owners_;
    std::vector<std::size_t> run_end_;  ///< [owner]: the first one after it whose blocks do not follow
};

/// Before: everybody has its contribution to every part. After: every process has its own part, combined. P-1 rounds.
void combine_around_ring(const Parts& parts, schedule::Builder& builder);

/// Before: every process has its own part. After: everybody has all. P-1 rounds.
void pass_around_ring(const Parts& parts, schedule::Builder& builder);

/// As combine_around_ring(), in ceil(log2 P) rounds (Traeff 2024, algorithm 1).
void combine_over_circulant(const Parts& parts, schedule::Builder& builder);

/// As pass_around_ring(), in ceil(log2 P) rounds: combine_over_circulant() backwards.
void pass_over_circulant(const Parts& parts, schedule::Builder& builder);

/// Rounds in which distances halve or double: ceil(log2 P).
[[nodiscard]] int rounds_of_distances(int processes);

/// One with each other process, or past each other process: P - 1.
[[nodiscard]] int rounds_of_others(int processes);

/// Of the two functions around a ring.
[[nodiscard]] Round round_of_ring(int processes, int round, int process);

/// To the process round + 1 places on.
[[nodiscard]] Round round_of_shifts(int processes, int round, int process);

/// One of the four above.
using Rounds = void (*)(const Parts& parts, schedule::Builder& builder);

/// The messages of a step, in which every process sends to one other; none of them is a control message. Nobody begins
/// the next step before what comes to it in this one has arrived: unless the step is the last, each sends a control
/// message after its others.
void take_step(std::vector<schedule::Message> messages, bool is_last, schedule::Builder& builder);

/// The blocks of an all-to-all in the order of the ranks that they come from, then of those that they are for; no
/// strands yet.
[[nodiscard]] Built blocks_of_all_pairs(const Layout& layout);

/// Of those the blocks that one process has for another.
[[nodiscard]] schedule::BlockRange blocks_between(const Layout& layout, int from, int to);

/// The schedule of a scheme for data of which each process has its own: a part is what a process has.
[[nodiscard]] Built rounds_of_owned(const Layout& layout, Rounds rounds);

/// The same for data that all have alike, divided among the processes: combined, then passed on.
[[nodiscard]] Built rounds_of_divided(const Layout& layout, Rounds combine, Rounds pass);

}  // namespace causeway::scheme
