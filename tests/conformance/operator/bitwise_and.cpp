/// MPI_BAND.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind bitwise_and{
    .name = "bitwise_and",
    .make = [] { return MPI_Op{MPI_BAND}; },
    .values = Values::kAny,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kByte});
        },
};

}  // namespace conformance::operators
