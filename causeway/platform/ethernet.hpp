/// The parameters of the model of unequal hosts on a switched Ethernet: what each host and each pair of them costs.
///
/// Source: Lastovetsky, Mkwawa and O'Flynn, "An Accurate Communication Model of a Heterogeneous Cluster Based on a
/// Switch-Enabled Ethernet Network", section 3; the notation is theirs.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"

#include <optional>
#include <vector>

namespace causeway::platform {

/// A fixed part and one that grows with the message.
struct AffineCost {
    Seconds fixed;
    SecondsPerByte per_byte;

    [[nodiscard]] Seconds of(Bytes size) const { return fixed + per_byte * size; }

    friend bool operator==(const AffineCost&, const AffineCost&) = default;
};

struct Ethernet {
    /// [host] C_i and t_i: its processor's time to send a message, or to receive one.
    std::vector<AffineCost> hosts;
    /// [from host][to host] 1 / beta_ij; 0 where the wire is never what limits; the diagonal is not used.
    base::SquareMatrix<SecondsPerByte> wire;
    /// S: blocking sends of longer messages to several hosts go one after another. Absent: all go side by side.
    std::optional<Bytes> threshold = {};
    /// Gamma and tau: what a broadcast by binomial tree takes beyond the longest way down the tree, if measured.
    std::optional<AffineCost> broadcast = {};

    [[nodiscard]] int num_hosts() const { return static_cast<int>(hosts.size()); }

    friend bool operator==(const Ethernet&, const Ethernet&) = default;
};

}  // namespace causeway::platform
