/// The C functions of MPI with large counts (MPI 4) that the tracer counts, and nothing else changes.
#define CAUSEWAY_C_NAME(name) name##_c
#include "causeway/interpose/exports/c_definitions.hpp"

#if MPI_VERSION >= 4

using namespace causeway::interpose::in_large_c;

#define CAUSEWAY_TRACED_WITHOUT_COUNT(Name, name, NAME, parameters, arguments, note)
#include "causeway/interpose/exports/traced_forms.hpp"

#endif
