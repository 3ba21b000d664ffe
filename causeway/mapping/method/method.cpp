#include "causeway/mapping/method/method.hpp"

#include "causeway/base/random.hpp"

#include <array>

namespace causeway::mapping {

#define CAUSEWAY_METHOD(name) extern const Method name;
#include "causeway/mapping/method/methods.def"
#undef CAUSEWAY_METHOD

const base::Registry<Method>& methods() {
#define CAUSEWAY_METHOD(name) &name,
    static constexpr std::array kMembers{
#include "causeway/mapping/method/methods.def"
    };
#undef CAUSEWAY_METHOD
    static constexpr base::Registry<Method> kRegistry("mapping method", kMembers);
    return kRegistry;
}

Seconds mean_cost(const Method& method, const PlacementProblem& problem, const PlacementEffort& effort) {
    Seconds sum;
    for (int r = 0; r < method.repetitions; ++r) {
        PlacementEffort one = effort;
        one.seed = base::Random::stream(effort.seed, static_cast<std::uint64_t>(r));
        sum += cost_of(problem, method.place(problem, one));
    }
    return sum / method.repetitions;
}

}  // namespace causeway::mapping
