#include "causeway/simulate/receive_order.hpp"

namespace causeway::simulate {

void ReceiveOrder::enter(std::size_t strand, const schedule::Action& receive, const schedule::Needs& needs) {
    Sender& sender = senders_[strand][receive.peer];
    if (sender.early.empty()) {
        sender.entered.push({receive, needs});
        return;
    }
    here_.push_back({{receive, needs}, sender.early.front()});
    sender.early.pop();
}

void ReceiveOrder::arrived(std::size_t strand, int from, double time) {
    Sender& sender = senders_[strand][from];
    if (sender.entered.empty()) {
        sender.early.push(time);
        return;
    }
    here_.push_back({sender.entered.front(), time});
    sender.entered.pop();
}

}  // namespace causeway::simulate
