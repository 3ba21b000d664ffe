/// The rounds of algorithms in which processes meet in pairs, at twice or half the distance in every round: recursive
/// doubling and halving.
#pragma once

#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/rounds.hpp"

#include <vector>

namespace causeway::scheme {

/// Processes in a line, 2^k of them, each responsible for some parts of the data.
struct Line {
    std::vector<int> processes;   ///< [place]
    std::vector<int> first_part;  ///< [place], and the end: a place has the parts from its first to the next one's

    [[nodiscard]] int size() const { return static_cast<int>(processes.size()); }
};

/// Of P processes the 2^k, 2^k <= P < 2^(k+1), that take part in such rounds. The first 2 (P - 2^k) of them form pairs
/// of neighbours: the first of a pair takes part, for the second one too. Processes are counted from a root on.
class PairedProcesses {
public:
    explicit PairedProcesses(int processes, int root = 0);

    [[nodiscard]] int num_places() const { return num_places_; }
    [[nodiscard]] int num_pairs() const { return processes_ - num_places_; }
    /// Of those that take part.
    [[nodiscard]] int process_at(int place) const {
        return counted(place < num_pairs() ? 2 * place : place + num_pairs());
    }
    /// The other one of a pair.
    [[nodiscard]] int second_of(int pair) const { return counted(2 * pair + 1); }

    /// All give what they have of the blocks to the first of their pair, to be combined.
    void fold(schedule::BlockRange blocks, schedule::Builder& builder) const;
    /// And get them back.
    void unfold(schedule::BlockRange blocks, schedule::Builder& builder) const;

    /// Neighbours meet in the first rounds of halving; a part of the data for each place.
    [[nodiscard]] Line nearest_first() const;
    /// They meet in the last ones; each place has the parts of its pair, of one for each process, counted from
    /// 0 on.
    [[nodiscard]] Line farthest_first() const;

private:
    [[nodiscard]] int counted(int number) const { return (root_ + number) % processes_; }

    int processes_;
    int root_;
    int num_places_ = 1;
};

/// Before: everybody in the line has a contribution to every part. After: each has its own parts, combined. In each of
/// k rounds it gives half of what it has left to its partner, who is half as many places away as in the round before.
void combine_by_halving(const Line& line, const Parts& parts, schedule::Builder& builder);

/// Before: everybody in the line has its own parts. After: all of them. The rounds of halving backwards.
void pass_by_doubling(const Line& line, const Parts& parts, schedule::Builder& builder);

/// Before: everybody in the line has its own parts. After: the first has all: a binomial tree.
void pass_to_first(const Line& line, const Parts& parts, schedule::Builder& builder);

}  // namespace causeway::scheme
