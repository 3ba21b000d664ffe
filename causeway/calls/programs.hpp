/// Programs of plans, cut for exact sizes: those of one communicator that were used last.
///
/// A program follows from its plan and the number of blocks alone, without a message: what is forgotten is made anew,
/// by each rank for itself.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/recently_used.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace causeway::calls {

/// Memory that they take. Local.
[[nodiscard]] std::size_t memory_of(const scheme::Built& built);

/// Used by one thread at a time.
class Programs {
public:
    /// Memory for the programs of all communicators of a process: each has an equal share, and its last program in any
    /// case.
    static constexpr std::size_t kMostMemory = std::size_t{16} << 20U;

    /// Of which plan, and of how many blocks.
    struct Key {
        std::uint64_t plan = 0;  ///< CallRecord::plan_number
        int num_blocks = 1;

        friend auto operator<=>(const Key&, const Key&) = default;
    };

    Programs();
    ~Programs();
    Programs(const Programs&) = delete;
    Programs& operator=(const Programs&) = delete;

    /// The program of that key; `make`, which returns it, is called if it is not at hand.
    [[nodiscard]] std::shared_ptr<const scheme::Built> get(const Key& key, base::FunctionRef<scheme::Built()> make);

    /// The plan is no more.
    void forget(std::uint64_t plan);
    /// No plan is any more.
    void forget_all();

    [[nodiscard]] std::size_t memory() const { return memory_; }

private:
    struct Kept {
        std::shared_ptr<const scheme::Built> program;
        std::size_t memory = 0;
    };

    /// In the place of those used longest ago.
    void keep(const Key& key, Kept one);

    base::RecentlyUsed<Key, Kept> kept_;
    std::size_t memory_ = 0;
};

}  // namespace causeway::calls
