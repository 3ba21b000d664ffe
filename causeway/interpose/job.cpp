#include "causeway/interpose/job.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/version.hpp"
#include "causeway/interpose/agreement.hpp"
#include "causeway/interpose/cache.hpp"
#include "causeway/interpose/communicator_levels.hpp"
#include "causeway/interpose/communicator_state.hpp"
#include "causeway/interpose/device_memory.hpp"
#include "causeway/interpose/interfaces.hpp"
#include "causeway/interpose/report.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/gathered_answer.hpp"
#include "causeway/mpi/host_identity.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/probe/discover.hpp"
#include "causeway/probe/processor_place.hpp"
#include "causeway/tracing/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <set>
#include <utility>

namespace causeway::interpose {

namespace {

std::atomic<bool> is_started{false};

void print_line(std::string_view text) {
    fmt::print(stderr, "causeway: {}\n", text);
}

/// This rank's settings, or what is wrong with them.
struct LocalSettings {
    std::optional<configuration::Settings> settings;
    std::map<scheme::Operation, planner::Forced> forced;
    const inter_cluster::Heuristic* heuristic = nullptr;
    inter_cluster::Completion completion = inter_cluster::Completion::kSequential;
    std::string fault;
};

/// Throws InputError.
void read_forced_choices(LocalSettings& local) {
    for (const scheme::Operation operation : scheme::operations()) {
        if (const auto text = local.settings->forced_strategy(scheme::mpi_name_of(operation))) {
            local.forced[operation] = planner::parse_forced(*text, operation, "CAUSEWAY_STRATEGY");
        }
    }
    if (const auto name = local.settings->heuristic()) {
        local.heuristic = &inter_cluster::heuristics().at(*name, "CAUSEWAY_HEURISTIC");
    }
    if (const auto name = local.settings->completion()) {
        local.completion = inter_cluster::completion_named(*name, "CAUSEWAY_COMPLETION");
    }
}

/// Files are for rank 0 to read; what they say counts for all.
LocalSettings read_settings(int rank) {
    LocalSettings result;
    try {
        configuration::Sources sources = configuration::sources_of_this_process();
        if (rank != 0) {
            sources.files.clear();
        }
        result.settings = configuration::Settings::read(sources);
        read_forced_choices(result);
    } catch (const std::exception& error) {
        result.settings.reset();
        result.fault = error.what();
    }
    return result;
}

/// Whether several threads of this process may call MPI at a time.
bool has_threads() {
    int level = MPI_THREAD_SINGLE;
    mpi::check(PMPI_Query_thread(&level), "MPI_Query_thread");
    return level == MPI_THREAD_MULTIPLE;
}

/// What this rank says of itself; what keeps it from that is a fault like wrong settings: the others wait for it.
Introduction introduce(LocalSettings& local) {
    try {
        const bool is_needed = local.settings && !local.settings->all_disabled();
        return {.settings = base::digest(local.settings ? local.settings->shared_text() : "").value,
                .fault = local.fault,
                .has_gpu_runtime = has_gpu_runtime(),
                .has_progress = available_progress() != Progress::kNone,
                .has_threads = has_threads(),
                .host = mpi::own_host_mark(),
                .interfaces = is_needed ? interface_text() : ""};
    } catch (const std::exception& error) {
        local.fault = error.what();
        Introduction faulty;
        faulty.fault = local.fault;
        return faulty;
    }
}

/// Measured now, and kept for later jobs. Collective over MPI_COMM_WORLD; the same on every rank. `hosts`: on rank 0.
platform::Platform measure(Job& job, const CachedJob& hosts) {
    probe::DiscoveryOptions options;
    options.name = "measured at start";
    options.time_stamp = time_stamp();
    options.by = fmt::format("causeway {}", base::version());
    // Whoever says how long it may take wants it to be thorough.
    options.at_a_glance = !job.settings.budget().has_value();
    options.budget = job.settings.budget().value_or(probe::kGlanceBudget);
    options.measure_native = false;  // the first calls tell
    platform::Platform measured = probe::discover(MPI_COMM_WORLD, options);
    if (const auto folder = job.settings.cache_directory(); folder && job.world_rank == 0) {
        try {
            job.cached_file = keep_in_cache(*folder, hosts, measured);
        } catch (const std::exception& error) {
            print_line(fmt::format("the measured platform is not kept: {}", error.what()));
        }
    }
    return measured;
}

/// As rank 0 sent it, who alone knows where its figures are from.
platform::Platform agreed_platform(const Agreement& agreement, const Decision& decision) {
    platform::Platform platform = platform::parse_platform(agreement.platform_text, "platform of rank 0");
    platform.provenance = decision.provenance;
    return platform;
}

/// Has all calls of this job counted. Processes that a program starts while it runs are a job of their own, with the
/// same settings: their trace would replace that of the job that started them. Collective over MPI_COMM_WORLD.
void trace_into(const std::string& file) {
    MPI_Comm parent = MPI_COMM_NULL;
    mpi::check(PMPI_Comm_get_parent(&parent), "MPI_Comm_get_parent");
    if (parent != MPI_COMM_NULL) {
        if (mpi::rank_of(MPI_COMM_WORLD) == 0) {
            print_line("processes started by MPI_Comm_spawn are not traced");
        }
        return;
    }
    tracing::start_tracing(file);
}

/// The job as it is set, of which the network is not known yet.
std::unique_ptr<Job> job_with(const LocalSettings& local, int rank) {
    auto job = std::make_unique<Job>();
    job->settings = *local.settings;
    job->forced = local.forced;
    job->heuristic = local.heuristic;
    job->completion = local.completion;
    for (const scheme::Operation operation : scheme::operations()) {
        if (job->settings.is_disabled(scheme::mpi_name_of(operation))) {
            job->disabled_operations.insert(operation);
        }
    }
    job->tells_of_calls = job->settings.verbosity() >= 3;
    job->reordering_disabled = job->settings.is_disabled("reorder");
    job->world_rank = rank;
    job->started = PMPI_Wtime();
    return job;
}

/// The end of a line that says what is not done.
std::string all_passes_through(const LocalSettings& local) {
    const bool is_traced = local.settings && local.settings->trace_file();
    return is_traced ? "all collectives pass through, and nothing is traced" : "all collectives pass through";
}

/// Whether this rank may turn to others; if not, and somebody has to be told, the line for that is said.
bool may_ask_others(Roll* roll, std::string_view why_no_roll, const LocalSettings& local, int rank) {
    std::string reason(why_no_roll);
    if (roll != nullptr) {
        if (roll->same_as_own({rank}).front()) {
            return true;
        }
        reason = "the launcher has lost what this rank said";
    }
    if (rank == 0 && !(local.settings && local.settings->all_disabled())) {
        print_line(fmt::format("it cannot be known which ranks have libcauseway.so ({}); {}", reason,
                               all_passes_through(local)));
    }
    return false;
}

/// What is decided, given what each rank said: for all, or where some are missing for those that are there.
Decision decision_on(const std::vector<mpi::TextOfRank>& texts, Roll* roll, const LocalSettings& local, int rank) {
    Decision decision;
    try {
        const bool all_are_there = std::all_of(texts.begin(), texts.end(), [](const auto& text) { return text; });
        if (all_are_there) {
            std::vector<Introduction> ranks(texts.size());
            std::transform(texts.begin(), texts.end(), ranks.begin(),
                           [](const auto& text) { return introduction_from(*text); });
            decision = decide(ranks, local.settings);
        } else if (!(local.settings && local.settings->all_disabled()) && is_first_on(*roll, rank)) {
            decision.remark = fmt::format("{}; {}", who_is_missing(*roll, rank, static_cast<int>(texts.size())),
                                          all_passes_through(local));
        }
    } catch (const std::exception& error) {
        decision = {};
        decision.remark = fmt::format("{}; {}", error.what(), all_passes_through(local));
    }
    return decision;
}

/// The whole of start_job(); throws. Null: everything passes through.
std::unique_ptr<Job> prepare_job(Roll* roll, std::string_view why_no_roll) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const int size = mpi::size_of(MPI_COMM_WORLD);
    LocalSettings local = read_settings(rank);
    if (size > 1 && !may_ask_others(roll, why_no_roll, local, rank)) {
        return nullptr;
    }
    Decision decision;  // of the rank that decides
    const auto take_part = [&](const std::vector<int>& ranks) {
        return ranks.empty() ? std::vector<bool>() : roll->same_as_own(ranks);
    };
    const auto answer = [&](const std::vector<mpi::TextOfRank>& texts) {
        decision = decision_on(texts, roll, local, rank);
        return packed(decision.agreement);
    };
    const Agreement agreement =
        agreement_from(mpi::gathered_answer(MPI_COMM_WORLD, packed(introduce(local)), take_part, answer));
    if (agreement.first_faulty == rank) {
        print_line(local.fault + "; all collectives pass through");
    }
    if (rank == 0 && local.settings && !local.settings->all_disabled()) {
        for (const std::string& ignored : local.settings->ignored_files()) {
            print_line(ignored);
        }
    }
    if (!decision.trouble.empty()) {
        print_line(decision.trouble);
    }
    if (!decision.remark.empty() && (!local.settings || local.settings->verbosity() >= decision.verbosity)) {
        print_line(decision.remark);
    }
    if (agreement.has_one_setting) {
        local.settings->take_from_files(agreement.settings_from_files);
        read_forced_choices(local);
    }
    if (const auto file = agreement.has_one_setting ? local.settings->trace_file() : std::nullopt) {
        trace_into(*file);
    }
    if (agreement.course == Course::kPassThrough) {
        return nullptr;
    }
    std::unique_ptr<Job> job = job_with(local, rank);
    job->host_names = agreement.host_names;
    job->cached_file = decision.cached_file;
    const bool is_known = agreement.course == Course::kPlan;
    platform::Platform platform = is_known ? agreed_platform(agreement, decision) : measure(*job, decision.hosts);
    const int num_clusters = platform.num_clusters();
    job->platform_fingerprint = platform::fingerprint(platform);
    job->nodes = probe::nodes_of_ranks(MPI_COMM_WORLD, platform, job->host_names);
    job->has_threads = agreement.has_threads;
    for (const std::string& text : agreement.plan_texts) {
        job->plans.push_back(plan::parse_plan(text, "plan of rank 0", platform));
    }
    job->time_stamp = agreement.time_stamp;
    job->keeps_experience = agreement.keeps_experience;
    if (!agreement.experience_text.empty()) {
        job->experience = experience::parse_experience(agreement.experience_text, "experience of rank 0");
    }
    job->facts.begin(std::move(platform), agreement.has_threads);
    const auto placement = platform::placement_of(*job->facts.first(), job->host_names);
    if (placement && placement->num_hosts() > 1) {
        job->executor_of_world = make_executor(MPI_COMM_WORLD);
    }
    job->state_key = create_state_key();
    job->levels_key = create_levels_key();
    if (agreement.has_progress) {
        job->progress = available_progress();
        begin_progress(job->progress);
    }
    const std::size_t num_known = job->experience.kinds.size();
    say(*job, 1,
        fmt::format("{} active: {} processes on {} hosts in {} clusters (platform {}: {}); {}{}", base::version(), size,
                    std::set<std::string>(job->host_names.begin(), job->host_names.end()).size(), num_clusters,
                    job->platform_fingerprint, is_known ? decision.origin : "measured now",
                    job->disabled_operations.contains(scheme::Operation::kBroadcast) ? "broadcast switched off"
                                                                                     : "broadcast planned",
                    num_known > 0 ? fmt::format("; earlier jobs tried {} kinds of calls", num_known) : ""));
    return job;
}

/// Something went wrong on this rank alone, of which the others cannot know, and for which they wait: now, or at their
/// first planned call. Better an end than that.
void give_up(std::string_view reason) noexcept {
    int size = 0;
    int rank = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (size == 1) {
        print_line(fmt::format("{}; all collectives pass through", reason));
    } else {
        print_line(fmt::format("rank {}: {}; the others cannot go on without it", rank, reason));
        PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    }
}

}  // namespace

void start_job(Roll* roll, std::string_view why_no_roll) noexcept {
    if (is_started.exchange(true)) {
        return;
    }
    try {
        watch_for_finalize();
        current_job.store(prepare_job(roll, why_no_roll).release(), std::memory_order_release);
    } catch (const std::exception& error) {
        give_up(error.what());
    } catch (...) {
        give_up("an unknown failure at start");
    }
}

void end_job() noexcept {
    current_job.store(nullptr, std::memory_order_release);
    end_progress();
}

void say(const Job& job, int least_verbosity, std::string_view text) {
    if (job.world_rank == 0 && job.settings.verbosity() >= least_verbosity) {
        print_line(text);
    }
}

}  // namespace causeway::interpose
