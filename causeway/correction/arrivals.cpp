#include "causeway/correction/arrivals.hpp"

#include <cstddef>

namespace causeway::correction {

namespace {

constexpr std::size_t kFewestArrivals = 8;
constexpr std::size_t kNotCounted = 4;  // one part of so many, the first

}  // namespace

std::optional<SecondsPerByte> pace_of(std::span<const Arrival> arrivals) {
    if (arrivals.size() < kFewestArrivals) {
        return std::nullopt;
    }
    const std::size_t begin = arrivals.size() / kNotCounted;
    std::int64_t bytes = 0;
    for (const Arrival& arrival : arrivals.subspan(begin + 1)) {
        bytes += arrival.size.value();
    }
    const Seconds lasted = arrivals.back().at - arrivals[begin].at;
    if (bytes <= 0 || lasted <= Seconds(0.0)) {
        return std::nullopt;
    }
    return SecondsPerByte(lasted.value() / static_cast<double>(bytes));
}

}  // namespace causeway::correction
