#include "causeway/schedule/send_order.hpp"

#include <algorithm>
#include <vector>

namespace causeway::schedule {

std::size_t num_senders(const Program& program, std::size_t enough) {
    std::vector<int> peers;
    for (const Section& section : program.sections) {
        for (const Action& operation : section.body) {
            if (!operation.is_send() && std::find(peers.begin(), peers.end(), operation.peer) == peers.end()) {
                peers.push_back(operation.peer);
                if (peers.size() >= enough) {
                    return peers.size();
                }
            }
        }
    }
    return peers.size();
}

bool lets_sends_pass(const Program& program) {
    constexpr std::size_t kSeveral = 2;
    return num_senders(program, kSeveral) >= kSeveral &&
           std::none_of(program.sections.begin(), program.sections.end(), [](const Section& section) {
               return std::any_of(section.body.begin(), section.body.end(),
                                  [](const Action& operation) { return operation.is_control(); });
           });
}

}  // namespace causeway::schedule
