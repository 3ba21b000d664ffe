/// What is still to happen in a simulation, the earliest first.
#pragma once

#include <boost/heap/d_ary_heap.hpp>

#include <bit>
#include <cassert>
#include <cstdint>
#include <functional>

namespace causeway::simulate {

/// Of equal times the one of the lower order comes first.
template <typename What>
class EarliestFirst {
public:
    struct Entry {
        double time = 0.0;
        What what;
    };

    /// `time` (seconds) is not negative.
    void add(double time, std::uint64_t order, const What& what) {
        assert(time >= 0.0);
        // Of doubles that are not negative those are larger whose bits are, read as a number; -0.0 + 0.0 is 0.0.
        heap_.push({(static_cast<Key>(std::bit_cast<std::uint64_t>(time + 0.0)) << kBitsOfOrder) | order, what});
    }

    [[nodiscard]] bool empty() const { return heap_.empty(); }

    [[nodiscard]] Entry take() {
        const Keyed first = heap_.top();
        heap_.pop();
        return {std::bit_cast<double>(static_cast<std::uint64_t>(first.key >> kBitsOfOrder)), first.what};
    }

private:
    __extension__ using Key = unsigned __int128;  // one comparison, which no processor has to guess
    static constexpr int kBitsOfOrder = 64;

    struct Keyed {
        Key key = 0;
        What what;

        friend bool operator>(const Keyed& a, const Keyed& b) { return a.key > b.key; }
    };

    boost::heap::d_ary_heap<Keyed, boost::heap::arity<4>, boost::heap::compare<std::greater<>>> heap_;
};

}  // namespace causeway::simulate
