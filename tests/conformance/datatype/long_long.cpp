/// MPI_LONG_LONG, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind long_long{
    .name = "long_long",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kLongLong}};
        },
};

}  // namespace conformance::datatype
