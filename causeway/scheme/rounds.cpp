#include "causeway/scheme/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace causeway::scheme {

namespace {

using schedule::BlockRange;

/// The distances of the rounds: s(0) = P, s(k+1) = ceil(s(k) / 2), down to 1.
std::vector<int> distances(int processes) {
    std::vector<int> result{processes};
    while (result.back() > 1) {
        result.push_back((result.back() + 1) / 2);
    }
    return result;
}

}  // namespace

Parts Parts::of_all(int num_blocks, int processes) {
    std::vector<BlockRange> of_process;
    const auto begin_of = [&](int process) {
        return static_cast<int>(static_cast<std::int64_t>(num_blocks) * process / processes);
    };
    for (int process = 0; process < processes; ++process) {
        of_process.push_back({begin_of(process), begin_of(process + 1) - begin_of(process)});
    }
    return Parts(std::move(of_process));
}

std::vector<BlockRange> Parts::of(int first, int count) const {
    std::vector<BlockRange> result;
    for (int i = 0; i < count; ++i) {
        const BlockRange& next = of_process_[static_cast<std::size_t>((first + i) % num_processes())];
        if (next.count == 0) {
            continue;
        }
        if (!result.empty() && result.back().end() == next.first) {
            result.back().count += next.count;
        } else {
            result.push_back(next);
        }
    }
    return result;
}

void combine_around_ring(const Parts& parts, schedule::Builder& builder) {
    const int processes = parts.num_processes();
    for (int round = 1; round < processes; ++round) {
        for (int process = 0; process < processes; ++process) {
            for (const BlockRange blocks : parts.of(process + processes - round, 1)) {
                builder.reduce(process, (process + 1) % processes, blocks);
            }
        }
    }
}

void pass_around_ring(const Parts& parts, schedule::Builder& builder) {
    const int processes = parts.num_processes();
    for (int round = 0; round + 1 < processes; ++round) {
        for (int process = 0; process < processes; ++process) {
            for (const BlockRange blocks : parts.of(process + processes - round, 1)) {
                builder.transfer(process, (process + 1) % processes, blocks);
            }
        }
    }
}

void combine_over_circulant(const Parts& parts, schedule::Builder& builder) {
    const int processes = parts.num_processes();
    const std::vector<int> all = distances(processes);
    for (std::size_t k = 1; k < all.size(); ++k) {
        const int distance = all[k];
        for (int process = 0; process < processes; ++process) {
            // What is for those who are `distance` and more away, and nearer than those served before.
            for (const BlockRange blocks : parts.of(process + distance, all[k - 1] - distance)) {
                builder.reduce(process, (process + distance) % processes, blocks);
            }
        }
    }
}

void pass_over_circulant(const Parts& parts, schedule::Builder& builder) {
    const int processes = parts.num_processes();
    const std::vector<int> all = distances(processes);
    for (std::size_t k = all.size() - 1; k >= 1; --k) {
        const int distance = all[k];
        for (int process = 0; process < processes; ++process) {
            for (const BlockRange blocks : parts.of(process, all[k - 1] - distance)) {
                builder.transfer(process, (process + processes - distance) % processes, blocks);
            }
        }
    }
}

void take_step(std::vector<schedule::Message> messages, bool is_last, schedule::Builder& builder) {
    const std::size_t num_messages = messages.size();
    for (std::size_t m = 0; m < num_messages && !is_last; ++m) {
        const int from = messages[m].from;
        if (m + 1 == num_messages || messages[m + 1].from != from) {
            messages.push_back({from, messages[m].to, {0, 0}});
        }
    }
    builder.round(messages);
}

Built blocks_of_all_pairs(const Layout& layout) {
    Built built;
    std::vector<int> all(static_cast<std::size_t>(layout.processes));
    std::iota(all.begin(), all.end(), 0);
    built.exchanges = Exchanges({std::move(all)}, layout.num_blocks);
    built.num_blocks = built.exchanges.size();
    return built;
}

BlockRange blocks_between(const Layout& layout, int from, int to) {
    return {(from * layout.processes + to) * layout.num_blocks, layout.num_blocks};
}

Built rounds_of_owned(const Layout& layout, Rounds rounds) {
    const OwnedTrees owned = owned_over(layout);  // without trees: the blocks alone
    Built built = owned.built();
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    rounds(Parts::owned(owned.ownership), builder);
    built.strands.push_back(builder.finish());
    return built;
}

Built rounds_of_divided(const Layout& layout, Rounds combine, Rounds pass) {
    Built built;
    built.num_blocks = layout.num_blocks;
    const Parts parts = Parts::of_all(layout.num_blocks, layout.processes);
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    combine(parts, builder);
    pass(parts, builder);
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace causeway::scheme
