/// What the processes of a schedule send.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

struct Sent {
    int messages = 0;
    int blocks = 0;
};

/// Between processes of unlike clusters, or inside clusters.
inline Sent sent(const schedule::Strands& strands, const std::vector<int>& cluster_of_process, bool is_between) {
    Sent sum;
    for (const schedule::Schedule& strand : strands) {
        for (int process = 0; process < strand.num_processes(); ++process) {
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(process)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                const bool is_far = cluster_of_process[static_cast<std::size_t>(process)] !=
                                    cluster_of_process[static_cast<std::size_t>(action->peer)];
                if (action->is_send() && is_far == is_between) {
                    ++sum.messages;
                    sum.blocks += action->blocks.count;
                }
            }
        }
    }
    return sum;
}

}  // namespace causeway::scheme
