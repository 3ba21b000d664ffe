#include "causeway/planner/rounds_time.hpp"

#include "causeway/planner/exchange_time.hpp"
#include "causeway/planner/held.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::planner {

namespace {

/// What a message takes.
struct Taken {
    double leaves = 0.0;           ///< seconds until its sender is through with it
    double arrives = 0.0;          ///< seconds until it is there
    std::optional<double> answer;  ///< seconds of that, for its receiver's answer; nothing: it waits for nobody
    int parts = 0;                 ///< of which it is; 0: nothing is known
};

/// Of a process, the message before: most flat algorithms have the same partners in all rounds.
struct Latest {
    int peer = -1;
    Taken taken;
};

class Rounds {
public:
    Rounds(const scheme::FlatRounds& rounds, Bytes part, const platform::Placement& placement,
           const model::GridPlogp& model)
        : rounds_(rounds),
          part_(part),
          placement_(placement),
          model_(model),
          num_clusters_(1 + *std::ranges::max_element(placement.cluster_of_host)) {
        known_.fill(
            std::vector<Taken>(static_cast<std::size_t>(num_clusters_) * static_cast<std::size_t>(num_clusters_)));
    }

    /// Until the last process is through with its last round, nothing being in the way of any message.
    [[nodiscard]] Seconds unhindered() {
        const int processes = placement_.num_processes();
        const int num_rounds = rounds_.count(processes);
        std::vector<double> through(static_cast<std::size_t>(processes), 0.0);
        std::vector<double> next(through.size());
        std::vector<Latest> sent(through.size());
        std::vector<Latest> received(through.size());
        const auto taken_as = [&](Latest& latest, int peer, int from, int to, int parts) -> const Taken& {
            if (latest.peer != peer || latest.taken.parts != parts) {
                latest = {peer, of(from, to, parts)};
            }
            return latest.taken;
        };
        // The answer comes half of its way after the receiver is ready.
        const auto begin_of = [&](int from, int to, const Taken& message) {
            const double sender = through[static_cast<std::size_t>(from)];
            const double receiver = through[static_cast<std::size_t>(to)];
            return message.answer ? std::max(sender, receiver - 0.5 * *message.answer) : sender;
        };
        for (int round = 0; round < num_rounds; ++round) {
            for (int process = 0; process < processes; ++process) {
                const scheme::Round doing = rounds_.round(processes, round, process);
                const auto own = static_cast<std::size_t>(process);
                const Taken& goes = taken_as(sent[own], doing.to, process, doing.to, doing.parts);
                const Taken& comes = taken_as(received[own], doing.from, doing.from, process, doing.parts);
                next[own] = std::max(begin_of(process, doing.to, goes) + goes.leaves,
                                     begin_of(doing.from, process, comes) + comes.arrives);
            }
            std::swap(through, next);
        }
        return Seconds(*std::ranges::max_element(through));
    }

    /// All messages hold what they need one after another. Where rounds are many, all are repetitions of two that
    /// follow each other, or everybody sends to everybody.
    [[nodiscard]] std::optional<Seconds> busiest() const {
        const int processes = placement_.num_processes();
        const int num_rounds = rounds_.count(processes);
        constexpr int kFew = 32;
        const bool are_few = num_rounds <= kFew;
        if (!are_few && rounds_.round(processes, 0, 0).to != rounds_.round(processes, 2, 0).to) {
            return all_pairs_time(part_, placement_, model_);
        }
        Held held(model_);
        const int first = are_few ? 0 : 1;  // which may have less to send
        const int last = are_few ? num_rounds : first + 2;
        for (int round = first; round < last; ++round) {
            for (int process = 0; process < processes; ++process) {
                const scheme::Round doing = rounds_.round(processes, round, process);
                held.add(process, doing.to, doing.parts * part_,
                         [&](int) { return static_cast<double>(num_rounds) / (last - first); });
            }
        }
        return held.time();
    }

private:
    [[nodiscard]] Taken taken(int from, int to, int parts) const {
        const model::Occupation occupation = model_.occupation(from, to, parts * part_);
        const std::optional<Seconds> answer = model_.answer_time(from, to, parts * part_);
        const double arrives = occupation.unhindered().value();
        const double leaves = occupation.stages[0].holds[0].duration.value();
        if (!answer) {
            return {leaves, arrives, {}, parts};
        }
        return {std::max(leaves, arrives - 0.5 * answer->value()), arrives, answer->value(), parts};
    }

    /// Hosts of a cluster are alike unless each is known by itself.
    Taken of(int from, int to, int parts) {
        if (model_.knows_hosts(from) || model_.knows_hosts(to)) {
            return taken(from, to, parts);
        }
        const bool is_inside =
            placement_.host_of[static_cast<std::size_t>(from)] == placement_.host_of[static_cast<std::size_t>(to)];
        const auto pair =
            static_cast<std::size_t>(placement_.cluster_of(from) * num_clusters_ + placement_.cluster_of(to));
        std::vector<Taken>& known = known_[is_inside ? 1 : 0];
        Taken& entry = known[pair];
        if (entry.parts != parts) {
            entry = taken(from, to, parts);
        }
        return entry;
    }

    const scheme::FlatRounds& rounds_;
    Bytes part_;
    const platform::Placement& placement_;
    const model::GridPlogp& model_;
    int num_clusters_;
    std::array<std::vector<Taken>, 2> known_;  ///< [inside a host][from cluster, to cluster]
};

}  // namespace

std::optional<Seconds> rounds_time(const scheme::FlatRounds& rounds, Bytes part, const platform::Placement& placement,
                                   const model::GridPlogp& model) {
    const int processes = placement.num_processes();
    if (rounds.round == nullptr || processes == 1 ||
        std::int64_t{rounds.count(processes)} * processes > policy::kMostInRounds) {
        return std::nullopt;
    }
    Rounds all(rounds, part, placement, model);
    const std::optional<Seconds> busiest = all.busiest();
    return busiest ? std::optional(std::max(*busiest, all.unhindered())) : std::nullopt;
}

}  // namespace causeway::planner
