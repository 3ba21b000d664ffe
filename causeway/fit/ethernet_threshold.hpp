/// S of equation 6: up to which size blocking sends to several hosts go side by side.
#pragma once

#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/platform/ethernet.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::fit {

/// Which blocking sends wait for their receivers: what late sends say.
struct WaitingSends {
    std::optional<Bytes> return_up_to;  ///< absent: not even the shortest that was tried returns at once
    std::optional<Bytes> wait_above;    ///< the same as `return_up_to` or 0; absent: not even the longest waits

    friend bool operator==(const WaitingSends&, const WaitingSends&) = default;
};

/// Nothing without late sends. A send waits if it takes half of kLateness; the size is chosen that fewest medians of
/// times contradict.
[[nodiscard]] std::optional<WaitingSends> waiting_sends(const EthernetSamples& samples);

/// What is known of S, and what is to be said of it.
struct ThresholdFit {
    std::optional<Bytes> threshold;
    std::vector<std::string> remarks;
};

/// The sampled size of one-to-many experiments up to which sends at once, and above which sends one by one explain
/// their (median) times best, whether C_0 counts once or for each message; nothing where the first explain all. Between
/// that size and the next one the place where sends begin to wait is taken if that lies there; without one-to-many
/// experiments that is the threshold.
[[nodiscard]] ThresholdFit threshold_of(const platform::Ethernet& parameters, const EthernetSamples& samples);

}  // namespace causeway::fit
