/// MPI_UNSIGNED_CHAR, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind unsigned_char{
    .name = "unsigned_char",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kUnsignedChar}};
        },
};

}  // namespace conformance::datatype
