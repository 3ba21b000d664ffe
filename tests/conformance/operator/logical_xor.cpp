/// MPI_LXOR.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind logical_xor{
    .name = "logical_xor",
    .make = [] { return MPI_Op{MPI_LXOR}; },
    .values = Values::kTruths,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kLogical});
        },
};

}  // namespace conformance::operators
