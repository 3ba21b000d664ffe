/// Circulant graph, round-optimal: in every round each process sends one segment and receives one. In round i the
/// distance is skip[i mod q], q = ceil(log2 P), where the skips are P halved and rounded up again and again: so the
/// root sends a new segment in every round, and each doubles its holders in each of the q rounds after.
///
///     skips 1, 2, 4 (P = 8):  round 0: p -> p+1;  round 1: p -> p+2;  round 2: p -> p+4;  round 3: p -> p+1; ...
///     skips 1, 2, 3, 5 (P = 9)
///
/// Which segment goes to process r in round i follows from r: the first one that r gets in its life is that of its
/// base round, which is the smallest skip in the greedy sum of skips that makes r; the others of a phase of q rounds
/// are those of the phase before, each from a process that has it by then. (n-1) mod q virtual rounds go before, so
/// that the last segment's phase is a whole one.
///
/// Cost (k - 1 + ceil(log2 P)) (g(s) + L): the least number of rounds for any P, each as long as a transfer. Under
/// pLogP a process does not wait for a round to end, so rounds overlap where L > 0; on the other hand a segment that is
/// early may keep its receiver from the one whose round it is, which costs a few g(s), at most ceil(log2 P).
/// Source: Träff, (Poly)logarithmic time construction of round-optimal n-block broadcast schedules (2022);
/// Round-optimal n-block broadcast schedules in logarithmic time (2023).
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "causeway/strategy/broadcast/logarithms.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::strategy {

namespace {

/// Who receives what in which round of a phase.
class Rounds {
public:
    explicit Rounds(int processes) : processes_(processes) {
        for (int skip = processes; skip > 1; skip = (skip + 1) / 2) {
            skips_.push_back(skip);
        }
        skips_.push_back(1);
        std::reverse(skips_.begin(), skips_.end());
        per_phase_ = static_cast<int>(skips_.size()) - 1;
    }

    [[nodiscard]] int per_phase() const { return per_phase_; }
    [[nodiscard]] int skip(int round) const { return skips_[static_cast<std::size_t>(round)]; }

    /// [round of a phase]: the segment that `process` receives, relative to the phase: not negative for the one that
    /// the root sent in that round of this phase, -q to -1 for those of the phase before.
    [[nodiscard]] std::vector<int> segments_received_by(int process) const {
        Search search{*this, process + processes_, 2 * processes_, {}, {}};
        const int base = base_round(process);
        for (int skip_index = per_phase_; skip_index >= 0; --skip_index) {
            if (skip_index != base) {
                search.candidates.push_back(skip_index);
            }
        }
        search.visit(0, 0);
        for (int& segment : search.found) {
            segment = segment == per_phase_ ? base : segment - per_phase_;
        }
        return search.found;
    }

private:
    static constexpr int kTaken = -1;

    /// Goes through the processes from which the segments could come, as sums of skips, farthest first: in each round
    /// the one with the largest number that still reaches `target` in time, and that lies before the one of the
    /// round before.
    struct Search {
        const Rounds& rounds;
        int target;
        int before;
        std::vector<int> candidates;  ///< indices of skips, falling; kTaken: found already
        std::vector<int> found;       ///< [round]: index of a skip

        void visit(int process, std::size_t begin) {
            for (std::size_t i = begin; i < candidates.size() && !is_complete(); ++i) {
                if (candidates[i] == kTaken) {
                    continue;
                }
                const int next = process + rounds.skip(candidates[i]);
                if (next > target - rounds.skip(round()) || next >= before) {
                    continue;
                }
                if (next <= target - rounds.skip(round() + 1)) {
                    visit(next, i);
                    if (is_complete()) {
                        return;
                    }
                }
                if (process > target - rounds.skip(round() + 1)) {
                    return;
                }
                if (candidates[i] != kTaken) {
                    before = next;
                    found.push_back(candidates[i]);
                    candidates[i] = kTaken;
                }
            }
        }

        [[nodiscard]] int round() const { return static_cast<int>(found.size()); }
        [[nodiscard]] bool is_complete() const { return round() == rounds.per_phase(); }
    };

    /// The round of a phase whose new segment is the first that `process` receives; per_phase() for the root.
    [[nodiscard]] int base_round(int process) const {
        for (int round = per_phase_ - 1; round >= 0; --round) {
            if (process == skip(round)) {
                return round;
            }
            if (process > skip(round)) {
                process -= skip(round);
            }
        }
        return per_phase_;
    }

    int processes_;
    int per_phase_ = 0;
    std::vector<int> skips_;  ///< [round of a phase], and at the end P
};

/// One phase of the schedule: `first_segment` is what the segments received are relative to; those that lie before the
/// first do not exist, those beyond the last stand for it.
void add_phase(schedule::Builder& builder, const BroadcastLayout& layout, const Rounds& rounds,
               const std::vector<std::vector<int>>& received, int first_segment) {
    for (int round = 0; round < rounds.per_phase(); ++round) {
        const int skip = rounds.skip(round);
        const auto add_receive_of = [&](int to) {
            const int segment = received[static_cast<std::size_t>(to)][static_cast<std::size_t>(round)] + first_segment;
            if (to != 0 && segment >= 0) {
                builder.transfer((to - skip + layout.processes) % layout.processes, to,
                                 {std::min(segment, layout.num_blocks - 1), 1});
            }
        };
        if (!layout.only) {
            for (int to = 0; to < layout.processes; ++to) {
                add_receive_of(to);
            }
            continue;
        }
        // What this process receives and what it sends, in the order of the receivers as above.
        const int target = (*layout.only + skip) % layout.processes;
        add_receive_of(std::min(*layout.only, target));
        add_receive_of(std::max(*layout.only, target));
    }
}

Seconds predict_circulant(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    return (c.num_segments() - 1.0 + ceil_log2(c.processes)) * (c.plogp.gap_of(c.segment) + c.plogp.latency);
}

schedule::Schedule build_circulant(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    if (layout.processes == 1) {
        return builder.finish();
    }
    const Rounds rounds(layout.processes);
    const int q = rounds.per_phase();
    std::vector<std::vector<int>> received(static_cast<std::size_t>(layout.processes));
    const auto fill = [&](int process) {
        std::vector<int>& mine = received[static_cast<std::size_t>(process)];
        if (mine.empty()) {
            mine = rounds.segments_received_by(process);
        }
    };
    for (int process = 0; process < layout.processes; ++process) {
        if (!layout.only) {
            fill(process);
        }
    }
    if (layout.only) {
        fill(*layout.only);
        for (int round = 0; round < q; ++round) {
            fill((*layout.only + rounds.skip(round)) % layout.processes);
        }
    }
    const int virtual_rounds = (q - (layout.num_blocks - 1) % q) % q;
    const int phases = (layout.num_blocks - 1 + virtual_rounds) / q + 1;
    const auto first_segment = [&](int phase) { return phase * q - virtual_rounds; };
    // From the third phase on every segment exists, and in the last one some stand for the last segment.
    for (int phase = 0; phase < phases; ++phase) {
        const int alike = phase == 2 ? phases - 1 - phase : 1;
        if (alike > 1) {
            builder.begin_section(alike, q);
            add_phase(builder, layout, rounds, received, first_segment(phase));
            phase += alike - 1;
        } else {
            builder.begin_section();
            add_phase(builder, layout, rounds, received, first_segment(phase));
        }
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy circulant{
    .name = "circulant",
    .summary = "everybody sends a segment and receives one in every round; for medium and large messages",
    .source = "Träff 2022",
    .cut = Cut::kOwnWays,
    .predict = predict_circulant,
    .deviation = "in the source's model of rounds, each as long as a transfer; under pLogP they overlap",
    .build = build_circulant,
};

}  // namespace causeway::strategy
