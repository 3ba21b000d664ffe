#include "causeway/discovery/plogp_experiments.hpp"

#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

namespace causeway::discovery {

namespace {

using fit::gap;
using fit::kLeastRateSize;
using fit::SizeSamples;
using fit::spread;
using fit::undisturbed;

double relative_spread(const std::vector<double>& sample) {
    return spread(sample) / std::max(1e-9, undisturbed(sample));
}

/// One pair's measurement in progress.
class Session {
public:
    Session(PairExperiments& experiments, const PlogpOptions& options)
        : experiments_(experiments),
          budget_(options.budget),
          deadline_(now() + options.budget),
          known_round_trip_(options.round_trip.value_or(Seconds::infinity())) {}

    /// Opens the connection and learns the round trip of empty messages.
    void greet();

    /// Sends until the rate has settled, and remembers it. TCP starts slowly, and again after every
    /// pause: the first large messages on a long route are slow, and a pipeline never sees that.
    void warm_up();
    /// The sizes in steps of four that the budget allows, increasing.
    [[nodiscard]] std::vector<Bytes> grid(Bytes largest) const;

    /// `points_left`: how many sizes share the time that is left, this one included.
    [[nodiscard]] SizeSamples measure(Bytes size, int points_left);

    void add_look(SizeSamples& samples) {
        add_round(samples, cost(samples.size) < 3.0 * policy::kShortExperiment ? policy::kBatchOfShort : 1);
        learn_rate(samples);
    }

    void measure_receiving(std::vector<SizeSamples>& sizes);
    [[nodiscard]] bool is_long() const { return round_trip_ > policy::kLongRoute; }

    [[nodiscard]] Seconds left() const { return deadline_ - now(); }
    /// What one round of experiments with this size takes.
    [[nodiscard]] Seconds cost(Bytes size) const {
        const Seconds saturated =
            std::max(saturation(size), static_cast<double>(shortest_burst(size) - 1) * per_message(size));
        return 2.0 * round_trip_ + 2.0 * per_message(size) + saturated;
    }

    /// Whether another experiment with this size hardly counts, even when no time is left.
    [[nodiscard]] bool is_cheap(Bytes size) const {
        return !is_long() && cost(size) < policy::kCheapExperiment * budget_;
    }

    /// Empty messages once more, in the end, as long as there is time: so that drift shows.
    void look_at_round_trips();
    /// All round trips of empty messages alone, in seconds, in the order of time.
    [[nodiscard]] const std::vector<double>& round_trips() const { return round_trips_; }

private:
    /// On a long route a burst lasts a round trip at the least, one that shows the rate two: TCP sends no faster than
    /// what was acknowledged lets it, and a shorter burst would show how it starts, not what the route carries.
    [[nodiscard]] Seconds saturation(Bytes size) const {
        const Seconds on_long = size < kLeastRateSize
                                    ? round_trip_
                                    : std::max(policy::kLongBurst, policy::kRoundTripsOfBurst * round_trip_);
        const Seconds above_jitter = std::min(policy::kAboveJitter * jitter_, policy::kMostAboveJitter * budget_);
        return std::max({policy::kSaturated, above_jitter, is_long() ? on_long : Seconds(0.0)});
    }
    /// A guess. A small message takes what the next larger one did but for its bytes: where hosts or the network take
    /// their time for each message, hundreds of them would be under way for long.
    [[nodiscard]] Seconds per_message(Bytes size) const {
        const bool is_small = size < kLeastRateSize && size < larger_.size;
        const Seconds of_any = is_small ? larger_.gap - static_cast<double>((larger_.size - size).value()) * per_byte_
                                        : policy::kLeastGapOfAll;
        return std::max({policy::kLeastGapOfAll, of_any, static_cast<double>(size.value()) * per_byte_});
    }
    /// The difference of one message and two is also that of their luck, on long routes with TCP's window: bursts of
    /// large messages are longer.
    [[nodiscard]] int shortest_burst(Bytes size) const {
        return size <= kLeastRateSize ? 2 : is_long() ? policy::kBurstOfLarge : policy::kBurstOfLargeOnShort;
    }
    void add_round(SizeSamples& samples, int batch);
    void learn_rate(const SizeSamples& samples) {
        if (samples.size >= kLeastRateSize && gap(samples) > Seconds(0.0)) {
            per_byte_ = gap(samples) / static_cast<double>(samples.size.value());
        }
    }
    /// Whether time does not count: a long route's rate, where round trips scatter, is not left to one look.
    [[nodiscard]] bool needs_second_look(const SizeSamples& samples) const {
        return is_long() && samples.size == kLeastRateSize && samples.burst.size() < policy::kLooksAtRates &&
               jitter_ > policy::kScatterOfTrips * round_trip_;
    }
    /// Whether no further look at this size is needed.
    [[nodiscard]] bool is_believed(const SizeSamples& samples) const;

    [[nodiscard]] Seconds now() const { return experiments_.now(); }

    PairExperiments& experiments_;
    Seconds budget_;
    Seconds deadline_;
    Seconds known_round_trip_;
    Seconds round_trip_;
    Seconds jitter_;
    Seconds per_byte_;
    struct {
        Bytes size{0};
        Seconds gap;
    } larger_;  ///< what was measured last: sizes are measured from the largest down
    std::vector<double> round_trips_;
};

void Session::greet() {
    std::vector<double> times;
    const Seconds end = now() + 0.1 * budget_;
    while (static_cast<int>(times.size()) < policy::kMostTripsOfPair) {
        const bool is_short =
            !times.empty() && Seconds(*std::min_element(times.begin(), times.end())) < policy::kShortExperiment;
        for (const BurstTime& time : experiments_.bursts(Bytes(0), 1, is_short ? policy::kBatchOfShort : 1)) {
            times.push_back(time.total.value());
        }
        const bool is_enough =
            static_cast<int>(times.size()) >= (is_short ? 3 * policy::kBatchOfShort : policy::kFewestOfLong) &&
            relative_spread(times) < policy::kTightGap &&
            Seconds(undisturbed(times)) < fit::kDisturbed * known_round_trip_;
        if (is_enough || (times.size() >= 2 && now() > end)) {
            break;
        }
    }
    round_trips_ = times;
    round_trip_ = std::min(Seconds(undisturbed(times)), fit::kDisturbed * known_round_trip_);
    jitter_ = Seconds(spread(times));
}

void Session::warm_up() {
    const Seconds end = now() + policy::kShareOfWarmUp * budget_;
    int messages = policy::kStepOfGrid;
    while (true) {
        const Seconds total = experiments_.bursts(policy::kWarmUpSize, messages, 1).front().total;
        const double bytes = static_cast<double>(policy::kWarmUpSize.value()) * messages;
        const Seconds before = per_byte_;
        per_byte_ = std::max(Seconds(1e-12), (total - round_trip_) / bytes);
        const bool is_filled = total > policy::kTripsOfWarmUp * round_trip_;
        const bool has_settled = before > Seconds(0.0) && per_byte_ > (1.0 - policy::kSettledGap) * before;
        if ((is_filled && has_settled) || now() + total > end) {
            return;
        }
        messages = is_filled ? messages : policy::kStepOfGrid * messages;
    }
}

std::vector<Bytes> Session::grid(Bytes largest) const {
    const std::int64_t small_step = is_long() ? policy::kSmallestInGrid : policy::kStepOfGrid * policy::kStepOfGrid;
    const std::int64_t medium_step = is_long() ? policy::kStepOfGrid * policy::kStepOfGrid : policy::kStepOfGrid;
    std::vector<Bytes> sizes{Bytes(0)};
    const bool has_small = !is_long() && budget_ > policy::kBudgetForSmall;
    for (std::int64_t size = has_small ? 1 : policy::kSmallestInGrid; size < policy::kSmallestInGrid;
         size *= small_step) {
        sizes.emplace_back(size);
    }
    Seconds all = static_cast<double>(sizes.size()) * cost(Bytes(0));
    const Seconds affordable = policy::kShareOfGrid * left();
    for (std::int64_t size = policy::kSmallestInGrid; size <= largest.value();
         size *= size < kLeastRateSize.value() ? medium_step : policy::kStepOfGrid) {
        all += 2.0 * cost(Bytes(size));
        // Up to there in any case, or the gap has no slope.
        if (Bytes(size) > kLeastRateSize && all > affordable) {
            break;
        }
        sizes.emplace_back(size);
    }
    return sizes;
}

void Session::add_round(SizeSamples& samples, int batch) {
    for (const BurstTime& time : experiments_.bursts(samples.size, 1, batch)) {
        samples.single.push_back(time.total.value());
        samples.sending.push_back(time.sending.value());
    }
    for (const BurstTime& time : experiments_.bursts(samples.size, samples.messages, batch > 1 ? 2 : 1)) {
        samples.burst.push_back(time.total.value());
    }
}

SizeSamples Session::measure(Bytes size, int points_left) {
    const Seconds end = now() + left() / std::max(points_left, policy::kMostOfRest);
    SizeSamples samples;
    samples.size = size;
    samples.messages = std::clamp(1 + static_cast<int>(std::ceil(saturation(size) / per_message(size))),
                                  shortest_burst(size), policy::kLongestBurst);
    const int batch = cost(size) < 3.0 * policy::kShortExperiment ? policy::kBatchOfShort : 1;
    add_round(samples, batch);
    const double most_of_rest = is_long() && size >= kLeastRateSize ? policy::kShareForRate : policy::kShareForOthers;
    // The length of a burst was a guess from the rate of other sizes: lengthen until it saturates.
    while (samples.messages < policy::kLongestBurst &&
           static_cast<double>(samples.messages - 1) * gap(samples) < 0.5 * saturation(size) && now() < end) {
        samples.messages = std::min(policy::kStepOfGrid * samples.messages, policy::kLongestBurst);
        samples.burst.clear();
        add_round(samples, batch);
    }
    while (static_cast<int>(samples.burst.size()) < policy::kMostGapRepetitions && !is_believed(samples)) {
        // A second look at everything, unless it takes a good part of all that is left.
        const bool is_dear = samples.burst.size() >= 2 || cost(size) > most_of_rest * left();
        if (now() > end && is_dear && !needs_second_look(samples)) {
            break;
        }
        add_round(samples, batch);
    }
    learn_rate(samples);
    larger_ = {size, gap(samples)};
    return samples;
}

void Session::look_at_round_trips() {
    const std::size_t wanted = std::max<std::size_t>(policy::kEnoughForDrift, 2 * round_trips_.size());
    while (round_trips_.size() < wanted && policy::kShareOfLastLooks * left() > round_trip_) {
        for (const BurstTime& time :
             experiments_.bursts(Bytes(0), 1, round_trip_ < policy::kShortExperiment ? policy::kBatchOfShort : 1)) {
            round_trips_.push_back(time.total.value());
        }
    }
}

bool Session::is_believed(const SizeSamples& samples) const {
    const bool has_expectation = samples.size >= kLeastRateSize;
    const bool is_expected =
        has_expectation && std::abs(gap(samples) / per_message(samples.size) - 1.0) < policy::kExpectedGap;
    const bool is_steady =
        jitter_ < policy::kTightGap * round_trip_ || samples.burst.size() >= policy::kLooksThroughJitter;
    const bool is_looked_at = !has_expectation || samples.burst.size() >= policy::kLooksAtRates;
    if (is_long() && is_steady && is_looked_at && (is_expected || !has_expectation)) {
        return true;
    }
    const bool is_tight = samples.burst.size() >= 2 && relative_spread(samples.burst) < policy::kTightGap &&
                          relative_spread(samples.single) < policy::kTightGap;
    return is_tight && (is_expected || !has_expectation || samples.burst.size() >= policy::kManyLooksAtSurprise);
}

void Session::measure_receiving(std::vector<SizeSamples>& sizes) {
    for (SizeSamples& samples : sizes) {
        const std::int64_t size = samples.size.value();
        if (size > policy::kMostToReceive.value()) {
            return;
        }
        if (is_long() && size == policy::kSmallestInGrid) {
            continue;
        }
        const int messages = size == 0 ? policy::kMostReceives
                                       : static_cast<int>(std::clamp<std::int64_t>(
                                             policy::kMostToReceive.value() / size, 1, policy::kMostReceives));
        const Seconds wait = policy::kCertainlyArrived * (Seconds(statistics::median(samples.single)) +
                                                          static_cast<double>(messages) * gap(samples)) +
                             policy::kWakeUp;
        for (int i = 0; i < 3; ++i) {
            // The first size always, so that the table is never empty.
            if (size > 0 && left() < 2.0 * wait) {
                return;
            }
            const ReceiveTime time = experiments_.receive_late(samples.size, messages, wait);
            if (!time.had_arrived) {
                samples.receiving.clear();
                return;
            }
            samples.receiving.push_back(time.each.value());
            if (wait > policy::kSaturated) {
                break;  // a long route's end is no different from a short one's: one look is enough
            }
        }
    }
}

/// Measures the sizes from the largest down, so that the route stays warm, and adds them in order.
void measure_all(Session& session, const std::vector<Bytes>& wanted, std::vector<SizeSamples>& sizes) {
    for (std::size_t i = wanted.size(); i-- > 0;) {
        sizes.push_back(session.measure(wanted[i], static_cast<int>(i) + 1));
    }
    std::sort(sizes.begin(), sizes.end(), [](const SizeSamples& a, const SizeSamples& b) { return a.size < b.size; });
}

/// Looks again at sizes that contradict each other, the largest first, while there is time. On a short route also at
/// those that surprise: at the last two, from which tables are extrapolated, even when there is none left.
void look_again(Session& session, std::vector<SizeSamples>& sizes) {
    for (int look = 0; look < policy::kFurtherLooks; ++look) {
        std::vector<std::size_t> suspects = fit::implausible_sizes(sizes, policy::kExpectedGap);
        if (!session.is_long()) {
            std::ranges::copy(fit::surprising_sizes(sizes), std::back_inserter(suspects));
            std::ranges::sort(suspects);
            suspects.erase(std::unique(suspects.begin(), suspects.end()), suspects.end());
        }
        for (std::size_t i = suspects.size(); i-- > 0;) {
            SizeSamples& suspect = sizes[suspects[i]];
            const bool is_at_the_end = suspects[i] + 2 >= sizes.size();
            if (session.cost(suspect.size) < 0.5 * session.left() ||
                (is_at_the_end && session.is_cheap(suspect.size))) {
                session.add_look(suspect);
            }
        }
    }
}

/// On a long route, what time is left goes to the rate, the largest size of all: TCP may have opened its window slowly,
/// and then only later looks show it. Where single messages took longer than bursts nothing is known of it yet, and
/// time does not count.
void look_at_rate(Session& session, SizeSamples& largest) {
    const auto is_wanted = [&] {
        return gap(largest) <= Seconds(0.0) || session.cost(largest.size) < policy::kShareForRate * session.left();
    };
    while (session.is_long() && static_cast<int>(largest.burst.size()) < policy::kMostGapRepetitions && is_wanted()) {
        session.add_look(largest);
    }
}

/// Adds larger sizes: the grid was chosen by a first guess at the rate, which may have been too low.
void extend(Session& session, Bytes largest, std::vector<SizeSamples>& sizes) {
    while (true) {
        const Bytes next = static_cast<std::int64_t>(policy::kStepOfGrid) * sizes.back().size;
        const bool is_needed = next <= policy::kLeastLargest && session.is_cheap(next);
        if (next > largest || (session.cost(next) > 0.5 * session.left() && !is_needed)) {
            return;
        }
        sizes.push_back(session.measure(next, 1));
    }
}

void refine(Session& session, std::vector<SizeSamples>& sizes) {
    for (int depth = 0; depth < policy::kRefinements; ++depth) {
        std::vector<Bytes> inserted = fit::sizes_to_insert(sizes, policy::kMissOfLine);
        // What is left is for the large sizes first: that is where time is lost or won.
        Seconds time_left = 0.8 * session.left();
        std::vector<Bytes> affordable;
        for (std::size_t i = inserted.size(); i-- > 0;) {
            time_left -= 2.0 * session.cost(inserted[i]);
            if (time_left > Seconds(0.0)) {
                affordable.insert(affordable.begin(), inserted[i]);
            }
        }
        if (affordable.empty() || sizes.size() + affordable.size() > policy::kMostSizesOfPair) {
            return;
        }
        measure_all(session, affordable, sizes);
    }
}

}  // namespace

fit::PlogpMeasurement measure_plogp(PairExperiments& experiments, const PlogpOptions& options) {
    Session session(experiments, options);
    session.greet();
    session.warm_up();
    std::vector<SizeSamples> sizes;
    measure_all(session, session.grid(options.largest), sizes);
    look_again(session, sizes);
    extend(session, options.largest, sizes);
    look_again(session, sizes);
    refine(session, sizes);
    look_at_rate(session, sizes.back());
    session.measure_receiving(sizes);
    session.look_at_round_trips();
    std::optional<Seconds> round_trip = options.round_trip;
    if (session.is_long() && round_trip) {
        round_trip = std::min(*round_trip, Seconds(*std::ranges::min_element(session.round_trips())));
    }
    fit::PlogpMeasurement result = fit::fit_plogp(sizes, round_trip);
    result.evidence.round_trip = fit::median_interval(session.round_trips());
    result.evidence.drift = fit::drift_of(session.round_trips());
    result.out_of_time = static_cast<std::int64_t>(policy::kStepOfGrid) * sizes.back().size <= options.largest;
    return result;
}

bool is_like(Seconds gap, Seconds other) {
    return std::max(gap, other) < (1.0 + policy::kAsymmetric) * std::min(gap, other);
}

}  // namespace causeway::discovery
