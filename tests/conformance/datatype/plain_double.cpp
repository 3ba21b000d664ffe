/// MPI_DOUBLE, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind plain_double{
    .name = "plain_double",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kDouble}};
        },
};

}  // namespace conformance::datatype
