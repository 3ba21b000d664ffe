/// Flows between the hosts of two clusters: what one host sends to another is one flow, whatever its connections.
#pragma once

#include "causeway/platform/platform.hpp"

namespace causeway::platform {

/// The two ends of a flow, as numbers among the hosts of their clusters.
struct FlowEnds {
    int sender = 0;
    int receiver = 0;

    friend bool operator==(const FlowEnds&, const FlowEnds&) = default;
};

/// The flow with this number, counted from 0, between so many hosts: the first `senders` x `receivers` are all
/// different, and any that follow each other use the hosts as evenly as their numbers allow.
[[nodiscard]] FlowEnds flow_ends(int number, int senders, int receivers);

/// How many flows between so many hosts fill the link, each bringing `one_flow`; 1 where a flow is not limited, or
/// where it is not known what the flows share. No more than there are pairs of hosts.
[[nodiscard]] int flows_that_fill(const Link& link, BytesPerSecond one_flow, int senders, int receivers);

/// Whether flows of the link are limited one by one, and share what is known.
[[nodiscard]] bool limits_each_flow(const Link& link);

/// The least time in which `message` bytes pass, in pieces of any sizes.
[[nodiscard]] Seconds least_occupation(const Plogp& plogp, Bytes message);

/// The same over a link between so many hosts: of all its flows at once where they are limited one by one, and no less
/// than what they share takes. The link has pLogP parameters.
[[nodiscard]] Seconds least_time_over(const Link& link, int senders, int receivers, Bytes message);

/// How long an uplink or downlink of unknown capacity is busy with what takes a link `alone`: as long, but only with
/// what the flows share where they are limited one by one.
[[nodiscard]] Seconds time_at_border(const Link& link, Bytes message, Seconds alone);

}  // namespace causeway::platform
