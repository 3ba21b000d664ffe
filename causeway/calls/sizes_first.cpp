#include "causeway/calls/sizes_first.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/mpi/owned_blocks.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

constexpr Bytes kNumber{sizeof(std::int64_t)};

/// One call, as one process knows it.
class UnequalParts {
public:
    UnequalParts(const Execution& execution, const RootedParts& parts, int root, Direction direction)
        : execution_(execution),
          parts_(parts),
          root_(root),
          direction_(direction),
          sizes_(static_cast<std::size_t>(execution.size)) {
        for (int rank = 0; rank < execution.size; ++rank) {
            if (is_known(rank)) {
                sizes_[static_cast<std::size_t>(rank)] = size_of(parts.is_root ? parts.of_rank(rank) : parts.own);
            }
        }
    }

    /// Whether this process knows the size of that one's part by itself.
    [[nodiscard]] bool is_known(int rank) const { return parts_.is_root || rank == execution_.rank; }

    [[nodiscard]] Bytes size_of_part(int rank) const { return sizes_[static_cast<std::size_t>(rank)]; }

    /// What others say of it. Throws MpiError.
    void learn(int rank, Bytes size) {
        if (is_known(rank) && size != size_of_part(rank)) {
            throw mpi::MpiError("a collective of parts that differ in size", MPI_ERR_TRUNCATE);
        }
        sizes_[static_cast<std::size_t>(rank)] = size;
    }

    [[nodiscard]] schedule::BlockRange block_of(int rank) const {
        return execution_.built.of_process[static_cast<std::size_t>(rank)];
    }

    /// All parts.
    [[nodiscard]] Work all() const { return {blocks(parts_, sizes_)}; }

    /// Those that may pass through others, then those that may not.
    [[nodiscard]] Work relayed_and_direct() const {
        return {.data = blocks_of_those(false), .next = [*this] { return direct(); }};
    }

private:
    /// The same at all who know of the part.
    [[nodiscard]] bool is_direct(int rank) const {
        return size_of_part(rank).value() > policy::kMostCombined.value() / execution_.size;
    }

    [[nodiscard]] std::unique_ptr<mpi::BlockData> blocks(const RootedParts& parts,
                                                         const std::vector<Bytes>& sizes) const {
        return (direction_ == Direction::kToRoot ? gathered : scattered)(
            execution_, plan::block_sizes(execution_.built, sizes), parts);
    }

    /// The other parts are as if they were empty.
    [[nodiscard]] std::unique_ptr<mpi::BlockData> blocks_of_those(bool that_are_direct) const {
        std::vector<char> is_left_out;
        std::vector<Bytes> sizes = sizes_;
        for (int rank = 0; rank < execution_.size; ++rank) {
            is_left_out.push_back(rank != root_ && is_direct(rank) != that_are_direct ? 1 : 0);
            if (is_left_out.back() != 0) {
                sizes[static_cast<std::size_t>(rank)] = Bytes();
            }
        }
        RootedParts parts = parts_;
        if (is_left_out[static_cast<std::size_t>(execution_.rank)] != 0) {
            parts.own.count = 0;
        }
        parts.is_own_there = parts_.is_own_there || that_are_direct;  // the root's own comes with the first
        parts.of_rank = [&](int rank) {
            mpi::BufferDescription part = parts_.of_rank(rank);
            part.count = is_left_out[static_cast<std::size_t>(rank)] != 0 ? 0 : part.count;
            return part;
        };
        return blocks(parts, sizes);
    }

    /// Nothing where no part concerns this process.
    [[nodiscard]] Work direct() const {
        schedule::Section section;
        for (int rank = 0; rank < execution_.size; ++rank) {
            if (rank != root_ && is_known(rank) && is_direct(rank)) {
                const bool is_sent = (direction_ == Direction::kToRoot) != parts_.is_root;
                section.body.push_back({.kind = is_sent ? schedule::ActionKind::kSend : schedule::ActionKind::kReceive,
                                        .peer = parts_.is_root ? rank : root_,
                                        .blocks = block_of(rank)});
            }
        }
        if (section.body.empty()) {
            return {};
        }
        return {.data = blocks_of_those(true),
                .program = std::make_shared<schedule::Program>(schedule::Program{{std::move(section)}})};
    }

    Execution execution_;
    RootedParts parts_;
    int root_;
    Direction direction_;
    std::vector<Bytes> sizes_;  ///< [rank]: of those that concern this process
};

}  // namespace

std::optional<Asked> asked_of_unknown_parts(const CommunicatorState& state, const RootedParts& parts, int root,
                                            Direction direction) {
    const int num_processes = state.group->placement.num_processes();
    if (root < 0 || root >= num_processes) {
        return std::nullopt;
    }
    // The root tells the others: the largest of what ranks tell counts.
    const Bytes own_part = parts.is_root ? mean_of_others(num_processes, root, parts.of_rank) : Bytes(0);
    const auto operation = direction == Direction::kToRoot ? scheme::Operation::kGather : scheme::Operation::kScatter;
    return Asked{.root = root,
                 .message = state.usual_parts.at(operation).size(),
                 .may_be_cut = false,
                 .form = Form::kUneven,
                 .own_part = own_part};
}

Work after_sizes(const Execution& execution, const RootedParts& parts, int root, Direction direction) {
    UnequalParts known(execution, parts, root, direction);
    if (!execution.is_relayed) {
        return known.all();
    }
    const schedule::BlockRange touched = execution.touched(known.block_of(execution.rank));
    std::vector<int> ranks;  // whose parts pass through this process
    for (int rank = 0; rank < execution.size; ++rank) {
        const int block = known.block_of(rank).first;
        if (block >= touched.first && block < touched.end()) {
            ranks.push_back(rank);
        }
    }
    auto numbers = std::make_unique<mpi::OwnedBlocks>(equal_sizes(execution, kNumber), touched, execution.scratch,
                                                      mpi::OwnedBlocks::Kept::kAll);
    for (const int rank : ranks) {
        std::int64_t number = known.size_of_part(rank).value();
        numbers->put(known.block_of(rank), {&number, 1, MPI_INT64_T});
    }
    const mpi::OwnedBlocks* const arrived = numbers.get();
    const auto next = [=]() mutable {
        for (const int rank : ranks) {
            std::int64_t number = 0;
            std::memcpy(&number, arrived->packed(known.block_of(rank).first), sizeof number);
            known.learn(rank, Bytes(number));
        }
        return known.relayed_and_direct();
    };
    return {.data = std::move(numbers), .next = next};
}

}  // namespace causeway::calls
