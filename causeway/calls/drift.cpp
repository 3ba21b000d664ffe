#include "causeway/calls/drift.hpp"

#include "causeway/calls/call.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/calls/correcting.hpp"
#include "causeway/calls/native_times.hpp"
#include "causeway/calls/numbers_of_looks.hpp"
#include "causeway/job/cache.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/link_look.hpp"
#include "causeway/probe/link_recovery.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace causeway::calls {

namespace {

using mpi::check;

constexpr int kEvidenceTag = 31;
constexpr int kVerdictTag = 32;
constexpr int kNumbersTag = 33;
constexpr int kClusterTag = 34;
static_assert(probe::kRecoveryTags >= probe::kLookTags && kEvidenceTag >= probe::kRecoveryTags &&
              kClusterTag < mpi::Executor::kFirstTag);

double now() {
    return PMPI_Wtime();
}

void send_numbers(MPI_Comm comm, int to, const std::vector<double>& numbers) {
    check(PMPI_Send(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, to, kNumbersTag, comm), "MPI_Send");
}

std::vector<double> receive_numbers(MPI_Comm comm, int from) {
    MPI_Status status;
    check(PMPI_Probe(from, kNumbersTag, comm, &status), "MPI_Probe");
    int count = 0;
    check(PMPI_Get_count(&status, MPI_DOUBLE, &count), "MPI_Get_count");
    std::vector<double> numbers(static_cast<std::size_t>(count));
    check(PMPI_Recv(numbers.data(), count, MPI_DOUBLE, from, kNumbersTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    return numbers;
}

/// When links are first looked at without a reason: communicators that are made at the same time, as the rows of a
/// grid are, share links, and see less of them when they look together.
double first_look(const job::Job& job) {
    constexpr double kGolden = 0.6180339887498949;  // its multiples are spread evenly, however many there are
    const double place = kGolden * job.world_rank;
    return now() + policy::kFirstLook * (1.0 + place - std::floor(place));
}

}  // namespace

std::vector<DriftWatch::Member> DriftWatch::members_of(const platform::Placement& placement) {
    std::vector<Member> members;
    for (const plan::ClusterGroup& group : plan::groups_of(placement, 0)) {
        members.push_back({.cluster = group.cluster, .coordinator = group.coordinator()});
    }
    return members;
}

DriftWatch::DriftWatch(const job::Job& job, const CommunicatorState& state)
    : rank_(state.rank),
      has_all_processes_(state.group->placement.num_processes() == static_cast<int>(job.host_names.size())),
      members_(members_of(state.group->placement)),
      own_cluster_(state.group->placement.cluster_of(state.rank)),
      measured_(state.facts),
      renewal_(state.facts->num_clusters()),
      comm_(state.executor->comm()),
      next_check_(policy::kCallsBetweenChecks),
      times_(job.settings.drift_share(), job.started, first_look(job),
             expected_measurement(static_cast<int>(members_.size()), state.round_trip)),
      least_check_seconds_(state.round_trip.value()),
      check_seconds_(std::numeric_limits<double>::infinity()) {
    const auto own = std::ranges::find(members_, rank_, &Member::coordinator);
    own_member_ = own != members_.end() ? static_cast<int>(own - members_.begin()) : -1;
    // The coordinator is the lowest of them.
    for (int rank = 0; rank < state.group->placement.num_processes(); ++rank) {
        if (state.group->placement.cluster_of(rank) == own_cluster_) {
            own_place_ = rank == rank_ ? static_cast<int>(cluster_.size()) : own_place_;
            cluster_.push_back(rank);
        }
    }
}

void DriftWatch::after_call(Seconds duration) {
    seen_.seconds += duration.value();
    seen_.calls += 1.0;
}

void DriftWatch::watch(const Decided& decided, Seconds duration) {
    CallRecord& call = *decided.record;
    if (call.generation != generation_) {
        call.generation = generation_;
        call.times.forget();
    }
    const double whole = decided.predicted < Seconds::infinity() ? decided.predicted.value() : 0.0;
    call.times.add(duration.value(), whole);
    const double slowdown = call.times.ratio(whole).value_or(0.0);
    seen_.slowdown = std::max(seen_.slowdown, slowdown);
    seen_.speedup = std::max(seen_.speedup, call.times.speedup(whole).value_or(0.0));
    if (slowdown > policy::kSlow) {
        seen_.lost = std::max(seen_.lost, call.times.lost());
    }
    if (const auto usual = call.times.usual(); usual && whole > 0.0 && !decided.is_supposed) {
        const double beyond = *usual / whole;
        seen_.beyond_prediction = std::max(seen_.beyond_prediction, beyond);
        if (beyond > policy::kBeyondPrediction) {
            seen_.lost = std::max(seen_.lost, static_cast<double>(call.times.count()) * (*usual - whole));
        }
    }
}

void DriftWatch::before_call(job::Job& job, CommunicatorState& state) {
    ++calls_;
    if (round_ < 0 && calls_ >= next_check_) {
        run_check(job, state);
    }
    if (round_ < 0) {
        return;
    }
    run_round();
    if (++round_ == static_cast<int>(rounds_.rounds.size())) {
        round_ = -1;
        finish(job, state);
    }
}

void DriftWatch::tell_cluster(void* data, std::size_t bytes) const {
    mpi::broadcast_among({.comm = comm_, .ranks = cluster_, .own = own_place_, .tag = kClusterTag}, data,
                         static_cast<int>(bytes));
}

std::vector<DriftWatch::Way> DriftWatch::slow_ways() const {
    std::vector<Way> ways;
    const int count = static_cast<int>(members_.size());
    for (int from = 0; from < count; ++from) {
        for (int to = 0; to < count; ++to) {
            const auto cluster = [&](int member) { return members_[static_cast<std::size_t>(member)].cluster; };
            if (from != to && renewal_(cluster(from), cluster(to)).gap > policy::kSlow) {
                ways.push_back({.from = from, .to = to});
            }
        }
    }
    return ways;
}

void DriftWatch::peek() {
    is_to_peek_ = false;
    const std::vector<Way> ways = slow_ways();
    const Way way = ways[num_peeks_++ % ways.size()];
    const bool is_receiver = own_member_ == way.to;
    if (!is_coordinator() || (!is_receiver && own_member_ != way.from)) {
        return;
    }
    const Member& from = members_[static_cast<std::size_t>(way.from)];
    const Member& to = members_[static_cast<std::size_t>(way.to)];
    const double begin = now();
    const platform::Link* link = measured_->find_link(from.cluster, to.cluster);  // a changed link was measured
    const double factor = renewal_(from.cluster, to.cluster).gap;
    const double suspicious = std::max(policy::kRecovered, policy::kRecoveredShare * factor);
    const double recovery = probe::recovery_of_link(comm_, is_receiver ? from.coordinator : to.coordinator, is_receiver,
                                                    factor * link->plogp->gap_of(policy::kPeekSize), suspicious);
    seen_.recovery = recovery > suspicious ? recovery : 0.0;
    seen_.peeking = now() - begin;
}

void DriftWatch::run_check(const job::Job& job, CommunicatorState& state) {
    if (is_to_peek_) {
        peek();
    }
    const double begin = now();
    Verdict verdict;
    if (rank_ == 0) {
        std::vector<Evidence> evidence(members_.size());
        evidence.front() = seen_;
        for (std::size_t i = 1; i < members_.size(); ++i) {
            check(PMPI_Recv(&evidence[i], sizeof evidence[i], MPI_BYTE, members_[i].coordinator, kEvidenceTag, comm_,
                            MPI_STATUS_IGNORE),
                  "MPI_Recv");
        }
        check_seconds_ = std::min(check_seconds_, 2.0 * (now() - begin));
        const bool is_doubt_due = is_in_doubt_ && times_.can_be_spared(seconds_to_spare(state));
        verdict = decide(evidence, is_doubt_due, job);
        for (std::size_t i = 1; i < members_.size(); ++i) {
            check(PMPI_Send(&verdict, sizeof verdict, MPI_BYTE, members_[i].coordinator, kVerdictTag, comm_),
                  "MPI_Send");
        }
    } else if (is_coordinator()) {
        check(PMPI_Send(&seen_, sizeof seen_, MPI_BYTE, 0, kEvidenceTag, comm_), "MPI_Send");
        check(PMPI_Recv(&verdict, sizeof verdict, MPI_BYTE, 0, kVerdictTag, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
    }
    tell_cluster(&verdict, sizeof verdict);
    seen_ = {};
    is_to_peek_ = verdict.peek != 0;
    next_check_ = calls_ + verdict.calls_until_next;
    if (verdict.measure == 0 && is_in_doubt_ && !std::exchange(is_left_to_calls_, true)) {
        state.has_seen_paces = true;
    }
    if (verdict.measure != 0) {
        round_ = 0;
        std::vector<int> clusters(members_.size());
        std::ranges::transform(members_, clusters.begin(), &Member::cluster);
        rounds_ = discovery::look_rounds(*measured_, clusters, probe::look_size(measured_->handshake));
        looks_.clear();
        measuring_ = 0.0;
    }
}

DriftWatch::Verdict DriftWatch::decide(const std::vector<Evidence>& evidence, bool is_doubt_due, const job::Job& job) {
    Evidence most;
    double call_seconds = 0.0;
    for (const Evidence& one : evidence) {
        most.slowdown = std::max(most.slowdown, one.slowdown);
        most.speedup = std::max(most.speedup, one.speedup);
        most.beyond_prediction = std::max(most.beyond_prediction, one.beyond_prediction);
        most.lost = std::max(most.lost, one.lost);
        most.recovery = std::max(most.recovery, one.recovery);
        most.peeking = std::max(most.peeking, one.peeking);
        call_seconds = std::max(call_seconds, one.calls > 0.0 ? one.seconds / one.calls : 0.0);
    }
    const bool is_worth_it = times_.is_worth(most.lost);
    const bool is_slow = most.slowdown > policy::kSlow && is_worth_it;
    const bool is_fast = most.speedup > policy::kSlow && renewal_ != platform::Renewal(renewal_.size());
    const bool is_unexpected =
        most.beyond_prediction > policy::kBeyondPrediction && is_worth_it && !has_complained_of_prediction_;
    if (most.peeking > 0.0) {
        times_.peeked(now(), most.peeking);
    }
    occasion_ = Occasion::look;
    if ((is_slow || is_fast || is_unexpected || is_doubt_due) &&
        times_.may_follow(Occasion::alarm, now(), job.measuring_seconds)) {
        occasion_ = Occasion::alarm;
        has_complained_of_prediction_ = has_complained_of_prediction_ || is_unexpected || is_doubt_due;
        reason_ = is_doubt_due ? std::string("how fast data came says that much of the platform is wrong")
                  : is_slow    ? fmt::format("calls took {:.1f} times as long as usual", most.slowdown)
                  : is_fast    ? fmt::format("calls became {:.1f} times faster", most.speedup)
                               : fmt::format("calls took {:.1f} times as long as predicted", most.beyond_prediction);
    } else if (most.recovery > 0.0 && times_.may_follow(Occasion::recovery, now(), job.measuring_seconds)) {
        occasion_ = Occasion::recovery;
        reason_ = fmt::format("a slow link seems {:.1f} times faster", most.recovery);
    } else {
        reason_ = "a look from time to time";
    }
    Verdict verdict;
    verdict.measure = occasion_ != Occasion::look || times_.is_time_for_a_look(now(), job.measuring_seconds) ? 1 : 0;
    const double wanted =
        call_seconds > 0.0
            ? std::ceil(std::max(check_seconds_, least_check_seconds_) / (policy::kShareOfChecks * call_seconds))
            : 0.0;
    verdict.calls_until_next = static_cast<int>(
        std::clamp(wanted, static_cast<double>(policy::kCallsBetweenChecks), policy::kMostCallsBetweenChecks));
    const double next_check = now() + verdict.calls_until_next * call_seconds;
    verdict.peek = verdict.measure == 0 && times_.is_time_for_a_peek(next_check) && !slow_ways().empty() ? 1 : 0;
    if (job.settings.verbosity() >= 3) {
        fmt::print(
            stderr,
            "causeway: check at call {}: {:.2f} times the usual, {:.2f} times the predicted time; {:.3f} s lost\n",
            calls_, most.slowdown, most.beyond_prediction, most.lost);
    }
    return verdict;
}

const DriftWatch::Member* DriftWatch::opponent() const {
    for (const auto& [a, b] : rounds_.rounds[static_cast<std::size_t>(round_)]) {
        if (a == own_cluster_ || b == own_cluster_) {
            return &*std::ranges::find(members_, a == own_cluster_ ? b : a, &Member::cluster);
        }
    }
    return nullptr;
}

void DriftWatch::run_round() {
    probe::quiet_barrier(comm_);  // whatever earlier calls have sent has come, and all processes to this call
    const double begin = now();
    if (const Member* const peer = is_coordinator() ? opponent() : nullptr; peer != nullptr) {
        const platform::Link* there = measured_->find_link(own_cluster_, peer->cluster);
        const platform::Link* back = measured_->find_link(peer->cluster, own_cluster_);
        if (there != nullptr && back != nullptr && there->plogp && back->plogp) {
            const Bytes size = probe::look_size(measured_->handshake);
            const probe::Arrival seen =
                probe::look_at_link(comm_, peer->coordinator, own_cluster_ < peer->cluster,
                                    {.round_trip = there->plogp->latency + back->plogp->latency,
                                     .size = size,
                                     .gap = std::max(there->plogp->gap_of(size), back->plogp->gap_of(size))});
            append(looks_, {.from = peer->cluster,
                            .to = own_cluster_,
                            .size = size,
                            .gap = seen.pace.gap,
                            .round_trip = seen.round_trip});
        }
    }
    probe::quiet_barrier(comm_);  // nobody goes on into the call and fills the links that others look at
    measuring_ += now() - begin;
}

std::vector<double> DriftWatch::collected(const std::vector<double>& mine) {
    std::vector<double> all = mine;
    if (rank_ == 0) {
        for (std::size_t i = 1; i < members_.size(); ++i) {
            const std::vector<double> numbers = receive_numbers(comm_, members_[i].coordinator);
            all.front() = std::max(all.front(), numbers.front());
            all.insert(all.end(), numbers.begin() + 1, numbers.end());
        }
    } else if (is_coordinator()) {
        send_numbers(comm_, 0, mine);
    }
    return all;
}

void DriftWatch::spread(std::vector<double>& numbers) {
    if (rank_ == 0) {
        for (std::size_t i = 1; i < members_.size(); ++i) {
            send_numbers(comm_, members_[i].coordinator, numbers);
        }
    } else if (is_coordinator()) {
        numbers = receive_numbers(comm_, 0);
    }
    int count = static_cast<int>(numbers.size());
    tell_cluster(&count, sizeof count);
    numbers.resize(static_cast<std::size_t>(count));
    tell_cluster(numbers.data(), numbers.size() * sizeof numbers.front());
}

void DriftWatch::finish(job::Job& job, CommunicatorState& state) {
    std::vector<double> numbers{measuring_};
    numbers.insert(numbers.end(), looks_.begin(), looks_.end());
    numbers = collected(numbers);
    spread(numbers);
    const double seconds = numbers.front();
    const std::vector<platform::LinkChange> changes = platform::changes(
        *measured_, renewal_, discovery::with_stood_for(looks_of(std::span(numbers).subspan(1)), rounds_, *measured_));
    ++generation_;  // what calls take from now on is usual
    seen_ = {};
    state.links = is_in_doubt_ ? correction::Links::kMeasured : state.links;
    std::string found = changes.empty() ? "as before" : describe(changes, *measured_);
    if (!changes.empty()) {
        adopt(job, state, changes, found);
    }
    state.has_seen_paces = state.has_seen_paces || is_in_doubt_;
    is_in_doubt_ = false;
    job.measuring_seconds += seconds;
    if (rank_ == 0) {
        times_.measured(now(), seconds, !changes.empty(), occasion_);
        tell(job, {.communicator = state.group->identity,
                   .call = calls_,
                   .reason = reason_,
                   .found = std::move(found),
                   .seconds = seconds,
                   .has_changed = !changes.empty()});
    }
}

void DriftWatch::adopt(job::Job& job, CommunicatorState& state, const std::vector<platform::LinkChange>& changes,
                       std::string& found) {
    renewal_ = with(std::move(renewal_), changes);
    platform::Platform platform = renewed(*measured_, renewal_);
    scale_native_times(platform, *measured_);
    if (is_in_doubt_) {
        CorrectedPlatform now = corrected_by_calls(state, std::move(platform));
        platform = std::move(now.platform);
        found += (now.what.empty() ? "" : "; ") + now.what;
    }
    // Some of what was tried, or all, is from before the links changed.
    plan_with(job, state, std::move(platform), {}, fmt::format("measured again: {}", found));
    if (is_in_doubt_) {  // what it was measured as before is not believed any more
        measured_ = state.facts;
        renewal_ = platform::Renewal(renewal_.size());
    }
}

void DriftWatch::plan_with(job::Job& job, CommunicatorState& state, platform::Platform platform, TriedKinds tried,
                           const std::string& what) {
    state.plan_with(std::make_shared<const platform::Platform>(std::move(platform)), std::move(tried));
    least_check_seconds_ = state.round_trip.value();
    if (has_all_processes_) {
        job.facts.publish(state.facts);
        if (job.world_rank == 0) {
            job::keep_renewed(job, *state.facts, what);
        }
    }
}

bool DriftWatch::believes_measurements() const {
    return renewal_ == platform::Renewal(renewal_.size());
}

bool DriftWatch::look_in_doubt() noexcept {
    if (was_in_doubt_ || round_ >= 0) {
        return false;
    }
    is_in_doubt_ = was_in_doubt_ = true;
    next_check_ = calls_ + 1;
    return true;
}

void DriftWatch::take_corrected(job::Job& job, CommunicatorState& state, platform::Platform platform, TriedKinds tried,
                                std::string what) {
    ++generation_;  // what calls take from now on is usual
    seen_ = {};
    plan_with(job, state, std::move(platform), std::move(tried), what);
    measured_ = state.facts;
    if (rank_ == 0) {
        tell(job, {.communicator = state.group->identity,
                   .call = calls_,
                   .reason = "how fast data came",
                   .found = std::move(what),
                   .seconds = 0.0,
                   .has_changed = true});
    }
}

void DriftWatch::tell(const job::Job& job, DriftEvent event) {
    if (job.settings.verbosity() >= 1) {
        const bool is_measured = event.seconds > 0.0;
        fmt::print(stderr, "causeway: {} at call {} of {} ({}): {}\n",
                   is_measured ? "links measured again" : "the platform contradicted", event.call, event.communicator,
                   is_measured ? fmt::format("{}; {:.2f} s", event.reason, event.seconds) : event.reason, event.found);
    }
    drift_events().add(std::move(event));
}

job::ToldEvents<DriftEvent>& drift_events() {
    static auto* instance = new job::ToldEvents<DriftEvent>;  // never destroyed: see job/active_job.hpp
    return *instance;
}

}  // namespace causeway::calls
