/// What a process of a simulation has still to send.
#pragma once

#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/control_gate.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/simulate/waiting_sends.hpp"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

namespace causeway::simulate {

/// The receives of one process that its control messages depend on, by sender: the n-th send from u to v is matched
/// by the n-th receive of v from u.
class MatchedReceives {
public:
    explicit MatchedReceives(const std::vector<int>& peers) {
        for (std::size_t index = 0; index < peers.size(); ++index) {
            from_[peers[index]].indices.push_back(index);
        }
    }

    /// The receive that the next send of `peer` is for; nothing where nobody waits for its number.
    std::optional<std::size_t> next_from(int peer) {
        const auto place = from_.find(peer);
        if (place == from_.end() || place->second.next == place->second.indices.size()) {
            return std::nullopt;
        }
        return place->second.indices[place->second.next++];
    }

private:
    struct Sender {
        std::vector<std::size_t> indices;
        std::size_t next = 0;
    };
    std::unordered_map<int, Sender> from_;
};

/// A process's sends in one strand.
struct SendQueue {
    schedule::Cursor cursor;
    schedule::ControlGate gate;
    MatchedReceives matched;
    std::optional<schedule::Action> head = {};
    std::size_t receives_before = 0;  ///< the head, in the program
    schedule::Needs needs = {};       ///< of the head
    bool is_waiting = false;          ///< the head lacks something
    double earliest = 0.0;            ///< start of the latest send
    // Where sends let others pass there is no head:
    bool lets_pass = false;
    WaitingSends waiting = {};
    bool is_leaving = false;  ///< one of them, that has not left yet
};

}  // namespace causeway::simulate
