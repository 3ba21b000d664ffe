/// causeway bench: the MPI library's own collective and ours in turn, size by size.
#include "../collective_option.hpp"
#include "../verb.hpp"
#include "bench_collective.hpp"
#include "session.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/base/version.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/plan/plan_files.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/report/progress.hpp"
#include "causeway/several_trees/propose_trees.hpp"
#include "causeway/statistics/sample.hpp"
#include "causeway/trial/broadcast_trial.hpp"
#include "causeway/trial/discover_and_try.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace causeway::app {

namespace {

struct Options {
    std::string collective = "broadcast";
    std::string bytes = "1K..16M";
    std::string compare = "native";
    std::string platform;
    std::string against;
    int root = 0;
    int repetitions = 5;
    double budget = probe::DiscoveryOptions().budget.value();  // seconds
    std::string strategy;
    std::string plan;
    int trees = 8;
    OutputOptions output;
};

/// What is measured besides the MPI library's own broadcast.
struct Contender {
    std::string name;  ///< "causeway" for the planner's choice, else a strategy's
    std::optional<planner::Forced> forced = {};
    trial::Allowed allowed = {};
    /// The best plan of ours, also where the MPI library's own is preferred; by the other platform, if so.
    bool is_own = false;
    bool is_against = false;
};

std::vector<Contender> contenders_of(const Options& options) {
    Contender chosen{"causeway", std::nullopt, {.most_trees = options.trees}};
    if (!options.strategy.empty()) {
        chosen.forced = planner::parse_forced(options.strategy, collective::Operation::kBroadcast, "--strategy");
    }
    std::vector<Contender> contenders{chosen};
    std::size_t begin = 0;
    while (begin <= options.compare.size()) {
        const std::size_t end = std::min(options.compare.find(',', begin), options.compare.size());
        const std::string word = options.compare.substr(begin, end - begin);
        begin = end + 1;
        if (word == "each") {
            for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
                contenders.push_back(
                    {std::string(strategy->name), planner::Forced{.tuned = {strategy}}, chosen.allowed});
            }
        } else if (word == "own") {
            contenders.push_back({.name = word, .is_own = true});
        } else if (word == "one-tree") {
            contenders.push_back({word, chosen.forced, {.most_trees = 1}});
        } else if (word == "one-coordinator") {
            contenders.push_back({word, chosen.forced, {.most_trees = options.trees, .several_coordinators = false}});
        } else if (word != "native") {
            const planner::Forced forced = planner::parse_forced(word, collective::Operation::kBroadcast, "--compare");
            contenders.push_back({word, forced, chosen.allowed});
        }
    }
    if (!options.against.empty()) {
        contenders.push_back({.name = "against", .is_own = true, .is_against = true});
    }
    return contenders;
}

/// The strategy inside the first cluster of a plan; "native" for the MPI library's own collective.
std::string_view strategy_of(const plan::Plan& plan) {
    return plan.scheme == nullptr ? "native" : plan.trees.front().local.front().between_hosts.strategy->name;
}

/// What the decision says of the plan that runs.
Seconds predicted_of(const trial::PreparedBroadcast& prepared) {
    for (const planner::Candidate& candidate : prepared.decision.ranking) {
        if (candidate.plan == prepared.plan) {
            return candidate.time;
        }
    }
    return prepared.decision.choice().time;
}

/// One contender at one size.
struct Entry {
    trial::PreparedBroadcast prepared;
    std::vector<double> samples;  ///< seconds
};

class Bench {
public:
    Bench(const Options& options, const MpiSession& session)
        : options_(options),
          session_(session),
          contenders_(contenders_of(options)),
          sizes_(base::parse_byte_list(options.bytes, "--bytes")),
          platform_(platform_of_job()),
          trial_(MPI_COMM_WORLD, platform_, options.platform) {
        trial_.use_trees(several_trees::propose_trees);
        if (!options.against.empty()) {
            other_platform_ = platform::read_platform(options.against);
            other_trial_.emplace(MPI_COMM_WORLD, other_platform_, options.against);
        }
    }

    report::Document run() {
        std::optional<report::Progress> progress;
        if (session_.rank() == 0) {
            progress.emplace();
        }
        report::Document document;
        document.conclusion = fmt::format(
            "MPI broadcast from rank {} over {} processes on {} hosts in {} clusters; median of {}, to the last "
            "process, by "
            "{}",
            options_.root, session_.size(), trial_.placement().num_hosts(), platform_.num_clusters(),
            options_.repetitions, trial_.clock().description());
        document.table.columns = {"size", "native", "causeway", "ratio", "predicted", "bound"};
        for (std::size_t c = 1; c < contenders_.size(); ++c) {
            document.table.columns.push_back(contenders_[c].name);
        }
        document.table.columns.emplace_back("plan");
        auto rows = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            if (progress) {
                progress->show(static_cast<double>(i) / static_cast<double>(sizes_.size()), base::to_text(sizes_[i]));
            }
            rows.push_back(measure(sizes_[i], document));
        }
        document.json() = {{"collective", "broadcast"},
                           {"processes", session_.size()},
                           {"root", options_.root},
                           {"repetitions", options_.repetitions},
                           {"clock", trial_.clock().description()}};
        document.json()["rows"] = std::move(rows);
        return document;
    }

private:
    [[nodiscard]] platform::Platform platform_of_job() const {
        if (!options_.platform.empty()) {
            return platform::read_platform(options_.platform);
        }
        probe::DiscoveryOptions discovery;
        discovery.by = fmt::format("causeway {}", base::version());
        discovery.budget = Seconds(options_.budget);
        return trial::discover_and_try(MPI_COMM_WORLD, discovery);
    }

    trial::PreparedBroadcast prepared(const Contender& contender, Bytes size) {
        if (contender.is_own) {
            return (contender.is_against ? *other_trial_ : trial_).prepare_own(options_.root, size);
        }
        return trial_.prepare(options_.root, size, contender.forced, contender.allowed);
    }

    /// All in turn, so that a change of the machine's mood hits all alike, and every other turn backwards, so that none
    /// always runs after the same other one, whose traffic has left connections fast or slow. The first turn does not
    /// count.
    nlohmann::ordered_json measure(Bytes size, report::Document& document) {
        constexpr discovery::TimingOptions kOnce{.repetitions = 1, .warm_ups = 0};
        std::vector<double> native;
        std::vector<Entry> entries;
        for (const Contender& contender : contenders_) {
            entries.push_back({prepared(contender, size), {}});
        }
        for (int turn = 0; turn <= options_.repetitions; ++turn) {
            const bool counts = turn > 0;
            const auto time_native = [&] {
                const Seconds time = trial_.time_native(options_.root, size, kOnce).front();
                if (counts) {
                    native.push_back(time.value());
                }
            };
            const auto time_entry = [&](Entry& entry) {
                const Seconds time = trial_.time(entry.prepared, kOnce).front();
                if (counts) {
                    entry.samples.push_back(time.value());
                }
            };
            if (turn % 2 == 0) {
                time_native();
                std::for_each(entries.begin(), entries.end(), time_entry);
            } else {
                std::for_each(entries.rbegin(), entries.rend(), time_entry);
                time_native();
            }
        }
        return add_row(size, native, entries, document);
    }

    nlohmann::ordered_json add_row(Bytes size, const std::vector<double>& native, const std::vector<Entry>& entries,
                                   report::Document& document) const {
        const planner::Decision& decision = entries.front().prepared.decision;
        const statistics::Summary ours = statistics::summarise(entries.front().samples);
        const statistics::Summary theirs = statistics::summarise(native);
        const std::string description = plan::describe(decision.choice().plan, platform_);
        nlohmann::ordered_json row = {{"bytes", size.value()},
                                      {"native_seconds", theirs.median},
                                      {"causeway_seconds", ours.median},
                                      {"ratio", theirs.median / ours.median},
                                      {"predicted_seconds", decision.choice().time.value()},
                                      {"bound_seconds", decision.bound.time.value()},
                                      {"native_minimum_seconds", theirs.minimum},
                                      {"causeway_minimum_seconds", ours.minimum},
                                      {"model_seconds", trial_.modelled(entries.front().prepared.plan).value()},
                                      {"basis", planner::name_of(decision.choice().basis)},
                                      {"strategy", strategy_of(entries.front().prepared.plan)},
                                      {"plan", description}};
        std::vector<report::Cell> cells{report::cell(size),
                                        report::cell(Seconds(theirs.median)),
                                        report::cell(Seconds(ours.median)),
                                        report::number_cell(theirs.median / ours.median, 2),
                                        report::cell(decision.choice().time),
                                        report::cell(decision.bound.time)};
        for (std::size_t c = 1; c < entries.size(); ++c) {
            const double median = statistics::median(entries[c].samples);
            cells.push_back(report::cell(Seconds(median)));
            row["contenders"][contenders_[c].name] = {
                {"seconds", median},
                {"predicted_seconds", predicted_of(entries[c].prepared).value()},
                {"model_seconds", trial_.modelled(entries[c].prepared.plan).value()},
                {"plan", plan::describe(entries[c].prepared.plan, platform_)}};
        }
        cells.push_back(report::cell(description));
        document.table.rows.push_back(std::move(cells));
        return row;
    }

    const Options& options_;
    const MpiSession& session_;
    std::vector<Contender> contenders_;
    std::vector<Bytes> sizes_;
    platform::Platform platform_;
    trial::BroadcastTrial trial_;
    platform::Platform other_platform_;
    std::optional<trial::BroadcastTrial> other_trial_;
};

/// Of any other collective than broadcast.
CollectiveBench collective_of(const Options& options) {
    const collective::Operation operation = parse_operation(options.collective);
    if (options.compare != "native" || !options.against.empty()) {
        throw base::InputError({options.against.empty() ? "--compare" : "--against",
                                {},
                                fmt::format("'{}'", options.against.empty() ? options.compare : options.against),
                                "'native' alone for any other collective than broadcast"});
    }
    return {.operation = operation,
            .sizes = base::parse_byte_list(options.bytes, "--bytes"),
            .root = options.root,
            .repetitions = options.repetitions,
            .platform = options.platform,
            .scheme = options.strategy};
}

/// Of what a plan file is for, by that plan.
CollectiveBench planned_of(const Options& options) {
    if (options.platform.empty()) {
        throw base::InputError({"--plan", {}, "no --platform", "the platform file that the plan is for"});
    }
    const platform::Platform platform = platform::read_platform(options.platform);
    const auto placement = platform::placement_of(platform, mpi::host_names(MPI_COMM_WORLD));
    if (!placement) {
        throw base::InputError(
            {options.platform, "hosts", "not every host of this job", "a platform with all of them"});
    }
    const plan::Plan plan = plan::read_plan_files(options.plan, platform, *placement).front().plan;
    return {.operation = plan.operation,
            .sizes = {plan.message},
            .root = plan.root,
            .repetitions = options.repetitions,
            .platform = options.platform,
            .plan = options.plan};
}

void run(const MpiSession& session, const void* given) {
    const Options& options = *static_cast<const Options*>(given);
    (void)report::format_named(options.output.format);
    if (options.root < 0 || options.root >= session.size()) {
        throw base::InputError(
            {"--root", {}, fmt::format("{}", options.root), fmt::format("a rank from 0 to {}", session.size() - 1)});
    }
    if (!(options.budget > 0.0)) {
        throw base::InputError({"--budget", {}, fmt::format("{}", options.budget), "more than 0 seconds"});
    }
    if (options.repetitions < 1) {
        throw base::InputError({"--repetitions", {}, fmt::format("{}", options.repetitions), "at least 1"});
    }
    if (!options.plan.empty()) {
        const report::Document document = bench_collective(planned_of(options), session);
        if (session.rank() == 0) {
            options.output.deliver(document);
        }
        return;
    }
    const report::Document document = parse_operation(options.collective) == collective::Operation::kBroadcast
                                          ? Bench(options, session).run()
                                          : bench_collective(collective_of(options), session);
    if (session.rank() == 0) {
        options.output.deliver(document);
    }
}

void set_up(CLI::App& command) {
    auto options = std::make_shared<Options>();
    command
        .add_option("--collective", options->collective,
                    "broadcast, reduce, allreduce, barrier, gather, scatter, allgather, alltoall, reduce_scatter")
        ->capture_default_str();
    command
        .add_option("--bytes", options->bytes, "sizes: a list 1K,64K or a range 1K..16M (steps of four) or 1K..16M:2")
        ->capture_default_str();
    command
        .add_option("--compare", options->compare,
                    "what to measure besides: native, each (every strategy), one-tree, one-coordinator (of each "
                    "cluster), own (our best plan even where "
                    "the library's is preferred), or NAME[@SEGMENT], ...")
        ->capture_default_str();
    command.add_option("--platform", options->platform, "platform file (default: measured first)");
    command.add_option("--against", options->against,
                       "another platform file of the same hosts: measures our best plan by it, too");
    command.add_option("--budget", options->budget, "seconds for measuring the platform, without --platform")
        ->capture_default_str();
    command.add_option("--root", options->root, "rank of the root")->capture_default_str();
    command.add_option("--repetitions", options->repetitions, "measurements of each")->capture_default_str();
    command.add_option("--trees", options->trees, "trees that a long message may take between clusters at once")
        ->check(CLI::Range(1, 8))
        ->capture_default_str();
    command.add_option("--strategy", options->strategy,
                       "force what 'causeway' runs: NAME[@SEGMENT]; of other collectives a scheme");
    command.add_option(
        "--plan", options->plan,
        "run the plan of this file ('causeway plan --save') at the size that it is for; needs --platform");
    options->output.declare(command);
    command.callback([options] { run_under_mpi(run, options.get()); });
}

}  // namespace

extern const Verb bench_verb{
    .name = "bench",
    .summary = "measure the MPI library's own collective against ours (under mpirun)",
    .example = "mpirun -n 12 causeway bench --collective broadcast --bytes 1K..16M --compare native,each",
    .set_up = set_up,
};

}  // namespace causeway::app
