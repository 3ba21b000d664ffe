/// MPI_BXOR.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind bitwise_xor{
    .name = "bitwise_xor",
    .make = [] { return MPI_Op{MPI_BXOR}; },
    .values = Values::kAny,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kByte});
        },
};

}  // namespace conformance::operators
