/// What one process of a job sent to each other and which collective operations it called.
#pragma once

#include "causeway/tracing/collective.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace causeway::tracing {

/// Calls or messages, and their bytes, counted by any number of threads.
struct Counter {
    std::atomic<std::uint64_t> times{0};
    std::atomic<std::uint64_t> bytes{0};

    void add(std::uint64_t more_bytes) {
        times.fetch_add(1, std::memory_order_relaxed);
        bytes.fetch_add(more_bytes, std::memory_order_relaxed);
    }
};

/// The counts of one process.
class Counters {
public:
    explicit Counters(int num_processes) : messages_(static_cast<std::size_t>(num_processes)) {}

    /// Of the messages to `process`, a rank of MPI_COMM_WORLD.
    [[nodiscard]] Counter& messages_to(int process) { return messages_[static_cast<std::size_t>(process)]; }
    /// Of the calls of a collective operation; bytes are those handed in.
    [[nodiscard]] Counter& calls_of(Collective collective) { return calls_[static_cast<std::size_t>(collective)]; }
    /// Of the messages to processes outside of MPI_COMM_WORLD (dynamic processes), which no trace has a line for.
    [[nodiscard]] Counter& messages_abroad() { return abroad_; }

    [[nodiscard]] int num_processes() const { return static_cast<int>(messages_.size()); }

    /// Lines "message FROM TO MESSAGES BYTES" for `process`, by increasing TO, those without a message left out.
    [[nodiscard]] std::string message_lines(int process) const;
    /// Lines "collective PROCESS NAME CALLS BYTES", those without a call left out.
    [[nodiscard]] std::string collective_lines(int process) const;

private:
    std::vector<Counter> messages_;  ///< [process]
    std::array<Counter, kNumCollectives> calls_;
    Counter abroad_;
};

}  // namespace causeway::tracing
