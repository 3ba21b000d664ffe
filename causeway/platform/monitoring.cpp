#include "causeway/platform/monitoring.hpp"

#include "causeway/base/csv_input.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/text.hpp"
#include "causeway/platform/monitoring_columns.hpp"
#include "causeway/platform/monitoring_tool/tool.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <limits>
#include <system_error>
#include <tuple>
#include <unordered_map>

namespace causeway::platform {

namespace {

using base::CsvRow;
using base::InputError;

/// No message travels for a minute; a larger figure is of another unit.
constexpr double kMostSeconds = 60.0;
/// A minute in nanoseconds: more than a latency has in any unit.
constexpr double kMostNumber = 6e10;
/// Ten thousand times the fastest links of today.
constexpr double kMostBytesPerSecond = 1e15;
/// A larger number of hosts is a file of another kind: the tables of all pairs would not fit into memory.
constexpr std::size_t kMostMonitoredHosts = 10'000;

/// A number that may be absent, in the room of a number: there is one for each line of the files.
class Figure {
public:
    Figure() = default;
    Figure(double value) : value_(value) {}  // NOLINT(google-explicit-constructor): it is one
    Figure(std::optional<double> value)      // NOLINT(google-explicit-constructor): it is one
        : value_(value.value_or(std::numeric_limits<double>::quiet_NaN())) {}

    explicit operator bool() const { return !std::isnan(value_); }
    [[nodiscard]] double operator*() const { return value_; }

    friend bool operator==(const Figure& x, const Figure& y) { return !(x < y) && !(y < x); }
    /// The absent one comes first.
    friend bool operator<(const Figure& x, const Figure& y) { return y && (!x || *x < *y); }

private:
    double value_ = std::numeric_limits<double>::quiet_NaN();
};

/// What one line of records, or one cell of a matrix, says.
struct Sample {
    int from = 0;
    int to = 0;
    Figure latency = {};
    Figure bandwidth = {};
    Figure time = {};  ///< seconds, from whenever
    int file = 0;
    int line = 0;
};

/// One file while it is read: says where a fault is.
struct Place {
    std::string source;
    int line = 0;

    [[noreturn]] void refuse(std::string found, std::string accepted) const {
        throw InputError({source, fmt::format("line {}", line), std::move(found), std::move(accepted)});
    }
};

std::optional<double> finite_number_in(std::string_view text) {
    const std::optional<double> value = base::number_in<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// Seconds since 1970 of "2024-03-03 10:00:00" or "2024-03-03T10:00:00Z".
std::optional<double> date_in(const std::string& text) {
    for (const char* form : {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S"}) {
        tm date{};
        if (const char* end = strptime(text.c_str(), form, &date)) {
            const std::string_view rest(end);
            if (rest.empty() || rest == "Z" || rest == " UTC") {
                return static_cast<double>(timegm(&date));
            }
        }
    }
    return std::nullopt;
}

/// By what the latencies of a file are multiplied.
struct LatencyScale {
    double factor = 1.0;
    bool has_unit = false;
};

/// All files, one after the other.
class Merger {
public:
    explicit Merger(std::string_view latency_unit) : unit_of_others_(latency_unit) {
        if (!latency_unit.empty()) {
            (void)seconds_in(latency_unit, "--latency-unit", "");
        }
    }

    void read(const MonitoringFile& file) {
        sources_.push_back(file.source);
        std::string_view text = file.text;
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (text.starts_with(kByteOrderMark)) {
            text.remove_prefix(kByteOrderMark.size());
        }
        if (const MonitoringTool* const tool = tool_of(text)) {
            read_tool(tool->read(text, file.source));
            return;
        }
        base::CsvInput input(text, file.source);
        const CsvRow* head = input.next();
        if (head != nullptr && is_record_head(*head)) {
            read_records(*head, input);
        } else {
            read_matrix(text);
        }
    }

    [[nodiscard]] MonitoringData merged() {
        MonitoringData result;
        result.names = names_;
        result.has_unit = has_unit_.value_or(false);
        const auto size = static_cast<int>(names_.size());
        result.latencies = base::SquareMatrix<std::optional<double>>(size);
        const auto order = [](const Sample& sample) {
            return std::tie(sample.from, sample.to, sample.time, sample.file, sample.line);
        };
        std::sort(samples_.begin(), samples_.end(),
                  [&](const Sample& x, const Sample& y) { return order(x) < order(y); });
        for (std::size_t begin = 0; begin < samples_.size();) {
            std::size_t end = begin;
            while (end < samples_.size() && samples_[end].from == samples_[begin].from &&
                   samples_[end].to == samples_[begin].to) {
                ++end;
            }
            add_pair(result, begin, end);
            begin = end;
        }
        return result;
    }

private:
    [[nodiscard]] const std::string& source() const { return sources_.back(); }
    [[nodiscard]] int file() const { return static_cast<int>(sources_.size()) - 1; }

    /// The index of the host called `name`.
    int host(const std::string& name, const Place& place) {
        if (name.empty()) {
            place.refuse("a host without a name", "a name");
        }
        const auto [entry, is_new] = host_of_.emplace(name, static_cast<int>(names_.size()));
        if (is_new) {
            if (names_.size() == kMostMonitoredHosts) {
                place.refuse(fmt::format("host number {}, '{}'", kMostMonitoredHosts + 1, name),
                             fmt::format("at most {} hosts", kMostMonitoredHosts));
            }
            names_.push_back(name);
        }
        return entry->second;
    }

    /// What the columns of the file that is read say of the unit; null: nothing.
    LatencyScale scale_of(const MonitoringColumn* column, int line) {
        const std::string place = fmt::format("line {}", line);
        LatencyScale scale;
        if (column != nullptr && !column->unit.empty()) {
            scale = {seconds_in(column->unit, source(), place), true};
        } else if (!unit_of_others_.empty()) {
            scale = {seconds_in(unit_of_others_, "--latency-unit", ""), true};
        }
        require_like_others(scale.has_unit, place);
        scale.factor *= column != nullptr && column->is_round_trip ? 0.5 : 1.0;
        return scale;
    }

    /// Either all files have a unit or none has.
    void require_like_others(bool has_unit, const std::string& place) {
        if (has_unit_ && *has_unit_ != has_unit) {
            throw InputError({source(), place,
                              has_unit ? fmt::format("a unit, while {} declares none", sources_.front())
                                       : fmt::format("no unit, while {} declares one", sources_.front()),
                              "a unit in every file or in none: latency_ms in the first line, or --latency-unit"});
        }
        has_unit_ = has_unit;
    }

    void read_tool(const std::vector<ToolRecord>& records) {
        require_like_others(true, "");
        for (const ToolRecord& record : records) {
            const Place place{source(), record.line};
            Sample sample{.from = host(record.from, place),
                          .to = host(record.to, place),
                          .time = record.time,
                          .file = file(),
                          .line = record.line};
            if (record.latency) {
                sample.latency = checked_latency(record.latency->value(), {1.0, true}, place);
            }
            if (record.bandwidth) {
                sample.bandwidth = checked_bandwidth(record.bandwidth->value(), place);
            }
            if (sample.from != sample.to) {
                samples_.push_back(sample);
            }
        }
    }

    static double checked_latency(double value, const LatencyScale& scale, const Place& place) {
        const double latency = value * scale.factor;
        if (latency > (scale.has_unit ? kMostSeconds : kMostNumber)) {
            place.refuse(scale.has_unit ? fmt::format("a latency of {:g} s", latency)
                                        : fmt::format("a latency of {:g}", latency),
                         scale.has_unit ? fmt::format("at most {:g} s; is the unit right?", kMostSeconds)
                                        : fmt::format("at most {:g}", kMostNumber));
        }
        return latency;
    }

    void read_matrix(std::string_view text) {
        LatencyScale scale;
        std::vector<int> hosts;
        read_matrix_cells(
            text, source(),
            [&](const CsvRow& header) {
                const std::optional<MonitoringColumn> corner = column_named(header.cells.front());
                const bool declares = corner && corner->quantity == Quantity::kLatency;
                scale = scale_of(declares ? &*corner : nullptr, header.line);
                for (std::size_t column = 1; column < header.cells.size(); ++column) {
                    hosts.push_back(host(header.cells[column], {source(), header.line}));
                }
            },
            [&](const MatrixCell& cell) {
                samples_.push_back({.from = hosts[static_cast<std::size_t>(cell.from)],
                                    .to = hosts[static_cast<std::size_t>(cell.to)],
                                    .latency = checked_latency(cell.distance, scale, {source(), cell.line}),
                                    .file = file(),
                                    .line = cell.line});
            });
    }

    /// The records below `head`, which `input` has just told.
    void read_records(const CsvRow& head_row, base::CsvInput& input) {
        const RecordHead head(head_row, source());
        const int head_line = head_row.line;
        const LatencyScale scale = scale_of(head.meaning(Quantity::kLatency), head_line);
        const MonitoringColumn* bandwidth = head.meaning(Quantity::kBandwidth);
        const double per_second =
            bandwidth == nullptr || bandwidth->unit.empty()
                ? 1.0
                : bytes_per_second_in(bandwidth->unit, source(), fmt::format("line {}", head_line));
        const CsvRow* row = input.next();
        if (row == nullptr) {
            Place{source(), head_line}.refuse("no record below the names of the columns", "a line for each pair");
        }
        for (; row != nullptr; row = input.next()) {
            const Place place{source(), row->line};
            if (row->cells.size() != head.num_columns()) {
                place.refuse(fmt::format("{} cells", row->cells.size()),
                             fmt::format("{} cells, one for each column", head.num_columns()));
            }
            Sample sample{.file = file(), .line = row->line};
            sample.from = host(head.cell(*row, Quantity::kFrom), place);
            sample.to = host(head.cell(*row, Quantity::kTo), place);
            const std::string latency = head.cell(*row, Quantity::kLatency);
            const auto number = finite_number_in(latency);
            if (!number || *number < 0.0) {
                place.refuse(fmt::format("the latency '{}'", latency), "a number >= 0");
            }
            sample.latency = checked_latency(*number, scale, place);
            sample.bandwidth = bandwidth_in(head.cell(*row, Quantity::kBandwidth), per_second, place);
            sample.time = checked_time(head.cell(*row, Quantity::kTime), place);
            if (sample.from != sample.to) {  // as the diagonal of a matrix
                samples_.push_back(sample);
            }
        }
    }

    static std::optional<double> bandwidth_in(const std::string& cell, double per_second, const Place& place) {
        if (cell.empty()) {
            return std::nullopt;
        }
        const auto number = finite_number_in(cell);
        return checked_bandwidth(number ? *number * per_second : 0.0, place, cell);
    }

    /// `text`: as it stands there; empty: as the number.
    static double checked_bandwidth(double bandwidth, const Place& place, const std::string& text = {}) {
        if (!(bandwidth > 0.0) || bandwidth > kMostBytesPerSecond) {
            place.refuse(
                fmt::format("the bandwidth '{}'", text.empty() ? fmt::format("{:g}", bandwidth) : text),
                fmt::format("a number > 0, at most {:g} bytes per second; nothing if unknown", kMostBytesPerSecond));
        }
        return bandwidth;
    }

    static std::optional<double> checked_time(const std::string& cell, const Place& place) {
        if (cell.empty()) {
            return std::nullopt;
        }
        const auto number = finite_number_in(cell);
        const auto time = number ? number : date_in(cell);
        if (!time) {
            place.refuse(fmt::format("the time '{}'", cell), "a number of seconds, or 2024-03-03T10:00:00Z");
        }
        return time;
    }

    /// Adds what all samples of one pair say, from `first` to before `end`: by time, those without one first.
    void add_pair(MonitoringData& data, std::size_t first, std::size_t end) const {
        const std::deque<Sample>& samples = samples_;
        std::vector<double> latencies;
        std::vector<double> bandwidths;
        for (std::size_t s = first; s < end; ++s) {
            if (s > first) {
                check_agreement(samples[first].time ? samples[s - 1] : samples[first], samples[s]);
            }
            if (s > first && samples[s].time == samples[s - 1].time) {  // the same once more
                if (!samples[s].bandwidth || samples[s - 1].bandwidth) {
                    continue;
                }
            } else if (samples[s].latency) {
                latencies.push_back(*samples[s].latency);
            }
            if (samples[s].bandwidth) {
                bandwidths.push_back(*samples[s].bandwidth);
            }
        }
        const int from = samples[first].from;
        const int to = samples[first].to;
        if (!latencies.empty()) {
            data.latencies(from, to) = statistics::median(std::move(latencies));
        }
        if (!bandwidths.empty()) {
            if (data.bandwidths.size() == 0) {
                data.bandwidths = base::SquareMatrix<std::optional<BytesPerSecond>>(data.latencies.size());
            }
            data.bandwidths(from, to) = BytesPerSecond(statistics::median(std::move(bandwidths)));
        }
    }

    /// Throws if two samples of one pair are of one time, or one of them is of no time, and do not say the same.
    void check_agreement(const Sample& before, const Sample& sample) const {
        const bool may_differ = before.time && before.time != sample.time;
        const bool same_latency = !before.latency || !sample.latency || before.latency == sample.latency;
        if (may_differ ||
            (same_latency && (!before.bandwidth || !sample.bandwidth || before.bandwidth == sample.bandwidth))) {
            return;
        }
        // The one that comes later in the files is the one that contradicts.
        const bool in_order = std::tie(before.file, before.line) < std::tie(sample.file, sample.line);
        const Sample& first = in_order ? before : sample;
        const Sample& second = in_order ? sample : before;
        const auto value_of = [&](const Sample& of) {
            return same_latency ? base::to_text(BytesPerSecond(*of.bandwidth))
                                : fmt::format("{:g}{}", *of.latency, has_unit_.value_or(false) ? " s" : "");
        };
        const std::string elsewhere = first.file == second.file
                                          ? std::string()
                                          : fmt::format(" of {}", sources_[static_cast<std::size_t>(first.file)]);
        Place{sources_[static_cast<std::size_t>(second.file)], second.line}.refuse(
            fmt::format("{} of {} from '{}' to '{}', but {} at line {}{}", same_latency ? "a bandwidth" : "a latency",
                        value_of(second), names_[static_cast<std::size_t>(second.from)],
                        names_[static_cast<std::size_t>(second.to)], value_of(first), first.line, elsewhere),
            "one value for each direction of a pair, or a column 'time' that tells several apart");
    }

    std::string unit_of_others_;    ///< of files that declare none; empty: unknown
    std::optional<bool> has_unit_;  ///< of the files read so far
    std::vector<std::string> sources_;
    std::vector<std::string> names_;
    std::unordered_map<std::string, int> host_of_;
    std::deque<Sample> samples_;  // which does not move, and so never stands there twice
};

/// What is at `path`, or if that is a folder the files in it by their names, but for hidden ones.
std::vector<std::string> files_at(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
        return {path};
    }
    std::vector<std::string> files;
    for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
        if (!entry->path().filename().string().starts_with('.')) {
            files.push_back(entry->path().string());
        }
    }
    if (error || files.empty()) {
        throw InputError(
            {path, {}, error ? error.message() : "an empty folder", "monitoring files, or a folder of them"});
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

MonitoringData parse_monitoring(std::span<const MonitoringFile> files, std::string_view latency_unit) {
    Merger merger(latency_unit);
    for (const MonitoringFile& file : files) {
        merger.read(file);
    }
    return merger.merged();
}

MonitoringData read_monitoring(std::span<const std::string> paths, std::string_view latency_unit) {
    Merger merger(latency_unit);
    for (const std::string& path : paths) {
        for (const std::string& file : files_at(path)) {
            const std::string text = base::read_file(file);
            merger.read({file, text});
        }
    }
    return merger.merged();
}

void require_unit(const MonitoringData& data, const std::string& source, std::string_view accepted) {
    if (!data.has_unit) {
        throw InputError({source, "line 1", "latencies without a unit", std::string(accepted)});
    }
}

}  // namespace causeway::platform
