#include "causeway/planner/source/source.hpp"

#include <array>

namespace causeway::planner {

#define CAUSEWAY_SOURCE(name) extern const Source name;
#include "causeway/planner/source/sources.def"
#undef CAUSEWAY_SOURCE

const base::Registry<Source>& sources() {
#define CAUSEWAY_SOURCE(name) &name,
    static constexpr std::array kMembers{
#include "causeway/planner/source/sources.def"
    };
#undef CAUSEWAY_SOURCE
    static constexpr base::Registry<Source> kRegistry("source of candidates", kMembers);
    return kRegistry;
}

}  // namespace causeway::planner
