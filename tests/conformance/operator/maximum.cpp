/// MPI_MAX.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind maximum{
    .name = "maximum",
    .make = [] { return MPI_Op{MPI_MAX}; },
    .values = Values::kSmall,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kFloating});
        },
};

}  // namespace conformance::operators
