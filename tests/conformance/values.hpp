/// The values that the suite's buffers hold: a function of the process, the place and a salt, so that every process
/// knows what the others hand in. All are whole numbers small enough that no order of summing them up changes the
/// result.
#pragma once

#include <cstdint>

namespace conformance {

/// Which values an operator needs to show its faults.
enum class Values {
    kAny,      ///< all bits differ from place to place
    kSmall,    ///< -50 … 50
    kFactors,  ///< -1, 1, 2: products stay exact, and none becomes 0
    kTruths,   ///< mostly not 0 at even places, mostly 0 at odd ones
    kTies,     ///< -1 … 1 with many equal, beside an index
};

/// What one basic element holds: `index` is the second member of a pair, or the imaginary part.
struct Value {
    std::int64_t number = 0;
    std::int64_t index = 0;
};

/// A number whose bits depend on all of those of `x` (the finaliser of splitmix64, Steele, Lea, Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

/// What one process holds, place by place (basic elements from the begin of the buffer).
class ValuesOfOne {
public:
    constexpr ValuesOfOne(Values values, int rank, std::uint64_t salt)
        : values_(values), base_(mixed(salt + static_cast<std::uint64_t>(rank))) {}

    [[nodiscard]] constexpr Value at(std::int64_t place) const {
        const std::uint64_t bits = mixed(base_ + static_cast<std::uint64_t>(place));
        const auto below = [&](std::uint64_t end) { return static_cast<std::int64_t>((bits >> 8U) % end); };
        switch (values_) {
            case Values::kAny:
                return {static_cast<std::int64_t>(bits), static_cast<std::int64_t>(bits >> 32U)};
            case Values::kSmall:
                return {below(101) - 50, static_cast<std::int64_t>(bits % 7)};
            case Values::kFactors: {
                constexpr std::int64_t kFactors[] = {-1, 1, 2};
                return {kFactors[below(3)], static_cast<std::int64_t>(bits % 2)};
            }
            case Values::kTruths:
                return {(below(10) == 0) == (place % 2 == 0) ? 0 : 1 + below(3), 0};
            case Values::kTies:
                return {below(3) - 1, static_cast<std::int64_t>(bits % 23)};
        }
        return {};
    }

private:
    Values values_;
    std::uint64_t base_;
};

}  // namespace conformance
