/// The C functions of MPI with large counts (MPI 4) that Causeway carries out. The tracer counts them.
#define CAUSEWAY_C_NAME(name) name##_c
#include "causeway/interpose/exports/c_definitions.hpp"

#if MPI_VERSION >= 4

using namespace causeway::interpose::in_large_c;

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__
#define CAUSEWAY_PLANNED_WITHOUT_COUNT(Name, name, NAME, parameters, arguments, values, bytes)
#include "causeway/interpose/exports/planned_forms.hpp"

#endif
