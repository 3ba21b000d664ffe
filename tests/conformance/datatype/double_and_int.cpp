/// MPI_DOUBLE_INT, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind double_and_int{
    .name = "double_and_int",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kDoubleInt}};
        },
};

}  // namespace conformance::datatype
