/// What one process has for another: for each two of them, or for some.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

/// A block of an all-to-all.
struct Exchange {
    int from = 0;
    int to = 0;
    int part = 0;  ///< of what one has for the other

    friend bool operator==(const Exchange&, const Exchange&) = default;
};

/// Who has something for whom.
struct FromTo {
    int from = 0;
    int to = 0;

    friend bool operator==(const FromTo&, const FromTo&) = default;
};

/// Which exchange each block of an all-to-all is.
class Exchanges {
public:
    /// None.
    Exchanges() = default;
    /// Between all processes, each in one of `groups`. Blocks are numbered by the group that they come from, then by
    /// the group that they are for, then by sender, receiver and part. There are P^2 pairs, of which nobody keeps a
    /// list: what is kept grows with the processes and with the square of the groups.
    Exchanges(std::vector<std::vector<int>> groups, int parts);
    /// The same, and what is for the groups stands in the order that `order` says of each group that it comes from:
    /// [from] all groups.
    Exchanges(std::vector<std::vector<int>> groups, int parts, const std::vector<std::vector<std::size_t>>& order);
    /// Between these alone, numbered in their order, then by part.
    Exchanges(std::vector<FromTo> pairs, int parts);

    /// The same exchanges, of these blocks alone (in any order, some perhaps several times), numbered anew from 0 on:
    /// what stood in a row still does.
    [[nodiscard]] Exchanges of_blocks(std::vector<schedule::BlockRange> blocks) const;
    /// The new number of a block that is among them.
    [[nodiscard]] int number_of(int block) const;

    [[nodiscard]] int size() const { return first_of_run_.back(); }
    /// Of what one process has for another; they follow each other.
    [[nodiscard]] int num_parts() const { return parts_; }
    [[nodiscard]] Exchange operator[](int block) const;
    [[nodiscard]] std::size_t memory() const;

    /// All that a group has for another: where there are groups, and all blocks are held.
    [[nodiscard]] schedule::BlockRange between(std::size_t from, std::size_t to) const;
    /// Of that, what the process at `place` of group `from` has.
    [[nodiscard]] schedule::BlockRange of_sender(std::size_t from, std::size_t place, std::size_t to) const;

    /// And of that, what it has for the one at place `receiver`.
    [[nodiscard]] schedule::BlockRange of_pair(std::size_t from, std::size_t place, std::size_t to,
                                               std::size_t receiver) const;

    friend bool operator==(const Exchanges&, const Exchanges&) = default;

private:
    /// Where, among what a group has for all groups, that for one of them stands.
    [[nodiscard]] std::size_t place_of(std::size_t from, std::size_t to) const {
        return place_of_.empty() ? to : place_of_[from * groups_.size() + to];
    }
    [[nodiscard]] std::size_t group_at(std::size_t from, std::size_t place) const {
        return group_at_.empty() ? place : group_at_[from * groups_.size() + place];
    }
    [[nodiscard]] int blocks_of_sender(std::size_t to) const { return static_cast<int>(groups_[to].size()) * parts_; }

    void hold_all(int blocks);

    std::vector<FromTo> pairs_;  ///< empty where there are groups
    std::vector<std::vector<int>> groups_;
    int parts_ = 1;
    std::vector<std::size_t> place_of_;       ///< [from group * groups + to group]; empty: all as they are numbered
    std::vector<std::size_t> group_at_;       ///< [from group * groups + place]; the same
    std::vector<int> first_of_pair_;          ///< [from group * groups + place]
    std::vector<schedule::BlockRange> runs_;  ///< of all blocks those that are held
    std::vector<int> first_of_run_ = {0};     ///< [run], as they are numbered here, and the end
};

/// Everybody straight to everybody of the same group; the next ones first.
void exchange_inside(const std::vector<std::vector<int>>& groups, const Exchanges& exchanges,
                     schedule::Builder& builder);

}  // namespace causeway::scheme
