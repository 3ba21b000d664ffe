/// The predefined datatypes that all others are made of.
#pragma once

#include "tests/conformance/values.hpp"

#include <mpi.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace conformance {

/// Which of the predefined operators the standard defines for a datatype.
enum class Category { kInteger, kFloating, kComplex, kLogical, kByte, kPair };

/// Where the members of a predefined pair lie: the number at its begin, the index at `index`.
struct PairPlaces {
    std::ptrdiff_t number_size = 0;
    std::ptrdiff_t index = 0;
};
constexpr std::ptrdiff_t kIndexBytes = sizeof(int);

/// One predefined datatype.
struct Basic {
    MPI_Datatype (*handle)();
    Category category;
    std::size_t size;     ///< bytes from its first to its last, with what is unused between
    unsigned exact_bits;  ///< whole numbers of so many bits are kept exactly; 0: no number (a pair, a truth)
    /// Elements, `stride` bytes from one to the next.
    void (*write)(std::byte* at, std::ptrdiff_t stride, std::span<const Value> values);
    std::int64_t (*read)(const std::byte* at);  ///< the number alone
    PairPlaces pair{};
};

template <typename Number>
void write_number(std::byte* at, const Value& value) {
    const auto number = static_cast<Number>(value.number);
    std::memcpy(at, &number, sizeof number);
}

/// Of all bits only as many as a floating point number holds exactly, and no patterns that are no number.
template <typename Number>
void write_floating(std::byte* at, const Value& value) {
    const auto number = static_cast<Number>(value.number % (std::int64_t{1} << (sizeof(Number) == 4 ? 24U : 53U)));
    std::memcpy(at, &number, sizeof number);
}

template <typename Number>
std::int64_t read_number(const std::byte* at) {
    Number number{};
    std::memcpy(&number, at, sizeof number);
    return static_cast<std::int64_t>(number);
}

template <typename Number>
struct PairOf {
    Number number;
    int index;
};

/// What lies between the members and after them is left alone.
template <typename Number>
void write_pair(std::byte* at, const Value& value) {
    if constexpr (static_cast<Number>(0.5) != Number{0}) {
        write_floating<Number>(at + offsetof(PairOf<Number>, number), value);
    } else {
        write_number<Number>(at + offsetof(PairOf<Number>, number), value);
    }
    const auto index = static_cast<int>(value.index);
    std::memcpy(at + offsetof(PairOf<Number>, index), &index, sizeof index);
}

inline void write_complex(std::byte* at, const Value& value) {
    write_floating<double>(at, {value.number, 0});
    write_floating<double>(at + sizeof(double), {value.index, 0});
}

inline void write_truth(std::byte* at, const Value& value) {
    const bool truth = value.number % 2 != 0;
    std::memcpy(at, &truth, sizeof truth);
}

inline std::int64_t read_nothing(const std::byte* /*at*/) {
    return 0;
}

template <void (*Write)(std::byte*, const Value&)>
void write_each(std::byte* at, std::ptrdiff_t stride, std::span<const Value> values) {
    for (const Value& value : values) {
        Write(at, value);
        at += stride;
    }
}

inline constexpr Basic kByte{
    [] { return MPI_BYTE; }, Category::kByte, 1, 0, write_each<write_number<std::uint8_t>>, read_nothing};
inline constexpr Basic kUnsignedChar{[] { return MPI_UNSIGNED_CHAR; },       Category::kInteger,       1, 8,
                                     write_each<write_number<std::uint8_t>>, read_number<std::uint8_t>};
inline constexpr Basic kChar{
    [] { return MPI_CHAR; }, Category::kByte, 1, 0, write_each<write_number<std::uint8_t>>, read_nothing};
inline constexpr Basic kShort{
    [] { return MPI_SHORT; }, Category::kInteger, sizeof(short), 16, write_each<write_number<std::int16_t>>,
    read_number<std::int16_t>};
inline constexpr Basic kInt{
    [] { return MPI_INT; },   Category::kInteger, sizeof(int), 32, write_each<write_number<std::int32_t>>,
    read_number<std::int32_t>};
inline constexpr Basic kLongLong{
    [] { return MPI_LONG_LONG; },           Category::kInteger,       sizeof(long long), 64,
    write_each<write_number<std::int64_t>>, read_number<std::int64_t>};
inline constexpr Basic kFloat{[] { return MPI_FLOAT; },          Category::kFloating, sizeof(float), 24,
                              write_each<write_floating<float>>, read_number<float>};
inline constexpr Basic kDouble{[] { return MPI_DOUBLE; },          Category::kFloating, sizeof(double), 53,
                               write_each<write_floating<double>>, read_number<double>};
inline constexpr Basic kDoubleComplex{[] { return MPI_C_DOUBLE_COMPLEX; }, Category::kComplex,
                                      sizeof(std::complex<double>),        0,
                                      write_each<write_complex>,           read_nothing};
inline constexpr Basic kBool{[] { return MPI_C_BOOL; }, Category::kLogical, 1, 0,
                             write_each<write_truth>,   read_nothing};
template <typename Number>
constexpr PairPlaces pair_places() {
    return {sizeof(Number), offsetof(PairOf<Number>, index)};
}

inline constexpr Basic kTwoInts{[] { return MPI_2INT; },     Category::kPair, sizeof(PairOf<int>), 0,
                                write_each<write_pair<int>>, read_nothing,    pair_places<int>()};
inline constexpr Basic kShortInt{[] { return MPI_SHORT_INT; },  Category::kPair, sizeof(PairOf<short>), 0,
                                 write_each<write_pair<short>>, read_nothing,    pair_places<short>()};
inline constexpr Basic kLongInt{[] { return MPI_LONG_INT; },  Category::kPair, sizeof(PairOf<long>), 0,
                                write_each<write_pair<long>>, read_nothing,    pair_places<long>()};
inline constexpr Basic kFloatInt{[] { return MPI_FLOAT_INT; },  Category::kPair, sizeof(PairOf<float>), 0,
                                 write_each<write_pair<float>>, read_nothing,    pair_places<float>()};
inline constexpr Basic kDoubleInt{[] { return MPI_DOUBLE_INT; },  Category::kPair, sizeof(PairOf<double>), 0,
                                  write_each<write_pair<double>>, read_nothing,    pair_places<double>()};

}  // namespace conformance
