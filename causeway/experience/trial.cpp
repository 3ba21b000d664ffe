#include "causeway/experience/trial.hpp"

#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace causeway::experience {

namespace {

/// Clocks have their resolution.
constexpr double kLeastTime = 1e-9;  // seconds

/// The mean of all but the slowest quarter, one at least, and the fastest eighth: what disturbs a call makes it slower,
/// and sometimes the next one faster. Of a few calls that says more than their median does.
double usual(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const std::size_t slow = std::min(times.size() - 1, std::max<std::size_t>(1, times.size() / 4));
    const auto first = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 8);
    const auto end = times.end() - static_cast<std::ptrdiff_t>(slow);
    return std::accumulate(first, end, 0.0) / static_cast<double>(end - first);
}

/// Candidates of which something is known.
std::size_t num_known(const std::vector<std::vector<double>>& known) {
    return static_cast<std::size_t>(
        std::count_if(known.begin(), known.end(), [](const auto& times) { return !times.empty(); }));
}

}  // namespace

Trial::Trial(Promise promise, int reference, std::vector<std::vector<double>> known, Known from)
    : promise_(std::move(promise)),
      candidates_(promise_.alone.size()),
      reference_(static_cast<std::size_t>(reference)),
      introduced_(std::min<std::size_t>(2, candidates_.size())) {
    assert(!candidates_.empty() && reference >= 0 && reference_ < introduced_);
    const bool is_reference_known =
        candidates_.size() > 1 && known.size() == candidates_.size() && !known[reference_].empty();
    const bool is_compared = is_reference_known && (reference_ == 0 || num_known(known) > 1);
    if (is_compared) {
        begin_with(std::move(known), from);
    } else if (is_reference_known && from == Known::kJustNow) {
        begin_against(known[reference_]);
    } else {
        begin_round();
    }
}

/// Where the reference and what promises more than it have been called.
void Trial::begin_with(std::vector<std::vector<double>> known, Known from) {
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        introduced_ = known[c].empty() ? introduced_ : std::max(introduced_, c + 1);
        candidates_[c].calls = static_cast<int>(known[c].size());
        for (const double time : known[c]) {
            candidates_[c].least = std::min(candidates_[c].least, time);
        }
        candidates_[c].times = std::move(known[c]);
    }
    drop_those_behind();
    choice_ = best();
    has_known_ = true;
    if (from == Known::kJustNow) {
        begin_round();
        return;
    }
    is_confirming_ = true;
    round_.assign(policy::kConfirmingCalls, choice_);
}

/// Where just now the reference alone has been called: calls of what promises more come first, and where they leave it
/// far behind, it is not called again.
void Trial::begin_against(const std::vector<double>& reference_times) {
    Candidate& one = candidates_[reference_];
    one.calls = static_cast<int>(reference_times.size());
    one.least = usual(reference_times);
    one.times = {one.least};
    has_known_ = true;
    round_ = {0, 0};
}

/// Whether calls of the choice show that what is known of it does not hold any more.
bool Trial::contradicts(std::span<const double> seconds) const {
    const double now = usual({seconds.begin() + 1, seconds.end()});
    const double then = typical(choice_);
    return now > policy::kContradicted * then || then > policy::kContradicted * now;
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
    const Candidate& one = candidates_[static_cast<std::size_t>(candidate)];
    return one.times.empty() ? one.least : usual(one.times);
}

void Trial::give_up() noexcept {
    if (!is_over()) {
        round_.clear();
        choice_ = 0;
    }
}

bool Trial::calls_overlap() const {
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (was_called(c) && typical(static_cast<int>(c)) < policy::kOverlapping * promise_.least.value()) {
            return true;
        }
    }
    return false;
}

/// What a call takes beyond the time that can be seen.
double Trial::unseen(int candidate) const {
    return calls_overlap() ? promise_.alone[static_cast<std::size_t>(candidate)].value() / policy::kLongestRow : 0.0;
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
        Candidate& one = candidates_[static_cast<std::size_t>(round_[i])];
        const double time = std::max(seconds[i], kLeastTime);
        const bool is_counted = i > 0 && round_[i - 1] == round_[i];
        if (is_counted && one.times.empty()) {
            one.least = time;
        } else if (is_counted || one.times.empty()) {
            one.least = std::min(one.least, time);
        }
        ++one.calls;
        if (is_counted && one.times.size() < policy::kMostCounted) {
            one.times.push_back(time);
        }
    }
    drop_those_behind();
    choice_ = best();
    const bool is_too_much = lost() > budget() * cost(static_cast<int>(reference_));
    if (candidates_[reference_].is_in && is_too_much && num_in() > 1) {
        next_ = 0;
        round_.assign(policy::kRestOfTrials, choice_);
        return;
    }
    introduced_ = std::min(introduced_ + 1, candidates_.size());
    begin_round();
}

/// Whether its first call took much more than others do, and no other has shown yet that it does.
bool Trial::is_dear(std::size_t candidate) const {
    const Candidate& one = candidates_[candidate];
    return one.is_in && one.calls == 1 && cost(static_cast<int>(candidate)) > policy::kDearCandidate * cost(choice_);
}

/// Calls of the reference that trying may have cost by now.
double Trial::budget() const {
    int calls = 0;
    for (const Candidate& one : candidates_) {
        calls += one.calls;
    }
    return policy::kMostLost + policy::kShareOfTrials * std::max(0.0, calls - policy::kFirstCalls);
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
        const double beyond = cost(static_cast<int>(c)) - usual;
        // One call alone may have been disturbed, as one of the reference would have been; calls that fail are no time.
        if (candidates_[c].calls > 1 && std::isfinite(beyond)) {
            sum += candidates_[c].calls * beyond;
        }
    }
    return sum;
}

/// Of those that were called: the fastest, or one that promised more and is about as fast.
int Trial::best() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (candidates_[c].is_in && was_called(c)) {
            least = std::min(least, cost(static_cast<int>(c)));
        }
    }
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (candidates_[c].is_in && was_called(c) && cost(static_cast<int>(c)) <= policy::kAboutEqualCalls * least) {
            return static_cast<int>(c);
        }
    }
    return choice_;
}

/// The one whose first call was dearest of those that wait for another, if there is one.
std::optional<std::size_t> Trial::postponed() const {
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        const Candidate& one = candidates_[c];
        if (c != reference_ && one.is_in && one.calls == 1 &&
            cost(static_cast<int>(c)) > policy::kTooDearToRepeat * cost(choice_)) {
            return c;
        }
    }
    return std::nullopt;
}

/// The standard deviation of what calls of one candidate take, in parts of that.
double Trial::spread() const {
    double squares = policy::kCallsOfUsual * policy::kUsualSpread * policy::kUsualSpread;
    double calls = policy::kCallsOfUsual;
    for (const Candidate& one : candidates_) {
        const double typical = one.times.size() > 1 ? usual(one.times) : std::numeric_limits<double>::infinity();
        if (typical < std::numeric_limits<double>::infinity()) {
            calls += static_cast<double>(one.times.size() - 1);
            for (const double time : one.times) {
                const double off = std::min(std::abs(time - typical) / typical, policy::kMostSpread);
                squares += off * off;
            }
        }
    }
    return std::sqrt(squares / calls);
}

void Trial::drop_those_behind() {
    double fastest = std::numeric_limits<double>::infinity();
    const auto least_of = [&](std::size_t c) { return candidates_[c].least + unseen(static_cast<int>(c)); };
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        fastest = candidates_[c].is_in && candidates_[c].calls > 1 ? std::min(fastest, least_of(c)) : fastest;
    }
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        Candidate& one = candidates_[c];
        if (one.is_in && one.calls > 1 && least_of(c) > policy::kFarBehind * fastest) {
            one.is_in = false;
            if (one.times.empty()) {
                one.times.push_back(one.least);  // so that later jobs know
            }
        }
    }
    const auto counts = [&](std::size_t c) { return candidates_[c].is_in && !candidates_[c].times.empty(); };
    const auto says = [&](std::size_t c) {
        const std::vector<double>& times = candidates_[c].times;
        return (times.size() < policy::kFewCalls ? *std::min_element(times.begin(), times.end()) : usual(times)) +
               unseen(static_cast<int>(c));
    };
    std::optional<std::size_t> least;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        least = counts(c) && (!least || says(c) < says(*least)) ? c : least;
    }
    const double deviation = spread();
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        if (counts(c) && c != least) {
            const double parts = 1.0 / static_cast<double>(candidates_[c].times.size()) +
                                 1.0 / static_cast<double>(candidates_[*least].times.size());
            candidates_[c].is_in = says(c) <= says(*least) * (1.0 + policy::kDeviations * deviation * std::sqrt(parts));
        }
    }
}

/// Its first call shows whether it can be afforded; from then on calls count.
int Trial::calls_in_next_round(std::size_t candidate) const {
    const Candidate& one = candidates_[candidate];
    if (!one.is_in || one.times.size() >= policy::kEnoughCalls) {
        return 0;
    }
    if (one.calls == 0) {
        return 1;
    }
    if (is_dear(candidate)) {
        return 1;
    }
    const std::size_t counted = one.times.size() + policy::kFirstCounted;
    return 1 + static_cast<int>(std::min(counted, policy::kEnoughCalls - one.times.size()));
}

void Trial::begin_round() {
    next_ = 0;
    round_.clear();
    if (num_in() < 2) {
        return;
    }
    const std::optional<std::size_t> later = postponed();
    const auto collect = [&](std::size_t from) {
        for (std::size_t c = from; c < introduced_; ++c) {
            if (c != later) {
                round_.insert(round_.end(), static_cast<std::size_t>(calls_in_next_round(c)), static_cast<int>(c));
            }
        }
    };
    collect(0);
    // Where enough is known of all so far, from before, the next one comes in.
    while (round_.empty() && !later && introduced_ < candidates_.size()) {
        collect(introduced_++);
    }
    if (round_.empty() && later) {
        const double dear = candidates_[*later].least / cost(choice_);
        round_.assign(static_cast<std::size_t>(std::min(dear / policy::kShareOfTrials, policy::kLongestWaitOfTrial)),
                      choice_);
        round_.insert(round_.end(), 2, static_cast<int>(*later));
    }
}

}  // namespace causeway::experience
