/// Random numbers that are the same with every compiler and library: a seed is a result's provenance.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace causeway::base {

/// SplitMix64: eight bytes of state, any seed is a good one.
class Random {
public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    /// Any of the 2^64 numbers.
    constexpr std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31U);
    }

    /// A whole number in [0, limit); `limit` > 0.
    constexpr int below(int limit) {
        return static_cast<int>(((next() >> 32U) * static_cast<std::uint64_t>(limit)) >> 32U);
    }

    /// A real number in [least, most).
    constexpr double between(double least, double most) {
        return least + (most - least) * (static_cast<double>(next() >> 11U) * 0x1p-53);
    }

    /// Any order of `values` is as likely as any other (Fisher, Yates).
    template <typename Value>
    constexpr void shuffle(std::vector<Value>& values) {
        for (std::size_t i = values.size(); i > 1; --i) {
            std::swap(values[i - 1], values[static_cast<std::size_t>(below(static_cast<int>(i)))]);
        }
    }

    /// The seed of an independent stream: one for each `index`.
    [[nodiscard]] static constexpr std::uint64_t stream(std::uint64_t seed, std::uint64_t index) {
        return Random(seed ^ Random(index).next()).next();
    }

private:
    std::uint64_t state_;
};

}  // namespace causeway::base
