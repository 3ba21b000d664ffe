/// Ints a page apart.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind large_extent{
    .name = "large_extent",
    .make = [](MPI_Datatype* made) { MPI_Type_create_resized(MPI_INT, 0, 4096, made); },
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kInt}};
        },
};

}  // namespace conformance::datatype
