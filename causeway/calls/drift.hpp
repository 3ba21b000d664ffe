/// Links that change while a job runs: noticed, measured again, planned for.
///
/// Every planned call is timed on every rank, and compared with what calls of its kind used to take
/// (statistics/slowdown.hpp). What a rank notices it keeps to itself until the next check: a planned call whose number
/// all ranks of the communicator know. There the coordinators of the clusters (one process each) tell rank 0, which
/// decides and tells them, and they their clusters: a message each way between sites, and a broadcast inside clusters.
/// Checks are 16 calls apart, or as many as it takes for a check to cost 2 % of the calls' time. The calls between
/// two checks have no message more than without all this.
///
/// Suspicion is cheap to raise, and cheap to be wrong about: whatever made calls slow (the network, or processes that
/// came late), only what is then measured changes a plan. Rank 0 has links measured
///
/// - when calls became 1.3 times slower, or take 2.5 times what was predicted (once), once they have lost a quarter of
///   what measuring is expected to take;
/// - when how fast data comes says that much of the platform is wrong (once; correcting.hpp), once what plans have won
///   against the MPI library's own pays for it; until then calls alone correct what they can;
/// - when they became 1.3 times faster while a link is believed to have changed: it may be over;
/// - when a peek (probe/link_recovery.hpp) finds a link fast that is believed to have become slow, as calls whose plan
///   avoids it say nothing of it: such links are peeked at in turn, one before a check;
/// - rarely without a reason: soon after a change, then at intervals that double while nothing changes;
/// - never when more than the allowed share of the time since the start was spent so already, one measurement aside
///   unless it is without a reason; and after a false alarm not for a while, which doubles.
///
/// Measuring is spread over the next calls: before each, all meet, the coordinators of pairs of clusters that share
/// nothing (discovery/look_rounds.hpp) look at their link (probe/link_look.hpp, a few tenths of a second on long
/// links), and all meet again, so that the network carries nothing else of this communicator meanwhile. After the last
/// round all ranks hear all results and make the same plans anew from them.
///
/// All of that goes over the communicator that planned calls have for their messages, with tags of its own: watching
/// takes no communicator from the MPI library.
///
/// What was measured holds for this communicator. Where it has all processes of the job it also becomes the job's: for
/// communicators that are used for the first time from then on (facts.hpp), and for the cached file. Others find out
/// for themselves: the ranks of a communicator must change their plans at the same call, and they meet nowhere else.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/calls/group_experience.hpp"
#include "causeway/calls/measuring_times.hpp"
#include "causeway/discovery/look_rounds.hpp"
#include "causeway/job/facts.hpp"
#include "causeway/job/job.hpp"
#include "causeway/job/told_events.hpp"
#include "causeway/mpi/member_broadcast.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/platform/renewal.hpp"

#include <mpi.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace causeway::calls {

struct CommunicatorState;
struct CallKind;
struct Decided;
struct DriftEvent;

/// Watches the planned calls of one communicator whose processes are in several clusters.
class DriftWatch {
public:
    DriftWatch(const job::Job& job, const CommunicatorState& state);

    /// To be called before a planned call, by every rank: checks, measures, plans anew, if it is time for that.
    /// Collective over the communicator of `state`. Throws MpiError.
    void before_call(job::Job& job, CommunicatorState& state);

    /// Whether no link is believed to have changed since it was measured. The same on every rank.
    [[nodiscard]] bool believes_measurements() const;

    /// The platform is doubted: has all links looked at, once, as soon as that is paid for. Every rank at the same
    /// call. Returns false if it was doubted before.
    bool look_in_doubt() noexcept;

    /// What calls have shown (correcting.hpp) becomes what is planned with, and what later looks are held against.
    /// Every rank at the same call. `tried`: CommunicatorState::plan_with; `what`: for people.
    void take_corrected(job::Job& job, CommunicatorState& state, platform::Platform platform, TriedKinds tried,
                        std::string what);

    /// To be called after a planned call. Local.
    void after_call(Seconds duration);

    /// Besides, after one whose time says something about the network. Local.
    void watch(const Decided& decided, Seconds duration);

private:
    /// A cluster that has processes in the communicator.
    struct Member {
        int cluster = 0;      ///< index of the platform
        int coordinator = 0;  ///< rank
    };
    /// What a coordinator has seen since the last check.
    struct Evidence {
        double slowdown = 0.0;           ///< the largest, in multiples of what is usual
        double speedup = 0.0;            ///< the largest, what is usual in multiples of what calls take now
        double beyond_prediction = 0.0;  ///< the largest, in multiples of the prediction
        double lost = 0.0;               ///< seconds by calls that are slow by either, of the kind that lost most
        double recovery = 0.0;  ///< how many times faster the slow link peeked at seems to be, if that is suspicious
        double peeking = 0.0;   ///< seconds that the peek took
        double seconds = 0.0;   ///< of all calls
        double calls = 0.0;
    };
    struct Verdict {
        int measure = 0;
        int calls_until_next = 0;
        int peek = 0;  ///< before the next check
    };
    /// One direction of a link.
    struct Way {
        int from = 0;  ///< index into `members_`
        int to = 0;    ///< index into `members_`
    };

    /// Rank 0's first.
    [[nodiscard]] static std::vector<Member> members_of(const platform::Placement& placement);
    [[nodiscard]] bool is_coordinator() const { return own_member_ >= 0; }
    /// Those that are believed to have become slow, the same on all ranks.
    [[nodiscard]] std::vector<Way> slow_ways() const;
    /// At the next of them in turn.
    void peek();
    void run_check(const job::Job& job, CommunicatorState& state);
    /// `is_doubt_due`: the platform is in doubt, and a look at it is paid for.
    [[nodiscard]] Verdict decide(const std::vector<Evidence>& evidence, bool is_doubt_due, const job::Job& job);
    /// Of this process's cluster in the round under way; null: there is none.
    [[nodiscard]] const Member* opponent() const;
    void run_round();
    void finish(job::Job& job, CommunicatorState& state);
    /// `found`: what was, for people; what calls have corrected besides is added.
    void adopt(job::Job& job, CommunicatorState& state, const std::vector<platform::LinkChange>& changes,
               std::string& found);
    /// Plans with it; and so do communicators that are new, and later jobs, where all processes are here.
    void plan_with(job::Job& job, CommunicatorState& state, platform::Platform platform, TriedKinds tried,
                   const std::string& what);
    static void tell(const job::Job& job, DriftEvent event);
    /// Of the coordinator, on all ranks of its cluster.
    void tell_cluster(void* data, std::size_t bytes) const;
    /// Numbers of rank 0 on all ranks, by way of the coordinators.
    void spread(std::vector<double>& numbers);
    /// The numbers of all coordinators on rank 0, one after another.
    [[nodiscard]] std::vector<double> collected(const std::vector<double>& mine);

    int rank_ = 0;
    bool has_all_processes_ = false;
    std::vector<Member> members_;   ///< rank 0's first
    int own_cluster_ = 0;           ///< index of the platform
    int own_member_ = -1;           ///< index into `members_` if this rank is its coordinator
    job::Facts::Version measured_;  ///< what `renewal_` is relative to
    platform::Renewal renewal_;

    MPI_Comm comm_;             ///< the executor's
    std::vector<int> cluster_;  ///< the ranks in this one's cluster, the coordinator first
    int own_place_ = 0;         ///< index into `cluster_`
    long calls_ = 0;
    long next_check_;
    int round_ = -1;  ///< of the measurement under way; -1: there is none
    int generation_ = 0;
    bool is_to_peek_ = false;
    bool is_in_doubt_ = false;  ///< of the platform, which is to be looked at, or is being
    bool was_in_doubt_ = false;
    bool is_left_to_calls_ = false;  ///< what is doubted, until it is looked at
    std::size_t num_peeks_ = 0;
    Evidence seen_;
    discovery::LookRounds rounds_;  ///< of the measurement under way
    std::vector<double> looks_;     ///< numbers of platform::LinkLook, this rank's
    double measuring_ = 0.0;        ///< seconds that this rank has spent on it

    // On rank 0.
    MeasuringTimes times_;
    double least_check_seconds_;  ///< what its messages are under way; rank 0 alone may not have to wait for them
    double check_seconds_;
    bool has_complained_of_prediction_ = false;
    Occasion occasion_ = Occasion::look;
    std::string reason_;
};

/// What was found when links were measured again.
struct DriftEvent {
    std::string communicator;
    long call = 0;  ///< of the communicator's planned calls, when it was known
    std::string reason;
    std::string found;
    double seconds = 0.0;  ///< what it took
    bool has_changed = false;
};

/// Those of communicators whose rank 0 this process is.
[[nodiscard]] job::ToldEvents<DriftEvent>& drift_events();

}  // namespace causeway::calls
