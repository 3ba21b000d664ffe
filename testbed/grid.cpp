#include "testbed/grid.hpp"

#include "testbed/read_parts.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::testbed {

namespace {

using base::InputError;
using base::JsonInput;

constexpr std::size_t kLongestGridName = 32;
// Larger than Ethernet's 1500: a sixth of the packets for the same bytes, as one process moves all.
constexpr std::int64_t kUsualMtu = 9000;
constexpr std::int64_t kLeastMtu = 1280;
constexpr std::int64_t kMostMtu = 65535;

bool is_letter(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr std::int64_t kMostSeed = std::numeric_limits<std::int32_t>::max();

Placement read_placement(const JsonInput& input) {
    if (input.is_object()) {
        input.require_keys_among({"shuffled"});
        return {.shuffled = true, .seed = static_cast<std::uint64_t>(input.member("shuffled").integer(0, kMostSeed))};
    }
    const std::string order = input.is_string() ? input.string() : "";
    if (order == "site-order") {
        return {};
    }
    if (order == "shuffled") {
        return {.shuffled = true};
    }
    input.refuse("\"site-order\", \"shuffled\" or {\"shuffled\": SEED}");
}

}  // namespace

double read_probability(const JsonInput& input) {
    const double probability = input.number();
    if (!(probability >= 0 && probability < 1)) {
        input.refuse("a probability >= 0 and < 1");
    }
    return probability;
}

void require_grid_name(const std::string& name, const std::string& source, const std::string& place) {
    const bool valid = !name.empty() && name.size() <= kLongestGridName && name.front() != '-' &&
                       std::all_of(name.begin(), name.end(),
                                   [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; });
    if (!valid) {
        throw InputError({.source = source,
                          .place = place,
                          .found = "'" + name + "'",
                          .accepted = fmt::format("a name of 1 to {} small letters, digits, hyphens and underscores",
                                                  kLongestGridName)});
    }
}

Grid read_grid(const std::string& path) {
    return read_grid(JsonInput::read_file(path));
}

Grid read_grid(const JsonInput& input) {
    input.require_head("grid", kGridVersion);
    std::vector<std::string_view> keys = {"causeway",   "version", "name",    "placement", "mtu",
                                          "reordering", "seed",    "changes", "noise",     "longest_queue"};
    keys.insert(keys.end(), keys_of_parts().begin(), keys_of_parts().end());
    input.require_keys_among(keys);
    const std::string name = input.member("name").string();
    require_grid_name(name, input.source(), "name");
    const auto mtu = input.optional_member("mtu");
    const Bytes largest_packet(mtu ? mtu->integer(kLeastMtu, kMostMtu) : kUsualMtu);
    Grid grid = read_parts(input);
    grid.name = name;
    grid.mtu = largest_packet;
    if (const auto longest_queue = input.optional_member("longest_queue")) {
        grid.longest_queue = longest_queue->non_negative_seconds();
    }
    if (const auto reordering = input.optional_member("reordering")) {
        grid.reordering = reordering->boolean();
    }
    if (const auto seed = input.optional_member("seed")) {
        grid.seed = static_cast<std::uint64_t>(seed->integer(0, kMostSeed));
    }
    if (const auto noise = input.optional_member("noise")) {
        grid.noise = read_noise(*noise, grid);
    }
    if (const auto changes = input.optional_member("changes")) {
        if (!grid.sites.front().kernel_ports.empty()) {
            changes->refuse("none: where the kernel joins hosts nothing is emulated");
        }
        grid.changes = read_changes(*changes, grid);
    }
    if (const auto placement = input.optional_member("placement")) {
        grid.placement = read_placement(*placement);
    }
    return grid;
}

std::vector<Host> hosts_of(const Grid& grid) {
    std::vector<Host> result;
    for (std::size_t s = 0; s < grid.sites.size(); ++s) {
        for (int h = 0; h < grid.sites[s].num_hosts; ++h) {
            result.push_back({.name = fmt::format("{}{}", grid.sites[s].name, h), .site = static_cast<int>(s)});
        }
    }
    return result;
}

Placement parse_placement(const std::string& text, const std::string& source) {
    constexpr std::string_view kSeeded = "shuffled:";
    if (text == "site-order") {
        return {};
    }
    if (text == "shuffled") {
        return {.shuffled = true};
    }
    if (text.starts_with(kSeeded)) {
        Placement placement{.shuffled = true};
        const char* const end = text.data() + text.size();
        const auto [stopped, error] = std::from_chars(text.data() + kSeeded.size(), end, placement.seed);
        if (error == std::errc{} && stopped == end && placement.seed <= kMostSeed) {
            return placement;
        }
    }
    throw InputError({.source = source,
                      .place = {},
                      .found = "'" + text + "'",
                      .accepted = fmt::format("site-order, shuffled or shuffled:SEED, up to {}", kMostSeed)});
}

std::vector<int> host_order(int num_hosts, const Placement& placement) {
    std::vector<int> order(static_cast<std::size_t>(num_hosts));
    std::iota(order.begin(), order.end(), 0);
    if (!placement.shuffled) {
        return order;
    }
    // Fisher and Yates by hand: std::shuffle may order differently with another standard library.
    std::mt19937_64 random(placement.seed);
    for (std::size_t last = order.size() - 1; last > 1; --last) {
        const std::size_t other = 1 + static_cast<std::size_t>(random() % last);
        std::swap(order[last], order[other]);
    }
    return order;
}

}  // namespace causeway::testbed
