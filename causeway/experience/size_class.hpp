/// Sizes of messages whose plans are the same.
#pragma once

#include "causeway/base/units.hpp"

#include <compare>

namespace causeway::experience {

/// Sizes that share a decision: all small ones up to a few hundred bytes, which every link carries in about the same
/// time; from there on one class to a power of two; from some KiB on eight, as the bytes decide.
struct SizeClass {
    Bytes largest;

    friend auto operator<=>(const SizeClass&, const SizeClass&) = default;
};

/// The class of a size; nothing is a class of its own.
[[nodiscard]] SizeClass size_class_of(Bytes size);

}  // namespace causeway::experience
