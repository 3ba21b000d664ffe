/// A user-defined operator that does not commute: the operand of the lowest rank is the result. Shows who came first,
/// and says "not commutative" of what the smallest mistake in the order changes.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

namespace {

void combine_user_first(void* lower, void* higher, int* length, MPI_Datatype* datatype) {
    combine_all(lower, higher, *length, *datatype, [](std::int64_t first, std::int64_t, unsigned) { return first; });
}

}  // namespace

extern constexpr OperatorKind user_first{
    .name = "user_first",
    .make =
        [] {
            MPI_Op made = MPI_OP_NULL;
            MPI_Op_create(combine_user_first, 0, &made);
            return made;
        },
    .is_predefined = false,
    .values = Values::kAny,
    .takes = holds_numbers,
};

}  // namespace conformance::operators
