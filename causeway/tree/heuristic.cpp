#include "causeway/tree/heuristic.hpp"

#include <array>

namespace causeway::tree {

#define CAUSEWAY_TREE_HEURISTIC(name) extern const Heuristic name;
#include "causeway/tree/heuristics.def"
#undef CAUSEWAY_TREE_HEURISTIC

const base::Registry<Heuristic>& heuristics() {
#define CAUSEWAY_TREE_HEURISTIC(name) &name,
    static constexpr std::array kMembers{
#include "causeway/tree/heuristics.def"
    };
#undef CAUSEWAY_TREE_HEURISTIC
    static constexpr base::Registry<Heuristic> kRegistry("tree heuristic", kMembers);
    return kRegistry;
}

}  // namespace causeway::tree
