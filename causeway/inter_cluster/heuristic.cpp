#include "causeway/inter_cluster/heuristic.hpp"

#include <array>

namespace causeway::inter_cluster {

#define CAUSEWAY_HEURISTIC(name) extern const Heuristic name;
#include "causeway/inter_cluster/heuristics.def"
#undef CAUSEWAY_HEURISTIC

const base::Registry<Heuristic>& heuristics() {
#define CAUSEWAY_HEURISTIC(name) &name,
    static constexpr std::array kMembers{
#include "causeway/inter_cluster/heuristics.def"
    };
#undef CAUSEWAY_HEURISTIC
    static constexpr base::Registry<Heuristic> kRegistry("heuristic", kMembers);
    return kRegistry;
}

}  // namespace causeway::inter_cluster
