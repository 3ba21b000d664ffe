/// What control messages make a process's sends wait for, besides their own blocks.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/schedule/schedule.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace causeway::schedule {

/// Holds sends back until the receives that control messages make them wait for are there (see schedule.hpp).
/// Costs nothing for a program without control messages.
class ControlGate {
public:
    ControlGate(const Program& program, int num_blocks);

    /// Whether anything is ever held back; if not, arrivals need not be told.
    [[nodiscard]] bool is_needed() const { return !receives_.empty(); }

    /// The peers of the program's receives, in order; empty when the gate is not needed.
    [[nodiscard]] std::vector<int> peers_of_receives() const;

    /// Receive number `index` of the program, counted from 0, is there at `time`.
    void arrived(std::size_t index, Seconds time);

    /// When `send`, before which so many receives stand in the program, is let through by what has arrived so far;
    /// nothing while it has to wait. Sends are asked for in program order.
    [[nodiscard]] std::optional<Seconds> opens_at(const Action& send, std::size_t receives_before);

private:
    struct Receive {
        int peer = 0;
        bool is_control = false;
        std::optional<Seconds> arrival;
    };

    /// How far the receives have been looked through, and the latest arrival among those that counted.
    struct Progress {
        std::size_t seen = 0;
        Seconds latest;
    };

    std::vector<Receive> receives_;
    Progress controls_;  ///< what any send waits for
    Progress all_;       ///< what a control message waits for
};

}  // namespace causeway::schedule
