#include "causeway/traffic/dendrogram.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace causeway::traffic {

namespace {

using base::at;

/// The index of a number that is not negative.
/// A cluster and what is exchanged with it. The cluster may have merged since; `Clusters::find` knows into which.
struct Partner {
    int process = 0;
    double amount = 0.0;
};

/// The partner that a cluster exchanges most with.
struct Nearest {
    int cluster = -1;  ///< -1: it exchanges nothing with any other
    double exchanged = 0.0;
    double mean = 0.0;
};

/// Clusters while they merge; each is known by one of its processes.
class Clusters {
public:
    Clusters(const Exchanges& exchanges, std::span<const int> order)
        : parent_(order.size()),
          size_(order.size(), 1),
          position_(order.size()),
          node_(order.size()),
          partners_(order.size()),
          exchanged_(order.size(), 0.0) {
        std::iota(parent_.begin(), parent_.end(), 0);
        std::iota(node_.begin(), node_.end(), 0);
        for (std::size_t i = 0; i < order.size(); ++i) {
            position_[at(order[i])] = static_cast<int>(i);
        }
        for (std::size_t p = 0; p < order.size(); ++p) {
            partners_[p].reserve(exchanges.first[p + 1] - exchanges.first[p]);
            for (std::size_t e = exchanges.first[p]; e < exchanges.first[p + 1]; ++e) {
                partners_[p].push_back({exchanges.partner[e], exchanges.amount[e]});
            }
        }
    }

    /// The cluster that a process is in.
    int find(int process) {
        while (parent_[at(process)] != process) {
            int& parent = parent_[at(process)];
            parent = parent_[at(parent)];
            process = parent;
        }
        return process;
    }

    [[nodiscard]] int size(int cluster) const { return size_[at(cluster)]; }
    /// The least position in the order of one of its processes.
    [[nodiscard]] int position(int cluster) const { return position_[at(cluster)]; }
    [[nodiscard]] int node(int cluster) const { return node_[at(cluster)]; }
    [[nodiscard]] bool has_ties() const { return has_ties_; }

    /// The partner that `cluster` exchanges most with on average; of several, `preferred` (-1: none), else the one
    /// first in the order.
    Nearest nearest(int cluster, int preferred) {
        bring_up_to_date(cluster);
        Nearest best;
        int num_best = 0;
        for (const Partner& partner : partners_[at(cluster)]) {
            const double mean =
                partner.amount / (static_cast<double>(size(cluster)) * static_cast<double>(size(partner.process)));
            if (best.cluster >= 0 && mean < best.mean) {
                continue;
            }
            if (best.cluster < 0 || mean > best.mean) {
                num_best = 0;
            } else if (best.cluster == preferred ||
                       (partner.process != preferred && position(best.cluster) < position(partner.process))) {
                ++num_best;
                continue;
            }
            ++num_best;
            best = {partner.process, partner.amount, mean};
        }
        has_ties_ = has_ties_ || num_best > 1;
        return best;
    }

    /// What `cluster`, the one whose nearest partner was asked for last, exchanges with `other`.
    [[nodiscard]] double exchanged_by_last_looked_at(int cluster, int other) const {
        const std::vector<Partner>& partners = partners_[at(cluster)];
        return std::find_if(partners.begin(), partners.end(),
                            [other](const Partner& partner) { return partner.process == other; })
            ->amount;
    }

    /// Makes one of two clusters, to be known as `node` of the dendrogram.
    void merge(int a, int b, int node) {
        if (partners_[at(a)].size() < partners_[at(b)].size()) {
            std::swap(a, b);
        }
        std::vector<Partner>& kept = partners_[at(a)];
        std::vector<Partner>& dropped = partners_[at(b)];
        kept.insert(kept.end(), dropped.begin(), dropped.end());
        std::vector<Partner>().swap(dropped);
        parent_[at(b)] = a;
        size_[at(a)] += size_[at(b)];
        position_[at(a)] = std::min(position_[at(a)], position_[at(b)]);
        node_[at(a)] = node;
    }

private:
    /// Adds up what is exchanged with processes that are in one cluster by now.
    void bring_up_to_date(int cluster) {
        std::vector<Partner>& partners = partners_[at(cluster)];
        found_.clear();
        for (const Partner& partner : partners) {
            const int other = find(partner.process);
            if (other == cluster) {
                continue;
            }
            if (exchanged_[at(other)] == 0.0) {
                found_.push_back(other);
            }
            exchanged_[at(other)] += partner.amount;
        }
        partners.clear();
        for (const int other : found_) {
            partners.push_back({other, exchanged_[at(other)]});
            exchanged_[at(other)] = 0.0;
        }
    }

    std::vector<int> parent_;    ///< [process]; of a cluster, itself
    std::vector<int> size_;      ///< [cluster]
    std::vector<int> position_;  ///< [cluster]
    std::vector<int> node_;      ///< [cluster]
    std::vector<std::vector<Partner>> partners_;
    std::vector<double> exchanged_;  ///< [cluster], zero between uses
    std::vector<int> found_;         ///< clusters met, between uses of no meaning
    bool has_ties_ = false;
};

/// Grows chains of nearest neighbours and merges where they end.
class Chains {
public:
    Chains(const Exchanges& exchanges, std::span<const int> order)
        : order_(order), clusters_(exchanges, order), is_on_chain_(order.size(), false) {
        merges_.reserve(order.size());
    }

    Dendrogram dendrogram() {
        for (const int process : order_) {
            merge_all_around(process);
        }
        sort_merges();
        merge_what_exchanges_nothing();
        return {static_cast<int>(order_.size()), std::move(merges_), has_ties_ || clusters_.has_ties()};
    }

private:
    /// Until the cluster of `process` exchanges nothing with others.
    void merge_all_around(int process) {
        while (true) {
            if (chain_.empty()) {
                chain_.push_back(clusters_.find(process));
            }
            const int last = chain_.back();
            const int before = chain_.size() > 1 ? chain_[chain_.size() - 2] : -1;
            is_on_chain_[at(last)] = true;
            const Nearest nearest = clusters_.nearest(last, before);
            if (nearest.cluster < 0) {
                is_on_chain_[at(last)] = false;
                chain_.pop_back();
                assert(chain_.empty());
                return;
            }
            // Sums of fractions may differ in their last bits between the two sides; going round in circles over
            // that is not an option.
            if (is_on_chain_[at(nearest.cluster)]) {
                merge_last_two();
            } else {
                chain_.push_back(nearest.cluster);
            }
        }
    }

    void merge_last_two() {
        const int last = chain_.back();
        const int before = chain_[chain_.size() - 2];
        chain_.resize(chain_.size() - 2);
        is_on_chain_[at(last)] = false;
        is_on_chain_[at(before)] = false;
        merge(before, last, clusters_.exchanged_by_last_looked_at(last, before));
    }

    void merge(int a, int b, double exchanged) {
        if (clusters_.position(b) < clusters_.position(a)) {
            std::swap(a, b);
        }
        const int num_processes = static_cast<int>(order_.size());
        Merge merge{clusters_.node(a), clusters_.node(b), exchanged,
                    exchanged / (static_cast<double>(clusters_.size(a)) * static_cast<double>(clusters_.size(b)))};
        for (const int node : {merge.left, merge.right}) {
            if (node >= num_processes) {  // never above what it is made of, not even by a rounded bit
                merge.mean = std::min(merge.mean, merges_[at(node - num_processes)].mean);
            }
        }
        clusters_.merge(a, b, num_processes + static_cast<int>(merges_.size()));
        merges_.push_back(merge);
    }

    /// Brings the merges, found chain by chain, into the order of falling means.
    void sort_merges() {
        const int num_processes = static_cast<int>(order_.size());
        std::vector<std::size_t> sorted(merges_.size());
        std::iota(sorted.begin(), sorted.end(), std::size_t{0});
        // Stable: a merge that is part of another was found before it.
        std::stable_sort(sorted.begin(), sorted.end(),
                         [&](std::size_t a, std::size_t b) { return merges_[a].mean > merges_[b].mean; });
        new_node_.resize(order_.size() + merges_.size());
        std::iota(new_node_.begin(), new_node_.end(), 0);
        for (std::size_t k = 0; k < sorted.size(); ++k) {
            new_node_[order_.size() + sorted[k]] = num_processes + static_cast<int>(k);
        }
        std::vector<Merge> in_order;
        in_order.reserve(order_.size());
        for (const std::size_t k : sorted) {
            const Merge& merge = merges_[k];
            has_ties_ = has_ties_ || (!in_order.empty() && in_order.back().mean == merge.mean);
            in_order.push_back({new_node_[at(merge.left)], new_node_[at(merge.right)], merge.exchanged, merge.mean});
        }
        merges_ = std::move(in_order);
    }

    void merge_what_exchanges_nothing() {
        struct Left {
            int size;
            int position;
            int node;
            bool operator>(const Left& other) const {
                return std::tie(size, position) > std::tie(other.size, other.position);
            }
        };
        std::priority_queue<Left, std::vector<Left>, std::greater<>> left;
        for (const int process : order_) {
            if (clusters_.find(process) == process) {
                left.push(
                    {clusters_.size(process), clusters_.position(process), new_node_[at(clusters_.node(process))]});
            }
        }
        while (left.size() > 1) {
            const Left first = left.top();
            left.pop();
            const Left second = left.top();
            left.pop();
            const int node = static_cast<int>(order_.size() + merges_.size());
            merges_.push_back({first.node, second.node, 0.0, 0.0});
            left.push({first.size + second.size, std::min(first.position, second.position), node});
        }
    }

    std::span<const int> order_;
    Clusters clusters_;
    std::vector<int> chain_;
    std::vector<char> is_on_chain_;  ///< [cluster]
    std::vector<Merge> merges_;
    std::vector<int> new_node_;  ///< [node as found] -> node after sorting
    bool has_ties_ = false;
};

}  // namespace

Exchanges exchanges_of(const CommunicationTable& table, Quantity quantity) {
    const std::size_t size = at(table.num_processes());
    // The table by receiver: its columns, senders ascending.
    std::vector<std::size_t> column(size + 1, 0);
    for (const Flow& flow : table.flows()) {
        ++column[at(flow.to) + 1];
    }
    std::partial_sum(column.begin(), column.end(), column.begin());
    std::vector<Partner> received(table.flows().size());
    std::vector<std::size_t> next(column.begin(), column.end() - 1);
    for (const Flow& flow : table.flows()) {
        received[next[at(flow.to)]++] = {flow.from, flow.volume.of(quantity)};
    }
    Exchanges result;
    result.first.push_back(0);
    for (std::size_t p = 0; p < size; ++p) {
        const auto process = static_cast<int>(p);
        const std::span<const Flow> sent = table.flows_from(process);
        auto to = sent.begin();
        std::size_t from = column[p];
        while (to != sent.end() || from < column[p + 1]) {
            constexpr int kNone = std::numeric_limits<int>::max();
            const int receiver = to != sent.end() ? to->to : kNone;
            const int sender = from < column[p + 1] ? received[from].process : kNone;
            const int partner = std::min(receiver, sender);
            double amount = 0.0;
            if (receiver == partner) {
                amount += (to++)->volume.of(quantity);
            }
            if (sender == partner) {
                amount += received[from++].amount;
            }
            if (partner != process && amount > 0.0) {
                result.partner.push_back(partner);
                result.amount.push_back(amount);
            }
        }
        result.first.push_back(result.partner.size());
    }
    return result;
}

Partition partition_after(const Dendrogram& dendrogram, int num_merges) {
    const std::size_t size = at(dendrogram.num_processes);
    std::vector<int> parent(size + dendrogram.merges.size(), -1);
    for (std::size_t k = 0; k < at(num_merges); ++k) {
        parent[at(dendrogram.merges[k].left)] = static_cast<int>(size + k);
        parent[at(dendrogram.merges[k].right)] = static_cast<int>(size + k);
    }
    // From the last merge down: the cluster that every node ends up in.
    std::vector<int> cluster(parent.size(), -1);
    for (std::size_t node = size + at(num_merges); node-- > 0;) {
        cluster[node] = parent[node] < 0 ? static_cast<int>(node) : cluster[at(parent[node])];
    }
    Partition partition;
    std::vector<int> number(parent.size(), -1);
    for (std::size_t p = 0; p < size; ++p) {
        int& index = number[at(cluster[p])];
        if (index < 0) {
            index = static_cast<int>(partition.size());
            partition.emplace_back();
        }
        partition[at(index)].push_back(static_cast<int>(p));
    }
    return partition;
}

Dendrogram dendrogram_of(const Exchanges& exchanges, std::span<const int> order) {
    assert(static_cast<int>(order.size()) == exchanges.num_processes());
    return Chains(exchanges, order).dendrogram();
}

}  // namespace causeway::traffic
