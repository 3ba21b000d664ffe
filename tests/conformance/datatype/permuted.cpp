/// Parts whose order in the message is not that of their addresses, without a hole: the size is the extent.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind permuted{
    .name = "permuted",
    .make =
        [](MPI_Datatype* made) {
            const int displacements[] = {3, 0, 2, 1};
            MPI_Type_create_indexed_block(4, 1, displacements, MPI_INT, made);
        },
    .places =
        [] {
            return std::vector<BasicPlace>{{12, &kInt}, {0, &kInt}, {8, &kInt}, {4, &kInt}};
        },
};

}  // namespace conformance::datatype
