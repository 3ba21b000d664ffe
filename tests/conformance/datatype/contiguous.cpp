/// Runs of doubles without holes.
#include "tests/conformance/datatype/datatype.hpp"

namespace conformance::datatype {

extern constexpr DatatypeKind contiguous{
    .name = "contiguous",
    .make = [](MPI_Datatype* made) { MPI_Type_contiguous(5, MPI_DOUBLE, made); },
    .places =
        [] {
            std::vector<BasicPlace> places;
            for (int i = 0; i < 5; ++i) {
                places.push_back({8 * i, &kDouble});
            }
            return places;
        },
};

}  // namespace conformance::datatype
