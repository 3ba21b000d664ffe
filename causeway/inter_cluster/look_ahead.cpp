#include "causeway/inter_cluster/look_ahead.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::inter_cluster {

namespace {

using base::at;

/// Which clusters wait, and how many they are.
class Waiting {
public:
    explicit Waiting(const ClusterProblem& problem) : waits_(at(problem.size()), 1), count_(problem.size() - 1) {
        waits_[at(problem.root)] = 0;
    }

    [[nodiscard]] bool contains(int cluster) const { return waits_[at(cluster)] != 0; }
    [[nodiscard]] int size() const { return static_cast<int>(waits_.size()); }
    [[nodiscard]] int count() const { return count_; }

    void erase(int cluster) {
        waits_[at(cluster)] = 0;
        --count_;
    }

private:
    std::vector<char> waits_;
    int count_;
};

enum class Extreme { kLeast, kGreatest };
/// g_jk + L_jk alone, or + T_k.
enum class LocalTime { kLeftOut, kCounted };

class ExtremeOnward final : public LookAhead {
public:
    ExtremeOnward(const ClusterProblem& problem, LocalTime local_time, Extreme extreme)
        : sign_(extreme == Extreme::kLeast ? 1.0 : -1.0),
          waiting_(problem),
          targets_(at(problem.size()) * at(problem.size())),
          rows_(at(problem.size())) {
        for (int j = 0; j < problem.size(); ++j) {
            Row& row = rows_[at(j)];
            row.next = at(j) * at(problem.size());
            row.sorted = row.next;
            row.end = row.next;
            for (int k = 0; k < problem.size(); ++k) {
                const Seconds transfer = problem.transfer_time(j, k);
                if (k != j && k != problem.root && transfer < Seconds::infinity()) {
                    const Seconds cost =
                        local_time == LocalTime::kCounted ? transfer + problem.local_time[at(k)] : transfer;
                    targets_[row.end++] = {sign_ * cost, k};
                }
            }
        }
    }

    Seconds of(int j) override {
        if (waiting_.count() == 1) {
            return Seconds(0.0);
        }
        for (Row& row = rows_[at(j)];; ++row.next) {
            if (row.next == row.sorted) {
                sort_more(row);
            }
            if (row.next == row.end) {
                return Seconds::infinity();
            }
            if (waiting_.contains(targets_[row.next].cluster)) {
                return sign_ * targets_[row.next].signed_cost;
            }
        }
    }

    void informed(int k) override { waiting_.erase(k); }

private:
    struct Target {
        Seconds signed_cost;  ///< the less the better
        int cluster = 0;
    };
    /// Where the links of one cluster lead, as a part of targets_, best first. Sorted as far as it is read: rounds
    /// seldom ask for more than the first few.
    struct Row {
        std::size_t next = 0;  ///< those before it wait no longer
        std::size_t sorted = 0;
        std::size_t end = 0;
    };

    void sort_more(Row& row) {
        constexpr std::size_t kAtOnce = 4;
        const std::size_t until = std::min(row.end, row.sorted + kAtOnce);
        // Those that wait no longer need no place.
        const auto begin = targets_.begin() + static_cast<std::ptrdiff_t>(row.sorted);
        const auto end = std::remove_if(begin, targets_.begin() + static_cast<std::ptrdiff_t>(row.end),
                                        [&](const Target& target) { return !waiting_.contains(target.cluster); });
        row.end = static_cast<std::size_t>(end - targets_.begin());
        row.sorted = std::min(until, row.end);
        std::partial_sort(begin, targets_.begin() + static_cast<std::ptrdiff_t>(row.sorted), end,
                          [](const Target& a, const Target& b) { return a.signed_cost < b.signed_cost; });
    }

    double sign_;
    Waiting waiting_;
    std::vector<Target> targets_;
    std::vector<Row> rows_;  ///< [j]
};

/// A sum and how many it adds up, which makes a mean.
struct Sum {
    Seconds total;
    int count = 0;

    void add(Seconds value) {
        if (value < Seconds::infinity()) {
            total += value;
            ++count;
        }
    }
    void take_away(Seconds value) {
        if (value < Seconds::infinity()) {
            total -= value;
            --count;
        }
    }
    void add(const Sum& other) {
        total += other.total;
        count += other.count;
    }
    void take_away(const Sum& other) {
        total -= other.total;
        count -= other.count;
    }
    [[nodiscard]] Seconds mean() const { return count == 0 ? Seconds::infinity() : total / static_cast<double>(count); }
};

/// [j]: the links from each cluster to those that wait, but for itself.
std::vector<Sum> links_to_waiting(const ClusterProblem& problem, const Waiting& waiting) {
    std::vector<Sum> sums(at(problem.size()));
    for (int j = 0; j < problem.size(); ++j) {
        for (int k = 0; k < problem.size(); ++k) {
            if (k != j && waiting.contains(k)) {
                sums[at(j)].add(problem.transfer_time(j, k));
            }
        }
    }
    return sums;
}

class MeanOnward final : public LookAhead {
public:
    explicit MeanOnward(const ClusterProblem& problem)
        : problem_(problem), waiting_(problem), onward_(links_to_waiting(problem, waiting_)) {}

    Seconds of(int j) override { return waiting_.count() == 1 ? Seconds(0.0) : onward_[at(j)].mean(); }

    void informed(int k) override {
        waiting_.erase(k);
        for (int j = 0; j < waiting_.size(); ++j) {
            if (waiting_.contains(j)) {
                onward_[at(j)].take_away(problem_.transfer_time(j, k));
            }
        }
    }

private:
    const ClusterProblem& problem_;
    Waiting waiting_;
    std::vector<Sum> onward_;  ///< [j]: from j to B\{j}
};

class MeanOverCut final : public LookAhead {
public:
    explicit MeanOverCut(const ClusterProblem& problem)
        : problem_(problem),
          waiting_(problem),
          inward_(at(problem.size())),
          onward_(links_to_waiting(problem, waiting_)),
          cut_(onward_[at(problem.root)]) {
        for (int j = 0; j < problem.size(); ++j) {
            if (waiting_.contains(j)) {
                inward_[at(j)].add(problem.transfer_time(problem.root, j));
            }
        }
    }

    Seconds of(int j) override {
        if (waiting_.count() == 1) {
            return Seconds(0.0);
        }
        Sum sum = cut_;
        sum.take_away(inward_[at(j)]);
        sum.add(onward_[at(j)]);
        return sum.mean();
    }

    void informed(int k) override {
        waiting_.erase(k);
        cut_.take_away(inward_[at(k)]);
        cut_.add(onward_[at(k)]);
        for (int j = 0; j < waiting_.size(); ++j) {
            if (waiting_.contains(j)) {
                inward_[at(j)].add(problem_.transfer_time(k, j));
                onward_[at(j)].take_away(problem_.transfer_time(j, k));
            }
        }
    }

private:
    const ClusterProblem& problem_;
    Waiting waiting_;
    std::vector<Sum> inward_;  ///< [j]: from A to j
    std::vector<Sum> onward_;  ///< [j]: from j to B\{j}
    Sum cut_;                  ///< from A to B
};

}  // namespace

std::unique_ptr<LookAhead> least_transfer(const ClusterProblem& problem) {
    return std::make_unique<ExtremeOnward>(problem, LocalTime::kLeftOut, Extreme::kLeast);
}

std::unique_ptr<LookAhead> least_completion(const ClusterProblem& problem) {
    return std::make_unique<ExtremeOnward>(problem, LocalTime::kCounted, Extreme::kLeast);
}

std::unique_ptr<LookAhead> greatest_completion(const ClusterProblem& problem) {
    return std::make_unique<ExtremeOnward>(problem, LocalTime::kCounted, Extreme::kGreatest);
}

std::unique_ptr<LookAhead> mean_transfer(const ClusterProblem& problem) {
    return std::make_unique<MeanOnward>(problem);
}

std::unique_ptr<LookAhead> mean_transfer_over_cut(const ClusterProblem& problem) {
    return std::make_unique<MeanOverCut>(problem);
}

}  // namespace causeway::inter_cluster
