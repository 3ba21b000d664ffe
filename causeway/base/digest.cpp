#include "causeway/base/digest.hpp"

#include <fmt/format.h>

namespace causeway::base {

namespace {

constexpr std::uint64_t kOffsetBasis = 0xcbf29ce484222325U;
constexpr std::uint64_t kPrime = 0x100000001b3U;

std::uint64_t absorb(std::uint64_t state, std::string_view bytes) {
    for (const char byte : bytes) {
        state = (state ^ static_cast<unsigned char>(byte)) * kPrime;
    }
    // FNV-1a leaves the high bits of short inputs poorly mixed; this step (the finaliser of
    // splitmix64) spreads them.
    state = (state ^ (state >> 30U)) * 0xbf58476d1ce4e5b9U;
    state = (state ^ (state >> 27U)) * 0x94d049bb133111ebU;
    return state ^ (state >> 31U);
}

}  // namespace

std::string Digest::hexadecimal() const {
    return fmt::format("{:016x}", value);
}

Digest digest(std::string_view bytes) {
    return {absorb(kOffsetBasis, bytes)};
}

Digest digest(Digest before, std::string_view bytes) {
    return {absorb(kOffsetBasis ^ before.value, bytes)};
}

}  // namespace causeway::base
