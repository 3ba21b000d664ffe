/// causeway bench: the MPI library's own collective and ours in turn, size by size.
#include "../collective_option.hpp"
#include "../verb.hpp"
#include "bench_call.hpp"
#include "bench_contender.hpp"
#include "bench_options.hpp"
#include "bench_osu.hpp"
#include "bench_progress.hpp"
#include "bench_row.hpp"
#include "bench_uneven.hpp"
#include "files_of_job.hpp"
#include "session.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/bound/platform_bound.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/calls/first_agreement.hpp"
#include "causeway/calls/library_at_hand.hpp"
#include "causeway/experience/size_class.hpp"
#include "causeway/interpose/exports/start.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/planner/measured_native.hpp"
#include "causeway/planner/modelled_time.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/job_placement.hpp"
#include "causeway/probe/timing.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>

namespace causeway::app {

namespace {

using base::JsonOutput;
using calls::CommunicatorState;
using scheme::Operation;

/// Calls one after another last about so long together.
constexpr Seconds kInARow{0.05};
constexpr int kFewestInARow = 3;
constexpr int kMostInARow = 100;
/// After so many calls the layer has tried what it may, if it has not before; it is asked after every few.
constexpr int kCallsToSettle = 60;
constexpr std::array kCallsBetweenLooks{1, 1, 4};  ///< alone, alone, in a row

/// What the layer reads when it starts.
void set_for_the_layer(const BenchOptions& options, Operation operation) {
    const auto set = [](const char* variable, const std::string& value) { ::setenv(variable, value.c_str(), 1); };
    if (options.platform.empty()) {
        set("CAUSEWAY_CACHE", "none");
        set("CAUSEWAY_BUDGET", fmt::format("{}", options.budget));
    } else {
        set("CAUSEWAY_PLATFORM", options.platform);
    }
    if (!options.strategy.empty()) {
        set("CAUSEWAY_STRATEGY", fmt::format("{}:{}", scheme::mpi_name_of(operation), options.strategy));
    }
    if (!options.heuristic.empty()) {
        set("CAUSEWAY_HEURISTIC", options.heuristic);
    }
    set("CAUSEWAY_COMPLETION", options.completion.name);
    set("CAUSEWAY_TREES", fmt::format("{}", options.trees));
    set("CAUSEWAY_DRIFT", "0");  // what is measured is not to measure
}

class Bench {
public:
    Bench(const BenchOptions& options, const MpiSession& session)
        : options_(options), session_(session), operation_(parse_operation(options.collective)), root_(options.root) {
        read_options();
        set_for_the_layer(options, operation_);
        interpose::after_init();
        job_ = job::active_job();
        clock_.emplace(probe::agree_on_clock(MPI_COMM_WORLD));
        timer_.emplace(MPI_COMM_WORLD, *clock_);
        for (Contender& contender : contenders_) {
            contender.comm = mpi::duplicate(MPI_COMM_WORLD);
        }
    }

    /// What was measured, as OSU's programs print it, if that is wanted.
    void write_osu_tables() const {
        if (!options_.osu.empty()) {
            osu_.write(options_.osu, operation_);
        }
    }

    report::Document run() {
        if (session_.rank() == 0) {
            const std::size_t turns = static_cast<std::size_t>(options_.repetitions) + 1;
            const std::size_t measured = contenders_.size() + (options_.contenders_only ? 0 : 2);
            progress_.emplace(sizes_.size() * turns * measured, options_.progress.without_terminal());
        }
        report::Document document;
        const std::string from = scheme::is_rooted(operation_) ? fmt::format(" from rank {}", root_) : "";
        document.conclusion = fmt::format("MPI {}{} over {} processes{}; median of {}, to the last process, by {}",
                                          scheme::name_of(operation_), from, session_.size(), hosts_text(),
                                          options_.repetitions, clock_->description());
        std::vector<std::string> names;
        for (const Contender& contender : contenders_) {
            names.push_back(contender.name);
        }
        document.table.columns = row_columns(names, !options_.contenders_only);
        if (!options_.contenders_only) {
            document.notes.emplace_back(
                "ratio: of a call alone; in a row: the same of calls one after another, each a part of their time.");
        }
        auto rows = JsonOutput::array();
        for (const Bytes size : sizes_) {
            rows.push_back(measure(size, document));
        }
        progress_.reset();
        if (options_.uneven) {
            document.notes.push_back(
                fmt::format("Parts are of 0 to twice the size, drawn with seed {}.", options_.seed));
        }
        document.json() = {{"collective", scheme::name_of(operation_)},
                           {"processes", session_.size()},
                           {"root", root_},
                           {"repetitions", options_.repetitions},
                           {"uneven_seed", options_.uneven ? JsonOutput(options_.seed) : JsonOutput(nullptr)},
                           {"clock", clock_->description()}};
        document.json()["rows"] = std::move(rows);
        return document;
    }

private:
    void read_options() {
        sizes_ = operation_ == Operation::kBarrier ? std::vector{Bytes(0)}
                                                   : base::parse_byte_list(options_.bytes, "--bytes");
        if (!options_.platform.empty()) {
            const platform::Platform platform = platform_of_job(session_, options_.platform);
            const platform::Placement placement = probe::placement_of_job(MPI_COMM_WORLD, platform, options_.platform);
            if (!options_.plan.empty()) {
                take_plan(plan_of_job(session_, options_.plan, platform, placement));
            }
        } else if (!options_.plan.empty()) {
            throw base::InputError({"--plan", {}, "no --platform", "the platform file that the plan is for"});
        }
        std::optional<planner::Forced> forced;
        if (!options_.strategy.empty()) {
            forced = planner::parse_forced(options_.strategy, operation_, "--strategy");
        }
        if (!options_.heuristic.empty()) {
            heuristic_ = &inter_cluster::heuristics().at(options_.heuristic, "--heuristic");
        }
        completion_ = options_.completion.value();
        contenders_ = compared(options_.compare, operation_, options_.trees, forced);
        if (!options_.against.empty()) {
            other_ = std::make_shared<const platform::Platform>(platform_of_job(session_, options_.against));
            (void)probe::placement_of_job(MPI_COMM_WORLD, *other_, options_.against);
            contenders_.push_back({.name = "against", .is_own = true, .is_against = true});
        }
        check_uneven();
        if (options_.contenders_only && contenders_.empty()) {
            throw base::InputError({"--contenders-only", {}, "no contenders", "some of --compare, or --against"});
        }
        const auto too_large =
            std::find_if(sizes_.begin(), sizes_.end(), [](Bytes size) { return size.value() > INT_MAX; });
        if (too_large != sizes_.end()) {
            throw base::InputError({"--bytes", {}, base::to_text(*too_large), "at most 2 GiB - 1"});
        }
    }

    void check_uneven() const {
        if (!options_.uneven) {
            return;
        }
        if (!has_uneven_form(operation_)) {
            throw base::InputError(
                {"--uneven", {}, std::string(scheme::name_of(operation_)), "gather, scatter, allgather or alltoall"});
        }
        if (!contenders_.empty() || plan_) {
            throw base::InputError({"--uneven", {}, "--compare, --against or --plan", "--strategy"});
        }
        const Bytes largest = *std::max_element(sizes_.begin(), sizes_.end());
        if (largest.value() > INT_MAX / (2 * session_.size())) {
            throw base::InputError({"--bytes", {}, base::to_text(largest), "less than 2 GiB for all parts together"});
        }
    }

    /// A plan says what is measured.
    void take_plan(plan::Plan plan) {
        operation_ = plan.operation;
        root_ = plan.root;
        sizes_ = {plan.message};
        plan_ = std::move(plan);
    }

    [[nodiscard]] std::string hosts_text() const {
        if (job_ == nullptr) {
            return "";
        }
        const CommunicatorState& state = calls::agreed_state_of(*job_, MPI_COMM_WORLD);
        return state.plans ? fmt::format(" on {} hosts in {} clusters", state.group->placement.num_hosts(),
                                         state.facts->num_clusters())
                           : "";
    }

    /// The state of a communicator that is planned for; null for one that everything passes through on.
    [[nodiscard]] CommunicatorState* state_of(MPI_Comm comm) const {
        CommunicatorState* const state = job_ != nullptr ? &calls::agreed_state_of(*job_, comm) : nullptr;
        return state != nullptr && state->plans ? state : nullptr;
    }

    /// Proposed once: all calls have one root.
    const std::vector<planner::TreeProposal>& trees_on(const CommunicatorState& state, bool is_against) {
        auto& trees = is_against ? other_trees_ : trees_;
        if (!trees) {
            trees = proposed_trees(operation_, *state.facts, state.group->placement, root_);
        }
        return *trees;
    }

    /// Has the contender's communicator run what it is for.
    RunningPlan prepare(const Contender& contender, Bytes size) {
        CommunicatorState* const state = state_of(contender.comm.handle());
        if (state == nullptr) {
            return {};
        }
        if (contender.is_against && state->facts != other_) {
            state->facts = other_;
            platform::Placement placement = platform::placement_of(*other_, state->group->host_names).value();
            placement.node_of = state->group->placement.node_of;
            state->group = calls::with_placement(*state->group, std::move(placement));
            state->executor_number = -1;
        }
        planner::Request call;
        call.operation = operation_;
        call.root = root_;
        call.heuristic = heuristic_;
        call.completion = completion_;
        call.message = experience::size_class_of(size).largest;
        call.library = calls::kLibraryAtHand;
        call.measured_native = planner::measured_native(*state->facts, scheme::name_of(operation_),
                                                        state->group->host_names, call.message);
        if (planner::may_gain_from_trees(operation_, *state->facts, state->group->placement, call.message)) {
            call.trees = trees_on(*state, contender.is_against);
        }
        const planner::Candidate choice = chosen_by(contender, *state->facts, state->group->placement, call);
        state->given = {choice.plan};
        return {plan::describe(choice.plan, *state->facts), choice, modelled(*state, choice.plan)};
    }

    /// What the layer keeps of the calls that were made; null: nothing, as it was not asked or has no plan.
    [[nodiscard]] const calls::PlannedCall* planned_call(Bytes size) const {
        if (CommunicatorState* const state = state_of(MPI_COMM_WORLD)) {
            for (const auto& [kind, call] : state->calls.entries()) {
                const bool is_uneven = kind.form == calls::Form::kUneven;
                if (kind.operation == operation_ && is_uneven == options_.uneven && kind.size == kind_size(size)) {
                    return &call;
                }
            }
        }
        return nullptr;
    }

    /// What the layer itself has decided for the calls that were made.
    [[nodiscard]] RunningPlan decided(Bytes size) const {
        const calls::PlannedCall* const call = planned_call(size);
        if (call == nullptr) {
            return {};
        }
        const calls::Way& way = call->best_way();  // the next call may still be to try another one
        return {way.description, way.choice, modelled(*state_of(MPI_COMM_WORLD), way.choice.plan)};
    }

    /// Calls of the layer until it tries nothing more, alone and in a row, as they are measured then: in a row they may
    /// overlap, and by these alone a way that takes long would be thought to take nothing. Collective.
    void settle(const std::function<void()>& planned, Bytes size) {
        for (int calls = 0; calls < kCallsToSettle;) {
            for (const int together : kCallsBetweenLooks) {
                (void)time(planned, together);
                calls += together;
            }
            const calls::PlannedCall* const call = planned_call(size);
            int goes_on = call != nullptr && !call->trial.is_over() ? 1 : 0;
            mpi::check(PMPI_Allreduce(MPI_IN_PLACE, &goes_on, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD), "MPI_Allreduce");
            if (goes_on == 0) {
                return;
            }
        }
    }

    /// Seconds for each of `calls` calls, from an agreed moment to the last process.
    double time(const std::function<void()>& call, int calls) {
        constexpr discovery::TimingOptions kOnce{.repetitions = 1, .warm_ups = 0};
        const auto all = [&] {
            for (int i = 0; i < calls; ++i) {
                call();
            }
        };
        const Seconds taken = timer_->time(all, kOnce).front();
        if (progress_) {
            progress_->made(calls);
        }
        return taken.value() / calls;
    }

    [[nodiscard]] BenchCall call_of(Bytes size) const {
        if (!options_.uneven) {
            return {operation_, root_, size, session_.size()};
        }
        if (CommunicatorState* const state = state_of(MPI_COMM_WORLD)) {
            const auto usual = state->usual_parts.find(operation_);
            if (usual != state->usual_parts.end()) {  // as earlier calls would have found
                usual->second = calls::UsualPart(kind_size(size).largest);
            }
        }
        const UnevenParts parts(static_cast<std::uint64_t>(options_.seed), size, session_.size());
        return {operation_, root_, parts, session_.rank()};
    }

    /// Of the calls of that size.
    [[nodiscard]] experience::SizeClass kind_size(Bytes size) const {
        if (options_.uneven && operation_ == Operation::kAllgather) {
            const UnevenParts parts(static_cast<std::uint64_t>(options_.seed), size, session_.size());
            size = Bytes(base::num_parts(Bytes(parts.of_all().total()), Bytes(session_.size())));
        }
        return experience::size_class_of(size);
    }

    /// All in turn, so that a change of the machine's mood hits all alike, and every other turn backwards, so that none
    /// always runs after the same other one, whose traffic has left connections fast or slow. The first turn does not
    /// count.
    JsonOutput measure(Bytes size, report::Document& document) {
        BenchCall call = call_of(size);
        if (CommunicatorState* const state = plan_ ? state_of(MPI_COMM_WORLD) : nullptr; state != nullptr) {
            state->given = {*plan_};
        }
        std::vector<Measured> all;
        std::vector<std::function<void()>> runs;
        if (!options_.contenders_only) {
            all = {{.name = "native"}, {.name = "causeway", .settles = true}};
            runs = {[&call] { call.native(); }, [&call] { call.planned(MPI_COMM_WORLD); }};
        }
        for (const Contender& contender : contenders_) {
            all.push_back({.name = contender.name, .plan = prepare(contender, size)});
            runs.emplace_back([&call, &contender] { call.planned(contender.comm.handle()); });
        }
        int calls = kFewestInARow;
        for (int turn = 0; turn <= options_.repetitions; ++turn) {
            double slowest = 0.0;
            for (std::size_t i = 0; i < runs.size(); ++i) {
                const std::size_t one = turn % 2 == 0 ? i : runs.size() - 1 - i;
                if (progress_) {
                    const int before = all[one].settles ? kCallsToSettle : 1;
                    progress_->begin(fmt::format("{}, {}", base::to_text(size), all[one].name),
                                     1 + (turn == 0 ? before : calls));
                }
                if (turn == 0 && all[one].settles) {
                    settle(runs[one], size);
                } else if (turn == 0) {
                    (void)time(runs[one], 1);
                }
                const double alone = time(runs[one], 1);
                slowest = std::max(slowest, alone);
                if (turn > 0) {
                    all[one].alone.push_back(alone);
                    all[one].in_a_row.push_back(time(runs[one], calls));
                }
            }
            if (turn == 0) {
                const double wanted = std::ceil(kInARow.value() / slowest);
                calls = static_cast<int>(std::clamp<double>(wanted, kFewestInARow, kMostInARow));
            }
        }
        for (Measured& one : all) {
            if (one.settles) {
                one.plan = decided(size);
            }
        }
        osu_.add(size, all);
        return add_row(size, calls, bound_of(size), all, document);
    }

    /// On rank 0, who tells of it.
    [[nodiscard]] Seconds modelled(const CommunicatorState& state, const plan::Plan& plan) const {
        return session_.rank() == 0 ? planner::modelled_time(*state.facts, state.group->placement, plan)
                                    : Seconds::infinity();
    }

    [[nodiscard]] Seconds bound_of(Bytes size) const {
        const CommunicatorState* const state = session_.rank() == 0 ? state_of(MPI_COMM_WORLD) : nullptr;
        return state != nullptr && !options_.uneven  // it is of parts that are alike
                   ? bound::bound_on_platform(operation_, *state->facts, state->group->placement, root_, size).time.time
                   : Seconds::infinity();
    }

    const BenchOptions& options_;
    const MpiSession& session_;
    Operation operation_;
    int root_;
    std::vector<Bytes> sizes_;
    OsuTables osu_;
    std::optional<plan::Plan> plan_;  ///< that the user gave
    std::shared_ptr<const platform::Platform> other_;
    std::vector<Contender> contenders_;
    const inter_cluster::Heuristic* heuristic_ = nullptr;
    inter_cluster::Completion completion_ = inter_cluster::Completion::kSequential;
    job::Job* job_ = nullptr;
    std::optional<probe::SharedClock> clock_;
    std::optional<probe::CollectiveTimer> timer_;
    std::optional<BenchProgress> progress_;  ///< on rank 0
    std::optional<std::vector<planner::TreeProposal>> trees_;
    std::optional<std::vector<planner::TreeProposal>> other_trees_;
};

void run_bench(const MpiSession& session, const void* given) {
    const BenchOptions& options = *static_cast<const BenchOptions*>(given);
    options.check(session.size());
    Bench bench(options, session);
    const report::Document document = bench.run();
    if (session.rank() == 0) {
        bench.write_osu_tables();
        options.output.deliver(document);
    }
}

void set_up_bench(command_line::Command& command) {
    auto options = std::make_shared<BenchOptions>();
    options->declare(command);
    command.callback([options] { run_under_mpi(run_bench, options.get()); });
}

}  // namespace

extern const Verb bench_verb{
    .name = "bench",
    .summary = "measure the MPI library's own collective against ours (under mpirun)",
    .example = "mpirun -n 12 causeway bench --collective broadcast --bytes 1K..16M --compare native,each",
    .set_up = set_up_bench,
};

}  // namespace causeway::app
