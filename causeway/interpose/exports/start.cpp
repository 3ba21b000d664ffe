/// The start of a job whose ranks were started by a launcher: it keeps the roll.
#include "causeway/interpose/exports/start.hpp"

#include "causeway/interpose/life_of_job.hpp"
#include "causeway/job/own_settings.hpp"
#include "causeway/job/roll.hpp"
#include "causeway/launcher/key_value_space.hpp"
#include "causeway/process/ranks.hpp"

#include <mpi.h>

#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

namespace causeway::interpose {

namespace {

/// Between before_init() and after_init(), which one thread calls.
std::unique_ptr<job::Roll> roll;
std::string why_no_roll;

std::unique_ptr<launcher::KeyValueSpace> key_value_space() {
#ifdef OPEN_MPI
    return launcher::pmix();
#else
    return launcher::hydra();
#endif
}

}  // namespace

void before_init() noexcept {
    if (roll) {
        return;
    }
    try {
        why_no_roll.clear();
        roll = std::make_unique<job::KeptRoll>(key_value_space());
    } catch (const std::exception& error) {
        why_no_roll = error.what();  // told when it is known that there are others
    }
}

void after_init() noexcept {
    int is_initialized = 0;
    PMPI_Initialized(&is_initialized);
    if (is_initialized != 0) {
        start_job(roll.get(), why_no_roll);
    }
    roll.reset();
}

void session_begins() noexcept {
    static std::atomic<bool> is_said{false};
    int is_initialized = 0;
    PMPI_Initialized(&is_initialized);
    if (is_initialized != 0 || is_said.exchange(true) || !process::may_speak() ||
        job::settings_without_files().all_disabled()) {
        return;
    }
    std::fputs("causeway: a session was begun before MPI_Init: collectives on its communicators pass through\n",
               stderr);
}

}  // namespace causeway::interpose
