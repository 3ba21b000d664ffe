#include "causeway/scheme/rounds.hpp"

#include <algorithm>
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

Parts::Parts(std::vector<BlockRange> of_process) : of_process_(std::move(of_process)) {
    for (int process = 0; process < num_processes(); ++process) {
        if (of_process_[static_cast<std::size_t>(process)].count > 0) {
            owners_.push_back(process);
        }
    }
    const auto part_of = [&](std::size_t owner) { return of_process_[static_cast<std::size_t>(owners_[owner])]; };
    run_end_.resize(owners_.size());
    for (std::size_t owner = owners_.size(); owner > 0; --owner) {
        const bool goes_on = owner < owners_.size() && part_of(owner - 1).end() == part_of(owner).first;
        run_end_[owner - 1] = goes_on ? run_end_[owner] : owner;
    }
}

std::vector<BlockRange> Parts::of(int first, int count) const {
    const int processes = num_processes();
    const int begin = first % processes;
    std::vector<BlockRange> result;
    add(begin, std::min(begin + count, processes), result);
    add(0, std::min(begin + count - processes, begin), result);
    return result;
}

/// Those of the processes first ... end - 1, run by run.
void Parts::add(int first, int end, std::vector<BlockRange>& ranges) const {
    const auto number_of = [&](int process) {
        return static_cast<std::size_t>(std::lower_bound(owners_.begin(), owners_.end(), process) - owners_.begin());
    };
    const std::size_t behind = first < end ? number_of(end) : 0;
    for (std::size_t owner = first < end ? number_of(first) : 0; owner < behind;) {
        const std::size_t run_end = std::min(run_end_[owner], behind);
        const int begin = of_process_[static_cast<std::size_t>(owners_[owner])].first;
        const int length = of_process_[static_cast<std::size_t>(owners_[run_end - 1])].end() - begin;
        if (!ranges.empty() && ranges.back().end() == begin) {
            ranges.back().count += length;
        } else {
            ranges.push_back({begin, length});
        }
        owner = run_end;
    }
}

namespace {

/// In each round from `first` on, P - 1 in all, every process sends its successor the part that came around the ring
/// so many rounds: only those that have something are looked at. `send(process, part)` is called in the order of the
/// processes.
template <typename SendPart>
void for_each_around_ring(const Parts& parts, int first, const SendPart& send) {
    const int processes = parts.num_processes();
    const std::vector<int>& owners = parts.owners();
    for (int round = first; round < first + processes - 1; ++round) {
        const auto send_on = [&](int owner) { send((owner + round) % processes, parts.of(owner, 1).front()); };
        const auto wrapped = std::lower_bound(owners.begin(), owners.end(), processes - round);
        std::for_each(wrapped, owners.end(), send_on);
        std::for_each(owners.begin(), wrapped, send_on);
    }
}

}  // namespace

void combine_around_ring(const Parts& parts, schedule::Builder& builder) {
    for_each_around_ring(parts, 1, [&](int process, BlockRange blocks) {
        builder.reduce(process, (process + 1) % parts.num_processes(), blocks);
    });
}

void pass_around_ring(const Parts& parts, schedule::Builder& builder) {
    for_each_around_ring(parts, 0, [&](int process, BlockRange blocks) {
        builder.transfer(process, (process + 1) % parts.num_processes(), blocks);
    });
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

int rounds_of_distances(int processes) {
    return static_cast<int>(distances(processes).size()) - 1;
}

int rounds_of_others(int processes) {
    return processes - 1;
}

Round round_of_ring(int processes, int /*round*/, int process) {
    return {(process + 1) % processes, (process + processes - 1) % processes, 1};
}

Round round_of_shifts(int processes, int round, int process) {
    const int shift = round + 1;
    return {(process + shift) % processes, (process + processes - shift) % processes, 1};
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
