/// The memory of one argument of a call: elements of a datatype with guard zones around them, every byte known.
#pragma once

#include "tests/conformance/datatype/datatype.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace conformance {

/// Elements of a datatype that the standard leaves undefined after a call.
struct UndefinedElements {
    std::int64_t from = 0;
    std::int64_t to = 0;
};

class Buffer {
public:
    /// Holes and guard zones get noise, the elements the values of process `rank`.
    Buffer(const Datatype& datatype, std::int64_t elements, Values values, int rank, std::uint64_t salt);

    /// Where the first element has its origin. Valid as long as the buffer is neither moved nor copied to.
    [[nodiscard]] void* origin() { return bytes_.data() + offset_; }
    [[nodiscard]] bool operator==(const Buffer& other) const;

    /// The bytes of a buffer of the same size; origins stay where they are.
    void take_bytes_of(const Buffer& other) { std::copy(other.bytes_.begin(), other.bytes_.end(), bytes_.begin()); }

    /// In what the first byte differs that must not: a byte of an element that is not as in `expected`, or any other
    /// byte that is neither as in `expected` nor as it was in `before`. Nothing if there is none.
    [[nodiscard]] std::optional<std::string> difference(const Buffer& expected, const Buffer& before,
                                                        const UndefinedElements& undefined) const;

private:
    enum class Part : std::uint8_t { kGuard, kHole, kData, kUndefined };

    [[nodiscard]] std::vector<Part> parts(const UndefinedElements& undefined) const;

    const Datatype* datatype_;
    std::int64_t elements_;
    std::ptrdiff_t offset_ = 0;  ///< of the first element's origin
    std::vector<std::byte> bytes_;
};

}  // namespace conformance
