#include "testbed/quantity.hpp"

#include "testbed/grid.hpp"
#include "testbed/parts.hpp"
#include "testbed/read_parts.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace causeway::testbed {

namespace {

using Of = Quantity::Of;
using Range = Quantity::Range;

Site& site_at(Grid& grid, int site) {
    return grid.sites[static_cast<std::size_t>(site)];
}

template <typename Value>
void assign_both_ways(base::SquareMatrix<Value>& matrix, int part, int other_part, Value value) {
    matrix(part, other_part) = value;
    matrix(other_part, part) = value;
}

}  // namespace

const std::vector<Quantity>& quantities() {
    static const std::vector<Quantity> all = {
        {"latency", Of::kNeighbours, Range::kSeconds,
         [](Grid& grid, int a, int b, double value) { assign_both_ways(grid.latency, a, b, Seconds(value)); }},
        {"jitter", Of::kNeighbours, Range::kSeconds,
         [](Grid& grid, int a, int b, double value) { assign_both_ways(grid.jitter, a, b, Seconds(value)); }},
        {"loss", Of::kNeighbours, Range::kProbability,
         [](Grid& grid, int a, int b, double value) { assign_both_ways(grid.loss, a, b, value); }},
        {"capacity", Of::kNeighbours, Range::kLimit,
         [](Grid& grid, int a, int b, double value) { assign_both_ways(grid.capacity, a, b, BytesPerSecond(value)); }},
        {"per_flow_limit", Of::kNeighbours, Range::kLimit,
         [](Grid& grid, int a, int b, double value) {
             assign_both_ways(grid.per_flow_limit, a, b, BytesPerSecond(value));
         }},
        {"uplink", Of::kPart, Range::kRate,
         [](Grid& grid, int a, int, double value) { boundary_of(grid, a).uplink_rate = BytesPerSecond(value); }},
        {"downlink", Of::kPart, Range::kRate,
         [](Grid& grid, int a, int, double value) { boundary_of(grid, a).downlink_rate = BytesPerSecond(value); }},
        {"uplink_loss", Of::kPart, Range::kProbability,
         [](Grid& grid, int a, int, double value) { boundary_of(grid, a).uplink_loss = value; }},
        {"downlink_loss", Of::kPart, Range::kProbability,
         [](Grid& grid, int a, int, double value) { boundary_of(grid, a).downlink_loss = value; }},
        {"nic", Of::kSite, Range::kRate,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).nic_rate = BytesPerSecond(value); }},
        {"lan_latency", Of::kSite, Range::kSeconds,
         [](Grid& grid, int a, int, double value) { site_at(grid, a).lan_latency = Seconds(value); }},
        {"lan_jitter", Of::kSite, Range::kSeconds,
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

std::vector<int> parts_with(const Quantity& quantity, const Grid& grid) {
    std::vector<int> parts = all_parts(grid);
    if (quantity.of == Of::kSite) {
        std::erase_if(parts, [&grid](int part) { return !is_site(grid, part); });
    }
    return parts;
}

std::vector<TimedChange> read_changes(const base::JsonInput& input, const Grid& grid) {
    std::vector<TimedChange> result;
    for (const base::JsonInput& entry : input.elements()) {
        entry.require_keys_among({"after", "set"});
        TimedChange timed{.after = entry.member("after").non_negative_seconds(), .change = {}};
        const base::JsonInput set = entry.member("set");
        set.require_keys_among({"what", "sites", "value"});
        const base::JsonInput what = set.member("what");
        const Quantity& wanted = quantity(what.string(), what.source(), what.place());
        const base::JsonInput names = set.member("sites");
        const std::vector<int> possible = parts_with(wanted, grid);
        std::vector<int> parts;
        for (const base::JsonInput& name : names.elements()) {
            parts.push_back(read_part_name(name, grid, possible));
        }
        if (parts.size() != (wanted.of == Of::kNeighbours ? 2U : 1U)) {
            names.refuse(wanted.of == Of::kNeighbours ? "the names of two different sites"
                                                      : "the name of one site, in a list");
        }
        if (wanted.of == Of::kNeighbours) {
            if (const auto why = why_not_neighbours(grid, parts.front(), parts.back())) {
                names.refuse(why->found, why->accepted);
            }
        }
        const base::JsonInput value = set.member("value");
        timed.change = {.what = &wanted,
                        .part = parts.front(),
                        .other_part = parts.back(),
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

std::string to_text(const Change& change, const Grid& grid) {
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
    return change.what->of == Of::kNeighbours
               ? fmt::format("{} between {} and {} becomes {}", change.what->name, part_name(grid, change.part),
                             part_name(grid, change.other_part), value)
               : fmt::format("{} of {} becomes {}", change.what->name, part_name(grid, change.part), value);
}

}  // namespace causeway::testbed
