/// What a simulation has still to do, in the order of time.
#pragma once

#include "causeway/simulate/earliest_first.hpp"

#include <cstddef>
#include <cstdint>

namespace causeway::simulate {

/// What happens at some time.
struct Event {
    enum class Kind : std::uint16_t {
        kRelease,  ///< a resource is free again
        kStage,    ///< a transfer asks for the resources of its next stage
        kLook,     ///< a process looks for sends that can leave
        kLeft,     ///< the same, as the last send of one of its strands has left
    };

    std::uint32_t subject = 0;  ///< resource, transfer or process
    std::uint16_t strand = 0;
    Kind kind = Kind::kLook;
};

/// What is still to happen. Of equal times those that have waited for a resource come before those that ask for it now,
/// and then first come, first served.
class Agenda {
public:
    void add(Event::Kind kind, double time, std::size_t subject, std::size_t strand = 0) {
        const std::uint64_t order = next_++ | (kind == Event::Kind::kRelease ? 0 : kAfterReleases);
        events_.add(time, order, {static_cast<std::uint32_t>(subject), static_cast<std::uint16_t>(strand), kind});
    }

    [[nodiscard]] bool empty() const { return events_.empty(); }

    [[nodiscard]] EarliestFirst<Event>::Entry take() { return events_.take(); }

private:
    static constexpr std::uint64_t kAfterReleases = std::uint64_t{1} << 63U;

    EarliestFirst<Event> events_;
    std::uint64_t next_ = 0;
};

}  // namespace causeway::simulate
