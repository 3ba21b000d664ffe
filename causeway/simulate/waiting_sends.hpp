/// Sends of a process that let others pass, as far as they are looked at.
#pragma once

#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <queue>
#include <span>
#include <unordered_map>
#include <vector>

namespace causeway::simulate {

/// A send that was looked at.
struct WaitingSend {
    schedule::Action send;
    schedule::Needs needs;
    std::size_t number = 0;  ///< in the program, among those that waited
};

/// To each process the first may leave, and only that: the others stand behind it, so that a look takes as long as
/// there are receivers, and not as there are sends.
class WaitingSends {
public:
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }

    /// The next of the program.
    void add(const schedule::Action& send, const schedule::Needs& needs) {
        const WaitingSend one{send, needs, next_number_++};
        ++size_;
        if (std::ranges::any_of(firsts_, [&](const WaitingSend& first) { return first.send.peer == send.peer; })) {
            behind_[send.peer].push(one);
        } else {
            firsts_.push_back(one);
        }
    }

    /// The first one to each process, in the order of the program.
    [[nodiscard]] std::span<const WaitingSend> firsts() const { return firsts_; }

    /// Takes out firsts()[index], in whose place comes the next to the same process.
    schedule::Action take(std::size_t index) {
        const schedule::Action send = firsts_[index].send;
        firsts_.erase(firsts_.begin() + static_cast<std::ptrdiff_t>(index));
        --size_;
        const auto others = behind_.find(send.peer);
        if (others != behind_.end() && !others->second.empty()) {
            const WaitingSend next = others->second.front();
            others->second.pop();
            firsts_.insert(std::ranges::upper_bound(firsts_, next.number, {}, &WaitingSend::number), next);
        }
        return send;
    }

private:
    std::vector<WaitingSend> firsts_;
    std::unordered_map<int, std::queue<WaitingSend>> behind_;  ///< [process]
    std::size_t size_ = 0;
    std::size_t next_number_ = 0;
};

}  // namespace causeway::simulate
