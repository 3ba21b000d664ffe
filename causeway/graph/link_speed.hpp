/// How fast a link is, by what operators write on their maps.
#pragma once

#include "causeway/base/units.hpp"

#include <optional>
#include <string_view>

namespace causeway::graph {

/// Operators count bits.
inline constexpr double kBitsPerByte = 8.0;

/// The one rate in a text such as "10 Gbps", "2.5G", "155 Mbit/s", "1G Ethernet", "GigE", "OC-192", "STM-16", "DS-3",
/// "E1". None when there is none, more than one, or a bound or a count instead ("> 45 Mbps", "2x2.5G", "10-100M").
/// Units are bits per second, powers of 1000; OC-n is n times 51.84 Mbit/s, STM-n n times 155.52 Mbit/s (SONET, SDH);
/// T1, T3 = DS-3, E1, E3 are 1.544, 44.736, 2.048, 34.368 Mbit/s (ITU-T G.702).
[[nodiscard]] std::optional<BytesPerSecond> speed_in(std::string_view label);

}  // namespace causeway::graph
