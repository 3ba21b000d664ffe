/// Who waits for resources, and in which order they serve: flows share them evenly.
///
/// The network shares what several flows pass among these, whoever came first: of two senders that send into one
/// downlink, the one that has all its data in the queue at once does not keep the other one's from passing. So what
/// goes from one process to another leaves a resource in the order in which it came to it; between flows that wait, the
/// one is next that was served least (start-time fair queueing; Goyal, Vin and Cheng 1996).
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/paged_vector.hpp"
#include "causeway/model/network_model.hpp"
#include "causeway/simulate/fifo.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <unordered_map>
#include <vector>

namespace causeway::simulate {

/// A resource serves again from this time on: those that wait have to be looked at.
struct Release {
    double time = 0.0;
    int resource = 0;
};

class ResourceQueues {
public:
    explicit ResourceQueues(int num_resources) : resources_(static_cast<std::size_t>(num_resources)) {}

    /// What a transfer takes at the same time.
    using Holds = std::span<const model::Hold>;

    /// Takes these resources from `now` on. False: one of them is not free, or has others that wait.
    [[nodiscard]] bool take_at_once(Holds holds, double now);

    /// Has a transfer wait that could not take them. Transfers of equal `flow` need the same resources.
    void wait(std::uint64_t flow, Holds holds, std::size_t transfer, double now);

    /// The time of a release has come: next() follows until there is nothing.
    void release(int resource);

    /// The next transfer that can take all it needs, of those that wait for the resource; it has taken it then.
    /// Nothing: none can by now. `holds_of(transfer)`: what it waits for.
    [[nodiscard]] std::optional<std::size_t> next(int resource, double now,
                                                  base::FunctionRef<Holds(std::size_t)> holds_of);

    /// Calls `take(release)` for those that were fixed since this was last called, one for each resource that something
    /// waits for.
    template <typename Take>
    void take_releases(const Take& take) {
        for (const Release& one : releases_) {
            take(one);
        }
        releases_.clear();
    }

private:
    struct Flow {
        Fifo<std::size_t> transfers;
        int resource = -1;    ///< that it waits for, or waited for last
        double served = 0.0;  ///< by that, as it counts
    };
    struct Waiting {
        double served = 0.0;
        std::uint64_t order = 0;
        std::size_t flow = 0;

        friend bool operator>(const Waiting& a, const Waiting& b) {
            return a.served != b.served ? a.served > b.served : a.order > b.order;
        }
    };
    struct Resource {
        double free_at = 0.0;
        double served = 0.0;  ///< what a flow counts as served that comes anew
        bool is_announced = false;
        std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    };

    [[nodiscard]] Resource& at(int resource) { return resources_[static_cast<std::size_t>(resource)]; }
    void take(Holds holds, double now);
    void put(std::size_t flow, int resource);
    void announce(int resource);

    base::PagedVector<Resource> resources_;
    std::vector<Flow> flows_;
    std::unordered_map<std::uint64_t, std::size_t> place_of_flow_;
    std::vector<Release> releases_;
    std::uint64_t order_ = 0;
};

}  // namespace causeway::simulate
