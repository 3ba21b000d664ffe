/// Random choices that are the same wherever they are made again.
#pragma once

#include "tests/conformance/communicators.hpp"
#include "tests/conformance/values.hpp"

#include <cstdint>
#include <vector>

namespace conformance {

/// Numbers drawn one after the other.
class Draws {
public:
    explicit Draws(std::uint64_t seed) : state_(mixed(seed)) {}

    std::uint64_t next() { return state_ = mixed(state_); }
    std::uint64_t below(std::uint64_t end) { return next() % end; }
    int rank_of(const Communicator& communicator) {
        return static_cast<int>(below(static_cast<std::uint64_t>(communicator.size)));
    }
    template <typename Element>
    const Element& one_of(const std::vector<Element>& elements) {
        return elements[below(elements.size())];
    }

private:
    std::uint64_t state_;
};

}  // namespace conformance
