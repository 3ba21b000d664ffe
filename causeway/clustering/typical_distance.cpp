#include "causeway/clustering/typical_distance.hpp"

#include "causeway/statistics/sample.hpp"

#include <cstddef>
#include <utility>

namespace causeway::clustering {

namespace {

std::optional<double> median_of(std::vector<double> known) {
    return known.empty() ? std::nullopt : std::optional(statistics::median(std::move(known)));
}

}  // namespace

std::optional<double> typical_inside(const std::vector<int>& cluster, const platform::DistanceMatrix& matrix) {
    std::vector<double> known;
    for (std::size_t i = 0; i < cluster.size(); ++i) {
        for (std::size_t j = i + 1; j < cluster.size(); ++j) {
            if (const std::optional<double> distance = matrix.between(cluster[i], cluster[j])) {
                known.push_back(*distance);
            }
        }
    }
    return median_of(std::move(known));
}

std::optional<double> typical_between(const std::vector<int>& one, const std::vector<int>& other,
                                      const platform::DistanceMatrix& matrix) {
    std::vector<double> known;
    for (const int a : one) {
        for (const int b : other) {
            if (const std::optional<double> distance = matrix.between(a, b)) {
                known.push_back(*distance);
            }
        }
    }
    return median_of(std::move(known));
}

}  // namespace causeway::clustering
