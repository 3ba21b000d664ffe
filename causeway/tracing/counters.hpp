/// What one process of a job sent to each other and which collective operations it called.
#pragma once

#include "causeway/mpi/counter.hpp"
#include "causeway/tracing/collective.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace causeway::tracing {

using mpi::Counter;

/// The counts of one process.
class Counters {
public:
    explicit Counters(int num_processes)
        : messages_(static_cast<std::size_t>(num_processes)),
          messages_of_collectives_(static_cast<std::size_t>(num_processes)) {}

    /// Of the messages to `process`, a rank of MPI_COMM_WORLD.
    [[nodiscard]] Counter& messages_to(int process) { return messages_[static_cast<std::size_t>(process)]; }
    /// Of those of collective operations that Causeway carries out.
    [[nodiscard]] Counter& messages_of_collectives_to(int process) {
        return messages_of_collectives_[static_cast<std::size_t>(process)];
    }
    /// Of the calls of a collective operation; bytes are those handed in.
    [[nodiscard]] Counter& calls_of(Collective collective) { return calls_[static_cast<std::size_t>(collective)]; }
    /// Of the messages to processes outside of MPI_COMM_WORLD (dynamic processes), which no trace has a line for.
    [[nodiscard]] Counter& messages_abroad() { return abroad_; }

    [[nodiscard]] int num_processes() const { return static_cast<int>(messages_.size()); }

    /// Lines "message FROM TO MESSAGES BYTES" for `process`, by increasing TO, those without a message left out.
    [[nodiscard]] std::string message_lines(int process) const;
    /// The same of messages_of_collectives_to: "collective-message FROM TO MESSAGES BYTES".
    [[nodiscard]] std::string collective_message_lines(int process) const;
    /// Lines "collective PROCESS NAME CALLS BYTES", those without a call left out.
    [[nodiscard]] std::string collective_lines(int process) const;

private:
    std::vector<Counter> messages_;                 ///< [process]
    std::vector<Counter> messages_of_collectives_;  ///< [process]
    std::array<Counter, kNumCollectives> calls_;
    Counter abroad_;
};

}  // namespace causeway::tracing
