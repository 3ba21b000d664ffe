#include "causeway/calls/agreed_times.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/reduction_blocks.hpp"
#include "causeway/mpi/run.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/schedule/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// The last number that ranks tell.
constexpr std::size_t kOfPart = 1;

/// This rank's part of a way up a tree and down again: binomial among the processes of a cluster, and from the first of
/// each cluster straight to rank 0, as what a message between clusters takes is longest.
schedule::Program program_of(const platform::Placement& placement, int rank) {
    std::map<int, std::vector<int>> members;  // of each cluster, in the order of ranks
    for (int r = 0; r < placement.num_processes(); ++r) {
        members[placement.cluster_of(r)].push_back(r);
    }
    std::vector<std::pair<int, int>> ups;  // from, to
    for (const auto& [cluster, ranks] : members) {
        for (std::size_t step = 1; step < ranks.size(); step *= 2) {
            for (std::size_t to = 0; to + step < ranks.size(); to += 2 * step) {
                ups.emplace_back(ranks[to + step], ranks[to]);
            }
        }
    }
    for (const auto& [cluster, ranks] : members) {
        if (ranks.front() != 0) {
            ups.emplace_back(ranks.front(), 0);
        }
    }
    schedule::Builder builder(placement.num_processes(), 1, rank);
    for (const auto& [from, to] : ups) {
        builder.reduce(from, to, {0, 1});
    }
    std::reverse(ups.begin(), ups.end());
    for (const auto& [from, to] : ups) {
        builder.transfer(to, from, {0, 1});
    }
    return builder.finish().programs[static_cast<std::size_t>(rank)];
}

/// What this rank tells of the round's calls.
std::vector<double> told_of(PlannedCall& call) {
    std::vector<double> told = call.seen;
    told.insert(told.end(), call.paces.begin(), call.paces.end());
    told.push_back(call.mean_own_part());
    call.tells_of_part();
    return told;
}

/// In so many calls messages have been up and down, as far as can be known: two ways of two messages each, of which a
/// call of the choice passes on one for its duration, or one where calls last longer.
int calls_meanwhile(const CommunicatorState& state, const PlannedCall& call) {
    const int choice = call.trial.choice();
    const double promised = call.ways[static_cast<std::size_t>(choice)].choice.time.value();
    const double usual = std::min(call.trial.typical(choice), promised);
    return 1 + static_cast<int>(
                   std::clamp(std::ceil(2.0 * state.round_trip.value() / usual), 1.0, policy::kMostCallsMeanwhile));
}

}  // namespace

AgreedTimes::AgreedTimes(CommunicatorState& state, mpi::CallTags tags, const CallKind& kind, PlannedCall& call)
    : tags_{.call = name_of(tags), .first = tags.first},
      kind_(kind),
      call_(&call),
      calls_left_(calls_meanwhile(state, call)),
      num_ranks_(state.group->placement.num_processes()),
      num_seconds_(call.seen.size()),
      told_(told_of(call),
            scheme::synchronises(kind.operation) ? num_seconds_ : num_seconds_ + call.paces.size() + kOfPart),
      program_(program_of(state.group->placement, state.rank)),
      data_(told_.reduction(), mpi::equal_runs(1, 1), true, (*workspace_).scratch) {
    const schedule::Program* const strand = &program_;
    run_.emplace(state.executor->failures(), tags_, *workspace_, std::span(&strand, 1), 1, data_);
    run_->begin();
}

AgreedTimes::~AgreedTimes() = default;

bool AgreedTimes::advance() {
    if (run_ && run_->advance()) {
        run_.reset();
        workspace_.is_free();
    }
    return !run_;
}

AgreedTimes::Answer AgreedTimes::answer() {
    data_.bring(data_.all());
    const std::span<const double> numbers = told_.numbers();
    const std::span<const double> seconds = numbers.first(num_seconds_);
    const std::span<const double> paces = numbers.subspan(num_seconds_, numbers.size() - num_seconds_ - kOfPart);
    const double ranks_with_parts = scheme::synchronises(kind_.operation) ? num_ranks_ : 1;
    return {.seconds = {seconds.begin(), seconds.end()},
            .paces = {paces.begin(), paces.end()},
            .mean_part = Bytes(static_cast<std::int64_t>(numbers.back() / ranks_with_parts))};
}

}  // namespace causeway::calls
