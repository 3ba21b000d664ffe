/// A C structure of different types, with its padding.
#include "tests/conformance/datatype/datatype.hpp"

#include <cstddef>

namespace conformance::datatype {

namespace {

struct Particle {
    double position[3];
    char kind;
    int number;
};

void make(MPI_Datatype* made) {
    const int lengths[] = {3, 1, 1};
    const MPI_Aint displacements[] = {offsetof(Particle, position), offsetof(Particle, kind),
                                      offsetof(Particle, number)};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR, MPI_INT};
    MPI_Datatype members = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(3, lengths, displacements, types, &members);
    MPI_Type_create_resized(members, 0, sizeof(Particle), made);
    MPI_Type_free(&members);
}

std::vector<BasicPlace> places() {
    const std::ptrdiff_t position = offsetof(Particle, position);
    return {{position, &kDouble},
            {position + 8, &kDouble},
            {position + 16, &kDouble},
            {offsetof(Particle, kind), &kChar},
            {offsetof(Particle, number), &kInt}};
}

}  // namespace

extern constexpr DatatypeKind structure{.name = "structure", .make = make, .places = places};

}  // namespace conformance::datatype
