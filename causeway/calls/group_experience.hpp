/// What calls have shown of the ways that they were tried by, kept for all communicators of a group: programs that make
/// one for every phase do not try everything again.
#pragma once

#include "causeway/calls/planned_call.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/planner/planner.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace causeway::calls {

/// What was tried of a kind by plans that are made anew, and the best of them.
struct TriedBefore {
    experience::TriedKind tried;
    planner::Candidate best;
    std::string best_digest;  ///< experience::TriedWay::plan
};

using TriedKinds = std::map<CallKind, std::shared_ptr<const TriedBefore>>;

/// What is known of the calls; null: nothing that says anything yet.
[[nodiscard]] std::shared_ptr<const TriedBefore> tried_before(const PlannedCall& call, const std::string& job_began);

/// Null: it is not there.
[[nodiscard]] const TriedBefore* find(const TriedKinds& kinds, const CallKind& kind);

/// Of the communicators of a group on one rank, all of which plan with facts of their own: what is known is that of one
/// set of facts, the latest that anything was noted of. By any thread.
class GroupExperience {
public:
    /// Kinds beyond them are not noted, nor beyond so many of all groups of a process together.
    static constexpr std::size_t kMostKinds = 64;
    static constexpr std::size_t kMostOfAll = 128;

    GroupExperience() = default;
    GroupExperience(const GroupExperience&) = delete;
    GroupExperience& operator=(const GroupExperience&) = delete;
    ~GroupExperience();

    struct Standing {
        std::string facts;  ///< platform::fingerprint()
        TriedKinds kinds;
        /// Of both: ranks with the same have the same. They need not, as each makes its calls on several communicators
        /// in its own order.
        std::uint64_t digest = 0;
    };

    /// The ranks of a communicator have agreed on what calls of the kind took. What has no memory is not noted.
    void note(const std::string& facts, const CallKind& kind, const PlannedCall& call,
              const std::string& job_began) noexcept;

    /// The same of all that is still known now that a communicator plans with other facts.
    void note(const std::string& facts, const TriedKinds& kinds) noexcept;

    /// Nothing, which no other rank has, where there is no memory.
    [[nodiscard]] Standing standing() const noexcept;

    /// Ranks have not seen the same: all of them forget it.
    void forget() noexcept;

private:
    void begin(const std::string& facts);
    void clear() noexcept;
    void put(const CallKind& kind, std::shared_ptr<const TriedBefore> tried);

    mutable std::mutex mutex_;
    std::string facts_;
    TriedKinds kinds_;
    std::uint64_t digest_ = 0;  ///< of the kinds
};

}  // namespace causeway::calls
