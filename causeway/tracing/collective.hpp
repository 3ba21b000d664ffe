/// The collective operations that the tracer counts, by the name under which the program called them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace causeway::tracing {

/// kAllreduce, kIallreduce, kAllreduce_init, ...: as in MPI's names; large counts make no difference.
enum class Collective : std::size_t {
#define CAUSEWAY_COLLECTIVE(Name, name, NAME, parameters, arguments, values, bytes) k##Name, kI##name, k##Name##_init,
#define CAUSEWAY_COLLECTIVE_WITHOUT_COUNT CAUSEWAY_COLLECTIVE
#include "causeway/tracing/functions.def"
#undef CAUSEWAY_COLLECTIVE
};

/// [Collective]: "MPI_Allreduce", "MPI_Iallreduce", "MPI_Allreduce_init", ...
inline constexpr std::array kCollectiveNames{
#define CAUSEWAY_COLLECTIVE(Name, name, NAME, parameters, arguments, values, bytes) \
    std::string_view("MPI_" #Name), std::string_view("MPI_I" #name), std::string_view("MPI_" #Name "_init"),
#include "causeway/tracing/functions.def"
#undef CAUSEWAY_COLLECTIVE
#undef CAUSEWAY_COLLECTIVE_WITHOUT_COUNT
};

inline constexpr std::size_t kNumCollectives = kCollectiveNames.size();

}  // namespace causeway::tracing
