/// Memory that calls use one after another, beside the program's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::mpi {

/// Memory that grows to what is asked for. It comes from the system and goes back to it, whatever an allocator would
/// keep; what nobody has written takes no room.
class GrowingMemory {
public:
    GrowingMemory() = default;
    GrowingMemory(GrowingMemory&& other) noexcept;
    GrowingMemory& operator=(GrowingMemory&& other) noexcept;
    ~GrowingMemory() { give_back(); }

    /// At least `bytes` of it, aligned for everything; what was in it before is lost if it grows. Throws
    /// std::bad_alloc.
    [[nodiscard]] std::byte* at_least(std::int64_t bytes);

    /// The same, with zeros in all of it: what takes time does not wait for the system to find room. Throws
    /// std::bad_alloc.
    [[nodiscard]] std::byte* zeros(std::int64_t bytes);

    void give_back() noexcept;

    /// Whether what is over is given back while the rest is still needed: `at_least` was asked for more than is kept.
    [[nodiscard]] bool is_left() const { return !needed_.empty(); }

    /// These bytes are no longer needed; to be called once for each, until `at_least` is called again. They take no
    /// room as soon as nothing near by is needed either.
    void over(const std::byte* begin, std::int64_t bytes) noexcept;

    [[nodiscard]] std::int64_t size() const { return size_; }

private:
    std::byte* data_ = nullptr;
    std::int64_t size_ = 0;
    std::int64_t asked_ = 0;            ///< bytes of it
    std::vector<std::int64_t> needed_;  ///< bytes of each unit that is given back as one
};

struct Scratch {
    /// Data that is more than this is not kept aside where it can be sent from where it is, and received where it
    /// belongs.
    static constexpr std::int64_t kMostPacked = std::int64_t{1} << 20U;
    /// Of the blocks' memory more than this is left to the system as it is no longer needed, and all of it after the
    /// call; less is kept for the next call, which need not ask for it again. The same is true of all partials.
    static constexpr std::int64_t kMostKept = std::int64_t{4} << 20U;

    GrowingMemory data;                   ///< the blocks, or their accumulators
    std::vector<GrowingMemory> partials;  ///< [place]
    std::vector<char> held;               ///< [block]

    [[nodiscard]] std::int64_t size() const;

    /// After a call: what is not kept for the next.
    void give_back_large() noexcept;
};

}  // namespace causeway::mpi
