/// A user-defined operator that commutes, for every datatype that holds numbers: the sum modulo a prime below 2^7.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

namespace {

void combine_user_commutative(void* lower, void* higher, int* length, MPI_Datatype* datatype) {
    constexpr std::int64_t kPrime = 113;
    combine_all(lower, higher, *length, *datatype,
                [](std::int64_t a, std::int64_t b, unsigned) { return ((a + b) % kPrime + kPrime) % kPrime; });
}

}  // namespace

extern constexpr OperatorKind user_commutative{
    .name = "user_commutative",
    .make =
        [] {
            MPI_Op made = MPI_OP_NULL;
            MPI_Op_create(combine_user_commutative, 1, &made);
            return made;
        },
    .is_predefined = false,
    .values = Values::kSmall,
    .takes = holds_numbers,
};

}  // namespace conformance::operators
