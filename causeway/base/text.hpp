/// Quantities as people write and read them: "4K", "1.5 ms", "20 MB/s".
#pragma once

#include "causeway/base/units.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::base {

/// "4K" -> 4096 bytes; suffixes B, K, M, G (also KiB, MiB, GiB), powers of 1024.
/// Throws InputError naming `source`.
[[nodiscard]] Bytes parse_bytes(std::string_view text, std::string_view source);

/// "1K..16M": 1 KiB, 4 KiB, ... 16 MiB (steps of four; "1K..16M:2" steps of two); "1K,5000":
/// a list; "64K": one. Throws InputError naming `source`.
[[nodiscard]] std::vector<Bytes> parse_byte_list(std::string_view text, std::string_view source);

/// Both ends included.
struct IntRange {
    int first = 0;
    int last = 0;
};

/// "2..50", or "10" for 10 to 10; no less than `least`, the second no less than the first. Throws InputError naming
/// `source`.
[[nodiscard]] IntRange parse_int_range(std::string_view text, int least, std::string_view source);

/// "10..50:10": 10, 20, ... 50; "10..50" in steps of `usual_step`; "10" alone; "10,30,35" in this order. Not negative;
/// the last is left out where no step meets it. Throws InputError naming `source`.
[[nodiscard]] std::vector<double> parse_number_list(std::string_view text, double usual_step, std::string_view source);

struct SecondsRange {
    Seconds least;
    Seconds most;
};

/// "0.001..0.015", or "0.1" for 0.1 to 0.1; not negative, the second no less than the first. Throws InputError naming
/// `source`.
[[nodiscard]] SecondsRange parse_seconds_range(std::string_view text, std::string_view source);

/// "4 MiB", "1000 B": exact, in the largest unit that divides it.
[[nodiscard]] std::string to_text(Bytes size);
/// "31.4 MB": three significant digits, powers of 1000.
[[nodiscard]] std::string rounded_text(Bytes size);
/// "12.3 ms": three significant digits.
[[nodiscard]] std::string to_text(Seconds time);
/// "20 MB/s": three significant digits, powers of 1000.
[[nodiscard]] std::string to_text(BytesPerSecond rate);

}  // namespace causeway::base
