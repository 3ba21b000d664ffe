#include "causeway/mpi/strand.hpp"

#include <utility>

namespace causeway::mpi {

void Strand::begin(std::size_t index, const schedule::Program& program, int num_blocks, schedule::BlockOrder& order) {
    Strand anew;  // in the memory that there is
    std::swap(anew.receives, receives);
    std::swap(anew.sends, sends);
    std::swap(anew.has_arrived, has_arrived);
    std::swap(anew.waiting_sends, waiting_sends);
    anew.receives.clear();
    anew.sends.clear();
    anew.waiting_sends.clear();
    std::size_t controls = 0;
    schedule::Cursor cursor(program, num_blocks);
    while (const auto operation = cursor.next()) {
        const Step step{*operation, order.enter(index, *operation), anew.receives.size(), controls, anew.sends.size()};
        if (operation->is_send()) {
            anew.sends.push_back(step);
        } else {
            anew.receives.push_back(step);
            controls += operation->is_control() ? 1 : 0;
        }
    }
    anew.has_control = controls > 0;
    anew.has_arrived.assign(anew.has_control ? anew.receives.size() : 0, 0);
    *this = std::move(anew);
}

void Strand::take(std::size_t receive) {
    --active_receives;
    if (!has_control) {
        return;
    }
    has_arrived[receive] = 1;
    while (arrived_prefix < receives.size() && has_arrived[arrived_prefix] != 0) {
        ++arrived_prefix;
    }
    for (; control_prefix < receives.size(); ++control_prefix) {
        if (receives[control_prefix].operation.is_control()) {
            if (has_arrived[control_prefix] == 0) {
                break;
            }
            ++arrived_controls;
        }
    }
}

}  // namespace causeway::mpi
