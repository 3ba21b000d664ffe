/// The places of all processes while a search changes them: what a change would cost is known without adding up all.
#pragma once

#include "causeway/mapping/loads.hpp"
#include "causeway/mapping/talks.hpp"
#include "causeway/mapping/target.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace causeway::mapping {

/// What of PlacementCost counts.
enum class Terms {
    kAll,
    kSum,  ///< the sum alone: many times cheaper to look at, and mostly not far from the best by all terms
};

/// Every process at a place, no place above its capacity; judged by the objective of PlacementCost.
///
/// It knows what each process exchanges with each place, so that what a change does to the busiest resource is found in
/// a time proportional to the places at which the partners of who moves are. As long as it fits in memory it keeps
/// also, for each process and place, what the process's talks would cost if it were there; what a change does to the
/// sum is then looked up, and carrying one out takes a time proportional to the talks of who moves times the places.
/// Otherwise the talks are added up every time.
class Assignment {
public:
    /// `talks` and `target` outlive it. `place_of`: [process], within capacities.
    Assignment(const Talks& talks, const Target& target, std::vector<int> place_of, Terms terms = Terms::kAll);

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

    /// By how much the objective rises, in seconds, when a process goes to another place.
    [[nodiscard]] double change_of_move(int process, int place);
    /// The same when two processes at different places change places.
    [[nodiscard]] double change_of_swap(int a, int b);
    /// The terms of the objective but the sum, and what the talks of a process add to that, and those of another one if
    /// `b` is not -1: the measure of what a change may bring.
    [[nodiscard]] double cost_around(int a, int b) const;

    void move(int process, int place);
    void swap(int a, int b);

    /// The work done so far, in units of about one change of the sum looked up: equal runs do equal work on every
    /// machine.
    [[nodiscard]] std::int64_t work() const { return work_; }

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

    /// What one process exchanges with all that are at a place.
    struct Exchange {
        int place = 0;
        int partners = 0;
        traffic::Volume sent = {};
        traffic::Volume received = {};
    };

    /// Of looking at a change of a process.
    [[nodiscard]] std::int64_t work_for(int process) const;
    /// By how much the sum of costs rises when two processes at different places change places.
    [[nodiscard]] double sum_change_of_swap(int a, int b) const;
    /// Proposes to the loads that a process goes elsewhere while all others stay.
    void propose_load(int process, int place);
    /// Proposes that a process computes at a place.
    void propose_computing(int process, int place);
    /// Proposes to the waits that a process is at a place, and another one, if it is not -1, where this one is now.
    void propose_waits(int process, int place, int other);
    /// All of it for a process that moves, and for two that change places.
    void propose_move(int process, int place);
    void propose_swap(int a, int b);
    /// By how much what is proposed raises the terms of the objective but the sum; it is dropped then.
    [[nodiscard]] double dropped_change();
    void carry_out();

    void leave(int process);
    void enter(int process, int place);
    void update_table(int process, int before, int now);
    void update_exchanges(int process, int before, int now);
    /// The exchange of a process with those at a place, a new one where there was none.
    Exchange& exchange_with(int process, int place);

    const Talks& talks_;
    const Target& target_;
    Terms terms_;
    std::vector<int> place_of_;
    std::vector<std::vector<int>> members_;         ///< [place]
    std::vector<std::size_t> rank_;                 ///< [process]: index into the members of its place
    std::vector<double> table_;                     ///< [process][place]; empty: too large
    std::vector<PriceChange> changes_;              ///< [place of the partner], between uses of no meaning
    std::vector<std::vector<Exchange>> exchanges_;  ///< [process], places ascending
    std::vector<Exchange> total_;                   ///< [process], with all places
    Loads loads_;
    Tournament waits_;      ///< [pair]
    Tournament computing_;  ///< [process]
    double share_of_sum_;   ///< what the sum counts in the objective
    std::int64_t work_ = 0;
};

}  // namespace causeway::mapping
