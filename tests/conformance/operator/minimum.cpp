/// MPI_MIN.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind minimum{
    .name = "minimum",
    .make = [] { return MPI_Op{MPI_MIN}; },
    .values = Values::kSmall,
    .takes =
        [](const Datatype& datatype) {
            return is_of(datatype, {Category::kInteger, Category::kFloating});
        },
};

}  // namespace conformance::operators
