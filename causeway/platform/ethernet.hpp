/// The parameters of the model of unequal hosts on a switched Ethernet: what each host and each pair of them costs.
///
/// Source: Lastovetsky, Mkwawa and O'Flynn, "An Accurate Communication Model of a Heterogeneous Cluster Based on a
/// Switch-Enabled Ethernet Network", section 3; the notation is theirs.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"

#include <algorithm>
#include <cstddef>
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

/// What messages longer than a size cost, where they go another way than the others: figure 1 of the source has a jump,
/// for which it wants "two simultaneous equations".
struct LongMessages {
    Bytes above;                              ///< messages longer than this
    std::vector<AffineCost> hosts;            ///< [host] instead of Ethernet::hosts
    base::SquareMatrix<SecondsPerByte> wire;  ///< [from host][to host] instead of Ethernet::wire

    friend bool operator==(const LongMessages&, const LongMessages&) = default;
};

/// How the sends of several hosts to one go together, by the size of each: side by side up to `parallel_up_to`, one
/// after another above `serial_above`; between the two side by side as well, but the queue towards the receiver
/// overflows at times, and what was lost waits for TCP's timeout.
///
/// Source: Lastovetsky and O'Flynn, "A Performance Model of Many-to-One Collective Communications for Parallel
/// Computing" (2007), M1 and M2.
struct ManyToOne {
    Bytes parallel_up_to;                 ///< M1
    std::optional<Bytes> serial_above;    ///< M2 >= M1; absent: never one after another
    double escalation_probability = 0.0;  ///< between the two, of one operation
    Seconds escalation;                   ///< what it then takes longer

    friend bool operator==(const ManyToOne&, const ManyToOne&) = default;
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
    /// Absent: messages of all sizes cost the same.
    std::optional<LongMessages> long_messages = {};
    /// Absent: not measured, taken to go side by side.
    std::optional<ManyToOne> many_to_one = {};

    /// C_i and t_i of a message of this size.
    [[nodiscard]] const AffineCost& cost(int host, Bytes size) const {
        const bool is_long = long_messages && size > long_messages->above;
        return (is_long ? long_messages->hosts : hosts)[static_cast<std::size_t>(host)];
    }
    /// The least that the data takes on a processor, cut into messages or not.
    [[nodiscard]] Seconds least_cost(int host, Bytes data) const {
        const Seconds whole = cost(host, data).of(data);
        const Seconds cut = hosts[static_cast<std::size_t>(host)].of(data);
        return std::min(whole, cut);
    }
    /// 1 / beta_ij of a message of this size.
    [[nodiscard]] SecondsPerByte wire_cost(int from, int to, Bytes size) const {
        return long_messages && size > long_messages->above ? long_messages->wire(from, to) : wire(from, to);
    }
    /// T_ij of equation 5 without the sender: what the wire and the receiver take.
    [[nodiscard]] Seconds beyond_sender(int from, int to, Bytes size) const {
        return cost(to, size).of(size) + wire_cost(from, to, size) * size;
    }
    [[nodiscard]] int num_hosts() const { return static_cast<int>(hosts.size()); }

    friend bool operator==(const Ethernet&, const Ethernet&) = default;
};

}  // namespace causeway::platform
