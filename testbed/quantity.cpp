#include "testbed/quantity.hpp"

#include "testbed/grid.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace causeway::testbed {

namespace {

using Range = Quantity::Range;

Site& site_at(Grid& grid, int site) {
    return grid.sites[static_cast<std::size_t>(site)];
}

template <typename Value>
void assign_both_ways(base::SquareMatrix<Value>& matrix, int site, int other_site, Value value) {
    matrix(site, other_site) = value;
    matrix(other_site, site) = value;
}

}  // namespace

const std::vector<Quantity>& quantities() {
    static const std::vector<Quantity> all = {
        {"latency", 2, Range::kSeconds,
         [](Grid& grid, int a, int b, double value) { assign_both_ways(grid.latency, a, b, Seconds(value)); }},
        {"jitter", 2, Range::kSeconds,
         [](Grid& grid, int a, int b, double value) { assign_both_ways(grid.jitter, a, b, Seconds(value)); }},
        {"loss", 2, Range::kProbability,
         [](Grid& grid, int a, int b, double value) { assign_both_ways(grid.loss, a, b, value); }},
        {"capacity", 2, Range::kLimit,
         [](Grid& grid, int a, int b, double value) { assign_both_ways(grid.capacity, a, b, BytesPerSecond(value)); }},
        {"per_flow_limit", 2, Range::kLimit,
         [](Grid& grid, int a, int b, double value) {
             assign_both_ways(grid.per_flow_limit, a, b, BytesPerSecond(value));
         }},
        {"uplink", 1, Range::kRate,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).uplink_rate = BytesPerSecond(value); }},
        {"downlink", 1, Range::kRate,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).downlink_rate = BytesPerSecond(value); }},
        {"uplink_loss", 1, Range::kProbability,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).uplink_loss = value; }},
        {"downlink_loss", 1, Range::kProbability,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).downlink_loss = value; }},
        {"nic", 1, Range::kRate,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).nic_rate = BytesPerSecond(value); }},
        {"lan_latency", 1, Range::kSeconds,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).lan_latency = Seconds(value); }},
        {"lan_jitter", 1, Range::kSeconds,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).lan_jitter = Seconds(value); }},
    };
    return all;
}

const Quantity& quantity(const std::string& name, const std::string& source, const std::string& place) {
    std::vector<std::string> known;
    for (const Quantity& candidate : quantities()) {
        if (candidate.name == name) {
            return candidate;
        }
        known.emplace_back(candidate.name);
    }
    throw base::InputError(
        {.source = source, .place = place, .found = "'" + name + "'", .accepted = base::joined(known)});
}

std::string accepted_values(const Quantity& quantity) {
    switch (quantity.range) {
        case Range::kSeconds:
            return "a number of seconds >= 0";
        case Range::kRate:
            return "a number of bytes per second > 0";
        case Range::kLimit:
            return "a number of bytes per second > 0, or none";
        case Range::kProbability:
            return "a probability >= 0 and < 1";
    }
    return {};
}

bool accepts(const Quantity& quantity, double value) {
    switch (quantity.range) {
        case Range::kSeconds:
            return std::isfinite(value) && value >= 0;
        case Range::kRate:
            return std::isfinite(value) && value > 0;
        case Range::kLimit:
            return value > 0;
        case Range::kProbability:
            return value >= 0 && value < 1;
    }
    return false;
}

std::vector<TimedChange> read_changes(const base::JsonInput& input, const std::vector<Site>& sites) {
    std::vector<TimedChange> result;
    for (const base::JsonInput& entry : input.elements()) {
        entry.require_keys_among({"after", "set"});
        TimedChange timed{.after = entry.member("after").non_negative_seconds(), .change = {}};
        const base::JsonInput set = entry.member("set");
        set.require_keys_among({"what", "sites", "value"});
        const base::JsonInput what = set.member("what");
        const Quantity& wanted = quantity(what.string(), what.source(), what.place());
        const base::JsonInput names = set.member("sites");
        std::vector<int> numbers;
        for (const base::JsonInput& name : names.elements()) {
            numbers.push_back(read_site_name(name, sites));
        }
        if (static_cast<int>(numbers.size()) != wanted.num_sites || (numbers.size() == 2 && numbers[0] == numbers[1])) {
            names.refuse(wanted.num_sites == 2 ? "the names of two different sites"
                                               : "the name of one site, in a list");
        }
        const base::JsonInput value = set.member("value");
        timed.change = {.what = &wanted,
                        .site = numbers.front(),
                        .other_site = numbers.back(),
                        .value = value.is_null() ? std::numeric_limits<double>::infinity() : value.number()};
        if (!accepts(wanted, timed.change.value)) {
            value.refuse(accepted_values(wanted) + (wanted.range == Range::kLimit ? " (null)" : ""));
        }
        result.push_back(timed);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const TimedChange& a, const TimedChange& b) { return a.after < b.after; });
    return result;
}

std::string to_text(const Change& change, const std::vector<Site>& sites) {
    const auto name = [&sites](int site) { return sites[static_cast<std::size_t>(site)].name; };
    std::string value;
    switch (change.what->range) {
        case Range::kSeconds:
            value = base::to_text(Seconds(change.value));
            break;
        case Range::kRate:
        case Range::kLimit:
            value = std::isinf(change.value) ? "none" : base::to_text(BytesPerSecond(change.value));
            break;
        case Range::kProbability:
            value = fmt::format("{:.3g}", change.value);
            break;
    }
    return change.what->num_sites == 2
               ? fmt::format("{} between {} and {} becomes {}", change.what->name, name(change.site),
                             name(change.other_site), value)
               : fmt::format("{} of {} becomes {}", change.what->name, name(change.site), value);
}

}  // namespace causeway::testbed
