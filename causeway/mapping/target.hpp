/// Where processes may go: places of slots among which nothing tells one from another.
#pragma once

#include "causeway/mapping/crossings.hpp"
#include "causeway/mapping/price.hpp"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace causeway::mapping {

/// What traffic costs on a platform, and what it keeps busy.
struct Network {
    Prices prices;
    Crossings crossings;

    /// Throws as Prices does.
    explicit Network(const platform::Platform& platform) : prices(platform), crossings(platform, prices) {}
};

/// Slots that are alike: those of one host; or those of all equally fast hosts of a cluster that take one process each,
/// since two of them always pay the price between hosts; or those of a whole cluster where its hosts are not looked at.
struct Place {
    enum class Hosts {
        kOne,
        kOneSlotEach,  ///< every process has an interface of its own
        kSeveral,      ///< which process is on which of them is not said, and so not what their interfaces carry
    };
    int cluster = 0;         ///< index into the platform's clusters
    std::vector<int> slots;  ///< indices into the placement, ascending
    Price inside;            ///< between two processes that are both here
    Hosts hosts = Hosts::kOne;
    double speed = 1.0;  ///< of its hosts, of the fastest where they are unlike

    [[nodiscard]] int capacity() const { return static_cast<int>(slots.size()); }
};

/// The places of a set of slots, and what traffic costs between them.
class Target {
public:
    /// `slots`: the slot's host and its cluster, [slot], as platform::Placement holds them for ranks. `speeds`: [host];
    /// empty: all 1.
    static Target by_host(std::shared_ptr<const Network> network, const platform::Placement& slots,
                          std::span<const double> speeds = {});

    /// Every cluster one place, where two processes pay what two hosts do.
    static Target by_cluster(std::shared_ptr<const Network> network, const platform::Placement& slots,
                             std::span<const double> speeds = {});

    /// The places of `hosts` in this cluster, and after them those of `clusters` outside.
    static Target inside(int cluster, const Target& hosts, const Target& clusters);

    [[nodiscard]] int num_places() const { return static_cast<int>(places_.size()); }
    [[nodiscard]] const Place& place(int index) const { return places_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] std::span<const Place> places() const { return places_; }

    [[nodiscard]] Price price(int from_place, int to_place) const {
        const Place& from = place(from_place);
        return from_place == to_place ? from.inside : network_->prices.between(from.cluster, place(to_place).cluster);
    }
    /// What traffic from one place to another, or inside one, keeps busy.
    [[nodiscard]] std::span<const Use> uses(int from_place, int to_place) const {
        const Place& from = place(from_place);
        return from_place == to_place && from.hosts == Place::Hosts::kOne
                   ? network_->crossings.within_host(from.cluster)
                   : network_->crossings.between(from.cluster, place(to_place).cluster);
    }
    [[nodiscard]] const Prices& prices() const { return network_->prices; }
    [[nodiscard]] const Crossings& crossings() const { return network_->crossings; }

    /// [slot] -> its place.
    [[nodiscard]] std::vector<int> place_of_slot() const;

    /// Some of the places, with numbers of their own: 0, 1, ... in the order given.
    [[nodiscard]] Target part(std::span<const int> places) const;

private:
    explicit Target(std::shared_ptr<const Network> network) : network_(std::move(network)) {}

    std::shared_ptr<const Network> network_;
    std::vector<Place> places_;
};

/// A slot of its own for every process, given the place of each: at every place the lowest slots, to its processes in
/// their order.
[[nodiscard]] std::vector<int> slots_at(const Target& target, std::span<const int> place_of);

/// The place of every process, given its slot.
[[nodiscard]] std::vector<int> places_of(const Target& target, std::span<const int> slot_of);

}  // namespace causeway::mapping
