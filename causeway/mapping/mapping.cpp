#include "causeway/mapping/mapping.hpp"

#include "causeway/mapping/method/method.hpp"

namespace causeway::mapping {

std::vector<int> place(const traffic::CommunicationTable& table, const platform::Platform& platform,
                       const platform::Placement& slots, const PlacementEffort& effort) {
    return methods().at("search", "mapping").place(problem_of(table, platform, slots, "the job"), effort);
}

}  // namespace causeway::mapping
