#include "causeway/mapping/placement_by_levels.hpp"

#include <cstddef>

namespace causeway::mapping {

std::vector<int> within_clusters(const PlacementProblem& problem, const std::vector<int>& cluster_place_of,
                                 const std::function<std::vector<int>(const Talks&, const Target&)>& place) {
    std::vector<int> result(cluster_place_of.size(), -1);
    for (int c = 0; c < problem.clusters.num_places(); ++c) {
        std::vector<int> members;
        for (std::size_t process = 0; process < cluster_place_of.size(); ++process) {
            if (cluster_place_of[process] == c) {
                members.push_back(static_cast<int>(process));
            }
        }
        std::vector<int> places;
        for (int p = 0; p < problem.hosts.num_places(); ++p) {
            if (problem.hosts.place(p).cluster == problem.clusters.place(c).cluster) {
                places.push_back(p);
            }
        }
        const std::vector<int> inside = places.size() == 1
                                            ? std::vector<int>(members.size(), 0)
                                            : place(problem.talks.part(members), problem.hosts.part(places));
        for (std::size_t m = 0; m < members.size(); ++m) {
            result[static_cast<std::size_t>(members[m])] = places[static_cast<std::size_t>(inside[m])];
        }
    }
    return result;
}

}  // namespace causeway::mapping
