/// MPI_FLOAT, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind plain_float{
    .name = "plain_float",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kFloat}};
        },
};

}  // namespace conformance::datatype
