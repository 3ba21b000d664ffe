/// Whether the hosts of a cluster are so unlike that each has to be known by its own costs.
#pragma once

#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/policy/measurement.hpp"

namespace causeway::discovery {

/// Whether at some size the median round trip of one host with the others takes over policy::kUnlikeHosts times that of
/// another host. Of a pair and size the median of its samples counts.
[[nodiscard]] bool hosts_are_unlike(const fit::EthernetSamples& samples);

}  // namespace causeway::discovery
