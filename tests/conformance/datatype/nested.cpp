/// A duplicate of runs with holes of runs: several constructors above each other.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind nested{
    .name = "nested",
    .make =
        [](MPI_Datatype* made) {
            MPI_Datatype run = MPI_DATATYPE_NULL;
            MPI_Datatype holes = MPI_DATATYPE_NULL;
            MPI_Type_contiguous(2, MPI_INT, &run);
            MPI_Type_create_hvector(2, 1, 12, run, &holes);
            MPI_Type_dup(holes, made);
            MPI_Type_free(&run);
            MPI_Type_free(&holes);
        },
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kInt}, {4, &kInt}, {12, &kInt}, {16, &kInt}};
        },
};

}  // namespace conformance::datatype
