/// The greatest of many numbers, and what it would be if some of them changed.
#pragma once

#include <cstddef>
#include <vector>

namespace causeway::mapping {

/// Numbers not below 0, all 0 at first. Changes are proposed, then carried out or dropped all together.
class Tournament {
public:
    explicit Tournament(std::size_t size);

    void propose(std::size_t index, double value);
    /// With what is proposed.
    [[nodiscard]] double proposed(std::size_t index) const {
        return is_touched_[index] != 0 ? proposed_[index] : value_[index];
    }
    /// As they are; 0 when there are none.
    [[nodiscard]] double greatest() const { return value_[winner()]; }
    /// With what is proposed. O(log size) for each that the proposal touches, and usually less.
    [[nodiscard]] double greatest_proposed() const;
    /// Which is greatest, as they are; of several the first.
    [[nodiscard]] std::size_t winner() const { return winner_[1]; }

    void carry_out();
    void drop();

private:
    /// The larger of `least` and of what is not touched below a node.
    [[nodiscard]] double greatest_untouched(std::size_t node, double least) const;

    std::size_t leaves_ = 1;            ///< a power of two
    std::vector<double> value_;         ///< [index], some more at the end that nobody changes
    std::vector<std::size_t> winner_;   ///< [node]: 1 is the root, below n are 2 n and 2 n + 1; an index
    std::vector<double> proposed_;      ///< [index], of those touched
    std::vector<char> is_touched_;      ///< [index]
    std::vector<std::size_t> touched_;  ///< those
};

}  // namespace causeway::mapping
