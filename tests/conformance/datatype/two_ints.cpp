/// MPI_2INT, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind two_ints{
    .name = "two_ints",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kTwoInts}};
        },
};

}  // namespace conformance::datatype
