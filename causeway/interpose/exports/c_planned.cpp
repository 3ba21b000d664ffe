/// The C functions of MPI that Causeway carries out. The tracer counts them.
#define CAUSEWAY_C_NAME(name) name
#include "causeway/interpose/exports/c_definitions.hpp"

using namespace causeway::interpose::in_c;

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__
#define CAUSEWAY_PLANNED_WITHOUT_COUNT CAUSEWAY_PLANNED
#include "causeway/interpose/exports/planned_forms.hpp"
