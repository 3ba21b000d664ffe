/// Parts that differ in size, for what `bench` measures: drawn at random, the same in every job of so many processes.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstdint>
#include <vector>

namespace causeway::app {

/// Whether MPI has a form of the operation in which parts differ in size, and `bench` measures it.
[[nodiscard]] bool has_uneven_form(scheme::Operation operation);

/// The parts of one side on one process, which stand one after another in a buffer.
struct PartsOfSide {
    std::vector<int> counts;  ///< [rank] bytes
    std::vector<int> places;  ///< [rank] before these

    [[nodiscard]] int total() const { return counts.empty() ? 0 : counts.back() + places.back(); }
};

/// Parts of 0 to twice `mean` bytes, all alike likely.
class UnevenParts {
public:
    UnevenParts(std::uint64_t seed, Bytes mean, int processes) : seed_(seed), mean_(mean), processes_(processes) {}

    /// Of each rank.
    [[nodiscard]] PartsOfSide of_all() const;
    /// What `rank` has for each.
    [[nodiscard]] PartsOfSide from(int rank) const;
    /// What each has for `rank`.
    [[nodiscard]] PartsOfSide to(int rank) const;

private:
    template <typename Number>
    [[nodiscard]] PartsOfSide side(const Number& number) const;

    std::uint64_t seed_;
    Bytes mean_;
    int processes_;
};

}  // namespace causeway::app
