#include "causeway/mapping/whole_places.hpp"

#include "causeway/base/matrix.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

namespace causeway::mapping {

namespace {

constexpr int kMostPlaces = 256;

/// Groups of processes, each as a whole at some place.
class Groups {
public:
    Groups(const Talks& talks, const Target& target, const std::vector<int>& place_of)
        : target_(target), traffic_(target.num_places()), place_of_(static_cast<std::size_t>(target.num_places())) {
        std::iota(place_of_.begin(), place_of_.end(), 0);
        for (int process = 0; process < talks.num_processes(); ++process) {
            const int here = place_of[static_cast<std::size_t>(process)];
            for (const Talk& talk : talks.of(process)) {
                traffic_(here, place_of[static_cast<std::size_t>(talk.partner)]) += talk.sent;
            }
        }
    }

    [[nodiscard]] int place_of(int group) const { return place_of_[static_cast<std::size_t>(group)]; }

    /// The cost of all that two groups send and receive.
    [[nodiscard]] double cost_around(int a, int b) const {
        Seconds cost;
        for (int other = 0; other < traffic_.size(); ++other) {
            cost += cost_between(a, other) + cost_between(b, other);
            if (other != a && other != b) {
                cost += cost_between(other, a) + cost_between(other, b);
            }
        }
        return cost.value();
    }

    void exchange(int a, int b) {
        std::swap(place_of_[static_cast<std::size_t>(a)], place_of_[static_cast<std::size_t>(b)]);
    }

private:
    [[nodiscard]] Seconds cost_between(int from, int to) const {
        return target_.price(place_of(from), place_of(to)).of(traffic_(from, to));
    }

    const Target& target_;
    base::SquareMatrix<traffic::Volume> traffic_;  ///< [from group][to group]
    std::vector<int> place_of_;                    ///< [group]
};

}  // namespace

std::vector<int> with_places_exchanged(const Talks& talks, const Target& target, std::vector<int> place_of) {
    if (target.num_places() > kMostPlaces) {
        return place_of;
    }
    Groups groups(talks, target, place_of);
    while (true) {
        constexpr double kRounding = 1e-9;  // relative: what adding up leaves is no gain
        double best = 0.0;
        std::pair<int, int> exchanged{-1, -1};
        for (int a = 0; a < target.num_places(); ++a) {
            for (int b = a + 1; b < target.num_places(); ++b) {
                if (target.place(groups.place_of(a)).capacity() != target.place(groups.place_of(b)).capacity()) {
                    continue;
                }
                const double before = groups.cost_around(a, b);
                groups.exchange(a, b);
                const double rise = groups.cost_around(a, b) - before;
                groups.exchange(a, b);
                if (rise < best && rise < -kRounding * before) {
                    best = rise;
                    exchanged = {a, b};
                }
            }
        }
        if (exchanged.first < 0) {
            break;
        }
        groups.exchange(exchanged.first, exchanged.second);
    }
    for (int& place : place_of) {
        place = groups.place_of(place);
    }
    return place_of;
}

}  // namespace causeway::mapping
