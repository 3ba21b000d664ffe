#include "causeway/experience/size_class.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace causeway::experience {

namespace {

/// Up to here latency and what a message costs are all that counts, even in a LAN: 20 us and more, where 256 bytes
/// take 2.
constexpr Bytes kSmall{256};
/// Up to here bytes count less than they would have to for plans to differ within a factor of two.
constexpr std::uint64_t kMiddling = 4096;

}  // namespace

SizeClass size_class_of(Bytes size) {
    if (size > Bytes(0) && size <= kSmall) {
        return {kSmall};
    }
    const auto value = static_cast<std::uint64_t>(size.value());
    const int fraction = value <= kMiddling ? 0 : 3;  // 2^fraction classes to a power of two
    const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - 1 - fraction);
    const std::uint64_t mask = (std::uint64_t{1} << static_cast<unsigned>(shift)) - 1;
    return {Bytes(static_cast<std::int64_t>((value + mask) & ~mask))};
}

}  // namespace causeway::experience
