/// What `fping -C N -q HOST...` prints, which SmokePing asks: a line for each host with the round trip of each probe in
/// milliseconds, "n1 : 0.91 - 0.85". Where it ran does not stand there: the file is called after that host.
#include "causeway/platform/monitoring_tool/tool.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/trimmed.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <map>
#include <utility>

namespace causeway::platform {

namespace {

constexpr std::string_view kEnding = ".fping";
constexpr std::string_view kColon = ":";
constexpr std::string_view kLost = "-";
constexpr double kOneWayOfMilliseconds = 0.5e-3;

/// The words of a line, which blanks part.
std::vector<std::string_view> words_in(std::string_view line) {
    constexpr std::string_view kBlanks = " \t\r";
    std::vector<std::string_view> words;
    for (std::size_t begin = line.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(kBlanks, end);
    }
    return words;
}

/// "n1 : 0.91 ...", with blanks before the colon to align it.
bool is_line_of_probes(std::string_view line) {
    const std::vector<std::string_view> words = words_in(line);
    return words.size() >= 3 && words[1] == kColon && (words[2] == kLost || base::number_in<double>(words[2]));
}

bool recognises_fping(std::string_view text) {
    return is_line_of_probes(text.substr(0, text.find('\n')));
}

/// "n0.site.org" of "monitoring/n0.site.org.fping".
std::string measuring_host_of(const std::string& file) {
    const std::filesystem::path path(file);
    if (path.extension() != kEnding || path.stem().empty()) {
        throw base::InputError({file,
                                {},
                                "round trips that fping measured, from a host that they do not name",
                                fmt::format("a file called after that host, HOST{}", kEnding)});
    }
    return path.stem().string();
}

std::vector<ToolRecord> read_fping(std::string_view text, const std::string& file) {
    const std::string from = measuring_host_of(file);
    std::map<std::string, std::size_t, std::less<>> record_of;
    std::vector<ToolRecord> records;
    std::vector<std::vector<double>> latencies;  // [record]
    int line_number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = base::trimmed(text.substr(begin, end - begin));
        begin = end + 1;
        ++line_number;
        const auto refuse = [&](std::string_view found) {
            throw base::InputError({file, fmt::format("line {}", line_number), fmt::format("'{}'", found),
                                    "a host, ':', and the round trip of each probe in ms, '-' for one that was lost"});
        };
        if (line.empty()) {
            continue;
        }
        if (!is_line_of_probes(line)) {
            refuse(line.substr(0, 80));
        }
        const std::vector<std::string_view> words = words_in(line);
        const auto [entry, is_new] = record_of.emplace(words[0], records.size());
        if (is_new) {
            records.push_back({.from = from, .to = std::string(words[0]), .line = line_number});
            latencies.emplace_back();
        }
        for (std::size_t word = 2; word < words.size(); ++word) {
            if (words[word] == kLost) {
                continue;
            }
            const auto milliseconds = base::number_in<double>(words[word]);
            if (!milliseconds || !std::isfinite(*milliseconds) || *milliseconds < 0.0) {
                refuse(words[word]);
            }
            latencies[entry->second].push_back(*milliseconds * kOneWayOfMilliseconds);
        }
    }
    for (std::size_t record = 0; record < records.size(); ++record) {
        if (!latencies[record].empty()) {
            records[record].latency = Seconds(statistics::median(std::move(latencies[record])));
        }
    }
    return records;
}

}  // namespace

extern const MonitoringTool fping_tool{
    .name = "fping",
    .summary = "fping -C 20 -q HOST... 2> HOST.fping, on the host that the file is called after; what SmokePing asks",
    .source = "https://fping.org, https://oss.oetiker.ch/smokeping",
    .recognises = recognises_fping,
    .read = read_fping,
};

}  // namespace causeway::platform
