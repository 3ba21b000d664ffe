/// The blocking collectives of a simulated job that Causeway carries out. What begins without waiting is SMPI's own.
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/exports/planned_calls.hpp"

#include <mpi.h>

using namespace causeway::interpose::in_c;

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__
#define CAUSEWAY_PLANNED(Name, name, NAME, parameters, arguments, values, bytes) \
    CAUSEWAY_EXPORT int MPI_##Name parameters {                                  \
        const auto native = [&] { return PMPI_##Name arguments; };               \
        return CAUSEWAY_CODE_OF(Name, values, native);                           \
    }
#define CAUSEWAY_PLANNED_WITHOUT_COUNT CAUSEWAY_PLANNED
#include "causeway/interpose/exports/planned_forms.hpp"
