#include "causeway/calls/planned_call.hpp"

#include "causeway/correction/predicted_paces.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace causeway::calls {

namespace {

constexpr double kFailed = std::numeric_limits<double>::infinity();

/// Of times that are kept, in parts of a second.
constexpr double kResolution = 1e8;

experience::Promise promise_of(const std::vector<Way>& ways, Seconds least_alone) {
    experience::Promise promise{{}, least_alone};
    for (const Way& way : ways) {
        promise.alone.push_back(way.choice.time);
    }
    return promise;
}

std::vector<std::string> digests_of(const std::vector<Way>& ways) {
    std::vector<std::string> digests;
    for (const Way& way : ways) {
        digests.push_back(way.digest);
    }
    return digests;
}

}  // namespace

std::string_view name_of_form(scheme::Operation operation, Form form) {
    using scheme::Operation;
    return form == Form::kPlain                         ? scheme::name_of(operation)
           : form == Form::kExclusive                   ? "exscan"
           : operation == Operation::kGather            ? "gatherv"
           : operation == Operation::kScatter           ? "scatterv"
           : operation == Operation::kAlltoall          ? "alltoallv"
           : operation == Operation::kNeighborAllgather ? "neighbor_allgatherv"
           : operation == Operation::kNeighborAlltoall  ? "neighbor_alltoallv"
                                                        : "allgatherv";
}

bool has_usual_part(scheme::Operation operation) {
    using scheme::Operation;
    return operation == Operation::kAlltoall || operation == Operation::kGather || operation == Operation::kScatter ||
           scheme::is_among_neighbours(operation);
}

bool has_usual_part(const CallKind& kind) {
    return kind.form == Form::kUneven && has_usual_part(kind.operation);
}

PlannedCall::PlannedCall(Way its_way, std::string its_reason)
    : PlannedCall({std::move(its_way)}, std::move(its_reason), 0, Seconds(0.0), nullptr) {}

PlannedCall::PlannedCall(std::vector<Way> its_ways, std::string its_reason, int reference, Seconds least_alone,
                         const experience::TriedKind* known, experience::Known from)
    : ways(std::move(its_ways)),
      reason(std::move(its_reason)),
      trial(promise_of(ways, least_alone), reference,
            known == nullptr ? std::vector<std::vector<double>>() : known->times_of(digests_of(ways)), from),
      seen(trial.round().size(), kFailed),
      reference_(reference),
      least_alone_(least_alone),
      known_(known == nullptr ? std::nullopt : std::optional(*known)) {
    if (known_) {
        known_->ways.clear();
    }
}

std::optional<experience::TriedKind> PlannedCall::tried(const std::string& job_began) const {
    experience::TriedKind result{.least = least_alone_,
                                 .calls = 0,
                                 .renewed = known_ ? known_->renewed + (trial.has_known() ? 0 : 1) : 0,
                                 .since = trial.has_known() ? known_->since : job_began,
                                 .last_called = job_began,
                                 .ways = {}};
    bool any = false;
    for (const Way& way : ways) {
        experience::TriedWay tried{
            .plan = way.digest, .description = way.description, .promised = way.choice.time, .seconds = {}};
        for (const double time : trial.times(static_cast<int>(result.ways.size()))) {
            if (std::isfinite(time) && time >= 0.0) {
                tried.seconds.push_back(std::round(time * kResolution) / kResolution);
            }
        }
        const std::size_t beyond = tried.seconds.size() - std::min(tried.seconds.size(), policy::kMostTimes);
        tried.seconds.erase(tried.seconds.begin(), tried.seconds.begin() + static_cast<std::ptrdiff_t>(beyond));
        any = any || !tried.seconds.empty();
        result.calls += way.calls;
        result.ways.push_back(std::move(tried));
    }
    return any && ways.size() > 1 ? std::optional(std::move(result)) : std::nullopt;
}

Way& PlannedCall::begin_call(Bytes own_part) noexcept {
    Way& result = way();
    is_of_round_ = num_begun_ < seen.size();
    if (is_of_round_) {
        trial.called();
        ++num_begun_;
    }
    ++num_untold_;
    own_parts_ += static_cast<double>(own_part.value());
    return result;
}

void PlannedCall::end_call(double seconds) noexcept {
    if (is_of_round_) {
        seen[num_begun_ - 1] = seconds;
    }
}

void PlannedCall::judge(const std::vector<double>& agreed) {
    trial.judge(agreed);
    begin_round();
}

void PlannedCall::start_over() {
    trial = experience::Trial(promise_of(ways, least_alone_), reference_);
    begin_round();
}

double PlannedCall::mean_own_part() const {
    return own_parts_ / std::max(1, num_untold_);
}

void PlannedCall::tells_of_part() noexcept {
    constexpr int kSeldom = 256;
    until_told_ = std::min(2 * until_told_, kSeldom);
    num_untold_ = 0;
    own_parts_ = 0.0;
}

void PlannedCall::begin_round() {
    seen.assign(trial.round().size(), kFailed);
    std::fill(paces.begin(), paces.end(), 0.0);
    num_begun_ = 0;
    is_of_round_ = false;
}

void PlannedCall::learn_paces(int num_clusters) {
    constexpr std::size_t kNumbers = 2;
    const auto clusters = static_cast<std::size_t>(num_clusters);
    num_clusters_ = num_clusters;
    paces.assign(ways.size() * clusters * clusters * kNumbers, 0.0);
}

std::size_t PlannedCall::place_of(std::size_t way, int from, int to) const {
    const auto clusters = static_cast<std::size_t>(num_clusters_);
    return 2 * ((way * clusters + static_cast<std::size_t>(from)) * clusters + static_cast<std::size_t>(to));
}

bool PlannedCall::shows_paces() const {
    const std::span<const int> round = trial.round();
    // The first call of a row takes what the one before has left.
    const bool is_counted = is_of_round_ && num_begun_ > 1 && round[num_begun_ - 1] == round[num_begun_ - 2];
    return is_counted && !paces.empty() &&
           correction::shows_paces(ways[static_cast<std::size_t>(round[num_begun_ - 1])].choice.plan);
}

void PlannedCall::note_paces(const std::vector<std::optional<SecondsPerByte>>& from, int to) noexcept {
    const auto way = static_cast<std::size_t>(trial.round()[num_begun_ - 1]);
    for (std::size_t cluster = 0; cluster < from.size(); ++cluster) {
        if (!from[cluster]) {
            continue;
        }
        const std::size_t place = place_of(way, static_cast<int>(cluster), to);
        const bool is_first = paces[place + 1] == 0.0;
        paces[place] = is_first ? from[cluster]->value() : std::min(paces[place], from[cluster]->value());
        paces[place + 1] = 1.0;
    }
}

std::vector<correction::SeenCalls> PlannedCall::seen_calls(std::span<const double> agreed) const {
    std::vector<correction::SeenCalls> result;
    for (std::size_t w = 0; w < ways.size() && agreed.size() == paces.size() && !agreed.empty(); ++w) {
        correction::SeenCalls calls{ways[w].choice.plan, {}, static_cast<int>(trial.times(static_cast<int>(w)).size())};
        for (int from = 0; from < num_clusters_; ++from) {
            for (int to = 0; to < num_clusters_; ++to) {
                const std::size_t place = place_of(w, from, to);
                if (agreed[place + 1] > 0.0 && agreed[place] > 0.0) {
                    calls.paces.push_back({from, to, SecondsPerByte(agreed[place] / agreed[place + 1])});
                }
            }
        }
        if (!calls.paces.empty()) {
            result.push_back(std::move(calls));
        }
    }
    return result;
}

}  // namespace causeway::calls
