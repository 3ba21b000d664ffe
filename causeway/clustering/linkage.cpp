#include "causeway/clustering/linkage.hpp"

#include "causeway/clustering/edges.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace causeway::clustering {

namespace {

constexpr int kNobody = -1;

/// Clusters that have not joined yet, each known by its lowest host, and the mean distances between them.
class Clusters {
public:
    explicit Clusters(base::SquareMatrix<double> log_distance)
        : mean_(std::move(log_distance)), known_(mean_.size(), 1.0), active_(static_cast<std::size_t>(mean_.size())) {
        std::iota(active_.begin(), active_.end(), 0);
        for (int a = 0; a < mean_.size(); ++a) {
            for (int b = 0; b < mean_.size(); ++b) {
                if (mean_(a, b) == kUnknown) {
                    known_(a, b) = 0.0;
                }
            }
        }
    }

    [[nodiscard]] bool empty() const { return active_.empty(); }
    [[nodiscard]] int first() const { return active_.front(); }
    [[nodiscard]] double distance(int a, int b) const { return mean_(a, b); }

    /// The nearest other cluster, `preferred` among equals, else the lowest; kNobody if no distance is known.
    [[nodiscard]] int nearest(int cluster, int preferred) const {
        int best = preferred;
        double least = preferred == kNobody ? kUnknown : mean_(cluster, preferred);
        for (const int other : active_) {
            if (other != cluster && mean_(cluster, other) < least) {
                least = mean_(cluster, other);
                best = other;
            }
        }
        return best;
    }

    void join(int kept, int dropped) {
        remove(dropped);
        for (const int other : active_) {
            if (other == kept) {
                continue;
            }
            const double n = known_(kept, other);
            const double m = known_(dropped, other);
            if (m > 0.0) {
                const double mean =
                    n > 0.0 ? (n * mean_(kept, other) + m * mean_(dropped, other)) / (n + m) : mean_(dropped, other);
                mean_(kept, other) = mean;
                mean_(other, kept) = mean;
                known_(kept, other) = n + m;
                known_(other, kept) = n + m;
            }
        }
    }

    void remove(int cluster) { active_.erase(std::lower_bound(active_.begin(), active_.end(), cluster)); }

private:
    base::SquareMatrix<double> mean_;   ///< logarithms
    base::SquareMatrix<double> known_;  ///< how many distances the mean is of
    std::vector<int> active_;           ///< ascending
};

}  // namespace

base::SquareMatrix<double> log_distances(const platform::DistanceMatrix& matrix) {
    const int n = matrix.size();
    base::SquareMatrix<double> result(n, kUnknown);
    double least = kUnknown;
    for (int a = 0; a < n; ++a) {
        for (int b = a + 1; b < n; ++b) {
            if (const auto distance = matrix.between(a, b)) {
                result(a, b) = *distance;
                least = *distance > 0.0 ? std::min(least, *distance) : least;
            }
        }
    }
    least = least == kUnknown ? 1.0 : least;
    for (int a = 0; a < n; ++a) {
        for (int b = a + 1; b < n; ++b) {
            if (result(a, b) != kUnknown) {
                result(a, b) = std::log(std::max(result(a, b), least));
                result(b, a) = result(a, b);
            }
        }
    }
    return result;
}

std::vector<Join> average_linkage(base::SquareMatrix<double> log_distance) {
    std::vector<Join> joins;
    Clusters clusters(std::move(log_distance));
    std::vector<int> chain;
    while (!clusters.empty()) {
        if (chain.empty()) {
            chain.push_back(clusters.first());
        }
        const int last = chain.back();
        const int before = chain.size() > 1 ? chain[chain.size() - 2] : kNobody;
        const int nearest = clusters.nearest(last, before);
        if (nearest == kNobody) {
            clusters.remove(last);
            chain.clear();
        } else if (nearest == before) {
            joins.push_back({std::min(last, before), std::max(last, before), clusters.distance(last, before)});
            clusters.join(joins.back().left, joins.back().right);
            chain.resize(chain.size() - 2);
        } else {
            chain.push_back(nearest);
        }
    }
    std::stable_sort(joins.begin(), joins.end(),
                     [](const Join& x, const Join& y) { return x.log_distance < y.log_distance; });
    return joins;
}

Partition partition_after(std::span<const Join> joins, int num_hosts) {
    std::vector<int> parent(static_cast<std::size_t>(num_hosts));
    std::iota(parent.begin(), parent.end(), 0);
    const auto find = [&](int host) {
        while (parent[static_cast<std::size_t>(host)] != host) {
            int& up = parent[static_cast<std::size_t>(host)];
            up = parent[static_cast<std::size_t>(up)];
            host = up;
        }
        return host;
    };
    for (const Join& join : joins) {
        parent[static_cast<std::size_t>(find(join.right))] = find(join.left);
    }
    std::vector<int> label;
    for (int host = 0; host < num_hosts; ++host) {
        label.push_back(find(host));
    }
    return partition_by_label(label);
}

}  // namespace causeway::clustering
