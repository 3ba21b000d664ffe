#include "causeway/tracing/tracer.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/standard_error.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/tracing/contribution.hpp"
#include "causeway/tracing/gathered_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>
#include <vector>

namespace causeway::tracing {

namespace {

/// The command line of this process, its words separated by blanks; empty where the system does not tell.
std::string command_line() {
    std::string text;
    try {
        text = base::read_file("/proc/self/cmdline");
    } catch (const base::Error&) {
        return {};
    }
    while (!text.empty() && text.back() == '\0') {
        text.pop_back();
    }
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\0' || c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string head(int num_processes) {
    const std::string program = command_line();
    return fmt::format("causeway trace 1\nprocesses {}\n{}", num_processes,
                       program.empty() ? "" : fmt::format("program {}\n", program));
}

void say_no_trace(std::string_view reason) noexcept {
    base::tell("causeway: no trace", reason);
}

}  // namespace

Tracer::Tracer(std::string path, int process, int num_processes)
    : path_(std::move(path)), process_(process), counters_(num_processes) {}

Counter& Tracer::counter_of(MPI_Comm comm, int destination) {
    const int process = world_ranks_.of(comm, destination);
    return process == kAbroad ? counters_.messages_abroad() : counters_.messages_to(process);
}

void Tracer::sent(MPI_Comm comm, int destination, std::int64_t count, MPI_Datatype datatype) noexcept {
    if (destination == MPI_PROC_NULL) {
        return;
    }
    try {
        counter_of(comm, destination).add(static_cast<std::uint64_t>(bytes_of({count, datatype})));
    } catch (...) {
        has_failed();
    }
}

void Tracer::will_send(MPI_Comm comm, int destination, std::int64_t count, MPI_Datatype datatype,
                       MPI_Request request) noexcept {
    try {
        if (destination == MPI_PROC_NULL) {
            forget(request);  // of an older request, whose handle this one has got
            return;
        }
        remember(request, {&counter_of(comm, destination), static_cast<std::uint64_t>(bytes_of({count, datatype}))});
    } catch (...) {
        has_failed();
    }
}

void Tracer::remember(MPI_Request request, Persistent persistent) {
    const std::lock_guard lock(mutex_);
    persistent_.insert_or_assign(request, persistent);
}

std::vector<Counter*> Tracer::counters_of_collectives(std::span<const int> processes) {
    std::vector<Counter*> counters;
    counters.reserve(processes.size());
    for (const int process : processes) {
        counters.push_back(&counters_.messages_of_collectives_to(process));
    }
    return counters;
}

void Tracer::started(MPI_Request request) noexcept {
    const std::lock_guard lock(mutex_);
    if (const auto known = persistent_.find(request); known != persistent_.end()) {
        known->second.counter->add(known->second.bytes);
    }
}

void Tracer::forget(MPI_Request request) noexcept {
    const std::lock_guard lock(mutex_);
    persistent_.erase(request);
}

void Tracer::write() const {
    int failed = has_failed_.load() ? 1 : 0;
    mpi::check(PMPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD), "MPI_Allreduce");
    if (failed != 0) {
        throw base::Error("some calls could not be counted");
    }
    std::uint64_t abroad = counters_.messages_abroad().times.load();
    mpi::check(PMPI_Allreduce(MPI_IN_PLACE, &abroad, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce");
    const std::vector<std::string> hosts = mpi::host_names(MPI_COMM_WORLD);
    // All messages before all collectives, as people want to read them.
    const std::string messages = gathered_lines(MPI_COMM_WORLD, counters_.message_lines(process_));
    const std::string collectives = gathered_lines(MPI_COMM_WORLD, counters_.collective_lines(process_));
    const std::string caused = gathered_lines(MPI_COMM_WORLD, counters_.collective_message_lines(process_));
    if (process_ != 0) {
        return;
    }
    std::string text = head(counters_.num_processes());
    for (std::size_t process = 0; process < hosts.size(); ++process) {
        text += fmt::format("host {} {}\n", process, hosts[process]);
    }
    if (abroad != 0) {
        text += fmt::format("# {} messages to processes outside of MPI_COMM_WORLD are not listed\n", abroad);
    }
    base::write_file(path_, text + messages + collectives + caused + "end\n");
}

void Tracer::write_alone() const {
    base::write_file(fmt::format("{}.{}", path_, process_),
                     fmt::format("{}# The job was aborted: these are the counts of process {} alone.\n{}{}{}end\n",
                                 head(counters_.num_processes()), process_, counters_.message_lines(process_),
                                 counters_.collective_lines(process_), counters_.collective_message_lines(process_)));
}

void start_tracing(const std::string& path) {
    current_tracer.store(new Tracer(path, mpi::rank_of(MPI_COMM_WORLD), mpi::size_of(MPI_COMM_WORLD)),
                         std::memory_order_release);
}

void finish_tracing() noexcept {
    const Tracer* tracer = current_tracer.exchange(nullptr);
    if (tracer == nullptr) {
        return;
    }
    try {
        tracer->write();
    } catch (const std::exception& error) {
        say_no_trace(error.what());
    } catch (...) {
        say_no_trace("an unknown failure");
    }
}

void rescue_trace() noexcept {
    const Tracer* tracer = current_tracer.exchange(nullptr);
    if (tracer == nullptr) {
        return;
    }
    try {
        tracer->write_alone();
    } catch (const std::exception& error) {
        say_no_trace(error.what());
    } catch (...) {
        say_no_trace("an unknown failure");
    }
}

}  // namespace causeway::tracing
