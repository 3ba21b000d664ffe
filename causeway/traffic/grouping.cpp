#include "causeway/traffic/grouping.hpp"

#include <cstddef>
#include <limits>

namespace causeway::traffic {

namespace {

/// A partition as far as its quality goes.
struct Sums {
    int num_clusters = 0;
    double inside = 0.0;           ///< sum of F_Ai: what flows inside the clusters
    double between = 0.0;          ///< sum of D_Ai: what flows between them
    double elements_inside = 0.0;  ///< sum of x_i²: elements of the table that are inside a cluster
};

Grouping grouping_from(const Sums& sums, int num_processes) {
    Grouping result;
    result.num_clusters = sums.num_clusters;
    const double elements = static_cast<double>(num_processes) * static_cast<double>(num_processes);
    const double elements_between = elements - sums.elements_inside;
    const bool has_between = elements_between > 0.0;
    const double total = sums.inside + sums.between;
    if (total > 0.0) {
        const double mean = total / elements;
        result.similarity = sums.inside / sums.elements_inside / mean;
        if (has_between) {
            result.dissimilarity = sums.between / elements_between / mean;
            result.coefficient = *result.dissimilarity > 0.0 ? result.similarity / *result.dissimilarity
                                                             : std::numeric_limits<double>::infinity();
        }
    } else if (has_between) {
        result.dissimilarity = 0.0;
    }
    return result;
}

}  // namespace

bool is_worth_grouping(const Grouping& grouping, int num_processes) {
    return grouping.num_clusters < num_processes && grouping.coefficient &&
           *grouping.coefficient >= kLeastWorthGrouping;
}

Grouping grouping_of(const CommunicationTable& table, const Partition& partition, Quantity quantity) {
    std::vector<int> cluster_of(static_cast<std::size_t>(table.num_processes()), -1);
    Sums sums;
    sums.num_clusters = static_cast<int>(partition.size());
    for (std::size_t c = 0; c < partition.size(); ++c) {
        const auto size = static_cast<double>(partition[c].size());
        sums.elements_inside += size * size;
        for (const int process : partition[c]) {
            cluster_of[static_cast<std::size_t>(process)] = static_cast<int>(c);
        }
    }
    for (const Flow& flow : table.flows()) {
        const bool is_inside =
            cluster_of[static_cast<std::size_t>(flow.from)] == cluster_of[static_cast<std::size_t>(flow.to)];
        (is_inside ? sums.inside : sums.between) += flow.volume.of(quantity);
    }
    return grouping_from(sums, table.num_processes());
}

std::vector<Grouping> groupings_of(const CommunicationTable& table, const Dendrogram& dendrogram, Quantity quantity) {
    const int num_processes = dendrogram.num_processes;
    // What later merges bring inside is what flows between the clusters now: exactly nothing once all that talk are
    // together, which the difference of two sums of fractions need not be.
    std::vector<double> between(dendrogram.merges.size() + 1, 0.0);  // [number of merges]
    for (std::size_t k = dendrogram.merges.size(); k-- > 0;) {
        between[k] = between[k + 1] + dendrogram.merges[k].exchanged;
    }
    std::vector<double> sizes(static_cast<std::size_t>(num_processes), 1.0);  // [node]
    Sums sums{num_processes, 0.0, between.front(), static_cast<double>(num_processes)};
    for (const Flow& flow : table.flows()) {
        sums.inside += flow.from == flow.to ? flow.volume.of(quantity) : 0.0;
    }
    std::vector<Grouping> result;
    result.reserve(between.size());
    result.push_back(grouping_from(sums, num_processes));
    for (std::size_t k = 0; k < dendrogram.merges.size(); ++k) {
        const Merge& merge = dendrogram.merges[k];
        const double left = sizes[static_cast<std::size_t>(merge.left)];
        const double right = sizes[static_cast<std::size_t>(merge.right)];
        sizes.push_back(left + right);
        --sums.num_clusters;
        sums.inside += merge.exchanged;
        sums.between = between[k + 1];
        sums.elements_inside += 2.0 * left * right;
        result.push_back(grouping_from(sums, num_processes));
    }
    return result;
}

int best_of(const std::vector<Grouping>& groupings) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < groupings.size(); ++k) {
        if (groupings[k].coefficient &&
            (!groupings[best].coefficient || *groupings[k].coefficient > *groupings[best].coefficient)) {
            best = k;
        }
    }
    return static_cast<int>(best);
}

}  // namespace causeway::traffic
