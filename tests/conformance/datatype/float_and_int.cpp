/// MPI_FLOAT_INT, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind float_and_int{
    .name = "float_and_int",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kFloatInt}};
        },
};

}  // namespace conformance::datatype
