/// MPI_MAXLOC, with many ties, which the lower index wins.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind maximum_and_place{
    .name = "maximum_and_place",
    .make = [] { return MPI_Op{MPI_MAXLOC}; },
    .values = Values::kTies,
    .takes = [](const Datatype& datatype) { return is_of(datatype, {Category::kPair}); },
};

}  // namespace conformance::operators
