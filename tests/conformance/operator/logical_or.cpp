/// MPI_LOR.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind logical_or{
    .name = "logical_or",
    .make = [] { return MPI_Op{MPI_LOR}; },
    .values = Values::kTruths,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kLogical});
        },
};

}  // namespace conformance::operators
