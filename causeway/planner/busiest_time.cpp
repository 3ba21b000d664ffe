#include "causeway/planner/busiest_time.hpp"

namespace causeway::planner {

base::PagedVector<double> held_times(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                                     const schedule::BlockSizes& sizes) {
    base::PagedVector<double> held(static_cast<std::size_t>(model.num_resources()));
    for (const schedule::Schedule& strand : strands) {
        for (int process = 0; process < strand.num_processes(); ++process) {
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(process)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                if (action->is_send()) {
                    for_each_hold(model.occupation(process, action->peer, sizes.size_of(action->blocks)),
                                  [&](const model::Hold& hold) {
                                      held[static_cast<std::size_t>(hold.resource)] += hold.duration.value();
                                  });
                }
            }
        }
    }
    return held;
}

Seconds busiest_time(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                     const schedule::BlockSizes& sizes) {
    return Seconds(held_times(strands, model, sizes).largest());
}

}  // namespace causeway::planner
