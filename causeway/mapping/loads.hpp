/// How long everything that processes share is kept busy, while a search changes who is where.
#pragma once

#include "causeway/mapping/target.hpp"
#include "causeway/mapping/tournament.hpp"
#include "causeway/traffic/communication_table.hpp"

#include <cstddef>

namespace causeway::mapping {

/// Traffic between places, as the time that it keeps busy each resource of the platform, each host's interface, both
/// ways, and its inside. The busiest of them is known at any time.
///
/// Changes are proposed first, `add`ed one by one, when it is known what they would make of the busiest; then they are
/// carried out or dropped, all together.
class Loads {
public:
    /// Nothing is busy. `target` outlives it.
    Loads(const Target& target, int num_processes);

    /// Proposes traffic of all processes from one place to another, or inside one, so many times: -1 takes it away.
    void add(int from_place, int to_place, traffic::Volume volume, double times);
    /// Proposes what a process at a place sends and receives altogether; counts where it has an interface of its own.
    void add_own(int process, int place, traffic::Volume sent, traffic::Volume received, double times);

    /// As it is.
    [[nodiscard]] double busiest() const { return loads_.greatest(); }
    /// With what is proposed.
    [[nodiscard]] double busiest_proposed() const { return loads_.greatest_proposed(); }
    void carry_out() { loads_.carry_out(); }
    void drop() { loads_.drop(); }

    /// What the busiest is, as it is; of several the first.
    struct Resource {
        enum class Of { kPlatform, kPlace, kProcess };
        enum class Part { kOut, kIn, kInside };
        Of of = Of::kPlatform;
        int index = 0;  ///< of the platform's resource, the place or the process
        Part part = Part::kOut;
    };
    [[nodiscard]] Resource busiest_is() const;

private:
    static constexpr std::size_t kPartsOfPlace = 3;
    static constexpr std::size_t kPartsOfProcess = 2;

    [[nodiscard]] std::size_t of_place(int place, Resource::Part part) const {
        return places_begin_ + kPartsOfPlace * static_cast<std::size_t>(place) + static_cast<std::size_t>(part);
    }
    [[nodiscard]] std::size_t of_process(int process, Resource::Part part) const {
        return processes_begin_ + kPartsOfProcess * static_cast<std::size_t>(process) + static_cast<std::size_t>(part);
    }
    void propose(std::size_t resource, double change) { loads_.propose(resource, loads_.proposed(resource) + change); }

    const Target& target_;
    std::size_t places_begin_;
    std::size_t processes_begin_;
    Tournament loads_;  ///< [resource]
};

}  // namespace causeway::mapping
