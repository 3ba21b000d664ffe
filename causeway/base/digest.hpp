/// A 64-bit digest of bytes, the same on every machine: tells whether two ranks, or two files,
/// hold the same. Not for security.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace causeway::base {

struct Digest {
    std::uint64_t value = 0;

    [[nodiscard]] std::string hexadecimal() const;

    friend bool operator==(Digest, Digest) = default;
};

/// FNV-1a, 64 bits (Fowler, Noll, Vo), finished with a mixing step.
[[nodiscard]] Digest digest(std::string_view bytes);

/// The digest of `bytes` after all that `before` stands for.
[[nodiscard]] Digest digest(Digest before, std::string_view bytes);

}  // namespace causeway::base
