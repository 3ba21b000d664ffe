/// MPI_SHORT_INT, as it is.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind short_and_int{
    .name = "short_and_int",
    .make = nullptr,
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kShortInt}};
        },
};

}  // namespace conformance::datatype
