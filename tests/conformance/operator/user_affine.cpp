/// A user-defined operator that does not commute: x -> factor * x + offset, one function after the other. The lower
/// half of an element's bits is the factor, which is odd (so that nothing is forgotten), the upper half the offset. Any
/// two operands in the wrong order give another result.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

namespace {

void combine_user_affine(void* lower, void* higher, int* length, MPI_Datatype* datatype) {
    combine_all(lower, higher, *length, *datatype, [](std::int64_t first, std::int64_t second, unsigned exact_bits) {
        const unsigned half = exact_bits >= 32 ? 15 : exact_bits >= 16 ? 7 : 3;
        const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
        const auto factor = [&](std::int64_t function) { return (static_cast<std::uint64_t>(function) & mask) | 1U; };
        const auto offset = [&](std::int64_t function) {
            return (static_cast<std::uint64_t>(function) >> half) & mask;
        };
        const std::uint64_t both_factor = (factor(second) * factor(first)) & mask;
        const std::uint64_t both_offset = (factor(second) * offset(first) + offset(second)) & mask;
        return static_cast<std::int64_t>(both_factor | (both_offset << half));
    });
}

}  // namespace

extern constexpr OperatorKind user_affine{
    .name = "user_affine",
    .make =
        [] {
            MPI_Op made = MPI_OP_NULL;
            MPI_Op_create(combine_user_affine, 0, &made);
            return made;
        },
    .is_predefined = false,
    .values = Values::kAny,
    .takes = holds_numbers,
};

}  // namespace conformance::operators
