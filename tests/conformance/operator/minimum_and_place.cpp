/// MPI_MINLOC, with many ties, which the lower index wins.
#include "tests/conformance/operator/operator.hpp"

namespace conformance::operators {

extern constexpr OperatorKind minimum_and_place{
    .name = "minimum_and_place",
    .make = [] { return MPI_Op{MPI_MINLOC}; },
    .values = Values::kTies,
    .takes = [](const Datatype& datatype) { return is_of(datatype, {Category::kPair}); },
};

}  // namespace conformance::operators
