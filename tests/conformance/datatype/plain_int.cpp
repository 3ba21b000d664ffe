/// MPI_INT, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind plain_int{
    .name = "plain_int",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kInt}};
        },
};

}  // namespace conformance::datatype
