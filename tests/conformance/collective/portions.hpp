/// How operations with a count for each process divide their elements: unevenly, some processes getting nothing, and
/// with places that are neither in the order of the ranks nor next to each other.
#pragma once

#include "tests/conformance/collective/collective.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace conformance {

/// Elements between the portions that belong to nobody.
constexpr int kGap = 2;

/// What goes between process `i` and `j` (the same both ways, as in place exchanges need), about `count`.
constexpr int portion_between(int count, int i, int j) {
    switch ((i + j) % 4) {
        case 0:
            return count;
        case 1:
            return count / 2;
        case 2:
            return count == 0 ? 0 : count + 3;
        default:
            return 0;
    }
}

/// The last process's portion comes first.
inline Portions from_the_last(std::vector<int> counts) {
    Portions portions;
    portions.places.resize(counts.size());
    int next = 1;
    for (std::size_t i = counts.size(); i-- > 0;) {
        portions.places[i] = next;
        next += counts[i] + kGap;
    }
    portions.counts = std::move(counts);
    return portions;
}

/// A portion of `count_of(process)` elements for each process.
template <typename CountOf>
Portions portions_of(int size, const CountOf& count_of) {
    std::vector<int> counts;
    for (int process = 0; process < size; ++process) {
        counts.push_back(count_of(process));
    }
    return from_the_last(std::move(counts));
}

/// A portion for each process, of a gather, a scatter or a reduction.
inline Portions portions_for_all(int count, int size) {
    return portions_of(size, [&](int rank) { return portion_between(count, rank, 0); });
}

/// What process `rank` exchanges with each.
inline Portions portions_with_all(int count, int rank, int size) {
    return portions_of(size, [&](int other) { return portion_between(count, rank, other); });
}

/// What process `rank` sends to each: more than it gets from one, less than from another.
inline Portions portions_from(int count, int rank, int size) {
    return portions_of(size, [&](int other) { return portion_between(count, 3 * rank, other); });
}

/// What it gets from each.
inline Portions portions_to(int count, int rank, int size) {
    return portions_of(size, [&](int other) { return portion_between(count, 3 * other, rank); });
}

/// All that a buffer with these portions spans, and a gap at the end.
inline std::int64_t span_of(const Portions& portions) {
    std::int64_t span = 0;
    for (std::size_t i = 0; i < portions.counts.size(); ++i) {
        span = std::max<std::int64_t>(span, portions.places[i] + portions.counts[i]);
    }
    return span + kGap;
}

}  // namespace conformance
