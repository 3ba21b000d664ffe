/// MPI_BOR.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind bitwise_or{
    .name = "bitwise_or",
    .make = [] { return MPI_Op{MPI_BOR}; },
    .values = Values::kAny,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kByte});
        },
};

}  // namespace conformance::operators
