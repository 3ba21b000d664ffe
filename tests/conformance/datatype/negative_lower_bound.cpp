/// Ints before and after the origin: the lower bound is below 0.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind negative_lower_bound{
    .name = "negative_lower_bound",
    .make =
        [](MPI_Datatype* made) {
            const int lengths[] = {2, 1};
            const int displacements[] = {-3, 1};
            MPI_Type_indexed(2, lengths, displacements, MPI_INT, made);
        },
    .places =
        [] {
            return std::vector<BasicPlace>{{-12, &kInt}, {-8, &kInt}, {4, &kInt}};
        },
};

}  // namespace conformance::datatype
