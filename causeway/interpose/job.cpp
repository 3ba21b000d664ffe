#include "causeway/interpose/job.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/version.hpp"
#include "causeway/interpose/cache.hpp"
#include "causeway/interpose/communicator_state.hpp"
#include "causeway/interpose/hierarchy.hpp"
#include "causeway/interpose/interfaces.hpp"
#include "causeway/interpose/report.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/probe/processor_place.hpp"
#include "causeway/tracing/tracer.hpp"
#include "causeway/trial/discover_and_try.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <set>
#include <utility>

#include <dlfcn.h>

namespace causeway::interpose {

namespace {

/// The library lives inside a program whose MPI calls carry no context, so there is one object per
/// process, made by start_job() and never destroyed: other threads may still be inside a call when the
/// program ends.
std::atomic<Job*> current_job{nullptr};
std::atomic<bool> is_started{false};

void print_line(std::string_view text) {
    fmt::print(stderr, "causeway: {}\n", text);
}

/// Whether a GPU runtime is loaded into this process: buffers may then be device memory, which only the
/// MPI library itself knows how to move.
bool gpu_runtime_loaded() {
    return ::dlsym(RTLD_DEFAULT, "cuPointerGetAttribute") != nullptr ||
           ::dlsym(RTLD_DEFAULT, "hipPointerGetAttributes") != nullptr ||
           ::dlsym(RTLD_DEFAULT, "zeMemGetAllocProperties") != nullptr;
}

/// This rank's settings, or what is wrong with them.
struct LocalSettings {
    std::optional<configuration::Settings> settings;
    std::optional<planner::Forced> forced;
    std::map<collective::Operation, planner::ForcedScheme> forced_schemes;
    std::string fault;
};

LocalSettings read_settings() {
    LocalSettings result;
    try {
        result.settings = configuration::Settings::read(configuration::sources_of_this_process());
        if (const auto text = result.settings->forced_strategy("bcast")) {
            result.forced = planner::parse_forced(*text, "CAUSEWAY_STRATEGY");
        }
        for (const collective::Operation operation : collective::operations()) {
            if (const auto text = result.settings->forced_strategy(collective::name_of(operation))) {
                result.forced_schemes[operation] = planner::parse_forced_scheme(*text, operation, "CAUSEWAY_STRATEGY");
            }
        }
    } catch (const std::exception& error) {
        result.settings.reset();
        result.fault = error.what();
    }
    return result;
}

/// What all ranks know of all ranks' settings.
struct Agreement {
    bool same = false;      ///< every rank has the same settings and the same Causeway
    int first_faulty = -1;  ///< lowest rank with wrong settings; -1: none
    bool gpu = false;       ///< a GPU runtime is loaded somewhere
    bool progress = false;  ///< every rank has something that carries operations on
};

Agreement agree(const LocalSettings& local, int rank, int size) {
    const std::string inputs =
        fmt::format("{}\n{}", base::version(), local.settings ? local.settings->shared_text() : "");
    const std::uint64_t digest = base::digest(inputs).value;
    // One reduction: equal digests have equal maxima of themselves and of their complements.
    const std::array<std::uint64_t, 5> mine{
        digest, ~digest, local.settings ? 0U : static_cast<std::uint64_t>(size - rank), gpu_runtime_loaded() ? 1U : 0U,
        available_progress() == Progress::kNone ? 1U : 0U};
    std::array<std::uint64_t, 5> most{};
    mpi::check(
        PMPI_Allreduce(mine.data(), most.data(), static_cast<int>(mine.size()), MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD),
        "MPI_Allreduce");
    Agreement result;
    result.same = most[0] == ~most[1];
    result.first_faulty = most[2] == 0 ? -1 : size - static_cast<int>(most[2]);
    result.gpu = most[3] != 0;
    result.progress = most[4] == 0;
    return result;
}

/// A platform and how it was come by.
struct Acquired {
    std::string text;      ///< of the platform file; empty: it must be measured
    std::string origin;    ///< for people
    std::string trouble;   ///< what went wrong on the way, to be told
    bool give_up = false;  ///< wrong input: pass through instead of measuring
    std::optional<std::string> cached_file;
};

/// Rank 0's part: looks for a platform that knows every host of the job.
Acquired look_for_platform(const configuration::Settings& settings, const CachedJob& hosts) {
    Acquired result;
    if (const auto file = settings.platform_file()) {
        try {
            const platform::Platform platform = platform::read_platform(*file);
            if (platform::placement_of(platform, hosts.host_names)) {
                result.text = platform::to_json_text(platform);
                result.origin = *file;
                return result;
            }
            result.trouble = fmt::format("{} does not know every host of this job; measuring anew", *file);
        } catch (const base::InputError& error) {
            result.trouble = error.what();
            result.give_up = true;
            return result;
        }
    }
    if (const auto folder = settings.cache_directory()) {
        try {
            if (const auto found = find_cached(*folder, hosts)) {
                result.text = platform::to_json_text(found->platform);
                result.origin = found->file;
                result.cached_file = found->file;
            }
        } catch (const base::InputError& error) {
            result.trouble = fmt::format("{}; measuring anew", error.what());
        }
    }
    return result;
}

/// The platform of the job, the same on all ranks, or nothing: pass through. Collective.
std::optional<platform::Platform> acquire_platform(Job& job, std::string& origin) {
    CachedJob hosts{.host_names = job.host_names,
                    .interfaces = mpi::gather_texts(MPI_COMM_WORLD, interface_text(), 0),
                    .library = mpi::library_version()};
    Acquired acquired;
    if (job.world_rank == 0) {
        acquired = look_for_platform(job.settings, hosts);
        if (!acquired.trouble.empty()) {
            print_line(acquired.give_up ? acquired.trouble + "; all collectives pass through" : acquired.trouble);
        }
    }
    const std::string verdict =
        mpi::broadcast_text(MPI_COMM_WORLD, acquired.give_up ? std::string("!") : acquired.text, 0);
    if (verdict == "!") {
        return std::nullopt;
    }
    if (!verdict.empty()) {
        origin = acquired.origin;
        job.cached_file = acquired.cached_file;
        return platform::parse_platform(verdict, "platform of rank 0");
    }
    probe::DiscoveryOptions options;
    options.name = "measured at start";
    options.time_stamp = time_stamp();
    options.by = fmt::format("causeway {}", base::version());
    platform::Platform measured = trial::discover_and_try(MPI_COMM_WORLD, options);
    if (const auto folder = job.settings.cache_directory(); folder && job.world_rank == 0) {
        try {
            job.cached_file = keep_in_cache(*folder, hosts, measured);
        } catch (const std::exception& error) {
            print_line(fmt::format("the measured platform is not kept: {}", error.what()));
        }
    }
    origin = "measured now";
    return measured;
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

/// The whole of start_job(); throws. Null: everything passes through.
std::unique_ptr<Job> prepare_job() {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const int size = mpi::size_of(MPI_COMM_WORLD);
    LocalSettings local = read_settings();
    const Agreement agreement = agree(local, rank, size);
    if (agreement.first_faulty >= 0) {
        if (agreement.first_faulty == rank) {
            print_line(local.fault + "; all collectives pass through");
        }
        return nullptr;
    }
    if (!agreement.same) {
        if (rank == 0) {
            print_line(
                "the ranks of this job have different CAUSEWAY_ settings or versions; all collectives pass through");
        }
        return nullptr;
    }
    if (const auto file = local.settings->trace_file()) {
        trace_into(*file);
    }
    if (size == 1 || local.settings->all_disabled()) {
        return nullptr;
    }
    auto job = std::make_unique<Job>();
    job->settings = *local.settings;
    job->forced_broadcast = local.forced;
    job->forced_schemes = local.forced_schemes;
    for (const collective::Operation operation : collective::operations()) {
        if (job->settings.is_disabled(collective::name_of(operation))) {
            job->disabled_operations.insert(operation);
        }
    }
    job->broadcast_disabled = job->settings.is_disabled("bcast");
    job->reordering_disabled = job->settings.is_disabled("reorder");
    job->world_rank = rank;
    job->started = PMPI_Wtime();
    if (agreement.gpu) {
        say(*job, 1, "a GPU runtime is loaded: buffers may be device memory, all collectives pass through");
        return nullptr;
    }
    job->host_names = mpi::host_names(MPI_COMM_WORLD);
    const bool one_host = std::all_of(job->host_names.begin(), job->host_names.end(),
                                      [&](const std::string& name) { return name == job->host_names.front(); });
    if (one_host) {
        say(*job, 1, "all processes share one host: all collectives pass through");
        return nullptr;
    }
    std::string origin;
    auto platform = acquire_platform(*job, origin);
    if (!platform) {
        return nullptr;
    }
    const int num_clusters = platform->num_clusters();
    job->platform_fingerprint = platform::fingerprint(*platform);
    job->nodes = probe::nodes_of_ranks(MPI_COMM_WORLD, *platform, job->host_names);
    job->facts.begin(std::move(*platform));
    job->state_key = create_state_key();
    job->hierarchy_key = create_hierarchy_key();
    if (agreement.progress) {
        job->progress = available_progress();
        begin_progress(job->progress);
    }
    say(*job, 1,
        fmt::format("{} active: {} processes on {} hosts in {} clusters (platform {}: {}); {}", base::version(), size,
                    std::set<std::string>(job->host_names.begin(), job->host_names.end()).size(), num_clusters,
                    job->platform_fingerprint, origin,
                    job->broadcast_disabled ? "broadcast switched off" : "broadcast planned"));
    return job;
}

}  // namespace

Job* active_job() {
    return current_job.load(std::memory_order_acquire);
}

void start_job() noexcept {
    if (is_started.exchange(true)) {
        return;
    }
    try {
        watch_for_finalize();
        Job* job = prepare_job().release();
        current_job.store(job, std::memory_order_release);
        if (job != nullptr && job->progress != Progress::kNone) {
            // A nonblocking call must not wait for others, as making a state does.
            (void)state_of(*job, MPI_COMM_WORLD);
        }
    } catch (const std::exception& error) {
        print_line(fmt::format("{}; this rank passes all collectives through", error.what()));
    } catch (...) {
        print_line("an unknown failure at start; this rank passes all collectives through");
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
