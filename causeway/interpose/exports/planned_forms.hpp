/// The collectives of tracing/functions.def one by one, in all their forms. The file that
/// includes it has defined
///
/// - CAUSEWAY_PLANNED(Name, name, NAME, parameters, arguments, values, bytes): one that has a form for large counts;
/// - CAUSEWAY_PLANNED_WITHOUT_COUNT(...): one that has not.
///
/// Not a header to be included once: it makes definitions.
#pragma once

#define CAUSEWAY_COLLECTIVE CAUSEWAY_PLANNED
#define CAUSEWAY_COLLECTIVE_WITHOUT_COUNT CAUSEWAY_PLANNED_WITHOUT_COUNT

#include "causeway/tracing/functions.def"

#undef CAUSEWAY_COLLECTIVE
#undef CAUSEWAY_COLLECTIVE_WITHOUT_COUNT
