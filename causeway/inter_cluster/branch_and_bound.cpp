#include "causeway/inter_cluster/branch_and_bound.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::inter_cluster {

namespace {

using base::at;

/// Clocks are slow beside a bound of few clusters.
constexpr std::int64_t kStepsPerLookAtTheClock = 16;

/// [cluster]: the lowest cluster that differs from it in nothing: the same links to and from all others, and T.
std::vector<int> twins(const ClusterProblem& problem) {
    const int n = problem.size();
    const auto alike = [&](int a, int b) {
        if (a == problem.root || problem.local_time[at(a)] != problem.local_time[at(b)] ||
            problem.gap(a, b) != problem.gap(b, a) || problem.latency(a, b) != problem.latency(b, a)) {
            return false;
        }
        for (int x = 0; x < n; ++x) {
            if (x != a && x != b &&
                (problem.gap(a, x) != problem.gap(b, x) || problem.gap(x, a) != problem.gap(x, b) ||
                 problem.latency(a, x) != problem.latency(b, x) || problem.latency(x, a) != problem.latency(x, b))) {
                return false;
            }
        }
        return true;
    };
    std::vector<int> result(at(n));
    for (int j = 0; j < n; ++j) {
        int first = 0;
        while (first < j && (result[at(first)] != first || !alike(first, j))) {
            ++first;
        }
        result[at(j)] = first;
    }
    return result;
}

class BranchAndBound {
public:
    BranchAndBound(const ClusterProblem& problem, const std::vector<Send>& start, const OrderEffort& effort)
        : problem_(problem),
          effort_(effort),
          twin_(twins(problem)),
          best_sends_(start),
          best_(evaluate(problem, start, effort.completion).makespan),
          ready_(at(problem.size())),
          reach_(at(problem.size())) {
        for (int j = 0; j < problem.size(); ++j) {
            if (j != problem.root) {
                waiting_.push_back(j);
            }
        }
        senders_.push_back(problem.root);
    }

    Answer run() {
        const Seconds done = problem_.local_time[at(problem_.root)];
        const Seconds bound = bound_of(done);
        if (bound < best_) {
            branch(done, bound);
        }
        Answer answer;
        answer.sends = best_sends_;
        answer.lower_bound = std::min(best_, least_given_up_);
        answer.stopped_early = stopped_;
        answer.steps = steps_;
        return answer;
    }

private:
    /// One way on from where the schedule stands.
    struct Branch {
        int to = 0;  ///< kStop: the sender sends no more
        Seconds done;
        Seconds bound;
    };
    static constexpr int kStop = -1;

    /// When `cluster` must have sent its last, lest its own local broadcast be over at U or later.
    [[nodiscard]] Seconds end_of_sending(int cluster) const {
        return effort_.completion == Completion::kSequential ? best_ - problem_.local_time[at(cluster)] : best_;
    }

    /// When a sender that is ready at `ready` and receivers that wait no longer are done, with one receiver more.
    [[nodiscard]] Seconds done_with(Seconds done, int from, Seconds ready, int to, Seconds arrival) const {
        const Seconds sender =
            effort_.completion == Completion::kSequential ? ready + problem_.local_time[at(from)] : ready;
        return std::max({done, sender, arrival + problem_.local_time[at(to)]});
    }

    /// A lower bound for all that may come; U or more means that nothing better can. `done`: what is decided.
    Seconds bound_of(Seconds done) {
        const Seconds bound = bound_by_paths(done);
        return bound < best_ ? bound_by_number(bound) : bound;
    }

    /// Leaves the earliest arrivals, rising, in arrivals_.
    Seconds bound_by_paths(Seconds bound) {
        arrivals_.clear();
        open_ = waiting_;
        for (const int j : waiting_) {
            reach_[at(j)] = Seconds::infinity();
        }
        for (const int i : senders_) {
            relax_from(i, ready_[at(i)]);
        }
        while (!open_.empty()) {
            const auto nearest = std::min_element(open_.begin(), open_.end(),
                                                  [&](int a, int b) { return reach_[at(a)] < reach_[at(b)]; });
            const int j = *nearest;
            *nearest = open_.back();
            open_.pop_back();
            arrivals_.push_back(reach_[at(j)]);
            bound = std::max(bound, reach_[at(j)] + problem_.local_time[at(j)]);
            if (bound >= best_) {
                return bound;
            }
            relax_from(j, reach_[at(j)]);
        }
        return bound;
    }

    void relax_from(int i, Seconds ready) {
        const Seconds end = end_of_sending(i);
        for (const int j : open_) {
            if (ready + problem_.gap(i, j) < end) {
                reach_[at(j)] = std::min(reach_[at(j)], ready + problem_.transfer_time(i, j));
            }
        }
    }

    /// The fastest that one sender could serve the clusters that wait.
    struct Stream {
        Seconds next;      ///< when it can start
        Seconds gap;       ///< from one start to the next
        Seconds transfer;  ///< from start to arrival
        Seconds end;       ///< of its sending
    };

    [[nodiscard]] Stream stream_of(int from, Seconds ready) const {
        Stream stream{ready, Seconds::infinity(), Seconds::infinity(), end_of_sending(from)};
        for (const int to : waiting_) {
            if (to != from) {
                stream.gap = std::min(stream.gap, problem_.gap(from, to));
                stream.transfer = std::min(stream.transfer, problem_.transfer_time(from, to));
            }
        }
        return stream;
    }

    /// Expects the earliest arrivals in arrivals_: the k-th arrival is not before the k-th of them either.
    Seconds bound_by_number(Seconds bound) {
        streams_.clear();
        for (const int i : senders_) {
            streams_.push_back(stream_of(i, ready_[at(i)]));
        }
        // Whoever receives next may be the best sender of all.
        Stream newcomer{Seconds(0.0), Seconds::infinity(), Seconds::infinity(), Seconds(0.0)};
        local_times_.clear();
        for (const int j : waiting_) {
            const Stream stream = stream_of(j, Seconds(0.0));
            newcomer.gap = std::min(newcomer.gap, stream.gap);
            newcomer.transfer = std::min(newcomer.transfer, stream.transfer);
            newcomer.end = std::max(newcomer.end, stream.end);
            local_times_.push_back(problem_.local_time[at(j)]);
        }
        std::sort(local_times_.begin(), local_times_.end(), std::greater<>());
        for (std::size_t k = 0; k < local_times_.size(); ++k) {
            Stream* first = nullptr;
            for (Stream& stream : streams_) {
                if (stream.next + stream.gap < stream.end &&
                    (first == nullptr || stream.next + stream.transfer < first->next + first->transfer)) {
                    first = &stream;
                }
            }
            if (first == nullptr) {
                return Seconds::infinity();
            }
            const Seconds arrival = std::max(first->next + first->transfer, arrivals_[k]);
            bound = std::max(bound, arrival + local_times_[k]);
            if (bound >= best_) {
                return bound;
            }
            first->next += first->gap;
            newcomer.next = arrival;
            streams_.push_back(newcomer);
        }
        return bound;
    }

    void branch(Seconds done, Seconds bound) {
        if (waiting_.empty()) {
            best_ = done;  // less than before, or its bound would not have passed
            best_sends_ = sends_;
            return;
        }
        const auto first = std::min_element(senders_.begin(), senders_.end(), [&](int a, int b) {
            return ready_[at(a)] != ready_[at(b)] ? ready_[at(a)] < ready_[at(b)] : a < b;
        });
        const auto place = first - senders_.begin();
        const int from = *first;
        const std::vector<Branch> branches = branches_of(place, from, done, bound);
        for (const Branch& next : branches) {
            if (next.bound >= best_) {
                continue;
            }
            if (stopped_) {
                least_given_up_ = std::min(least_given_up_, next.bound);
            } else if (next.to == kStop) {
                senders_.erase(senders_.begin() + place);
                branch(done, next.bound);
                senders_.insert(senders_.begin() + place, from);
            } else {
                const Seconds ready = ready_[at(from)];
                carry_out(from, next.to);
                sends_.push_back({from, next.to});
                branch(next.done, next.bound);
                sends_.pop_back();
                take_back(from, next.to, ready);
            }
        }
    }

    /// Those that may be better than what is known, the most promising first.
    std::vector<Branch> branches_of(std::ptrdiff_t place, int from, Seconds done, Seconds bound) {
        std::vector<Branch> branches;
        const Seconds ready = ready_[at(from)];
        const std::vector<int> targets = waiting_;
        for (const int to : targets) {
            if (!may_go_on(bound)) {
                return branches;
            }
            const bool twin_first = std::any_of(targets.begin(), targets.end(), [&](int other) {
                return other < to && twin_[at(other)] == twin_[at(to)];
            });
            if (twin_first || !(ready + problem_.gap(from, to) < end_of_sending(from))) {
                continue;
            }
            carry_out(from, to);
            const Seconds done_then = done_with(done, from, ready_[at(from)], to, ready_[at(to)]);
            if (done_then < best_) {
                branches.push_back({to, done_then, std::max(bound, bound_of(done_then))});
            }
            take_back(from, to, ready);
        }
        if (!may_go_on(bound)) {
            return branches;
        }
        senders_.erase(senders_.begin() + place);
        branches.push_back({kStop, done, std::max(bound, bound_of(done))});
        senders_.insert(senders_.begin() + place, from);
        std::stable_sort(branches.begin(), branches.end(),
                         [](const Branch& a, const Branch& b) { return a.bound < b.bound; });
        return branches;
    }

    /// Counts a step; when the effort is used up, gives up what is below a node with this bound.
    bool may_go_on(Seconds bound) {
        const bool out_of_time = steps_ % kStepsPerLookAtTheClock == 0 && effort_.time_used && effort_.time_used() >= 1;
        if (stopped_ || steps_ >= effort_.steps || out_of_time) {
            stopped_ = true;
            least_given_up_ = std::min(least_given_up_, bound);
            return false;
        }
        ++steps_;
        return true;
    }

    void carry_out(int from, int to) {
        waiting_.erase(std::lower_bound(waiting_.begin(), waiting_.end(), to));
        senders_.push_back(to);
        ready_[at(to)] = ready_[at(from)] + problem_.transfer_time(from, to);
        ready_[at(from)] += problem_.gap(from, to);
    }

    void take_back(int from, int to, Seconds ready) {
        ready_[at(from)] = ready;
        senders_.pop_back();
        waiting_.insert(std::lower_bound(waiting_.begin(), waiting_.end(), to), to);
    }

    const ClusterProblem& problem_;
    const OrderEffort& effort_;
    std::vector<int> twin_;
    std::vector<Send> best_sends_;
    Seconds best_;                                  ///< U
    Seconds least_given_up_ = Seconds::infinity();  ///< of the bounds of what was not looked at
    bool stopped_ = false;
    std::int64_t steps_ = 0;

    // Where the schedule stands.
    std::vector<Send> sends_;
    std::vector<int> senders_;    ///< those that hold the message and may yet send
    std::vector<int> waiting_;    ///< those that do not hold it, rising
    std::vector<Seconds> ready_;  ///< [cluster]: RT_i, for senders_

    // Of one bound; kept to spare allocations.
    std::vector<Seconds> reach_;  ///< [cluster]: earliest arrival
    std::vector<int> open_;
    std::vector<Seconds> arrivals_;
    std::vector<Seconds> local_times_;
    std::vector<Stream> streams_;
};

}  // namespace

Answer branch_and_bound(const ClusterProblem& problem, const std::vector<Send>& start, const OrderEffort& effort) {
    return BranchAndBound(problem, start, effort).run();
}

}  // namespace causeway::inter_cluster
