#include "causeway/calls/numbers_of_looks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace causeway::calls {

namespace {

constexpr std::size_t kNumbersOfLook = 5;

}  // namespace

void append(std::vector<double>& numbers, const platform::LinkLook& look) {
    numbers.insert(numbers.end(), {static_cast<double>(look.from), static_cast<double>(look.to),
                                   static_cast<double>(look.size.value()), look.gap.value(), look.round_trip.value()});
}

std::vector<platform::LinkLook> looks_of(std::span<const double> numbers) {
    std::vector<platform::LinkLook> looks;
    for (; numbers.size() >= kNumbersOfLook; numbers = numbers.subspan(kNumbersOfLook)) {
        looks.push_back({.from = static_cast<int>(numbers[0]),
                         .to = static_cast<int>(numbers[1]),
                         .size = Bytes(static_cast<std::int64_t>(numbers[2])),
                         .gap = Seconds(numbers[3]),
                         .round_trip = Seconds(numbers[4])});
    }
    std::sort(looks.begin(), looks.end(), [](const platform::LinkLook& a, const platform::LinkLook& b) {
        return std::pair(a.from, a.to) < std::pair(b.from, b.to);
    });
    return looks;
}

}  // namespace causeway::calls
