/// What `iperf3 --json` prints at its client: the bandwidth from one host to another. Its round-trip times are those of
/// a link that its own messages fill, so that they are no latencies.
#include "causeway/platform/monitoring_tool/tool.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace causeway::platform {

namespace {

using base::JsonInput;

constexpr double kBitsPerByte = 8.0;

bool recognises_iperf3(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

/// The name of the host that ran it: the second word of what `uname -a` says there.
std::string own_name_in(const JsonInput& start) {
    const JsonInput system = start.member("system_info");
    const std::string words = system.string();
    const std::size_t begin = words.find(' ');
    const std::size_t end = begin == std::string::npos ? begin : words.find(' ', begin + 1);
    if (end == std::string::npos || end == begin + 1) {
        system.refuse("what 'uname -a' says: the system, the host's name, ...");
    }
    return words.substr(begin + 1, end - begin - 1);
}

std::vector<ToolRecord> read_iperf3(std::string_view text, const std::string& file) {
    const JsonInput document = JsonInput::parse(text, file);
    if (const auto error = document.optional_member("error")) {
        error->refuse(fmt::format("iperf3's message '{}'", error->string()), "a measurement that ended well");
    }
    const JsonInput start = document.member("start");
    if (!start.optional_member("connecting_to")) {
        start.refuse("no 'connecting_to'", "what the client prints (iperf3 --client HOST --json)");
    }
    ToolRecord record{.from = own_name_in(start), .to = start.member("connecting_to").member("host").string()};
    const auto test = start.optional_member("test_start");
    const auto reverse = test ? test->optional_member("reverse") : std::nullopt;
    if (reverse && reverse->integer(0, 1) == 1) {
        std::swap(record.from, record.to);
    }
    const JsonInput end = document.member("end");
    // What has arrived; with UDP older versions know it as the only sum.
    const auto received = end.optional_member("sum_received");
    const JsonInput rate = (received ? *received : end.member("sum")).member("bits_per_second");
    if (!(rate.number() > 0.0)) {
        rate.refuse("a number > 0: something arrived");
    }
    record.bandwidth = BytesPerSecond(rate.number() / kBitsPerByte);
    if (const auto stamp = start.optional_member("timestamp")) {
        record.time = stamp->member("timesecs").number();
    }
    return {std::move(record)};
}

}  // namespace

extern const MonitoringTool iperf3_tool{
    .name = "iperf3",
    .summary = "iperf3 --client HOST --json > FILE, on the host from which is measured",
    .source = "https://software.es.net/iperf",
    .recognises = recognises_iperf3,
    .read = read_iperf3,
};

}  // namespace causeway::platform
