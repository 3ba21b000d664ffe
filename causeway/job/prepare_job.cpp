#include "causeway/job/prepare_job.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/base/time_stamp.hpp"
#include "causeway/base/version.hpp"
#include "causeway/job/agreement.hpp"
#include "causeway/job/cache.hpp"
#include "causeway/job/communicator_levels.hpp"
#include "causeway/job/device_memory.hpp"
#include "causeway/job/interfaces.hpp"
#include "causeway/job/own_settings.hpp"
#include "causeway/job/processes.hpp"
#include "causeway/job/thread_level.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/gathered_answer.hpp"
#include "causeway/mpi/host_identity.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/probe/discover.hpp"
#include "causeway/probe/processor_place.hpp"
#include "causeway/tracing/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace causeway::job {

namespace {

/// What this rank says of itself; what keeps it from that is a fault like wrong settings: the others wait for it.
Introduction introduce(OwnSettings& own, bool has_progress) {
    try {
        const bool is_needed = own.settings && !own.settings->all_disabled();
        return {.settings = base::digest(own.settings ? own.settings->shared_text() : "").value,
                .fault = own.fault,
                .has_gpu_runtime = has_gpu_runtime(),
                .has_progress = has_progress,
                .has_threads = program_has_threads(),
                .host = mpi::own_host_mark(),
                .interfaces = is_needed ? interface_text() : ""};
    } catch (const std::exception& error) {
        own.fault = error.what();
        Introduction faulty;
        faulty.fault = own.fault;
        return faulty;
    }
}

/// Measured now, and kept for later jobs. Collective over MPI_COMM_WORLD; the same on every rank. `decision`: rank 0's.
platform::Platform measure(Job& job, const Agreement& agreement, const StartDecision& decision) {
    probe::DiscoveryOptions options;
    options.name = "measured at start";
    options.time_stamp = base::time_stamp();
    options.by = fmt::format("causeway {}", base::version());
    // Whoever says how long it may take wants it to be thorough.
    options.at_a_glance = !job.settings.budget().has_value();
    options.budget = job.settings.budget().value_or(probe::kGlanceBudget);
    options.measure_native = false;  // the first calls tell
    options.hosts = {agreement.host_names, agreement.share_one_kernel};
    options.monitoring = decision.monitoring;
    options.monitoring_files = decision.monitoring_files;
    platform::Platform measured = probe::discover(MPI_COMM_WORLD, options);
    if (const auto folder = job.settings.cache_directory(); folder && job.world_rank == 0) {
        try {
            job.cached_file = keep_in_cache(*folder, decision.hosts, measured);
        } catch (const std::exception& error) {
            say(fmt::format("the measured platform is not kept: {}", error.what()));
        }
    }
    return measured;
}

/// As rank 0 sent it, who alone knows where its figures are from.
platform::Platform agreed_platform(const Agreement& agreement, const StartDecision& decision) {
    platform::Platform platform = platform::parse_platform(agreement.platform_text, "platform of rank 0");
    platform.provenance = decision.provenance;
    return platform;
}

/// Has all calls of this job counted. Processes that a program starts while it runs are a job of their own, with the
/// same settings: their trace would replace that of the job that started them. Collective over MPI_COMM_WORLD.
void trace_into(const std::string& file) {
    if (num_parents() > 0) {
        if (mpi::rank_of(MPI_COMM_WORLD) == 0) {
            say("processes started by MPI_Comm_spawn are not traced");
        }
        return;
    }
    tracing::start_tracing(file);
}

/// The job as it is set, of which the network is not known yet.
std::unique_ptr<Job> job_with(const OwnSettings& own, int rank) {
    auto job = std::make_unique<Job>();
    job->settings = *own.settings;
    job->forced = own.forced;
    job->heuristic = own.heuristic;
    job->completion = own.completion;
    for (const scheme::Operation operation : scheme::operations()) {
        if (job->settings.is_disabled(scheme::mpi_name_of(operation))) {
            job->disabled_operations.insert(operation);
        }
    }
    job->tells_of_calls = job->settings.verbosity() >= 3;
    job->reordering_disabled = job->settings.is_disabled("reorder");
    job->num_parents = num_parents();
    job->world_rank = rank;
    job->started = PMPI_Wtime();
    return job;
}

/// The end of a line that says what is not done.
std::string all_passes_through(const OwnSettings& own) {
    const bool is_traced = own.settings && own.settings->trace_file();
    return is_traced ? "all collectives pass through, and nothing is traced" : "all collectives pass through";
}

/// Whether this rank may turn to others; if not, and somebody has to be told, the line for that is said.
bool may_ask_others(Roll* roll, std::string_view why_no_roll, const OwnSettings& own, int rank) {
    std::string reason(why_no_roll);
    if (roll != nullptr) {
        if (roll->same_as_own({rank}).front()) {
            return true;
        }
        reason = "the launcher has lost what this rank said";
    }
    if (rank == 0 && !own.all_disabled()) {
        say(fmt::format("it cannot be known which ranks have libcauseway.so ({}); {}", reason,
                        all_passes_through(own)));
    }
    return false;
}

/// What is decided, given what each rank said: for all, or where some are missing for those that are there.
StartDecision decision_on(const std::vector<mpi::TextOfRank>& texts, Roll* roll, const OwnSettings& own, int rank) {
    StartDecision decision;
    try {
        const bool all_are_there = std::all_of(texts.begin(), texts.end(), [](const auto& text) { return text; });
        if (all_are_there) {
            std::vector<Introduction> ranks(texts.size());
            std::transform(texts.begin(), texts.end(), ranks.begin(),
                           [](const auto& text) { return introduction_from(*text); });
            decision = decide_start(ranks, own.settings);
        } else if (!own.all_disabled() && is_first_on(*roll, rank)) {
            decision.remark = fmt::format("{}; {}", who_is_missing(*roll, rank, static_cast<int>(texts.size())),
                                          all_passes_through(own));
        }
    } catch (const std::exception& error) {
        decision = {};
        decision.remark = fmt::format("{}; {}", error.what(), all_passes_through(own));
    }
    return decision;
}

/// What all know, and what this rank knows besides if it is the one that decides.
struct Outcome {
    Agreement agreement;
    StartDecision decision;
};

/// Collective over those of `roll` that run the same build.
Outcome agree(Roll* roll, OwnSettings& own, int rank, bool has_progress) {
    Outcome outcome;
    const auto take_part = [&](const std::vector<int>& ranks) {
        return ranks.empty() ? std::vector<bool>() : roll->same_as_own(ranks);
    };
    const auto answer = [&](const std::vector<mpi::TextOfRank>& texts) {
        outcome.decision = decision_on(texts, roll, own, rank);
        return packed(outcome.decision.agreement);
    };
    outcome.agreement =
        agreement_from(mpi::gathered_answer(MPI_COMM_WORLD, packed(introduce(own, has_progress)), take_part, answer));
    return outcome;
}

/// What people are to know of it.
void tell(const Outcome& outcome, const OwnSettings& own, int rank) {
    const StartDecision& decision = outcome.decision;
    if (outcome.agreement.first_faulty == rank) {
        say(own.fault + "; all collectives pass through");
    }
    if (rank == 0 && own.settings && !own.all_disabled()) {
        for (const std::string& ignored : own.settings->ignored_files()) {
            say(ignored);
        }
    }
    if (!decision.trouble.empty()) {
        say(decision.trouble);
    }
    if (!decision.remark.empty() && (!own.settings || own.settings->verbosity() >= decision.verbosity)) {
        say(decision.remark);
    }
}

/// What was agreed on, but for the network.
void take_up(Job& job, const Outcome& outcome) {
    const Agreement& agreement = outcome.agreement;
    job.host_names = agreement.host_names;
    job.cached_file = outcome.decision.cached_file;
    job.has_threads = agreement.has_threads;
    job.has_progress = agreement.has_progress;
    job.time_stamp = agreement.time_stamp;
    job.keeps_experience = agreement.keeps_experience;
    if (agreement.traced.num_processes() > 0) {
        job.traced = agreement.traced;
    }
    if (!agreement.experience_text.empty()) {
        job.experience = experience::parse_experience(agreement.experience_text, "experience of rank 0");
    }
}

/// The network, known or measured now, and what is for it alone. Collective over MPI_COMM_WORLD.
void find_network(Job& job, const Outcome& outcome) {
    const Agreement& agreement = outcome.agreement;
    const bool is_known = agreement.course == Course::kPlan;
    platform::Platform platform =
        is_known ? agreed_platform(agreement, outcome.decision) : measure(job, agreement, outcome.decision);
    job.platform_origin = is_known ? outcome.decision.origin : "measured now";
    job.platform_fingerprint = platform::fingerprint(platform);
    job.nodes = probe::nodes_of_ranks(MPI_COMM_WORLD, platform, job.host_names);
    for (const std::string& text : agreement.plan_texts) {
        job.plans.push_back(plan::parse_plan(text, "plan of rank 0", platform));
    }
    job.facts.begin(std::move(platform), agreement.has_threads);
}

/// The end of a job that passes everything through.
Prepared nothing_prepared(const OwnSettings& own, const StartDecision& decision, int rank) {
    Prepared prepared;
    if (rank == 0 && own.settings) {
        prepared.why_none = own.all_disabled() ? "it is switched off (CAUSEWAY_DISABLE)" : decision.remark;
        prepared.report_file = own.settings->report_file();
    }
    return prepared;
}

}  // namespace

Prepared prepare_job(Roll* roll, std::string_view why_no_roll, bool has_progress) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    OwnSettings own = read_settings(rank);
    if (mpi::size_of(MPI_COMM_WORLD) > 1 && !may_ask_others(roll, why_no_roll, own, rank)) {
        return {};
    }
    const Outcome outcome = agree(roll, own, rank, has_progress);
    tell(outcome, own, rank);
    if (outcome.agreement.has_one_setting) {
        take_from_files(own, outcome.agreement.settings_from_files);
        if (const auto file = own.settings->trace_file()) {
            trace_into(*file);
        }
    }
    if (outcome.agreement.course == Course::kPassThrough) {
        return nothing_prepared(own, outcome.decision, rank);
    }
    std::unique_ptr<Job> job = job_with(own, rank);
    take_up(*job, outcome);
    find_network(*job, outcome);
    job->levels_key = create_levels_key();
    return {std::move(job), {}, {}};
}

std::string describe(const Job& job) {
    const std::size_t num_known = job.experience.kinds.size();
    return fmt::format("{} active: {} processes on {} hosts in {} clusters (platform {}: {}); {}{}", base::version(),
                       job.host_names.size(), job.num_hosts(), job.facts.first()->num_clusters(),
                       job.platform_fingerprint, job.platform_origin,
                       job.disabled_operations.contains(scheme::Operation::kBroadcast) ? "broadcast switched off"
                                                                                       : "broadcast planned",
                       num_known > 0 ? fmt::format("; earlier jobs tried {} kinds of calls", num_known) : "");
}

}  // namespace causeway::job
