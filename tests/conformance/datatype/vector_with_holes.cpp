/// Blocks of shorts with holes between them.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind vector_with_holes{
    .name = "vector_with_holes",
    .make = [](MPI_Datatype* made) { MPI_Type_vector(4, 3, 7, MPI_SHORT, made); },
    .places =
        [] {
            std::vector<BasicPlace> places;
            for (int block = 0; block < 4; ++block) {
                for (int i = 0; i < 3; ++i) {
                    places.push_back({2 * (7 * block + i), &kShort});
                }
            }
            return places;
        },
};

}  // namespace conformance::datatype
