/// The places of all processes while a search changes them: what a change would cost is known without adding up all.
#pragma once

#include "causeway/mapping/talks.hpp"
#include "causeway/mapping/target.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace causeway::mapping {

/// Every process at a place, no place above its capacity.
///
/// As long as it fits in memory it keeps, for each process and place, what the process's talks would cost if it were
/// there; a change is then looked up, and carrying one out takes a time proportional to the talks of who moves times
/// the places. Otherwise the talks are added up every time.
class Assignment {
public:
    /// `talks` and `target` outlive it. `place_of`: [process], within capacities.
    Assignment(const Talks& talks, const Target& target, std::vector<int> place_of);

    [[nodiscard]] int num_processes() const { return static_cast<int>(place_of_.size()); }
    [[nodiscard]] int num_places() const { return static_cast<int>(members_.size()); }
    [[nodiscard]] int place_of(int process) const { return place_of_[static_cast<std::size_t>(process)]; }
    [[nodiscard]] const std::vector<int>& places() const { return place_of_; }
    /// Who is at a place, in no order.
    [[nodiscard]] std::span<const int> members(int place) const { return members_[static_cast<std::size_t>(place)]; }
    [[nodiscard]] bool has_room(int place) const { return free_slots(place) > 0; }
    [[nodiscard]] int free_slots(int place) const {
        return target_.place(place).capacity() - static_cast<int>(members(place).size());
    }
    [[nodiscard]] const Talks& talks() const { return talks_; }

    /// By how much the cost rises, in seconds, when a process goes to another place.
    [[nodiscard]] double change_of_move(int process, int place) const {
        return cost_there(process, place) - cost_there(process, place_of(process));
    }
    /// The same when two processes at different places change places.
    [[nodiscard]] double change_of_swap(int a, int b) const;

    /// What the talks of a process cost, and of another one if `b` is not -1: the measure of what a change may bring.
    [[nodiscard]] double cost_around(int a, int b) const;

    void move(int process, int place);
    void swap(int a, int b);

    /// The work done so far, in units of about one change looked up: equal runs do equal work on every machine.
    [[nodiscard]] std::int64_t work() const { return work_; }
    void add_work(std::int64_t units) { work_ += units; }

private:
    /// What the talks of `process` would cost were it at `place` and all others where they are.
    [[nodiscard]] double cost_there(int process, int place) const {
        return table_.empty() ? sum_there(process, place) : table_[index(process, place)];
    }
    [[nodiscard]] double sum_there(int process, int place) const;
    [[nodiscard]] std::size_t index(int process, int place) const {
        return static_cast<std::size_t>(process) * members_.size() + static_cast<std::size_t>(place);
    }
    /// How prices change for a partner when a process has gone elsewhere.
    struct PriceChange {
        Price out;   ///< from the partner to the process
        Price back;  ///< from the process to the partner
    };

    void leave(int process);
    void enter(int process, int place);
    void update_table(int process, int before, int now);

    const Talks& talks_;
    const Target& target_;
    std::vector<int> place_of_;
    std::vector<std::vector<int>> members_;  ///< [place]
    std::vector<std::size_t> rank_;          ///< [process]: index into the members of its place
    std::vector<double> table_;              ///< [process][place]; empty: too large
    std::vector<PriceChange> changes_;       ///< [place of the partner], between uses of no meaning
    std::int64_t work_ = 0;
};

}  // namespace causeway::mapping
