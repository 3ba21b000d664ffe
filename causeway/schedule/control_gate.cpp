#include "causeway/schedule/control_gate.hpp"

#include <algorithm>

namespace causeway::schedule {

ControlGate::ControlGate(const Program& program, int num_blocks) {
    const bool has_control = std::any_of(program.sections.begin(), program.sections.end(), [](const Section& section) {
        return std::any_of(section.body.begin(), section.body.end(),
                           [](const Action& operation) { return operation.is_control(); });
    });
    if (!has_control) {
        return;
    }
    Cursor cursor(program, num_blocks);
    while (const auto operation = cursor.next()) {
        if (!operation->is_send()) {
            receives_.push_back({operation->peer, operation->is_control(), std::nullopt});
        }
    }
}

std::vector<int> ControlGate::peers_of_receives() const {
    std::vector<int> peers;
    peers.reserve(receives_.size());
    for (const Receive& receive : receives_) {
        peers.push_back(receive.peer);
    }
    return peers;
}

void ControlGate::arrived(std::size_t index, Seconds time) {
    receives_[index].arrival = time;
}

std::optional<Seconds> ControlGate::opens_at(const Action& send, std::size_t receives_before) {
    if (!is_needed()) {
        return Seconds(0.0);
    }
    const bool is_control = send.is_control();
    Progress& progress = is_control ? all_ : controls_;
    for (; progress.seen < receives_before; ++progress.seen) {
        const Receive& receive = receives_[progress.seen];
        if (!is_control && !receive.is_control) {
            continue;
        }
        if (!receive.arrival) {
            return std::nullopt;
        }
        progress.latest = std::max(progress.latest, *receive.arrival);
    }
    return progress.latest;
}

}  // namespace causeway::schedule
