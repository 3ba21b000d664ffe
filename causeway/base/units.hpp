/// Quantities with their units as types: Seconds, Bytes, BytesPerSecond, SecondsPerByte.
///
/// A number that crosses a function border carries its unit in its type; only the innermost
/// arithmetic works on the plain values.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace causeway::base {

/// A time or a duration, in seconds.
class Seconds {
public:
    constexpr Seconds() = default;
    constexpr explicit Seconds(double value) : value_(value) {}

    [[nodiscard]] constexpr double value() const { return value_; }

    /// Later than every finite time: "never", "not reachable".
    [[nodiscard]] static constexpr Seconds infinity() { return Seconds(std::numeric_limits<double>::infinity()); }

    constexpr Seconds& operator+=(Seconds other) {
        value_ += other.value_;
        return *this;
    }
    constexpr Seconds& operator-=(Seconds other) {
        value_ -= other.value_;
        return *this;
    }
    friend constexpr Seconds operator+(Seconds a, Seconds b) { return Seconds(a.value_ + b.value_); }
    friend constexpr Seconds operator-(Seconds a, Seconds b) { return Seconds(a.value_ - b.value_); }
    friend constexpr Seconds operator*(double factor, Seconds a) { return Seconds(factor * a.value_); }
    friend constexpr Seconds operator*(Seconds a, double factor) { return Seconds(factor * a.value_); }
    friend constexpr Seconds operator/(Seconds a, double divisor) { return Seconds(a.value_ / divisor); }
    friend constexpr double operator/(Seconds a, Seconds b) { return a.value_ / b.value_; }
    friend constexpr auto operator<=>(Seconds, Seconds) = default;

private:
    double value_ = 0.0;
};

/// A size, in bytes.
class Bytes {
public:
    constexpr Bytes() = default;
    constexpr explicit Bytes(std::int64_t value) : value_(value) {}

    [[nodiscard]] constexpr std::int64_t value() const { return value_; }

    friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.value_ + b.value_); }
    friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.value_ - b.value_); }
    friend constexpr Bytes operator*(std::int64_t factor, Bytes a) { return Bytes(factor * a.value_); }
    friend constexpr auto operator<=>(Bytes, Bytes) = default;

private:
    std::int64_t value_ = 0;
};

/// A rate, in bytes per second.
class BytesPerSecond {
public:
    constexpr BytesPerSecond() = default;
    constexpr explicit BytesPerSecond(double value) : value_(value) {}

    [[nodiscard]] constexpr double value() const { return value_; }

    friend constexpr auto operator<=>(BytesPerSecond, BytesPerSecond) = default;

private:
    double value_ = 0.0;
};

/// What each byte costs, in seconds per byte; 0 where bytes cost nothing.
class SecondsPerByte {
public:
    constexpr SecondsPerByte() = default;
    constexpr explicit SecondsPerByte(double value) : value_(value) {}

    [[nodiscard]] constexpr double value() const { return value_; }

    friend constexpr Seconds operator*(SecondsPerByte cost, Bytes size) {
        return Seconds(cost.value_ * static_cast<double>(size.value()));
    }
    friend constexpr auto operator<=>(SecondsPerByte, SecondsPerByte) = default;

private:
    double value_ = 0.0;
};

/// How long `size` takes at `rate`.
constexpr Seconds operator/(Bytes size, BytesPerSecond rate) {
    return Seconds(static_cast<double>(size.value()) / rate.value());
}

/// ceil(size / part): the number of parts of `part` bytes that cover `size` bytes; `part` > 0.
constexpr std::int64_t num_parts(Bytes size, Bytes part) {
    return (size.value() + part.value() - 1) / part.value();
}

/// ceil(size / parts): the size of each of `parts` parts, but the last, that cover `size` bytes; `parts` > 0.
constexpr Bytes part_of(Bytes size, std::int64_t parts) {
    return Bytes((size.value() + parts - 1) / parts);
}

}  // namespace causeway::base

namespace causeway {
using base::Bytes;
using base::BytesPerSecond;
using base::Seconds;
using base::SecondsPerByte;
}  // namespace causeway
