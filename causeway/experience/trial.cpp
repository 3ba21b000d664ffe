#include "causeway/experience/trial.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

namespace causeway::experience {

namespace {

/// Calls after which a candidate is known well enough.
constexpr std::size_t kEnough = 16;

/// Who has been called so often and takes so many times what the best one takes is out. Of few calls the fastest
/// counts, as what disturbs a call makes it slower; of many the median.
struct Limit {
    std::size_t calls;
    double times;
};
constexpr std::array kLimits{Limit{2, 2.0}, Limit{4, 1.4}, Limit{8, 1.15}};

/// Calls of the reference, by which the others' are judged, before it may be out.
constexpr std::size_t kOfReference = 4;

/// A single call that took so many times what the best one takes may have been disturbed: its candidate is called again
/// when others have paid for that.
constexpr double kTooDearToRepeat = 8.0;
constexpr double kShare = 0.04;
constexpr double kLongestWait = 1000.0;  // calls

/// What trying may cost within the first calls, in calls of the reference; and of later ones as a share. Beyond that
/// the best so far is called for a while, and nothing else.
constexpr double kMostLost = 5.0;
constexpr double kFirstCalls = 200.0;
constexpr std::size_t kRest = 50;

/// Calls that take this part of what is possible or less were under way side by side.
constexpr double kOverlapping = 0.5;

/// Calls that show whether what an earlier job has seen still holds: it does not where they take so many times as long,
/// or that part.
constexpr std::size_t kConfirming = 5;
constexpr double kContradicted = 1.25;

/// Those that differ by less are taken as equal: the one that promised more stays.
constexpr double kAboutEqual = 1.02;

/// The lower one of two middle ones: what disturbs a call makes it slower.
double median(std::vector<double> times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

}  // namespace

Trial::Trial(Promise promise, int reference, std::vector<std::vector<double>> known)
    : promise_(std::move(promise)),
      candidates_(promise_.alone.size()),
      reference_(static_cast<std::size_t>(reference)),
      introduced_(std::min<std::size_t>(2, candidates_.size())) {
    assert(!candidates_.empty() && reference >= 0 && reference_ < introduced_);
    if (candidates_.size() < 2 || known.size() != candidates_.size() || known[reference_].empty()) {
        begin_round();
        return;
    }
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        introduced_ = known[c].empty() ? introduced_ : std::max(introduced_, c + 1);
        candidates_[c].times = std::move(known[c]);
    }
    drop_those_behind();
    choice_ = best();
    has_known_ = is_confirming_ = true;
    round_.assign(kConfirming, choice_);
}

/// Whether calls of the choice show that what is known of it does not hold any more.
bool Trial::contradicts(std::span<const double> seconds) const {
    const double now = median({seconds.begin() + 1, seconds.end()});  // the first one opened connections
    const double then = typical(choice_);
    return now > kContradicted * then || then > kContradicted * now;
}

/// Begins anew.
void Trial::forget() {
    candidates_.assign(candidates_.size(), {});
    introduced_ = std::min<std::size_t>(2, candidates_.size());
    choice_ = 0;
    has_known_ = false;
    begin_round();
}

int Trial::candidate() const {
    return is_over() || next_ == round_.size() ? choice_ : round_[next_];
}

double Trial::typical(int candidate) const {
    const std::vector<double>& all = times(candidate);
    return all.size() == 1 ? all.front() : median({all.begin() + 1, all.end()});
}

void Trial::give_up() noexcept {
    if (!is_over()) {
        round_.clear();
        choice_ = 0;
    }
}

bool Trial::calls_overlap() const {
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (!candidates_[c].times.empty() && typical(static_cast<int>(c)) < kOverlapping * promise_.least.value()) {
            return true;
        }
    }
    return false;
}

/// What a call takes beyond the time that can be seen.
double Trial::unseen(int candidate) const {
    return calls_overlap() ? promise_.alone[static_cast<std::size_t>(candidate)].value() : 0.0;
}

/// What a candidate costs the program, in seconds. Requires that it was called.
double Trial::cost(int candidate) const {
    return typical(candidate) + unseen(candidate);
}

void Trial::judge(std::span<const double> seconds) {
    assert(is_due() && seconds.size() == round_.size());
    if (std::exchange(is_confirming_, false) && contradicts(seconds)) {
        forget();
        return;
    }
    for (std::size_t i = 0; i < round_.size(); ++i) {
        candidates_[static_cast<std::size_t>(round_[i])].times.push_back(seconds[i]);
    }
    drop_those_behind();
    choice_ = best();
    if (lost() > budget() * cost(static_cast<int>(reference_)) && num_in() > 1) {
        next_ = 0;
        round_.assign(kRest, choice_);
        return;
    }
    introduced_ = std::min(introduced_ + 1, candidates_.size());
    begin_round();
}

/// Calls of the reference that trying may have cost by now.
double Trial::budget() const {
    std::size_t calls = 0;
    for (const Candidate& one : candidates_) {
        calls += one.times.size();
    }
    return kMostLost + kShare * std::max(0.0, static_cast<double>(calls) - kFirstCalls);
}

std::size_t Trial::num_in() const {
    return static_cast<std::size_t>(
        std::count_if(candidates_.begin(), candidates_.end(), [](const Candidate& one) { return one.is_in; }));
}

/// Seconds that the calls so far took beyond what the reference takes, less what they took below it.
double Trial::lost() const {
    const double usual = cost(static_cast<int>(reference_));
    double sum = 0.0;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        const std::vector<double>& times = candidates_[c].times;
        if (times.size() > 1) {  // one alone may have been disturbed, as one of the reference would have been
            sum += static_cast<double>(times.size()) * (median(times) + unseen(static_cast<int>(c)) - usual);
        }
    }
    return sum;
}

/// Of those that were called: the fastest, or one that promised more and is about as fast.
int Trial::best() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (candidates_[c].is_in && !candidates_[c].times.empty()) {
            least = std::min(least, cost(static_cast<int>(c)));
        }
    }
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (candidates_[c].is_in && !candidates_[c].times.empty() && cost(static_cast<int>(c)) <= kAboutEqual * least) {
            return static_cast<int>(c);
        }
    }
    return choice_;
}

/// The one whose first call was dearest of those that wait for another, if there is one.
std::optional<std::size_t> Trial::postponed() const {
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        const Candidate& one = candidates_[c];
        if (c != reference_ && one.is_in && one.times.size() == 1 &&
            one.times.front() + unseen(static_cast<int>(c)) > kTooDearToRepeat * cost(choice_)) {
            return c;
        }
    }
    return std::nullopt;
}

void Trial::drop_those_behind() {
    for (const Limit& limit : kLimits) {
        double least = std::numeric_limits<double>::infinity();
        const auto has_calls = [&](std::size_t c) {
            return candidates_[c].is_in && candidates_[c].times.size() >= limit.calls;
        };
        const auto says = [&](std::size_t c) {
            const std::vector<double>& times = candidates_[c].times;
            return (limit.calls < 4 ? *std::min_element(times.begin(), times.end()) : median(times)) +
                   unseen(static_cast<int>(c));
        };
        for (std::size_t c = 0; c < candidates_.size(); ++c) {
            least = has_calls(c) ? std::min(least, says(c)) : least;
        }
        for (std::size_t c = 0; c < candidates_.size(); ++c) {
            const bool is_held = c == reference_ && limit.calls < kOfReference;
            if (!is_held && has_calls(c) && says(c) > limit.times * least) {
                candidates_[c].is_in = false;
            }
        }
    }
}

void Trial::begin_round() {
    next_ = 0;
    round_.clear();
    std::vector<int> calls(candidates_.size(), 0);
    if (num_in() < 2) {
        return;
    }
    bool lacks = introduced_ < candidates_.size();
    const std::optional<std::size_t> later = postponed();
    for (std::size_t c = 0; c < introduced_; ++c) {
        const std::size_t so_far = candidates_[c].times.size();
        if (candidates_[c].is_in && so_far < kEnough && c != later) {
            calls[c] = static_cast<int>(std::max<std::size_t>(1, so_far));
            lacks = true;
        }
    }
    if (!lacks) {
        if (later) {
            const double dear = candidates_[*later].times.front() / cost(choice_);
            round_.assign(static_cast<std::size_t>(std::min(dear / kShare, kLongestWait)), choice_);
            round_.push_back(static_cast<int>(*later));
        }
        return;
    }
    // In turn, so that what disturbs calls for a while disturbs all alike; every other turn backwards, as a call is not
    // the same after any other.
    for (bool any = true, forth = true; any; forth = !forth) {
        any = false;
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const std::size_t c = forth ? i : calls.size() - 1 - i;
            if (calls[c] > 0) {
                --calls[c];
                round_.push_back(static_cast<int>(c));
                any = true;
            }
        }
    }
}

}  // namespace causeway::experience
