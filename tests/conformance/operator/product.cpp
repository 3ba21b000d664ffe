/// MPI_PROD. Not of complex numbers: the sign of a zero in their product depends on the order of the factors.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind product{
    .name = "product",
    .make = [] { return MPI_Op{MPI_PROD}; },
    .values = Values::kFactors,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kFloating});
        },
};

}  // namespace conformance::operators
