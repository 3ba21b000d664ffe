/// MPI_LONG_INT, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind long_and_int{
    .name = "long_and_int",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kLongInt}};
        },
};

}  // namespace conformance::datatype
