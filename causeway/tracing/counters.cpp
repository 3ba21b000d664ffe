#include "causeway/tracing/counters.hpp"

#include <fmt/format.h>

namespace causeway::tracing {

std::string Counters::message_lines(int process) const {
    std::string text;
    for (std::size_t to = 0; to < messages_.size(); ++to) {
        const Counter& counter = messages_[to];
        if (const std::uint64_t messages = counter.times.load(); messages != 0) {
            text += fmt::format("message {} {} {} {}\n", process, to, messages, counter.bytes.load());
        }
    }
    return text;
}

std::string Counters::collective_lines(int process) const {
    std::string text;
    for (std::size_t kind = 0; kind < kNumCollectives; ++kind) {
        if (const std::uint64_t calls = calls_[kind].times.load(); calls != 0) {
            text += fmt::format("collective {} {} {} {}\n", process, kCollectiveNames[kind], calls,
                                calls_[kind].bytes.load());
        }
    }
    return text;
}

}  // namespace causeway::tracing
