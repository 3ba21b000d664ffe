/// Which of several ways to carry out calls of a kind is the fastest, found by trying them in the calls themselves.
///
/// Sequential halving (Karnin, Koren, Somekh 2013, "Almost optimal exploration in multi-armed bandits") made for calls
/// that somebody waits for: candidates come in one after another, each is called as often again in every round, and who
/// is far behind is out long before it had its share. How far behind is too far depends on how often both were called:
/// single times lie. What trying has cost, beside calling the reference alone, is bounded.
///
/// In a round all calls of a candidate follow one another, and the first of them is not counted: it takes what the one
/// before has left, processes that are ahead of others and messages that are under way, which one way leaves more of
/// than another and the next one pays for.
///
/// Calls that follow one another may overlap where no process waits for all others: then times say how fast calls
/// follow, and nothing of how soon one of them is over. Both matter to a program, and what cannot be seen is predicted.
///
/// What an earlier job has seen counts as if it had been seen in this one, after a few calls of what was best have
/// shown that the network, and how the program calls, are still the same.
///
/// Pure and deterministic: ranks that are given the same times decide alike. Nothing here knows of messages.
#pragma once

#include "causeway/base/units.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace causeway::experience {

/// What is predicted of calls.
struct Promise {
    std::vector<Seconds> alone;  ///< [candidate]: of a call that begins when the one before it is over everywhere
    Seconds least;               ///< what such a call takes at least, whatever carries it out; 0: calls do not overlap
};

/// Where what is known comes from.
enum class Known {
    kEarlier,  ///< an earlier job, or another communicator: believed once a few calls have shown that it still holds
    kJustNow,  ///< calls on this communicator, whose plans are made anew
};

class Trial {
public:
    /// Candidates 0 to the number of promises - 1, those that promise most first; `reference`: the one that all are
    /// held against, one of the first two. `known`: what calls took before, [candidate], in seconds; without any of the
    /// reference nothing is known, and of the reference alone it says only that the most promising comes first.
    Trial(Promise promise, int reference, std::vector<std::vector<double>> known = {}, Known from = Known::kEarlier);

    /// Which candidate the next call takes: while nothing is due, and for good once it is over.
    [[nodiscard]] int candidate() const;

    /// That call is over.
    void called() { next_ += is_over() ? 0 : 1; }

    /// Whether the round is over, and judge() is to be told what its calls took.
    [[nodiscard]] bool is_due() const { return !is_over() && next_ == round_.size(); }

    /// The candidates of the round's calls, in order.
    [[nodiscard]] std::span<const int> round() const { return round_; }

    /// What each call of the round took, in seconds; the same on every rank.
    void judge(std::span<const double> seconds);

    /// Tries nothing more: candidate 0 for good.
    void give_up() noexcept;

    [[nodiscard]] bool is_over() const { return round_.empty(); }
    /// The best so far.
    [[nodiscard]] int choice() const { return choice_; }
    /// Of a candidate's calls that count, in order.
    [[nodiscard]] const std::vector<double>& times(int candidate) const {
        return candidates_[static_cast<std::size_t>(candidate)].times;
    }
    /// What a candidate takes, in seconds: the mean of all but the slowest of its calls that count; before there are
    /// any, what its fastest call took. Infinite before it was called.
    [[nodiscard]] double typical(int candidate) const;
    /// Whether a call begins before the one before it is over everywhere.
    [[nodiscard]] bool calls_overlap() const;
    /// Whether what was seen before is believed, and among the times.
    [[nodiscard]] bool has_known() const { return has_known_; }

private:
    struct Candidate {
        std::vector<double> times;                               ///< seconds, of calls that count
        int calls = 0;                                           ///< all of them
        double least = std::numeric_limits<double>::infinity();  ///< seconds of the fastest that counts, or of all
        bool is_in = true;
    };

    [[nodiscard]] double unseen(int candidate) const;
    [[nodiscard]] double cost(int candidate) const;
    [[nodiscard]] double lost() const;
    [[nodiscard]] double budget() const;
    [[nodiscard]] std::size_t num_in() const;
    [[nodiscard]] int best() const;
    [[nodiscard]] bool was_called(std::size_t candidate) const { return candidates_[candidate].calls > 0; }
    [[nodiscard]] bool is_dear(std::size_t candidate) const;
    [[nodiscard]] std::optional<std::size_t> postponed() const;
    [[nodiscard]] int calls_in_next_round(std::size_t candidate) const;
    [[nodiscard]] double spread() const;
    void drop_those_behind();
    void begin_with(std::vector<std::vector<double>> known, Known from);
    void begin_against(const std::vector<double>& reference_times);
    void begin_round();
    [[nodiscard]] bool contradicts(std::span<const double> seconds) const;
    void forget();

    Promise promise_;
    std::vector<Candidate> candidates_;
    std::size_t reference_;
    std::size_t introduced_;
    int choice_ = 0;
    bool has_known_ = false;
    bool is_confirming_ = false;  ///< the round is to show whether what is known still holds
    std::vector<int> round_;      ///< candidates; empty: over
    std::size_t next_ = 0;        ///< call of the round
};

}  // namespace causeway::experience
