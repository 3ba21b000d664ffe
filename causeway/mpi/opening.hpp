/// How a run notices that ranks call a broadcast with different lengths.
///
/// Where ranks call differently, messages are longer or shorter than what is expected, which every receive looks for.
/// In a broadcast more is known. There all depends on what the root calls, and other lengths may mean other plans, in
/// which a process waits for one that does not send to it. So in a broadcast the first block opens the call: it is
/// received from whoever sends it, with a tag of its own, and a process that gets it from another than the plan says,
/// or of another length, has failed. Where there are several blocks, which may be alike in broadcasts of different
/// lengths, or a long one, the length goes ahead of the first, along the same tree: a message of a few bytes in each
/// edge. Nothing else is received before it, so that nothing is written that is not what is expected.
///
/// By induction from the root, who has got the opening as expected has the root's length and plan; and where some have
/// not, the first of them on its way from the root in the root's plan gets what it does not expect, and tells all. The
/// length also goes ahead where control messages do, which would be waited for.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/mpi/channel.hpp"
#include "causeway/mpi/counter.hpp"
#include "causeway/mpi/strand.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace causeway::mpi {

/// What opens a call: its first block, or the length of its data ahead of that. One process's part; it is used by one
/// run after another.
class Opening {
public:
    /// Of the message with the length: one that hardly any broadcast has; in one that has it, the length goes ahead of
    /// even a single block. So a first message of so many bytes is always this.
    static constexpr std::int64_t kBytes = 13;
    /// A block that opens a call alone is not longer: every MPI library sends this at once and, what matters, receives
    /// no more of it than there is room for (Open MPI 4.1.4 does write past the end of what is too short for a message
    /// that it fetches from the sender's memory).
    static constexpr std::int64_t kMostBlock = 1024;

    /// Where its messages are posted.
    struct Places {
        const Channel& channel;
        int tag = 0;
        std::span<Counter* const> counters;  ///< Run::Manner::counters
        std::span<MPI_Request> requests;     ///< num_places(), free; the first is that of what is received
    };

    /// For a run of these strands. `size`: of all data, as this rank knows it; none: it is no broadcast, and opens
    /// itself.
    void begin(std::span<const Strand> strands, int num_blocks, std::optional<Bytes> size);

    [[nodiscard]] std::size_t num_places() const { return from_ || !to_.empty() ? 1 + to_.size() : 0; }

    /// Whether the operation moves the first block, and that opens the call: it has the opening's tag, and is received
    /// from anybody.
    [[nodiscard]] bool is_block(const schedule::Action& operation) const;

    /// Whether what comes after it may come.
    [[nodiscard]] bool is_open() const { return is_open_; }

    /// Posts what needs nothing to come before, at its first call. These return the number of messages that they have
    /// posted. Throws MpiError, as they all do.
    [[nodiscard]] std::size_t post(const Places& places);

    /// The length is there, from `source`: passes it on. Throws MpiError where it is not what was expected.
    [[nodiscard]] std::size_t take(int source, const Places& places);

    /// The same of the block, which was expected `from`.
    [[nodiscard]] std::size_t take_block(int source, int from, const Places& places);

private:
    using Message = std::array<std::byte, kBytes>;

    [[nodiscard]] std::size_t send(const Places& places) const;

    std::optional<int> from_;
    std::vector<int> to_;
    std::vector<int> signalling_;  ///< processes to or from which control messages go before the block
    Message sent_{};
    std::array<std::byte, kMostBlock> received_{};  ///< it may be a block of another length
    bool is_root_ = false;
    bool is_posted_ = false;
    bool is_open_ = true;
    bool has_one_block_ = false;  ///< its length need not go ahead
};

}  // namespace causeway::mpi
