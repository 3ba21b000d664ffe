/// MPI_BYTE, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind byte{
    .name = "byte",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kByte}};
        },
};

}  // namespace conformance::datatype
