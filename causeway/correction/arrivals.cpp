#include "causeway/correction/arrivals.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace causeway::correction {

namespace {

constexpr std::size_t kFewestArrivals = 8;
constexpr std::size_t kFewestThatCount = 6;
// In eighths of all messages: where what counts may begin.
constexpr std::size_t kParts = 8;
constexpr std::size_t kEarliest = 2;
constexpr std::size_t kLatest = 3;
// Messages that come so many times as fast as all do lay in buffers before their receiver came to them.
constexpr double kHaste = 4.0;

/// The last message from `begin` on that had come before its receiver came to it.
std::size_t end_of_what_lay_ready(std::span<const Arrival> arrivals, std::size_t begin) {
    const Seconds all = (arrivals.back().at - arrivals[begin].at) / static_cast<double>(arrivals.size() - 1 - begin);
    std::size_t end = begin;
    for (std::size_t i = begin + 1; i < arrivals.size(); ++i) {
        const Seconds lasted = arrivals[i].at - arrivals[begin].at;
        if (kHaste * lasted < all * static_cast<double>(i - begin)) {
            end = i;
        }
    }
    return end;
}

}  // namespace

std::optional<SecondsPerByte> pace_of(std::span<const Arrival> arrivals) {
    if (arrivals.size() < kFewestArrivals) {
        return std::nullopt;
    }
    const std::size_t earliest = end_of_what_lay_ready(arrivals, arrivals.size() * kEarliest / kParts);
    if (arrivals.size() - earliest < kFewestThatCount) {
        return std::nullopt;
    }
    const std::size_t latest = std::max(earliest, arrivals.size() * kLatest / kParts);
    double slowest = 0.0;
    std::int64_t bytes = 0;  // behind the message
    for (std::size_t i = arrivals.size(); i-- > earliest;) {
        if (i <= latest && bytes > 0) {
            const Seconds lasted = arrivals.back().at - arrivals[i].at;
            slowest = std::max(slowest, lasted.value() / static_cast<double>(bytes));
        }
        bytes += arrivals[i].size.value();
    }
    return slowest > 0.0 ? std::optional(SecondsPerByte(slowest)) : std::nullopt;
}

}  // namespace causeway::correction
