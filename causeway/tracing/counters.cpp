#include "causeway/tracing/counters.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace causeway::tracing {

namespace {

std::string lines_of(std::string_view word, int process, const std::vector<Counter>& messages_to) {
    std::string text;
    for (std::size_t to = 0; to < messages_to.size(); ++to) {
        const Counter& counter = messages_to[to];
        if (const std::uint64_t messages = counter.times.load(); messages != 0) {
            text += fmt::format("{} {} {} {} {}\n", word, process, to, messages, counter.bytes.load());
        }
    }
    return text;
}

}  // namespace

std::string Counters::message_lines(int process) const {
    return lines_of("message", process, messages_);
}

std::string Counters::collective_message_lines(int process) const {
    return lines_of("collective-message", process, messages_of_collectives_);
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
