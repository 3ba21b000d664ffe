/// Elements that follow each other towards lower addresses: a negative extent.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind backwards{
    .name = "backwards",
    .make = [](MPI_Datatype* made) { MPI_Type_create_resized(MPI_INT, 0, -8, made); },
    .places =
        [] {
            return std::vector<BasicPlace>{{0, &kInt}};
        },
};

}  // namespace conformance::datatype
