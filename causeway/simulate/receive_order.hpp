/// In which order what a process receives counts, where blocks are received more than once: in that of its program, not
/// in that of the arrivals. A partner of a later round may be faster than one of this round, and what it sent is
/// combined when its turn comes.
#pragma once

#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/simulate/fifo.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace causeway::simulate {

/// The receives of one process in all its strands: the n-th message from a process is for the n-th receive from it.
class ReceiveOrder {
public:
    explicit ReceiveOrder(std::size_t num_strands) : senders_(num_strands) {}

    /// The strand's program has come to the receive.
    void enter(std::size_t strand, const schedule::Action& receive, const schedule::Needs& needs);

    /// A message has come, at `time` (seconds).
    void arrived(std::size_t strand, int from, double time);

    /// Calls `take(receive, time)` for every receive whose message is here and whose turn has come in `order`, and
    /// tells `order` that it is over. Returns whether there was one.
    template <typename Take>
    bool settle(schedule::BlockOrder& order, const Take& take) {
        bool has_taken = false;
        for (bool goes_on = !here_.empty(); goes_on;) {
            goes_on = false;
            std::size_t kept = 0;
            for (const Here& one : here_) {
                if (!order.is_ready(one.receive.operation, one.receive.needs)) {
                    here_[kept++] = one;
                    continue;
                }
                order.done(one.receive.operation);
                take(one.receive.operation, one.time);
                goes_on = true;
            }
            here_.resize(kept);
            has_taken = has_taken || goes_on;
        }
        return has_taken;
    }

private:
    struct Receive {
        schedule::Action operation;
        schedule::Needs needs;
    };
    struct Here {
        Receive receive;
        double time = 0.0;
    };
    /// One of these is empty.
    struct Sender {
        Fifo<Receive> entered;
        Fifo<double> early;  ///< arrivals that the program has not come to
    };

    std::vector<std::unordered_map<int, Sender>> senders_;  ///< [strand]: by process
    std::vector<Here> here_;                                ///< not their turn yet
};

}  // namespace causeway::simulate
