/// MPI_SUM.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind sum{
    .name = "sum",
    .make = [] { return MPI_Op{MPI_SUM}; },
    .values = Values::kSmall,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kFloating, Category::kComplex});
        },
};

}  // namespace conformance::operators
