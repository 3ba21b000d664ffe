/// How fast data came from one cluster to another while a call was under way.
#pragma once

#include "causeway/base/units.hpp"

#include <optional>
#include <span>

namespace causeway::correction {

/// A message that was seen to have come to a process.
struct Arrival {
    Seconds at;  ///< since any moment
    Bytes size;

    friend bool operator==(const Arrival&, const Arrival&) = default;
};

/// The pace at which a process gets what processes of one cluster send to it, in order: of what came after the first
/// quarter, in which a connection finds its pace; or a little later, if it was slower from there on: behind a packet
/// that is sent again many messages come at once; and behind what lay in buffers when the receiver came, late, to take
/// it. It is that of the slowest part of the way, or of those who had the data to send. Nothing of so few messages that
/// no pace can be seen.
[[nodiscard]] std::optional<SecondsPerByte> pace_of(std::span<const Arrival> arrivals);

/// The pace of one direction between two clusters.
struct Pace {
    int from = 0;  ///< index of a cluster
    int to = 0;    ///< index of a cluster
    SecondsPerByte pace;

    friend bool operator==(const Pace&, const Pace&) = default;
};

/// What is made of the paces of several processes of one cluster.
enum class Together {
    kSlowest,
    kMean,
};

}  // namespace causeway::correction
