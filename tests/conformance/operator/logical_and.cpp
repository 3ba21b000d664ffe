/// MPI_LAND.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind logical_and{
    .name = "logical_and",
    .make = [] { return MPI_Op{MPI_LAND}; },
    .values = Values::kTruths,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kLogical});
        },
};

}  // namespace conformance::operators
