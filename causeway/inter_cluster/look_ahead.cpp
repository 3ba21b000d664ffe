#include "causeway/inter_cluster/look_ahead.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::inter_cluster {

namespace {

std::size_t at(int cluster) {
    return static_cast<std::size_t>(cluster);
}

/// Which clusters wait, and how many they are.
class Waiting {
public:
    explicit Waiting(const Problem& problem) : waits_(at(problem.size()), 1), count_(problem.size() - 1) {
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

/// Where the links of one cluster lead, best first. Sorted as far as it is read: rounds seldom ask for more
/// than the first few.
struct RankedTargets {
    std::vector<int> order;
    std::size_t sorted = 0;
    std::size_t next = 0;  ///< those before it wait no longer
};

enum class Extreme { kLeast, kGreatest };
/// g_jk + L_jk alone, or + T_k.
enum class LocalTime { kLeftOut, kCounted };

class ExtremeOnward final : public LookAhead {
public:
    ExtremeOnward(const Problem& problem, LocalTime local_time, Extreme extreme)
        : problem_(problem),
          counts_local_time_(local_time == LocalTime::kCounted),
          extreme_(extreme),
          waiting_(problem),
          targets_(at(problem.size())) {
        for (int j = 0; j < problem.size(); ++j) {
            for (int k = 0; waiting_.contains(j) && k < problem.size(); ++k) {
                if (k != j && waiting_.contains(k) && problem.transfer_time(j, k) < Seconds::infinity()) {
                    targets_[at(j)].order.push_back(k);
                }
            }
        }
    }

    Seconds of(int j) override {
        if (waiting_.count() == 1) {
            return Seconds(0.0);
        }
        RankedTargets& targets = targets_[at(j)];
        for (;; ++targets.next) {
            if (targets.next == targets.order.size()) {
                return Seconds::infinity();
            }
            if (targets.next == targets.sorted) {
                sort_more(j, targets);
            }
            if (waiting_.contains(targets.order[targets.next])) {
                return cost(j, targets.order[targets.next]);
            }
        }
    }

    void informed(int k) override { waiting_.erase(k); }

private:
    [[nodiscard]] Seconds cost(int j, int k) const {
        const Seconds transfer = problem_.transfer_time(j, k);
        return counts_local_time_ ? transfer + problem_.local_time[at(k)] : transfer;
    }

    void sort_more(int j, RankedTargets& targets) const {
        constexpr std::size_t kFirst = 8;
        const std::size_t end = std::min(targets.order.size(), std::max(kFirst, 2 * targets.sorted));
        const auto position = [&](std::size_t index) {
            return targets.order.begin() + static_cast<std::ptrdiff_t>(index);
        };
        std::partial_sort(position(targets.sorted), position(end), targets.order.end(), [&](int a, int b) {
            return extreme_ == Extreme::kLeast ? cost(j, a) < cost(j, b) : cost(j, b) < cost(j, a);
        });
        targets.sorted = end;
    }

    const Problem& problem_;
    bool counts_local_time_;
    Extreme extreme_;
    Waiting waiting_;
    std::vector<RankedTargets> targets_;  ///< [j]
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
std::vector<Sum> links_to_waiting(const Problem& problem, const Waiting& waiting) {
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
    explicit MeanOnward(const Problem& problem)
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
    const Problem& problem_;
    Waiting waiting_;
    std::vector<Sum> onward_;  ///< [j]: from j to B\{j}
};

class MeanOverCut final : public LookAhead {
public:
    explicit MeanOverCut(const Problem& problem)
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
    const Problem& problem_;
    Waiting waiting_;
    std::vector<Sum> inward_;  ///< [j]: from A to j
    std::vector<Sum> onward_;  ///< [j]: from j to B\{j}
    Sum cut_;                  ///< from A to B
};

}  // namespace

std::unique_ptr<LookAhead> least_transfer(const Problem& problem) {
    return std::make_unique<ExtremeOnward>(problem, LocalTime::kLeftOut, Extreme::kLeast);
}

std::unique_ptr<LookAhead> least_completion(const Problem& problem) {
    return std::make_unique<ExtremeOnward>(problem, LocalTime::kCounted, Extreme::kLeast);
}

std::unique_ptr<LookAhead> greatest_completion(const Problem& problem) {
    return std::make_unique<ExtremeOnward>(problem, LocalTime::kCounted, Extreme::kGreatest);
}

std::unique_ptr<LookAhead> mean_transfer(const Problem& problem) {
    return std::make_unique<MeanOnward>(problem);
}

std::unique_ptr<LookAhead> mean_transfer_over_cut(const Problem& problem) {
    return std::make_unique<MeanOverCut>(problem);
}

}  // namespace causeway::inter_cluster
