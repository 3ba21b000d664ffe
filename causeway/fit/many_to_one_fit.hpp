/// M1, M2 and the escalations between them, from the times of many to one.
#pragma once

#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/platform/ethernet.hpp"

#include <optional>

namespace causeway::fit {

/// Of each size the lower quartile of the times is what the operation takes undisturbed, and a time far beyond that, by
/// more than twice as much again and by what TCP's shortest timeout takes at least in part (kLeastEscalation), is an
/// escalation; single ones may be anything. M2 is the sampled size that divides the undisturbed times best between
/// sends side by side and sends one after another; M1 the one below the first that escalates, M2 or the largest if none
/// does. Nothing without experiments with two senders or more.
[[nodiscard]] std::optional<platform::ManyToOne> many_to_one_of(const platform::Ethernet& parameters,
                                                                const EthernetSamples& samples);

/// TCP waits 200 ms at least before it sends again what was lost, unless later packets tell it earlier.
inline constexpr Seconds kLeastEscalation(0.05);

}  // namespace causeway::fit
