/// One strand of a run: a process's program of a schedule, and how far it has been carried out.
#pragma once

#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::mpi {

/// An operation with what it waits for.
struct Step {
    schedule::Action operation;
    schedule::Needs needs;
    /// Receives that a control message, or what follows one, waits for (schedule.hpp): so many of the strand,
    /// counted from the first, must be there; and so many control messages.
    std::size_t receives_before = 0;
    std::size_t controls_before = 0;
    std::size_t sends_before = 0;  ///< sends of the strand that stand before it in the program
};

/// One strand of a run.
struct Strand {
    std::vector<Step> receives;
    std::vector<Step> sends;
    std::vector<char> has_arrived;           ///< [receive], where there are control messages
    std::size_t num_senders = 0;             ///< processes that send to this one
    std::size_t next_receive = 0;            ///< not posted yet
    std::size_t next_send = 0;               ///< not looked at yet
    std::vector<std::size_t> waiting_sends;  ///< looked at, in order: they lack something
    std::size_t arrived_prefix = 0;          ///< receives there without a gap
    std::size_t arrived_controls = 0;        ///< control messages among them, of which none lacks
    std::size_t control_prefix = 0;          ///< receives among which all control messages are there
    std::size_t active_receives = 0;
    std::size_t active_sends = 0;
    std::int64_t partial_bytes = 0;              ///< of active receives
    std::int64_t bytes_between_synchronous = 0;  ///< sends
    std::int64_t bytes_since_synchronous = 0;
    int synchronous_sends = 0;
    bool has_control = false;
    bool lets_sends_pass = false;  ///< see schedule/send_order.hpp

    /// Takes up a program: each operation, written out, with what it needs by `order`, in which this is strand `index`.
    void begin(std::size_t index, const schedule::Program& program, int num_blocks, schedule::BlockOrder& order);

    /// What control messages demand (schedule.hpp).
    [[nodiscard]] bool lets_through(const Step& step) const {
        return !has_control || (arrived_controls >= step.controls_before &&
                                (!step.operation.is_control() || arrived_prefix >= step.receives_before));
    }

    /// Whether a send that stands before the receive has not been posted.
    [[nodiscard]] bool has_to_send_before(const Step& receive) const {
        return next_send < receive.sends_before ||
               (!waiting_sends.empty() && waiting_sends.front() < receive.sends_before);
    }

    /// A receive, by its number, is there.
    void take(std::size_t receive);
};

}  // namespace causeway::mpi
