/// What was decided for calls of a kind, and how they went.
#pragma once

#include "causeway/correction/correction.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/experience/size_class.hpp"
#include "causeway/experience/trial.hpp"
#include "causeway/mpi/message_log.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/scheme/scheme.hpp"
#include "causeway/statistics/slowdown.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::calls {

/// Which of the functions of MPI that stand for an operation.
enum class Form {
    kPlain,
    kUneven,     ///< its name ends in v (or w): parts differ in size
    kExclusive,  ///< MPI_Exscan
};

/// What calls must have in common to share a decision.
struct CallKind {
    scheme::Operation operation = scheme::Operation::kBroadcast;
    int root = 0;
    experience::SizeClass size;
    bool is_nonblocking = false;  ///< the program does not wait
    bool is_reproducible = false;
    bool in_rank_order = false;  ///< of a reduction, whose operator does not commute
    Form form = Form::kPlain;
    std::vector<int> shares = {};  ///< Asked::shares

    friend auto operator<=>(const CallKind&, const CallKind&) = default;
};

/// Whether nobody, or the root alone, knows all parts where they differ in size: they are planned for as they usually
/// are.
[[nodiscard]] bool has_usual_part(scheme::Operation operation);
/// The same of calls: whether they are of that form.
[[nodiscard]] bool has_usual_part(const CallKind& kind);

/// How calls that share a decision went.
struct CallRecord {
    std::string description;
    std::uint64_t plan_number = 0;  ///< among all that were made for this communicator
    std::int64_t calls = 0;
    std::int64_t bytes = 0;                ///< sum of Call::message over the calls
    double observed_seconds = 0.0;         ///< sum over the calls, on this rank; 0 where the program does not wait
    std::shared_ptr<mpi::MessageLog> log;  ///< of one of the calls; null: of none
    statistics::Slowdown times;            ///< of the calls since `generation` began
    int generation = 0;                    ///< DriftWatch's
};

/// One way to carry out calls of a kind, and how they went.
struct Way : CallRecord {
    planner::Candidate choice;
    std::string digest;  ///< experience::TriedWay::plan, where several are tried
};

/// What was decided for calls of a kind: those that promised most first; one, where nothing is tried.
struct PlannedCall {
    PlannedCall(Way its_way, std::string its_reason);
    /// See experience::Trial; `least_alone`: experience::Promise::least. `known`: what was seen before; null: nothing.
    PlannedCall(std::vector<Way> its_ways, std::string its_reason, int reference, Seconds least_alone,
                const experience::TriedKind* known, experience::Known from = experience::Known::kEarlier);

    /// A call begins, which counts on all ranks alike, whatever becomes of it. Returns how it is to be carried out.
    /// `own_part`: Asked::own_part.
    [[nodiscard]] Way& begin_call(Bytes own_part = Bytes(0)) noexcept;
    /// That call is over.
    void end_call(double seconds) noexcept;

    /// From here on paces between so many clusters are noted, of ways that show some. Throws std::bad_alloc.
    void learn_paces(int num_clusters);
    /// Whether they are to be noted of the call that began last.
    [[nodiscard]] bool shows_paces() const;
    /// And that they are, of what came from the clusters to this rank's, `to`: [cluster], absent where none was seen.
    void note_paces(const std::vector<std::optional<SecondsPerByte>>& from, int to) noexcept;
    /// What ranks have agreed on of them, numbers like `paces`: of every way that shows some. To be called once the
    /// calls that they are of are judged, which count.
    [[nodiscard]] std::vector<correction::SeenCalls> seen_calls(std::span<const double> agreed) const;
    /// The fastest, as far as is known.
    [[nodiscard]] Way& best_way() { return ways[static_cast<std::size_t>(trial.choice())]; }
    [[nodiscard]] const Way& best_way() const { return ways[static_cast<std::size_t>(trial.choice())]; }

    /// The round of the trial is over, and its calls took `seconds`: the same on all ranks.
    void judge(const std::vector<double>& agreed);

    /// The calls of the round were no calls of this kind: the trial begins anew, with nothing known.
    void start_over();

    /// Asked::own_part of the calls since ranks told each other of it last, on average; on this rank.
    [[nodiscard]] double mean_own_part() const;

    /// Whether nothing is tried any more and ranks have not told each other of it for a while; at the same call on
    /// every rank.
    [[nodiscard]] bool is_part_due() const { return trial.is_over() && num_untold_ >= until_told_; }

    /// They do.
    void tells_of_part() noexcept;

    /// What is known by now; nothing where nothing was tried.
    [[nodiscard]] std::optional<experience::TriedKind> tried(const std::string& job_began) const;

    std::vector<Way> ways;
    std::string reason;  ///< why the first one was chosen, one sentence for people, where that is told; else empty
    experience::Trial trial;
    /// Seconds of the calls of the trial's round, on this rank; infinite where one has failed.
    std::vector<double> seen;
    /// [way][from cluster][to cluster][2], of the round's calls on this rank: seconds for a byte, of the call in which
    /// they were fewest, and 1; where none were seen 0 and 0. So whether numbers of ranks are added up or the largest
    /// are taken, the first of two divided by the second is a pace. Empty: nothing is learnt.
    std::vector<double> paces;

private:
    /// The one that the next call takes.
    [[nodiscard]] Way& way() { return ways[static_cast<std::size_t>(trial.candidate())]; }
    [[nodiscard]] std::size_t place_of(std::size_t way, int from, int to) const;
    void begin_round();

    int reference_;
    double own_parts_ = 0.0;  ///< bytes, sum over the next ones
    int num_untold_ = 0;      ///< calls since ranks told each other of their parts
    int until_told_ = 8;      ///< so many they may be
    int num_clusters_ = 0;
    std::size_t num_begun_ = 0;  ///< of the round's
    bool is_of_round_ = false;   ///< the last one that began
    Seconds least_alone_{0.0};
    std::optional<experience::TriedKind> known_;  ///< without its ways
};

/// What the program called: "gather", "gatherv".
[[nodiscard]] std::string_view name_of_form(scheme::Operation operation, Form form);

}  // namespace causeway::calls
