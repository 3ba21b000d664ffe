/// Elements that lie in each other's holes: the extent is less than the span, and they do not overlap.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind interleaved{
    .name = "interleaved",
    .make =
        [](MPI_Datatype* made) {
            MPI_Datatype pair = MPI_DATATYPE_NULL;
            MPI_Type_vector(2, 1, 4001, MPI_LONG_LONG, &pair);
            MPI_Type_create_resized(pair, 0, 16, made);
            MPI_Type_free(&pair);
        },
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kLongLong}, {8 * 4001, &kLongLong}};
        },
};

}  // namespace conformance::datatype
