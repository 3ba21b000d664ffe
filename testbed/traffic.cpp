#include "testbed/traffic.hpp"

#include "testbed/parts.hpp"
#include "testbed/read_parts.hpp"

#include "causeway/base/index.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace causeway::testbed {

namespace {

using base::at;
using base::JsonInput;
using base::JsonOutput;

Crossing crossing_since(const Crossing& now, const Crossing& earlier) {
    return {
        .packets = now.packets - earlier.packets, .bytes = now.bytes - earlier.bytes, .data = now.data - earlier.data};
}

JsonOutput crossing_json(const Crossing& crossing) {
    return {{"packets", crossing.packets}, {"bytes", crossing.bytes.value()}, {"data", crossing.data.value()}};
}

Crossing read_crossing(const JsonInput& input) {
    return {.packets = input.member("packets").integer(0, std::numeric_limits<std::int64_t>::max()),
            .bytes = input.member("bytes").non_negative_bytes(),
            .data = input.member("data").non_negative_bytes()};
}

std::string crossing_text(const std::string& name, const Crossing& crossing) {
    return fmt::format("{:<28}{:>14}{:>10}", name, crossing.bytes.value(), crossing.packets);
}

}  // namespace

Traffic Traffic::since(const Traffic& earlier) const {
    Traffic result = *this;
    for (std::size_t part = 0; part < out.size(); ++part) {
        result.out[part] = crossing_since(out[part], earlier.out[part]);
        result.into[part] = crossing_since(into[part], earlier.into[part]);
    }
    for (int from = 0; from < between.size(); ++from) {
        for (int to = 0; to < between.size(); ++to) {
            result.between(from, to) = crossing_since(between(from, to), earlier.between(from, to));
        }
    }
    return result;
}

JsonOutput traffic_json(const Traffic& traffic, const Grid& grid) {
    JsonOutput boundaries = JsonOutput::array();
    for (const int part : all_parts(grid)) {
        boundaries.push_back({{"name", part_name(grid, part)},
                              {"kind", names_of(kind_of(grid, part)).one},
                              {"out", crossing_json(traffic.out[at(part)])},
                              {"in", crossing_json(traffic.into[at(part)])}});
    }
    JsonOutput between = JsonOutput::array();
    for (const Neighbours& pair : all_neighbours(grid)) {
        for (const auto& [from, to] : {pair, Neighbours{pair.b, pair.a}}) {
            JsonOutput entry = {{"from", part_name(grid, from)}, {"to", part_name(grid, to)}};
            entry.update(crossing_json(traffic.between(from, to)));
            between.push_back(std::move(entry));
        }
    }
    return {{"boundaries", boundaries}, {"between", between}};
}

Traffic read_traffic(const JsonInput& input, const Grid& grid) {
    const std::vector<int> parts = all_parts(grid);
    Traffic traffic(num_parts(grid));
    for (const JsonInput& entry : input.member("boundaries").elements()) {
        const int part = read_part_name(entry.member("name"), grid, parts);
        traffic.out[at(part)] = read_crossing(entry.member("out"));
        traffic.into[at(part)] = read_crossing(entry.member("in"));
    }
    for (const JsonInput& entry : input.member("between").elements()) {
        traffic.between(read_part_name(entry.member("from"), grid, parts),
                        read_part_name(entry.member("to"), grid, parts)) = read_crossing(entry);
    }
    return traffic;
}

std::vector<std::string> traffic_lines(const Traffic& traffic, const Grid& grid) {
    std::vector<std::string> lines;
    if (num_parts(grid) == 1) {
        return lines;
    }
    lines.push_back(
        fmt::format("{:<28}{:>14}{:>10}{:>14}{:>10}", "passed", "bytes out", "packets", "bytes in", "packets"));
    for (const int part : all_parts(grid)) {
        lines.push_back(
            crossing_text(part_name(grid, part), traffic.out[at(part)]) +
            fmt::format("{:>14}{:>10}", traffic.into[at(part)].bytes.value(), traffic.into[at(part)].packets));
    }
    for (const Neighbours& pair : all_neighbours(grid)) {
        for (const auto& [from, to] : {pair, Neighbours{pair.b, pair.a}}) {
            if (traffic.between(from, to).packets > 0) {
                lines.push_back(
                    crossing_text(part_name(grid, from) + " to " + part_name(grid, to), traffic.between(from, to)));
            }
        }
    }
    return lines;
}

}  // namespace causeway::testbed
