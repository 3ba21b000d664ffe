#include "causeway/scheme/counterparts.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace causeway::scheme {

namespace {

/// One block that goes from a process to another one.
struct Passage {
    int from = 0;
    int to = 0;
    int block = 0;
};

/// The ways of all blocks.
class CounterpartWays {
public:
    CounterpartWays(const Layout& layout, const Dealt& dealt)
        : clusters_(clusters_of(layout)), dealt_(dealt), only_(layout.only) {}

    [[nodiscard]] std::size_t num_clusters() const { return clusters_.size(); }

    /// The most blocks that a process of the cluster has.
    [[nodiscard]] int num_parts(std::size_t cluster) const {
        int most = 0;
        for (const int member : clusters_[cluster]) {
            most = std::max(most, first_blocks(member).count);
        }
        return most;
    }

    /// Of the blocks that a cluster's processes have at `part`: those that everybody waits for first. If the layout is
    /// for one process, those that leave it or come to it.
    [[nodiscard]] std::vector<Passage> of_part(std::size_t cluster, int part) const {
        std::vector<Passage> result;
        const auto add = [&](int from, int to, int block) {
            if (!only_ || from == *only_ || to == *only_) {
                result.push_back({from, to, block});
            }
        };
        // To the others of a cluster, the successor first.
        const auto give_to_others = [&](const std::vector<int>& members, std::size_t place, int block) {
            for (std::size_t shift = 1; shift < members.size(); ++shift) {
                add(members[place], members[(place + shift) % members.size()], block);
            }
        };
        const std::vector<int>& members = clusters_[cluster];
        const auto has_part = [&](std::size_t place) { return part < first_blocks(members[place]).count; };
        const auto block_of = [&](std::size_t place) {
            return first_blocks(members[place]).first + part * dealt_.stride;
        };
        const auto others = [&](std::size_t shift) -> const std::vector<int>& {
            return clusters_[(cluster + shift) % clusters_.size()];
        };
        for (std::size_t place = 0; place < members.size(); ++place) {
            if (has_part(place)) {
                for (std::size_t shift = 1; shift < clusters_.size(); ++shift) {
                    add(members[place], others(shift)[place % others(shift).size()], block_of(place));
                }
                give_to_others(members, place, block_of(place));
            }
        }
        for (std::size_t shift = 1; shift < clusters_.size(); ++shift) {
            for (std::size_t place = 0; place < members.size(); ++place) {
                if (has_part(place)) {
                    give_to_others(others(shift), place % others(shift).size(), block_of(place));
                }
            }
        }
        return result;
    }

private:
    [[nodiscard]] schedule::BlockRange first_blocks(int process) const {
        return dealt_.first[static_cast<std::size_t>(process)];
    }

    std::vector<std::vector<int>> clusters_;
    const Dealt& dealt_;
    std::optional<int> only_;
};

/// `add`: all passages of one part of a cluster's blocks, to a builder.
template <typename Add>
schedule::Strands strands_between(const Layout& layout, const Dealt& dealt, std::size_t most, const Add& add) {
    const CounterpartWays ways(layout, dealt);
    const std::size_t num_strands = std::min(most, ways.num_clusters());
    schedule::Strands strands;
    for (std::size_t strand = 0; strand < num_strands; ++strand) {
        schedule::Builder builder(layout.processes, dealt.num_blocks, layout.only);
        for (std::size_t cluster = strand; cluster < ways.num_clusters(); cluster += num_strands) {
            for (int part = 0; part < ways.num_parts(cluster); ++part) {
                add(ways.of_part(cluster, part), builder);
            }
        }
        strands.push_back(builder.finish());
    }
    return strands;
}

}  // namespace

Dealt Dealt::owned(const schedule::Ownership& ownership) {
    return {.num_blocks = ownership.num_blocks, .stride = 1, .first = ownership.of_process};
}

Dealt Dealt::in_turn(const Layout& layout) {
    Dealt result{.num_blocks = layout.num_blocks, .stride = layout.processes, .first = {}};
    result.first.resize(static_cast<std::size_t>(layout.processes));
    const std::vector<std::vector<int>> clusters = clusters_of(layout);
    int turn = 0;
    for (std::size_t place = 0; turn < layout.processes; ++place) {
        for (const std::vector<int>& members : clusters) {
            if (place < members.size()) {
                const int left = std::max(0, layout.num_blocks - turn);
                result.first[static_cast<std::size_t>(members[place])] = {
                    turn, (left + layout.processes - 1) / layout.processes};
                ++turn;
            }
        }
    }
    return result;
}

schedule::Strands spread_between_counterparts(const Layout& layout, const Dealt& dealt, std::size_t most) {
    return strands_between(layout, dealt, most, [](const std::vector<Passage>& passages, schedule::Builder& builder) {
        for (const Passage& one : passages) {
            builder.transfer(one.from, one.to, {one.block, 1});
        }
    });
}

schedule::Strands combine_between_counterparts(const Layout& layout, const Dealt& dealt, std::size_t most) {
    return strands_between(layout, dealt, most, [](const std::vector<Passage>& passages, schedule::Builder& builder) {
        for (auto one = passages.rbegin(); one != passages.rend(); ++one) {
            builder.reduce(one->to, one->from, {one->block, 1});
        }
    });
}

}  // namespace causeway::scheme
