#include "causeway/correction/arrivals.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace causeway::correction {

namespace {

constexpr std::size_t kFewestArrivals = 8;
// In eighths of all messages: where what counts may begin.
constexpr std::size_t kParts = 8;
constexpr std::size_t kEarliest = 2;
constexpr std::size_t kLatest = 3;

}  // namespace

std::optional<SecondsPerByte> pace_of(std::span<const Arrival> arrivals) {
    if (arrivals.size() < kFewestArrivals) {
        return std::nullopt;
    }
    double slowest = 0.0;
    std::int64_t bytes = 0;  // behind the message
    for (std::size_t i = arrivals.size(); i-- > arrivals.size() * kEarliest / kParts;) {
        if (i <= arrivals.size() * kLatest / kParts && bytes > 0) {
            const Seconds lasted = arrivals.back().at - arrivals[i].at;
            slowest = std::max(slowest, lasted.value() / static_cast<double>(bytes));
        }
        bytes += arrivals[i].size.value();
    }
    return slowest > 0.0 ? std::optional(SecondsPerByte(slowest)) : std::nullopt;
}

}  // namespace causeway::correction
