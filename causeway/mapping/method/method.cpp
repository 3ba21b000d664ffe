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

PlacementCost mean_cost(const Method& method, const PlacementProblem& problem, const PlacementEffort& effort) {
    PlacementCost mean{.num_processes = problem.num_processes()};
    for (int r = 0; r < method.repetitions; ++r) {
        PlacementEffort one = effort;
        one.seed = base::Random::stream(effort.seed, static_cast<std::uint64_t>(r));
        const PlacementCost cost = cost_of(problem, method.place(problem, one));
        mean.computing += cost.computing / method.repetitions;
        mean.busiest += cost.busiest / method.repetitions;
        mean.longest_wait += cost.longest_wait / method.repetitions;
        mean.sum += cost.sum / method.repetitions;
    }
    return mean;
}

}  // namespace causeway::mapping
