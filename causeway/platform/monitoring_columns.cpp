#include "causeway/platform/monitoring_columns.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/trimmed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>

namespace causeway::platform {

namespace {

constexpr std::string_view kRecordColumns =
    "the columns src, dst, latency, and if known bandwidth and time; units as in latency_ms, bandwidth_mbps";

struct Word {
    std::string_view name;
    Quantity quantity;
    bool is_round_trip = false;
};

constexpr std::array kWords{
    Word{"src", Quantity::kFrom},
    Word{"source", Quantity::kFrom},
    Word{"from", Quantity::kFrom},
    Word{"dst", Quantity::kTo},
    Word{"destination", Quantity::kTo},
    Word{"to", Quantity::kTo},
    Word{"latency", Quantity::kLatency},
    Word{"delay", Quantity::kLatency},
    Word{"rtt", Quantity::kLatency, true},
    Word{"round_trip", Quantity::kLatency, true},
    Word{"bandwidth", Quantity::kBandwidth},
    Word{"throughput", Quantity::kBandwidth},
    Word{"time", Quantity::kTime},
    Word{"timestamp", Quantity::kTime},
};

struct Unit {
    std::string_view name;
    double factor;
};

constexpr std::array kTimes{Unit{"s", 1.0},   Unit{"sec", 1.0}, Unit{"seconds", 1.0}, Unit{"ms", 1e-3},
                            Unit{"us", 1e-6}, Unit{"µs", 1e-6}, Unit{"ns", 1e-9}};

/// Letters count: B is a byte, b and bit are a bit; decimal prefixes.
constexpr std::array kRates{Unit{"B/s", 1.0},        Unit{"kB/s", 1e3},       Unit{"MB/s", 1e6},
                            Unit{"GB/s", 1e9},       Unit{"bit/s", 1.0 / 8},  Unit{"kbit/s", 1e3 / 8},
                            Unit{"Mbit/s", 1e6 / 8}, Unit{"Gbit/s", 1e9 / 8}, Unit{"bps", 1.0 / 8},
                            Unit{"kbps", 1e3 / 8},   Unit{"mbps", 1e6 / 8},   Unit{"gbps", 1e9 / 8},
                            Unit{"Mbps", 1e6 / 8},   Unit{"Gbps", 1e9 / 8}};

double factor_of(std::span<const Unit> units, std::string_view unit, const std::string& source,
                 const std::string& place) {
    for (const Unit& known : units) {
        if (known.name == unit) {
            return known.factor;
        }
    }
    std::string accepted;
    for (const Unit& known : units) {
        accepted += accepted.empty() ? "" : ", ";
        accepted += known.name;
    }
    throw base::InputError(
        {.source = source, .place = place, .found = fmt::format("the unit '{}'", unit), .accepted = accepted});
}

/// The unit behind the quantity: "_ms", "[ms]", "(ms)", " ms". Nothing for what is none of these.
std::optional<std::string_view> unit_behind(std::string_view rest) {
    rest = base::trimmed(rest);
    if (rest.size() > 2 &&
        ((rest.front() == '[' && rest.back() == ']') || (rest.front() == '(' && rest.back() == ')'))) {
        return base::trimmed(rest.substr(1, rest.size() - 2));
    }
    if (rest.size() > 1 && rest.front() == '_') {
        return rest.substr(1);
    }
    return std::nullopt;
}

}  // namespace

double seconds_in(std::string_view unit, const std::string& source, const std::string& place) {
    return factor_of(kTimes, unit, source, place);
}

double bytes_per_second_in(std::string_view unit, const std::string& source, const std::string& place) {
    return factor_of(kRates, unit, source, place);
}

std::optional<MonitoringColumn> column_named(std::string_view name) {
    const auto is_equal = [](char small, char letter) {
        return std::tolower(static_cast<unsigned char>(letter)) == small;
    };
    for (const Word& word : kWords) {
        if (name.size() < word.name.size() || !std::equal(word.name.begin(), word.name.end(), name.begin(), is_equal)) {
            continue;
        }
        const std::string_view rest = name.substr(word.name.size());
        if (rest.empty()) {
            return MonitoringColumn{word.quantity, word.is_round_trip, {}};
        }
        const bool may_have_unit = word.quantity == Quantity::kLatency || word.quantity == Quantity::kBandwidth;
        if (const auto unit = unit_behind(rest); unit && may_have_unit) {
            return MonitoringColumn{word.quantity, word.is_round_trip, std::string(*unit)};
        }
    }
    return std::nullopt;
}

bool is_record_head(const base::CsvRow& row) {
    const auto has = [&](Quantity quantity) {
        return std::any_of(row.cells.begin(), row.cells.end(), [&](const std::string& cell) {
            const auto column = column_named(cell);
            return column && column->quantity == quantity;
        });
    };
    return has(Quantity::kFrom) && has(Quantity::kTo);
}

RecordHead::RecordHead(const base::CsvRow& row, const std::string& source) : num_columns_(row.cells.size()) {
    const auto refuse = [&](std::string found, std::string_view accepted) {
        throw base::InputError({source, fmt::format("line {}", row.line), std::move(found), std::string(accepted)});
    };
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
        const auto column = column_named(row.cells[c]);
        if (!column) {
            refuse(fmt::format("the unknown column '{}'", row.cells[c]), kRecordColumns);
        }
        std::optional<Column>& known = columns_[static_cast<std::size_t>(column->quantity)];
        if (known) {
            refuse(fmt::format("a second column of the same, '{}'", row.cells[c]), "every column once");
        }
        known = Column{c, *column};
    }
    if (!columns_[static_cast<std::size_t>(Quantity::kLatency)]) {
        refuse("no column of latencies", kRecordColumns);
    }
}

std::string RecordHead::cell(const base::CsvRow& row, Quantity quantity) const {
    const auto& column = columns_[static_cast<std::size_t>(quantity)];
    return column ? row.cells[column->place] : std::string();
}

const MonitoringColumn* RecordHead::meaning(Quantity quantity) const {
    const auto& column = columns_[static_cast<std::size_t>(quantity)];
    return column ? &column->meaning : nullptr;
}

}  // namespace causeway::platform
