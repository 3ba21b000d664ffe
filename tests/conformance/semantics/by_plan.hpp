/// What the MPI libraries' own persistent collectives fail in is tried only where it is Causeway that carries them out.
#pragma once

#include <cstdlib>
#include <string_view>

namespace conformance {

/// Whether every collective over so many processes is by plan and stays so: a platform is given, and nothing that is
/// found out while the job runs can make the MPI library's own the better one.
inline bool is_by_plan(int processes) {
    const char* drift = std::getenv("CAUSEWAY_DRIFT");
    const bool is_fixed = drift != nullptr && std::string_view(drift) == "0";
    return is_fixed && std::getenv("CAUSEWAY_PLATFORM") != nullptr && processes > 1;
}

}  // namespace conformance
