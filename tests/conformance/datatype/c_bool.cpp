/// MPI_C_BOOL, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind c_bool{
    .name = "c_bool",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kBool}};
        },
};

}  // namespace conformance::datatype
