#include "causeway/mapping/pouring.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <numeric>

namespace causeway::mapping {

namespace {

using base::at;

/// The mean price of two slots at different places: what bytes and messages weigh against each other.
Price mean_price(const Target& target) {
    Price sum;
    double pairs = 0.0;
    for (int from = 0; from < target.num_places(); ++from) {
        for (int to = 0; to < target.num_places(); ++to) {
            if (from != to) {
                const double weight = static_cast<double>(target.place(from).capacity()) * target.place(to).capacity();
                const Price price = target.price(from, to);
                sum.per_message += weight * price.per_message;
                sum.per_byte += weight * price.per_byte;
                pairs += weight;
            }
        }
    }
    return pairs > 0.0 ? Price{sum.per_message / pairs, sum.per_byte / pairs} : Price{Seconds(0.0), Seconds(1.0)};
}

}  // namespace

traffic::Dendrogram dendrogram_of(const Talks& talks, const Target& target) {
    std::vector<int> order(at(talks.num_processes()));
    std::iota(order.begin(), order.end(), 0);
    return traffic::dendrogram_of(talks.priced(mean_price(target)), order);
}

std::vector<int> leaves_of(const traffic::Dendrogram& tree) {
    const std::size_t num_processes = at(tree.num_processes);
    std::vector<int> size(num_processes, 1);  // [node]
    for (const traffic::Merge& merge : tree.merges) {
        size.push_back(size[at(merge.left)] + size[at(merge.right)]);
    }
    std::vector<int> leaves;
    std::vector<int> waiting;
    if (!size.empty()) {
        waiting.push_back(static_cast<int>(size.size()) - 1);
    }
    while (!waiting.empty()) {
        const int node = waiting.back();
        waiting.pop_back();
        if (at(node) < num_processes) {
            leaves.push_back(node);
            continue;
        }
        const traffic::Merge& merge = tree.merges[at(node) - num_processes];
        const bool is_left_first = size[at(merge.left)] >= size[at(merge.right)];
        waiting.push_back(is_left_first ? merge.right : merge.left);
        waiting.push_back(is_left_first ? merge.left : merge.right);
    }
    return leaves;
}

std::vector<int> pour(const Talks& talks, const Target& target) {
    const std::vector<int> leaves = leaves_of(dendrogram_of(talks, target));
    std::vector<int> places(at(target.num_places()));
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.end(),
                     [&](int a, int b) { return target.place(a).capacity() > target.place(b).capacity(); });
    std::vector<int> place_of(leaves.size());
    auto leaf = leaves.begin();
    for (const int place : places) {
        for (int slot = 0; slot < target.place(place).capacity() && leaf != leaves.end(); ++slot) {
            place_of[at(*leaf++)] = place;
        }
    }
    return place_of;
}

}  // namespace causeway::mapping
