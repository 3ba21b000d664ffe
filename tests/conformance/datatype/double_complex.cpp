/// MPI_C_DOUBLE_COMPLEX, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind double_complex{
    .name = "double_complex",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kDoubleComplex}};
        },
};

}  // namespace conformance::datatype
