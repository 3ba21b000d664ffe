#include "tests/conformance/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace conformance {

namespace {

constexpr std::ptrdiff_t kGuardBytes = 64;
/// Elements begin where any of the basic datatypes may.
constexpr std::ptrdiff_t kAlignment = 16;
/// Values are worked out and written in loops of so many.
constexpr std::int64_t kValuesAtOnce = 64;

/// From the lowest byte of a datatype's elements to behind the highest, from the first element's origin.
struct Span {
    std::ptrdiff_t begin = 0;
    std::ptrdiff_t end = 0;
};

Span span_of(const Datatype& datatype, std::int64_t elements) {
    Span span;
    if (elements == 0) {
        return span;
    }
    for (const BasicPlace& place : datatype.places()) {
        for (const std::int64_t element : {std::int64_t{0}, elements - 1}) {
            const std::ptrdiff_t begin = element * datatype.extent() + place.offset;
            span.begin = std::min(span.begin, begin);
            span.end = std::max(span.end, begin + static_cast<std::ptrdiff_t>(place.basic->size));
        }
    }
    return span;
}

/// 37 more from byte to byte, and so anew after each 256: most of a buffer is a copy of its begin.
void fill_with_noise(std::vector<std::byte>& bytes, unsigned first) {
    constexpr std::size_t kPeriod = 256;
    for (std::size_t i = 0; i < std::min(kPeriod, bytes.size()); ++i) {
        bytes[i] = static_cast<std::byte>(i * 37 + first);
    }
    for (std::size_t filled = kPeriod; filled < bytes.size(); filled *= 2) {
        std::copy_n(bytes.begin(), std::min(filled, bytes.size() - filled),
                    bytes.begin() + static_cast<std::ptrdiff_t>(filled));
    }
}

}  // namespace

Buffer::Buffer(const Datatype& datatype, std::int64_t elements, Values values, int rank, std::uint64_t salt)
    : datatype_(&datatype), elements_(elements) {
    const Span span = span_of(datatype, elements);
    offset_ = (kGuardBytes - span.begin + kAlignment - 1) / kAlignment * kAlignment;
    bytes_.resize(static_cast<std::size_t>(offset_ + span.end + kGuardBytes));
    fill_with_noise(bytes_, static_cast<unsigned>(salt & 0xffU) + 29 * static_cast<unsigned>(rank) + 11);
    const ValuesOfOne contents(values, rank, salt);
    const auto num_places = static_cast<std::int64_t>(datatype.places().size());
    std::array<Value, kValuesAtOnce> row;
    for (std::int64_t place = 0; place < num_places; ++place) {
        const auto& [offset, basic] = datatype.places()[static_cast<std::size_t>(place)];
        for (std::int64_t element = 0; element < elements; element += kValuesAtOnce) {
            const std::span<Value> some(row.data(),
                                        static_cast<std::size_t>(std::min(elements - element, kValuesAtOnce)));
            contents.fill(some, element * num_places + place, num_places);
            basic->write(&bytes_[static_cast<std::size_t>(offset_ + element * datatype.extent() + offset)],
                         datatype.extent(), some);
        }
    }
}

bool Buffer::operator==(const Buffer& other) const {
    return bytes_.size() == other.bytes_.size() && std::memcmp(bytes_.data(), other.bytes_.data(), bytes_.size()) == 0;
}

std::vector<Buffer::Part> Buffer::parts(const UndefinedElements& undefined) const {
    std::vector<Part> parts(bytes_.size(), Part::kHole);
    const auto mark = [&](std::ptrdiff_t begin, std::ptrdiff_t end, Part part) {
        std::fill(parts.begin() + begin, parts.begin() + end, part);
    };
    const Span span = span_of(*datatype_, elements_);
    mark(0, offset_ + span.begin, Part::kGuard);
    mark(offset_ + span.end, static_cast<std::ptrdiff_t>(bytes_.size()), Part::kGuard);
    for (std::int64_t element = 0; element < elements_; ++element) {
        const bool is_undefined = element >= undefined.from && element < undefined.to;
        for (const BasicPlace& place : datatype_->places()) {
            const std::ptrdiff_t begin = offset_ + element * datatype_->extent() + place.offset;
            const auto end = begin + static_cast<std::ptrdiff_t>(place.basic->size);
            if (is_undefined) {
                mark(begin, end, Part::kUndefined);
            } else if (place.basic->category == Category::kPair) {
                // What is unused between the members of a predefined pair may come along with them, or not.
                const PairPlaces members = place.basic->pair;
                mark(begin, end, Part::kUndefined);
                mark(begin, begin + members.number_size, Part::kData);
                mark(begin + members.index, begin + members.index + kIndexBytes, Part::kData);
            } else {
                mark(begin, end, Part::kData);
            }
        }
    }
    return parts;
}

std::optional<std::string> Buffer::difference(const Buffer& expected, const Buffer& before,
                                              const UndefinedElements& undefined) const {
    if (*this == expected) {
        return std::nullopt;
    }
    const std::vector<Part> parts = this->parts(undefined);
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
        if (bytes_[i] == expected.bytes_[i] || parts[i] == Part::kUndefined ||
            (parts[i] != Part::kData && bytes_[i] == before.bytes_[i])) {
            continue;
        }
        const char* part = parts[i] == Part::kData    ? "data"
                           : parts[i] == Part::kGuard ? "outside of the buffer"
                                                      : "a hole";
        return fmt::format("first different byte {} ({}) from the buffer's begin: {:#04x} instead of {:#04x}",
                           static_cast<std::ptrdiff_t>(i) - offset_, part, static_cast<unsigned>(bytes_[i]),
                           static_cast<unsigned>(expected.bytes_[i]));
    }
    return std::nullopt;
}

}  // namespace conformance
