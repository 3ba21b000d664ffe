/// Where processes may go: places of slots among which nothing tells one from another.
#pragma once

#include "causeway/mapping/price.hpp"

#include <span>
#include <vector>

namespace causeway::mapping {

/// Slots that are alike: those of one host; or those of all hosts of a cluster that take one process each, since two
/// of them always pay the price between hosts; or of a whole cluster where its hosts pay inside what they pay between.
struct Place {
    int cluster = 0;         ///< index into the platform's clusters
    std::vector<int> slots;  ///< indices into the placement, ascending
    Price inside;            ///< between two processes that are both here

    [[nodiscard]] int capacity() const { return static_cast<int>(slots.size()); }
};

/// The places of a set of slots, and what traffic costs between them.
class Target {
public:
    /// `slots`: the slot's host and its cluster, [slot], as platform::Placement holds them for ranks.
    static Target by_host(const Prices& prices, const platform::Placement& slots);

    /// Every cluster one place, where two processes pay what two hosts do.
    static Target by_cluster(const Prices& prices, const platform::Placement& slots);

    [[nodiscard]] int num_places() const { return static_cast<int>(places_.size()); }
    [[nodiscard]] const Place& place(int index) const { return places_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] std::span<const Place> places() const { return places_; }

    [[nodiscard]] Price price(int from_place, int to_place) const {
        const Place& from = place(from_place);
        return from_place == to_place ? from.inside : prices_.between(from.cluster, place(to_place).cluster);
    }
    [[nodiscard]] const Prices& prices() const { return prices_; }

    /// [slot] -> its place.
    [[nodiscard]] std::vector<int> place_of_slot() const;

    /// Some of the places, with numbers of their own: 0, 1, ... in the order given.
    [[nodiscard]] Target part(std::span<const int> places) const;

private:
    explicit Target(const Prices& prices) : prices_(prices) {}

    Prices prices_;
    std::vector<Place> places_;
};

/// A slot of its own for every process, given the place of each: at every place the lowest slots, to its processes in
/// their order.
[[nodiscard]] std::vector<int> slots_at(const Target& target, std::span<const int> place_of);

/// The place of every process, given its slot.
[[nodiscard]] std::vector<int> places_of(const Target& target, std::span<const int> slot_of);

}  // namespace causeway::mapping
