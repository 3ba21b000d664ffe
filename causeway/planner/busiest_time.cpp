#include "causeway/planner/busiest_time.hpp"

#include "causeway/base/function_ref.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::planner {

namespace {

/// `visit`: what the model says of each message.
void for_messages(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                  const schedule::BlockSizes& sizes, base::FunctionRef<void(const model::Occupation&)> visit) {
    for (const schedule::Schedule& strand : strands) {
        for (int process = 0; process < strand.num_processes(); ++process) {
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(process)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                if (action->is_send()) {
                    visit(model.occupation(process, action->peer, sizes.size_of(action->blocks)));
                }
            }
        }
    }
}

}  // namespace

std::vector<double> held_times(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                               const schedule::BlockSizes& sizes) {
    std::vector<double> held(static_cast<std::size_t>(model.num_resources()), 0.0);
    for_messages(strands, model, sizes, [&](const model::Occupation& occupation) {
        for (std::size_t s = 0; s < occupation.num_stages; ++s) {
            const model::Stage& stage = occupation.stages[s];
            for (std::size_t h = 0; h < stage.num_holds; ++h) {
                held[static_cast<std::size_t>(stage.holds[h].resource)] += stage.holds[h].duration.value();
            }
        }
    });
    return held;
}

Seconds longest_message(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                        const schedule::BlockSizes& sizes) {
    Seconds longest;
    for_messages(strands, model, sizes,
                 [&](const model::Occupation& occupation) { longest = std::max(longest, occupation.unhindered()); });
    return longest;
}

Seconds busiest_time(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                     const schedule::BlockSizes& sizes) {
    const std::vector<double> held = held_times(strands, model, sizes);
    return Seconds(*std::max_element(held.begin(), held.end()));
}

}  // namespace causeway::planner
