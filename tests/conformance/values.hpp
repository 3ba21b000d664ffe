/// The values that the suite's buffers hold: a function of the process, the place and a salt, so that every process
/// knows what the others hand in. All are whole numbers small enough that no order of summing them up changes the
/// result.
#pragma once

#include <cstdint>
#include <span>

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

    /// The values of the places `first`, `first` + `step`, ...
    void fill(std::span<Value> values, std::int64_t first, std::int64_t step) const {
        const auto fill_by = [&](auto value_of) {
            for (Value& value : values) {
                value = value_of(mixed(base_ + static_cast<std::uint64_t>(first)), first);
                first += step;
            }
        };
        const auto below = [](std::uint64_t bits, std::uint64_t end) {
            return static_cast<std::int64_t>((bits >> 8U) % end);
        };
        switch (values_) {  // once for all: the suite spends much of its time in these loops
            case Values::kAny:
                return fill_by([](std::uint64_t bits, std::int64_t /*place*/) {
                    return Value{static_cast<std::int64_t>(bits), static_cast<std::int64_t>(bits >> 32U)};
                });
            case Values::kSmall:
                return fill_by([&](std::uint64_t bits, std::int64_t /*place*/) {
                    return Value{below(bits, 101) - 50, static_cast<std::int64_t>(bits % 7)};
                });
            case Values::kFactors:
                return fill_by([&](std::uint64_t bits, std::int64_t /*place*/) {
                    constexpr std::int64_t kFactors[] = {-1, 1, 2};
                    return Value{kFactors[below(bits, 3)], static_cast<std::int64_t>(bits % 2)};
                });
            case Values::kTruths:
                return fill_by([&](std::uint64_t bits, std::int64_t place) {
                    return Value{(below(bits, 10) == 0) == (place % 2 == 0) ? 0 : 1 + below(bits, 3), 0};
                });
            case Values::kTies:
                return fill_by([&](std::uint64_t bits, std::int64_t /*place*/) {
                    return Value{below(bits, 3) - 1, static_cast<std::int64_t>(bits % 23)};
                });
        }
    }

private:
    Values values_;
    std::uint64_t base_;
};

}  // namespace conformance
