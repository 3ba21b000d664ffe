#include "causeway/scheme/exchanges.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace causeway::scheme {

namespace {

/// The last of the ascending numbers that is not above `number`; the first is not.
std::size_t place_below(const std::vector<int>& numbers, int number) {
    return static_cast<std::size_t>(std::upper_bound(numbers.begin(), numbers.end(), number) - numbers.begin()) - 1;
}

}  // namespace

Exchanges::Exchanges(std::vector<std::vector<int>> groups, int parts) : Exchanges(std::move(groups), parts, {}) {}

Exchanges::Exchanges(std::vector<std::vector<int>> groups, int parts,
                     const std::vector<std::vector<std::size_t>>& order)
    : groups_(std::move(groups)), parts_(parts) {
    for (const std::vector<std::size_t>& of_one : order) {
        assert(of_one.size() == groups_.size());
        const std::size_t first = place_of_.size();
        place_of_.resize(first + of_one.size());
        for (const std::size_t to : of_one) {
            place_of_[first + to] = group_at_.size() - first;
            group_at_.push_back(to);
        }
    }
    int end = 0;
    for (std::size_t from = 0; from < groups_.size(); ++from) {
        for (std::size_t place = 0; place < groups_.size(); ++place) {
            first_of_pair_.push_back(end);
            end += static_cast<int>(groups_[from].size()) * blocks_of_sender(group_at(from, place));
        }
    }
    hold_all(end);
}

Exchanges::Exchanges(std::vector<FromTo> pairs, int parts) : pairs_(std::move(pairs)), parts_(parts) {
    hold_all(static_cast<int>(pairs_.size()) * parts_);
}

void Exchanges::hold_all(int blocks) {
    runs_ = {{0, blocks}};
    first_of_run_ = {0, blocks};
}

Exchanges Exchanges::of_blocks(std::vector<schedule::BlockRange> blocks) const {
    assert(runs_.size() == 1);
    std::sort(blocks.begin(), blocks.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
    Exchanges some = *this;
    some.runs_.clear();
    for (const schedule::BlockRange& run : blocks) {
        if (some.runs_.empty() || some.runs_.back().end() < run.first) {
            some.runs_.push_back(run);
        } else {
            schedule::BlockRange& last = some.runs_.back();
            last.count = std::max(last.end(), run.end()) - last.first;
        }
    }
    some.first_of_run_ = {0};
    for (const schedule::BlockRange& run : some.runs_) {
        some.first_of_run_.push_back(some.first_of_run_.back() + run.count);
    }
    return some;
}

int Exchanges::number_of(int block) const {
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), block,
                                        [](int number, const auto& run) { return number < run.first; });
    const auto run = static_cast<std::size_t>(after - runs_.begin()) - 1;
    return first_of_run_[run] + block - runs_[run].first;
}

Exchange Exchanges::operator[](int block) const {
    const std::size_t run = place_below(first_of_run_, block);
    const int number = runs_[run].first + block - first_of_run_[run];
    if (!pairs_.empty()) {
        const FromTo& pair = pairs_[static_cast<std::size_t>(number / parts_)];
        return {pair.from, pair.to, number % parts_};
    }
    // Groups without processes have pairs that begin where the next one does.
    const std::size_t pair = place_below(first_of_pair_, number);
    const std::size_t group = group_at(pair / groups_.size(), pair % groups_.size());
    const std::vector<int>& from = groups_[pair / groups_.size()];
    const std::vector<int>& to = groups_[group];
    const int place = number - first_of_pair_[pair];
    const int of_one = blocks_of_sender(group);
    return {from[static_cast<std::size_t>(place / of_one)], to[static_cast<std::size_t>(place % of_one / parts_)],
            place % parts_};
}

std::size_t Exchanges::memory() const {
    std::size_t numbers = first_of_pair_.capacity() + first_of_run_.capacity();
    for (const std::vector<int>& group : groups_) {
        numbers += group.capacity();
    }
    return numbers * sizeof(int) + (place_of_.capacity() + group_at_.capacity()) * sizeof(std::size_t) +
           pairs_.capacity() * sizeof(FromTo) + groups_.capacity() * sizeof(std::vector<int>) +
           runs_.capacity() * sizeof(schedule::BlockRange);
}

schedule::BlockRange Exchanges::between(std::size_t from, std::size_t to) const {
    return {first_of_pair_[from * groups_.size() + place_of(from, to)],
            static_cast<int>(groups_[from].size()) * blocks_of_sender(to)};
}

schedule::BlockRange Exchanges::of_sender(std::size_t from, std::size_t place, std::size_t to) const {
    return {between(from, to).first + static_cast<int>(place) * blocks_of_sender(to), blocks_of_sender(to)};
}

schedule::BlockRange Exchanges::of_pair(std::size_t from, std::size_t place, std::size_t to,
                                        std::size_t receiver) const {
    return {of_sender(from, place, to).first + static_cast<int>(receiver) * parts_, parts_};
}

void exchange_inside(const std::vector<std::vector<int>>& groups, const Exchanges& exchanges,
                     schedule::Builder& builder) {
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const std::vector<int>& members = groups[group];
        for (std::size_t shift = 1; shift < members.size(); ++shift) {
            for (std::size_t place = 0; place < members.size(); ++place) {
                const std::size_t other = (place + shift) % members.size();
                builder.transfer(members[place], members[other], exchanges.of_pair(group, place, group, other));
            }
        }
    }
}

}  // namespace causeway::scheme
