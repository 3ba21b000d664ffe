#include "causeway/mapping/tournament.hpp"

#include <algorithm>

namespace causeway::mapping {

Tournament::Tournament(std::size_t size) {
    while (leaves_ < size) {
        leaves_ *= 2;
    }
    value_.resize(leaves_);
    proposed_.resize(leaves_);
    is_touched_.resize(leaves_, 0);
    winner_.resize(2 * leaves_);
    for (std::size_t node = 2 * leaves_ - 1; node > 0; --node) {
        winner_[node] = node >= leaves_ ? node - leaves_ : winner_[2 * node];
    }
}

void Tournament::propose(std::size_t index, double value) {
    if (is_touched_[index] == 0) {
        is_touched_[index] = 1;
        touched_.push_back(index);
    }
    proposed_[index] = value;
}

double Tournament::greatest_proposed() const {
    double most = 0.0;
    for (const std::size_t index : touched_) {
        most = std::max(most, proposed_[index]);
    }
    return greatest_untouched(1, most);
}

double Tournament::greatest_untouched(std::size_t node, double least) const {
    const std::size_t index = winner_[node];
    if (value_[index] <= least) {
        return least;
    }
    if (is_touched_[index] == 0) {
        return value_[index];
    }
    return node >= leaves_ ? least : greatest_untouched(2 * node + 1, greatest_untouched(2 * node, least));
}

void Tournament::carry_out() {
    for (const std::size_t index : touched_) {
        value_[index] = proposed_[index];
        for (std::size_t node = (leaves_ + index) / 2; node > 0; node /= 2) {
            const std::size_t left = winner_[2 * node];
            const std::size_t right = winner_[2 * node + 1];
            winner_[node] = value_[right] > value_[left] ? right : left;
        }
    }
    drop();
}

void Tournament::drop() {
    for (const std::size_t index : touched_) {
        is_touched_[index] = 0;
    }
    touched_.clear();
}

}  // namespace causeway::mapping
