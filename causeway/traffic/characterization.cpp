#include "causeway/traffic/characterization.hpp"

#include "causeway/base/random.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace causeway::traffic {

namespace {

constexpr int kOrders = 16;
/// Pairs looked at in all orders together, when the number of orders is ours to choose: a few seconds.
constexpr std::size_t kMostPairs = std::size_t{1} << 26U;

int orders_for(const Exchanges& exchanges) {
    const std::size_t pairs = std::max<std::size_t>(exchanges.partner.size(), 1);
    return static_cast<int>(std::clamp<std::size_t>(kMostPairs / pairs, 1, kOrders));
}

/// Whether a coefficient, of a partition of so many clusters, is to be preferred.
bool is_better(const Grouping& a, const Grouping& b) {
    if (!a.coefficient || !b.coefficient) {
        return a.coefficient.has_value() && !b.coefficient;
    }
    return *a.coefficient > *b.coefficient || (*a.coefficient == *b.coefficient && a.num_clusters > b.num_clusters);
}

}  // namespace

Characterization characterize(const CommunicationTable& table, const CharacterizeOptions& options) {
    const Exchanges exchanges = exchanges_of(table, options.quantity);
    const int most_orders = options.orders.value_or(orders_for(exchanges));
    std::vector<int> order(static_cast<std::size_t>(table.num_processes()));
    std::iota(order.begin(), order.end(), 0);
    base::Random random(options.seed);
    Characterization result;
    for (int tried = 0; tried < most_orders; ++tried) {
        if (options.progress) {
            options.progress(static_cast<double>(tried) / most_orders);
        }
        if (tried > 0) {
            random.shuffle(order);
        }
        Dendrogram dendrogram = dendrogram_of(exchanges, order);
        std::vector<Grouping> groupings = groupings_of(table, dendrogram, options.quantity);
        const int best = best_of(groupings);
        if (tried == 0 || is_better(groupings[static_cast<std::size_t>(best)],
                                    result.groupings[static_cast<std::size_t>(result.best)])) {
            result.dendrogram = std::move(dendrogram);
            result.groupings = std::move(groupings);
            result.best = best;
        }
        ++result.orders;
        if (!result.dendrogram.has_ties) {
            break;
        }
    }
    return result;
}

}  // namespace causeway::traffic
