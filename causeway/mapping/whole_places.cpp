#include "causeway/mapping/whole_places.hpp"

#include "causeway/base/index.hpp"
#include "causeway/base/matrix.hpp"
#include "causeway/mapping/loads.hpp"
#include "causeway/mapping/placement_cost.hpp"
#include "causeway/mapping/tournament.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace causeway::mapping {

namespace {

using base::at;

constexpr int kMostPlaces = 256;

/// Groups of processes, each as a whole at some place. Interfaces of single processes are not looked at.
class Groups {
public:
    Groups(const Talks& talks, const Target& target, const std::vector<int>& place_of)
        : target_(target),
          traffic_(target.num_places()),
          most_messages_(target.num_places()),
          partners_(at(target.num_places())),
          place_of_(at(target.num_places())),
          loads_(target, 0),
          waits_(at(target.num_places()) * at(target.num_places())),
          most_computing_(at(target.num_places()), Seconds(0.0)),
          computing_(at(target.num_places())),
          share_of_sum_(PlacementCost::share_of_sum(talks.num_processes())) {
        std::iota(place_of_.begin(), place_of_.end(), 0);
        for (int process = 0; process < talks.num_processes(); ++process) {
            const int here = place_of[at(process)];
            most_computing_[at(here)] = std::max(most_computing_[at(here)], talks.computing(process));
            for (const Talk& talk : talks.of(process)) {
                const int there = place_of[at(talk.partner)];
                traffic_(here, there) += talk.sent;
                most_messages_(here, there) = std::max(most_messages_(here, there), talk.sent.messages);
            }
        }
        for (int from = 0; from < traffic_.size(); ++from) {
            propose_computing(from);
            for (int to = 0; to < traffic_.size(); ++to) {
                loads_.add(from, to, traffic_(from, to), 1.0);
                propose_wait(from, to);
                if (from != to && !(traffic_(from, to).is_zero() && traffic_(to, from).is_zero())) {
                    partners_[at(from)].push_back(to);
                }
            }
        }
        carry_out();
    }

    [[nodiscard]] int place_of(int group) const { return place_of_[at(group)]; }

    /// The terms of the objective but the sum, and what all that two groups send and receive adds to that.
    [[nodiscard]] double cost_around(int a, int b) const {
        return loads_.busiest() + waits_.greatest() + computing_.greatest() + share_of_sum_ * sum_around(a, b);
    }

    /// By how much the objective rises when two groups change places.
    [[nodiscard]] double change_of_exchange(int a, int b) {
        const double sum = sum_around(a, b);
        propose_exchange(a, b);
        const double change = loads_.busiest_proposed() - loads_.busiest() + waits_.greatest_proposed() -
                              waits_.greatest() + computing_.greatest_proposed() - computing_.greatest() +
                              share_of_sum_ * (sum_around(a, b) - sum);
        loads_.drop();
        waits_.drop();
        computing_.drop();
        swap_places(a, b);
        return change;
    }

    void exchange(int a, int b) {
        propose_exchange(a, b);
        carry_out();
    }

private:
    [[nodiscard]] double sum_around(int a, int b) const {
        Seconds cost;
        for_all_around(a, b, [&](int from, int to) {
            cost += target_.price(place_of(from), place_of(to)).of(traffic_(from, to));
        });
        return cost.value();
    }
    void swap_places(int a, int b) { std::swap(place_of_[at(a)], place_of_[at(b)]); }
    /// Proposes to loads and waits what becomes of them, and changes the places.
    void propose_exchange(int a, int b) {
        for_all_around(a, b, [this](int from, int to) { add(from, to, -1.0); });
        swap_places(a, b);
        for_all_around(a, b, [this](int from, int to) {
            add(from, to, 1.0);
            propose_wait(from, to);
        });
        propose_computing(a);
        propose_computing(b);
    }
    /// Calls `function` with every pair of groups that talk, from and to, of which one is `a` or `b`.
    template <typename Function>
    void for_all_around(int a, int b, const Function& function) const {
        function(a, a);
        function(b, b);
        for (const int other : partners_[at(a)]) {
            function(a, other);
            function(other, a);
        }
        for (const int other : partners_[at(b)]) {
            if (other != a) {
                function(b, other);
                function(other, b);
            }
        }
    }
    void add(int from, int to, double times) { loads_.add(place_of(from), place_of(to), traffic_(from, to), times); }
    void propose_wait(int from, int to) {
        const Seconds latency = target_.price(place_of(from), place_of(to)).per_message;
        waits_.propose(at(from) * at(traffic_.size()) + at(to), most_messages_(from, to) * latency.value());
    }
    void propose_computing(int group) {
        computing_.propose(at(group), most_computing_[at(group)].value() / target_.place(place_of(group)).speed);
    }
    void carry_out() {
        loads_.carry_out();
        waits_.carry_out();
        computing_.carry_out();
    }

    const Target& target_;
    base::SquareMatrix<traffic::Volume> traffic_;  ///< [from group][to group]
    base::SquareMatrix<double> most_messages_;     ///< the same: of one pair of processes
    std::vector<std::vector<int>> partners_;       ///< [group], other groups
    std::vector<int> place_of_;                    ///< [group]
    Loads loads_;
    Tournament waits_;                     ///< [from group * groups + to group]
    std::vector<Seconds> most_computing_;  ///< [group], of one process
    Tournament computing_;                 ///< [group]
    double share_of_sum_;
};

}  // namespace

std::vector<int> with_places_exchanged(const Talks& talks, const Target& target, std::vector<int> place_of,
                                       int num_places) {
    if (target.num_places() > kMostPlaces) {
        return place_of;
    }
    Groups groups(talks, target, place_of);
    while (true) {
        constexpr double kRounding = 1e-9;  // relative: what adding up leaves is no gain
        double best = 0.0;
        std::pair<int, int> exchanged{-1, -1};
        for (int a = 0; a < num_places; ++a) {
            for (int b = a + 1; b < num_places; ++b) {
                if (target.place(groups.place_of(a)).capacity() != target.place(groups.place_of(b)).capacity()) {
                    continue;
                }
                const double rise = groups.change_of_exchange(a, b);
                if (rise < best && rise < -kRounding * groups.cost_around(a, b)) {
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
