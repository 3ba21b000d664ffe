#include "causeway/inter_cluster/greedy.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>

namespace causeway::inter_cluster {

namespace {

using base::at;

/// The best that senders offer to one receiver. Ready times only grow: when the sender has sent to somebody else
/// in the meantime, the value is a lower bound, and is looked at again only if it could still be the best.
struct Offer {
    int from = -1;                        ///< nobody yet
    Seconds value = Seconds::infinity();  ///< [RT_i +] w_ij
    bool is_exact = true;
};

/// A pair as rounds compare it.
struct Candidate {
    bool dead_end = false;  ///< the receiver could pass it on to nobody
    Seconds score;          ///< the less the better
    Send send;

    [[nodiscard]] bool may_beat(const Candidate& other) const {
        return dead_end != other.dead_end ? other.dead_end : score <= other.score;
    }
    [[nodiscard]] bool beats(const Candidate& other) const {
        if (dead_end != other.dead_end) {
            return other.dead_end;
        }
        if (score != other.score) {
            return score < other.score;
        }
        return send.from != other.send.from ? send.from < other.send.from : send.to < other.send.to;
    }
};

class Rounds {
public:
    Rounds(const ClusterProblem& problem, const GreedyRule& rule)
        : problem_(problem),
          rule_(rule),
          look_ahead_(rule.look_ahead == nullptr ? nullptr : rule.look_ahead(problem)),
          edge_into_(problem.size()),
          ready_(at(problem.size())),
          offers_(at(problem.size())) {
        assert(rule_.aim == GreedyRule::Aim::kLeastScore || !rule_.ready_time_counts);
        for (int i = 0; i < problem.size(); ++i) {
            for (int j = 0; j < problem.size(); ++j) {
                edge_into_(j, i) =
                    problem.transfer_time(i, j) < Seconds::infinity() ? rule_.edge(problem, i, j) : Seconds::infinity();
            }
            if (i != problem.root) {
                waiting_.push_back(i);
            }
        }
        add_sender(problem.root, Seconds(0.0));
    }

    /// The next pair, carried out; none when nobody who waits can be reached.
    std::optional<Send> next() {
        const std::optional<Send> send = best_pair();
        if (send) {
            carry_out(*send);
        }
        return send;
    }

private:
    [[nodiscard]] Seconds value(int from, int to) const {
        const Seconds edge = edge_into_(to, from);
        return rule_.ready_time_counts ? ready_[at(from)] + edge : edge;
    }

    [[nodiscard]] Candidate candidate(int to) {
        const Offer& offer = offers_[at(to)];
        const Seconds ahead = look_ahead_ ? look_ahead_->of(to) : Seconds(0.0);
        const bool dead_end = ahead == Seconds::infinity();
        const Seconds known_ahead = dead_end ? Seconds(0.0) : ahead;
        const Seconds score =
            rule_.aim == GreedyRule::Aim::kLeastScore ? offer.value + known_ahead : known_ahead - offer.value;
        return {dead_end, score, {offer.from, to}};
    }

    /// The first of the least values among all who hold the message.
    void renew(int to) {
        Offer renewed;
        for (const int from : senders_) {
            take_if_better(renewed, from, to);
        }
        offers_[at(to)] = renewed;
    }

    std::optional<Send> best_pair() {
        std::optional<Candidate> best;
        const auto consider = [&](const Candidate& candidate) {
            if (!best || candidate.beats(*best)) {
                best = candidate;
            }
        };
        inexact_.clear();
        for (const int to : waiting_) {
            if (offers_[at(to)].from >= 0) {
                if (offers_[at(to)].is_exact) {
                    consider(candidate(to));
                } else {
                    inexact_.push_back(candidate(to));
                }
            }
        }
        for (const Candidate& bound : inexact_) {
            if (!best || bound.may_beat(*best)) {
                renew(bound.send.to);
                consider(candidate(bound.send.to));
            }
        }
        return best ? std::optional<Send>(best->send) : std::nullopt;
    }

    void carry_out(Send send) {
        waiting_.erase(std::lower_bound(waiting_.begin(), waiting_.end(), send.to));
        if (look_ahead_) {
            look_ahead_->informed(send.to);
        }
        const Seconds arrival = ready_[at(send.from)] + problem_.transfer_time(send.from, send.to);
        ready_[at(send.from)] += problem_.gap(send.from, send.to);
        if (rule_.ready_time_counts) {
            for (const int to : waiting_) {
                if (offers_[at(to)].from == send.from) {
                    offers_[at(to)].is_exact = false;
                }
            }
        }
        add_sender(send.to, arrival);
    }

    void add_sender(int from, Seconds ready) {
        senders_.push_back(from);
        ready_[at(from)] = ready;
        for (const int to : waiting_) {
            take_if_better(offers_[at(to)], from, to);
        }
    }

    void take_if_better(Offer& offer, int from, int to) const {
        const Seconds offered = value(from, to);
        // What is not exact is renewed before it counts; ties are settled then.
        const bool is_first = offered == offer.value && offer.is_exact && (offer.from < 0 || from < offer.from);
        const bool is_joined = offered < Seconds::infinity() || problem_.transfer_time(from, to) < Seconds::infinity();
        if ((offered < offer.value || is_first) && is_joined) {
            offer = {from, offered, true};
        }
    }

    const ClusterProblem& problem_;
    const GreedyRule& rule_;
    std::unique_ptr<LookAhead> look_ahead_;
    base::SquareMatrix<Seconds> edge_into_;  ///< w_ij, [to][from]: renewing an offer reads one row
    std::vector<Seconds> ready_;             ///< [cluster]: RT_i, for those in A
    std::vector<Offer> offers_;              ///< [cluster], for those in B
    std::vector<int> senders_;               ///< A
    std::vector<int> waiting_;               ///< B, rising
    std::vector<Candidate> inexact_;         ///< of one round; kept to spare allocations
};

}  // namespace

std::vector<Send> greedy(const ClusterProblem& problem, const GreedyRule& rule) {
    require_root(problem);
    Rounds rounds(problem, rule);
    std::vector<Send> sends;
    while (const auto send = rounds.next()) {
        sends.push_back(*send);
    }
    return sends;
}

}  // namespace causeway::inter_cluster
