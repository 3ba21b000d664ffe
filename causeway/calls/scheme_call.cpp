#include "causeway/calls/scheme_call.hpp"

#include "causeway/base/text.hpp"
#include "causeway/calls/cluster_trees.hpp"
#include "causeway/calls/correcting.hpp"
#include "causeway/calls/learning.hpp"
#include "causeway/calls/library_at_hand.hpp"
#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/calls/passes.hpp"
#include "causeway/correction/predicted_paces.hpp"
#include "causeway/job/job.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/planner/measured_native.hpp"
#include "causeway/planner/modelled_time.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/shares.hpp"
#include "causeway/planner/time_bound.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/planner/worth_trying.hpp"
#include "causeway/policy/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

using planner::Candidate;
using scheme::Operation;

/// The size that the plan cuts data into, in whole elements.
Bytes block_of(const plan::Plan& plan, const Asked& asked) {
    if (!asked.may_be_cut || plan.num_blocks() == 1) {
        return std::max(asked.message, Bytes(1));
    }
    const std::int64_t elements = std::max<std::int64_t>(1, plan.block.value() / asked.element.value());
    return elements * asked.element;
}

/// The programs of a call, cut for its exact size.
struct Cut {
    Bytes block;
    std::shared_ptr<const scheme::Built> built;
    bool is_relayed = false;
    bool combines = false;
    mpi::Run::Flow flow = mpi::Run::Flow::kAnyhow;
    std::optional<Bytes> told_size = {};
};

Prepared prepared(const Cut& cut, const base::FunctionRef<Work(const Execution&)>& make, const CommunicatorState& state,
                  mpi::Workspace& workspace) {
    Prepared prepared;
    for (const schedule::Schedule& strand : cut.built->strands) {
        prepared.strands.push_back(&strand.programs[static_cast<std::size_t>(state.rank)]);
    }
    prepared.programs = cut.built;
    prepared.num_blocks = cut.built->num_blocks;
    if (cut.combines) {
        prepared.manner.paced = state.group->is_near;
    }
    prepared.manner.flow = cut.flow;
    prepared.manner.told_size = cut.told_size;
    prepared.manner.counters = state.counters;
    prepared.work = make({.built = *cut.built,
                          .block = cut.block,
                          .rank = state.rank,
                          .size = state.group->placement.num_processes(),
                          .scratch = workspace.scratch,
                          .is_relayed = cut.is_relayed});
    take_its_program(prepared);
    return prepared;
}

class KeptSchemeCall final : public PlannedWork {
public:
    KeptSchemeCall(Cut cut, std::function<Work(const Execution&)> make)
        : cut_(std::move(cut)), make_(std::move(make)) {}

    [[nodiscard]] Prepared prepare(CommunicatorState& state, mpi::Workspace& workspace) override {
        return prepared(cut_, make_, state, workspace);
    }

private:
    Cut cut_;
    std::function<Work(const Execution&)> make_;
};

class SchemeCall final : public Call {
public:
    SchemeCall(Operation operation, Ask ask, Make make) : operation_(operation), ask_(ask), make_(make) {}

    [[nodiscard]] std::string_view name() const override { return name_of_form(operation_, asked_.form); }
    [[nodiscard]] Bytes message() const override { return asked_.message; }
    [[nodiscard]] bool is_watched() const override {
        // What is uneven lasts as long as its largest part does; and where a process gets what others hand in, little
        // data lasts until the last of them comes.
        const bool waits_for_others = operation_ != Operation::kScatter && operation_ != Operation::kBroadcast;
        return asked_.form != Form::kUneven && (!waits_for_others || asked_.message >= policy::kLeastWatched);
    }

    [[nodiscard]] std::string_view objection(const job::Job& job, const CommunicatorState& state) override {
        if (job.disabled_operations.contains(operation_)) {
            return kDisabled;
        }
        const std::optional<Asked> asked = ask_(state);
        if (!asked) {
            return "no plan carries out such arguments";
        }
        if (asked->message.value() <= 0 && operation_ != Operation::kBarrier) {
            return "there is no data";
        }
        asked_ = *asked;
        if (asked_.form != Form::kPlain && job.settings.is_disabled(name())) {
            return kDisabled;
        }
        is_reproducible_ = job.settings.is_reproducible() && !asked_.is_exact;
        return {};
    }

    [[nodiscard]] Decided plan(const job::Job& job, CommunicatorState& state, MPI_Comm comm, mpi::CallTags tags,
                               Purpose purpose) override {
        const CallKind kind{.operation = operation_,
                            .root = asked_.root,
                            .size = experience::size_class_of(asked_.message),
                            .is_nonblocking = comm == MPI_COMM_NULL,
                            .is_reproducible = is_reproducible_,
                            .in_rank_order = asked_.in_rank_order,
                            .form = asked_.form,
                            .shares = asked_.shares};
        const std::size_t num_trees = state.trees.size();
        planned_ = state.calls.use(kind);
        if (planned_ == nullptr) {
            enter(job, state, kind, comm, tags);
        }
        if (state.ranks_differ()) {
            planned_->trial.give_up();
        }
        const bool is_due = purpose == Purpose::kOneCall && state.agreeing == nullptr &&
                            (planned_->trial.is_due() || (tells_of_parts(kind, comm) && planned_->is_part_due()));
        if (is_due) {
            begin_agreeing(job, state, tags, kind, *planned_, comm);
        }
        way_ = purpose == Purpose::kOneCall ? &planned_->begin_call(asked_.own_part) : &planned_->best_way();
        const Candidate& choice = way_->choice;
        const bool is_native = choice.plan.scheme == nullptr;
        return {.record = way_,
                .planned = planned_,
                .kind = kind,
                .predicted = choice.time,
                .is_supposed = is_native && choice.basis == planner::Basis::kSimulated,
                .is_native = is_native,
                .runs_used = is_due || state.trees.size() > num_trees ? kRunsToPlan : 0};
    }

    [[nodiscard]] Prepared prepare(CommunicatorState& state, mpi::Workspace& workspace) override {
        return prepared(cut(state), make_, state, workspace);
    }

    [[nodiscard]] std::unique_ptr<PlannedWork> kept(CommunicatorState& state) const override {
        return std::make_unique<KeptSchemeCall>(cut(state), make_.copy());
    }

private:
    void enter(const job::Job& job, CommunicatorState& state, const CallKind& kind, MPI_Comm comm, mpi::CallTags tags) {
        try {
            planned_ = &state.enter(kind, decide(job, state, kind, comm, tags));
        } catch (...) {
            if (!kind.is_nonblocking && !state.misses_plan(kind)) {
                end_job_alone(comm, code_told_to_all(*state.executor, tags));
            }
            throw;
        }
    }

    /// Whether ranks go on telling each other how large parts are when nothing is tried any more: where each of them
    /// waits for the others anyway.
    [[nodiscard]] static bool tells_of_parts(const CallKind& kind, MPI_Comm comm) {
        return has_usual_part(kind) && scheme::synchronises(kind.operation) && comm != MPI_COMM_NULL;
    }

    [[nodiscard]] Cut cut(const CommunicatorState& state) const {
        const plan::Plan& plan = way_->choice.plan;
        const Bytes block = block_of(plan, asked_);
        const auto num_blocks = static_cast<int>(std::max<std::int64_t>(1, base::num_parts(asked_.message, block)));
        auto built = state.programs->get({way_->plan_number, num_blocks}, [&] {
            plan::Plan exact = plan;
            exact.message = asked_.message;
            exact.block = block;
            return plan::compose(exact, state.group->placement, state.rank);
        });
        const bool is_broadcast = operation_ == Operation::kBroadcast;
        // Parts of the data that everybody takes go both ways.
        const bool is_one_way =
            scheme::is_rooted(operation_) && !is_broadcast && built->strands.size() == 1 && !plan.scheme->divides;
        const bool is_exchange_over_trees =
            scheme::has_blocks_of_pairs(operation_) && plan.scheme->trees == scheme::Trees::kShared;
        const mpi::Run::Flow flow = !is_one_way && !is_exchange_over_trees            ? mpi::Run::Flow::kAnyhow
                                    : scheme::takes_several_trees(plan.scheme->trees) ? mpi::Run::Flow::kSeveralTrees
                                                                                      : mpi::Run::Flow::kOneTree;
        return {block,
                std::move(built),
                plan.scheme->relays,
                scheme::combines(operation_),
                flow,
                scheme::tells_length_ahead(operation_) ? std::optional(asked_.message) : std::nullopt};
    }

    /// Ranks agree on several trees by messages: before anything that may fail. None for a call that must not wait.
    [[nodiscard]] std::vector<planner::TreeProposal> trees(const job::Job& job, CommunicatorState& state, Bytes message,
                                                           MPI_Comm comm, mpi::CallTags tags) const {
        const int most = job.settings.most_trees();
        if (comm == MPI_COMM_NULL || most == 1 ||
            !planner::may_gain_from_trees(operation_, *state.facts, state.group->placement, message)) {
            return {};
        }
        return planner::of_at_most(most, operation_, trees_for(job, state, operation_, asked_.root, comm, tags));
    }

    /// The plan that the user gave for such calls; null: none. The same on every rank.
    [[nodiscard]] const plan::Plan* given_plan(const CommunicatorState& state, experience::SizeClass size_class) const {
        const auto given = std::find_if(state.given.begin(), state.given.end(), [&](const plan::Plan& plan) {
            return plan.operation == operation_ && experience::size_class_of(plan.message) == size_class &&
                   asked_.form != Form::kUneven && (!scheme::is_rooted(operation_) || plan.root == asked_.root) &&
                   (!is_reproducible_ || plan.is_by_rank) && (!asked_.in_rank_order || plan.in_rank_order) &&
                   (!scheme::is_among_neighbours(operation_) || plan.neighbourhood == state.neighbours->all);
        });
        return given == state.given.end() ? nullptr : &*given;
    }

    /// What was decided, for people.
    static void tell(const job::Job& job, const CommunicatorState& state, const CallKind& kind, const Candidate& choice,
                     std::string_view reason) {
        if (job.settings.verbosity() >= 2 && state.rank == 0) {
            tell_of_choice(state, kind, plan::describe(choice.plan, *state.facts), choice.time, reason);
        }
    }

    [[nodiscard]] PlannedCall decide(const job::Job& job, CommunicatorState& state, const CallKind& kind, MPI_Comm comm,
                                     mpi::CallTags tags) const {
        if (const plan::Plan* const given = given_plan(state, kind.size)) {
            const Candidate choice{*given, planner::modelled_time(*state.facts, state.group->placement, *given),
                                   planner::Basis::kSimulated};
            constexpr std::string_view kGiven = "this plan was given";
            tell(job, state, kind, choice, kGiven);
            return {way_of(choice, *state.facts), std::string(state.is_reported ? kGiven : "")};
        }
        const std::vector<planner::TreeProposal> proposed = trees(job, state, kind.size.largest, comm, tags);
        const auto make = [&] { return proposal(job, state, kind, proposed); };
        const bool is_of_group = proposed.empty() && !scheme::is_among_neighbours(operation_);
        const std::shared_ptr<const Proposal> found =
            is_of_group ? state.group->proposals.get(kind, asked_.may_be_relayed, state.facts, make)
                        : std::make_shared<const Proposal>(make());
        return found->is_tried ? to_be_tried(job, state, kind, *found)
                               : PlannedCall(found->ways, found->reason, found->reference, found->least_alone, nullptr);
    }

    [[nodiscard]] static Way way_of(const Candidate& candidate, const platform::Platform& facts) {
        Way way;
        way.choice = candidate;
        way.description = plan::describe(candidate.plan, facts);
        return way;
    }

    /// Local; the same on every rank.
    [[nodiscard]] Proposal proposal(const job::Job& job, const CommunicatorState& state, const CallKind& kind,
                                    const std::vector<planner::TreeProposal>& trees) const {
        planner::Request request;
        request.operation = operation_;
        request.root = asked_.root;
        request.message = kind.size.largest;
        request.parts = planner::parts_of_shares(state.group->placement, kind.shares, request.message);
        if (scheme::is_among_neighbours(operation_)) {
            request.neighbourhood = state.neighbours->all;
        }
        request.trees = trees;
        request.reproducible = is_reproducible_;
        request.in_rank_order = asked_.in_rank_order;
        request.may_relay = asked_.may_be_relayed;
        request.most_relayed = asked_.most_relayed;
        request.library = kLibraryAtHand;
        request.measured_native = planner::measured_native(*state.facts, scheme::name_of(operation_),
                                                           state.group->host_names, request.message);
        request.least_gain = least_gain(job, kind);
        request.heuristic = job.heuristic;
        request.completion = job.completion;
        if (const auto forced = job.forced.find(operation_); forced != job.forced.end()) {
            request.forced = forced->second;
        }
        const planner::Decision decision = state.group->planner.decide(state.facts, state.group->placement, request);
        Proposal result;
        result.reason = state.is_reported ? decision.reason : std::string();
        tell(job, state, kind, decision.choice(), decision.reason);
        const bool is_native = decision.choice().plan.scheme == nullptr;
        result.is_tried = job.settings.gains_experience() && !kind.is_nonblocking && !request.reproducible &&
                          !request.in_rank_order && !request.forced && request.heuristic == nullptr &&
                          !(request.least_gain && is_native);
        if (!result.is_tried) {
            result.ways.push_back(way_of(decision.choice(), *state.facts));
            return result;
        }
        for (const Candidate& candidate :
             planner::worth_trying(decision, state.group->placement, !request.least_gain)) {
            result.reference =
                candidate.plan.scheme == nullptr ? static_cast<int>(result.ways.size()) : result.reference;
            result.ways.push_back(way_of(candidate, *state.facts));
            result.ways.back().digest = plan::digest_text(candidate.plan, *state.facts);
        }
        result.least_alone = least_alone(state);
        return result;
    }

    /// Several ways, of which calls tell what they take: what earlier ones have told is known.
    [[nodiscard]] PlannedCall to_be_tried(const job::Job& job, const CommunicatorState& state, const CallKind& kind,
                                          const Proposal& found) const {
        std::vector<Way> ways = found.ways;
        const TriedBefore* const before = find(state.tried_before, kind);
        const TriedBefore* const elsewhere = before == nullptr ? find(state.tried_elsewhere, kind) : nullptr;
        const TriedBefore* const tried = before != nullptr ? before : elsewhere;
        if (tried != nullptr) {
            add_if_missing(ways, way_of(tried->best, *state.facts), *state.facts, state.group->placement);
        }
        PlannedCall planned(std::move(ways), found.reason, found.reference, found.least_alone,
                            tried != nullptr ? &tried->tried : known(job, state, kind),
                            before != nullptr ? experience::Known::kJustNow : experience::Known::kEarlier);
        const bool shows_any = std::any_of(planned.ways.begin(), planned.ways.end(),
                                           [](const Way& way) { return correction::shows_paces(way.choice.plan); });
        if (shows_any && learns_paces(state)) {
            planned.learn_paces(state.facts->num_clusters());
        }
        return planned;
    }

    /// What is carried on by a thread, which sleeps and shares a processor with the program, takes longer than where
    /// the call waits, and such calls are never timed.
    [[nodiscard]] static std::optional<double> least_gain(const job::Job& job, const CallKind& kind) {
        const std::optional<double> asked = job.settings.least_gain();
        const bool is_by_thread = kind.is_nonblocking && progress_engine() == ProgressEngine::kThread;
        return asked || !is_by_thread ? asked : policy::kGainOfThread;
    }

    /// Adds what was best before plans were made anew, with what it promises now.
    static void add_if_missing(std::vector<Way>& ways, Way way, const platform::Platform& platform,
                               const platform::Placement& placement) {
        way.digest = plan::digest_text(way.choice.plan, platform);
        const bool is_there =
            std::any_of(ways.begin(), ways.end(), [&](const Way& one) { return one.digest == way.digest; });
        if (!is_there && way.choice.plan.scheme != nullptr) {
            way.choice.time = planner::modelled_time(platform, placement, way.choice.plan);
            ways.push_back(std::move(way));
        }
    }

    /// What earlier jobs have seen of such calls; null: nothing. The same on every rank.
    [[nodiscard]] static const experience::TriedKind* known(const job::Job& job, const CommunicatorState& state,
                                                            const CallKind& kind) {
        const auto found = job.experience.kinds.find(state.kept_as(kind));
        const bool is_there =
            found != job.experience.kinds.end() && job.experience.conditions.platform == state.platform_fingerprint;
        return is_there ? &found->second : nullptr;
    }

    /// What a call takes at least that begins when the one before it is over everywhere: what its first byte takes.
    [[nodiscard]] Seconds least_alone(const CommunicatorState& state) const {
        if (scheme::is_among_neighbours(operation_)) {
            return planner::least_among_neighbours(*state.facts, state.group->placement, state.neighbours->all);
        }
        return scheme::synchronises(operation_)
                   ? Seconds(0.0)
                   : planner::bound_of(operation_, *state.facts, state.group->placement, asked_.root, Bytes(1)).time;
    }

    Operation operation_;
    Ask ask_;
    Make make_;
    Asked asked_;
    bool is_reproducible_ = false;
    PlannedCall* planned_ = nullptr;
    Way* way_ = nullptr;  ///< of `planned_`
};

}  // namespace

void Execution::for_own_actions(base::FunctionRef<void(const schedule::Action&)> visit) const {
    for (const schedule::Schedule& strand : built.strands) {
        schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(rank)], built.num_blocks);
        while (const auto action = cursor.next()) {
            visit(*action);
        }
    }
}

schedule::BlockRange Execution::touched(schedule::BlockRange own) const {
    int first = own.first;
    int end = own.end();
    for_own_actions([&](const schedule::Action& action) {
        first = std::min(first, action.blocks.first);
        end = std::max(end, action.blocks.end());
    });
    return {first, end - first};
}

bool Execution::receives() const {
    return std::any_of(built.strands.begin(), built.strands.end(), [&](const schedule::Schedule& strand) {
        const std::vector<schedule::Section>& sections = strand.programs[static_cast<std::size_t>(rank)].sections;
        return std::any_of(sections.begin(), sections.end(), [](const schedule::Section& section) {
            return std::any_of(section.body.begin(), section.body.end(),
                               [](const schedule::Action& operation) { return !operation.is_send(); });
        });
    });
}

int carry_out(Operation operation, MPI_Comm comm, const Calling& calling, Ask ask, Make make) noexcept {
    return guarded(comm, [&] {
        SchemeCall call(operation, ask, make);
        return carry_out(call, comm, calling);
    });
}

}  // namespace causeway::calls
