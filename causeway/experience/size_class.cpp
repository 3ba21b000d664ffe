#include "causeway/experience/size_class.hpp"

#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace causeway::experience {

SizeClass size_class_of(Bytes size) {
    if (size > Bytes(0) && size <= policy::kSmallClass) {
        return {policy::kSmallClass};
    }
    const auto value = static_cast<std::uint64_t>(size.value());
    const int fraction = value <= policy::kMiddlingClass ? 0 : 3;  // 2^fraction classes to a power of two
    const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - 1 - fraction);
    const std::uint64_t mask = (std::uint64_t{1} << static_cast<unsigned>(shift)) - 1;
    return {Bytes(static_cast<std::int64_t>((value + mask) & ~mask))};
}

}  // namespace causeway::experience
