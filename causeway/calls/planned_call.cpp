#include "causeway/calls/planned_call.hpp"

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
    return operation == Operation::kAlltoall || operation == Operation::kGather || operation == Operation::kScatter;
}

bool has_usual_part(const CallKind& kind) {
    return kind.form == Form::kUneven && has_usual_part(kind.operation);
}

PlannedCall::PlannedCall(Way its_way, std::string its_reason)
    : PlannedCall({std::move(its_way)}, std::move(its_reason), 0, Seconds(0.0), nullptr) {}

PlannedCall::PlannedCall(std::vector<Way> its_ways, std::string its_reason, int reference, Seconds least_alone,
                         const experience::TriedKind* known)
    : ways(std::move(its_ways)),
      reason(std::move(its_reason)),
      trial(promise_of(ways, least_alone), reference,
            known == nullptr ? std::vector<std::vector<double>>() : known->times_of(digests_of(ways))),
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
        const std::size_t beyond = tried.seconds.size() - std::min(tried.seconds.size(), experience::kMostTimes);
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
    num_begun_ = 0;
    is_of_round_ = false;
}

}  // namespace causeway::calls
