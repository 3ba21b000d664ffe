#include "testbed/grid.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

namespace causeway::testbed {

namespace {

using base::InputError;
using base::JsonElements;
using base::JsonInput;

constexpr int kMostHosts = 254;  // a host's number is a byte of its address
constexpr std::size_t kLongestSiteName = 12;
constexpr std::size_t kLongestGridName = 32;
// Larger than Ethernet's 1500: a sixth of the packets for the same bytes, as one process moves all.
constexpr std::int64_t kUsualMtu = 9000;
constexpr std::int64_t kLeastMtu = 1280;
constexpr std::int64_t kMostMtu = 65535;
constexpr BytesPerSecond kUnlimited{std::numeric_limits<double>::infinity()};

bool is_letter(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A host is called after its site with a number behind, so a site "a1" next to a site "a" could
/// give two hosts one name.
bool is_site_name(const std::string& name) {
    return !name.empty() && name.size() <= kLongestSiteName && is_letter(name.front()) && is_letter(name.back()) &&
           std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

Placement read_placement(const JsonInput& input) {
    if (input.is_object()) {
        input.require_keys_among({"shuffled"});
        return {.shuffled = true,
                .seed = static_cast<std::uint64_t>(
                    input.member("shuffled").integer(0, std::numeric_limits<std::int32_t>::max()))};
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

/// `key` of the site, else of the whole grid; one of them must be there.
JsonInput site_or_grid_member(const JsonInput& site, const JsonInput& grid, std::string_view key) {
    if (auto own = site.optional_member(key)) {
        return *std::move(own);
    }
    if (auto general = grid.optional_member(key)) {
        return *std::move(general);
    }
    site.refuse(fmt::format("no key '{}', neither here nor at the top", key),
                fmt::format("'{}' of this site, or one for all sites at the top", key));
}

std::vector<Processor> read_processors(const JsonInput& input, int num_hosts) {
    std::vector<Processor> result;
    for (const JsonInput& entry : input.elements()) {
        entry.require_keys_among({"fixed", "per_byte"});
        const JsonInput per_byte = entry.member("per_byte");
        if (per_byte.number() < 0.0) {
            per_byte.refuse("a number of seconds per byte >= 0");
        }
        result.push_back({entry.member("fixed").non_negative_seconds(), SecondsPerByte(per_byte.number())});
    }
    if (static_cast<int>(result.size()) != num_hosts) {
        input.refuse(fmt::format("{} processors", result.size()),
                     fmt::format("one for each of the {} hosts", num_hosts));
    }
    return result;
}

Site read_site(const JsonInput& input, const JsonInput& grid, bool alone) {
    input.require_keys_among({"name", "hosts", "uplink_rate", "downlink_rate", "nic_rate", "lan_latency", "processors",
                              "lan_jitter", "uplink_loss", "downlink_loss"});
    Site site;
    const JsonInput name = input.member("name");
    site.name = name.string();
    if (!is_site_name(site.name)) {
        name.refuse(
            fmt::format("a name of 1 to {} small letters, digits and hyphens that begins and ends with a letter",
                        kLongestSiteName));
    }
    site.num_hosts = static_cast<int>(input.member("hosts").integer(1, kMostHosts));
    site.nic_rate = site_or_grid_member(input, grid, "nic_rate").positive_rate();
    site.lan_latency = site_or_grid_member(input, grid, "lan_latency").non_negative_seconds();
    auto lan_jitter = input.optional_member("lan_jitter");
    if (!lan_jitter) {
        lan_jitter = grid.optional_member("lan_jitter");
    }
    site.lan_jitter = lan_jitter ? lan_jitter->non_negative_seconds() : Seconds(0);
    const auto uplink_loss = input.optional_member("uplink_loss");
    site.uplink_loss = uplink_loss ? read_probability(*uplink_loss) : 0;
    const auto downlink_loss = input.optional_member("downlink_loss");
    site.downlink_loss = downlink_loss ? read_probability(*downlink_loss) : site.uplink_loss;
    if (const auto processors = input.optional_member("processors")) {
        site.processors = read_processors(*processors, site.num_hosts);
    }
    site.uplink_rate = kUnlimited;
    const auto uplink = input.optional_member("uplink_rate");
    if (uplink) {
        site.uplink_rate = uplink->positive_rate();
    } else if (!alone) {
        input.refuse("no key 'uplink_rate'", "a rate in bytes per second (only a grid of one site needs none)");
    }
    const auto downlink = input.optional_member("downlink_rate");
    site.downlink_rate = downlink ? downlink->positive_rate() : site.uplink_rate;
    return site;
}

/// The entries of "latency", "capacity" and the like, each pair at most once, the same both ways.
template <typename Value, typename Read>
base::SquareMatrix<std::optional<Value>> read_pairs(const std::optional<JsonInput>& entries,
                                                    const std::vector<Site>& sites, std::string_view value_key,
                                                    Read read) {
    base::SquareMatrix<std::optional<Value>> result(static_cast<int>(sites.size()));
    if (!entries) {
        return result;
    }
    for (const JsonInput& entry : entries->elements()) {
        entry.require_keys_among({"between", value_key});
        const auto [a, b] = read_between(entry, sites);
        if (result(a, b)) {
            entry.member("between").refuse("every pair of sites once");
        }
        const Value value = read(entry.member(value_key));
        result(a, b) = value;
        result(b, a) = value;
    }
    return result;
}

template <typename Value>
base::SquareMatrix<Value> with_default(const base::SquareMatrix<std::optional<Value>>& pairs, Value otherwise) {
    base::SquareMatrix<Value> result(pairs.size());
    for (int from = 0; from < pairs.size(); ++from) {
        for (int to = 0; to < pairs.size(); ++to) {
            result(from, to) = pairs(from, to).value_or(otherwise);
        }
    }
    return result;
}

}  // namespace

std::pair<int, int> read_between(const JsonInput& entry, const std::vector<Site>& sites) {
    const JsonInput between = entry.member("between");
    const JsonElements names = between.elements();
    if (names.size() != 2) {
        between.refuse("the names of two sites");
    }
    const std::pair<int, int> pair{read_site_name(names[0], sites), read_site_name(names[1], sites)};
    if (pair.first == pair.second) {
        between.refuse("two different sites");
    }
    return pair;
}

double read_probability(const JsonInput& input) {
    const double probability = input.number();
    if (!(probability >= 0 && probability < 1)) {
        input.refuse("a probability >= 0 and < 1");
    }
    return probability;
}

int read_site_name(const JsonInput& input, const std::vector<Site>& sites) {
    const std::string wanted = input.string();
    const auto found =
        std::find_if(sites.begin(), sites.end(), [&wanted](const Site& site) { return site.name == wanted; });
    if (found == sites.end()) {
        std::vector<std::string> known;
        for (const Site& site : sites) {
            known.push_back(site.name);
        }
        input.refuse("one of the sites " + base::joined(known));
    }
    return static_cast<int>(found - sites.begin());
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
    input.require_keys_among({"causeway", "version", "name", "lan_latency", "nic_rate", "sites", "latency", "capacity",
                              "placement", "mtu", "jitter", "lan_jitter", "loss", "per_flow_limit", "reordering",
                              "seed", "changes", "noise"});
    Grid grid;
    grid.name = input.member("name").string();
    require_grid_name(grid.name, input.source(), "name");

    const auto mtu = input.optional_member("mtu");
    grid.mtu = Bytes(mtu ? mtu->integer(kLeastMtu, kMostMtu) : kUsualMtu);
    const JsonInput sites = input.member("sites");
    const JsonElements site_inputs = sites.elements();
    if (site_inputs.empty()) {
        sites.refuse("at least one site");
    }
    int num_hosts = 0;
    for (const JsonInput& site_input : site_inputs) {
        Site site = read_site(site_input, input, site_inputs.size() == 1);
        for (const Site& earlier : grid.sites) {
            if (earlier.name == site.name) {
                site_input.member("name").refuse("a name that no other site has");
            }
        }
        num_hosts += site.num_hosts;
        grid.sites.push_back(std::move(site));
    }
    if (num_hosts > kMostHosts) {
        sites.refuse(fmt::format("{} hosts", num_hosts), fmt::format("at most {} hosts in all", kMostHosts));
    }

    const int n = static_cast<int>(grid.sites.size());
    const auto read_seconds = [](const JsonInput& value) { return value.non_negative_seconds(); };
    const auto read_rate = [](const JsonInput& value) { return value.positive_rate(); };
    const auto latency = read_pairs<Seconds>(input.optional_member("latency"), grid.sites, "seconds", read_seconds);
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            if (from != to && !latency(from, to)) {
                throw InputError(
                    {.source = input.source(),
                     .place = "latency",
                     .found = fmt::format("nothing between {} and {}", grid.sites[static_cast<std::size_t>(from)].name,
                                          grid.sites[static_cast<std::size_t>(to)].name),
                     .accepted = "a latency for every pair of sites"});
            }
        }
    }
    grid.latency = with_default(latency, Seconds(0));
    grid.capacity = with_default(
        read_pairs<BytesPerSecond>(input.optional_member("capacity"), grid.sites, "rate", read_rate), kUnlimited);
    grid.per_flow_limit = with_default(
        read_pairs<BytesPerSecond>(input.optional_member("per_flow_limit"), grid.sites, "rate", read_rate), kUnlimited);
    grid.jitter = with_default(
        read_pairs<Seconds>(input.optional_member("jitter"), grid.sites, "seconds", read_seconds), Seconds(0));
    grid.loss = with_default(
        read_pairs<double>(input.optional_member("loss"), grid.sites, "probability", read_probability), 0.0);
    if (const auto reordering = input.optional_member("reordering")) {
        grid.reordering = reordering->boolean();
    }
    if (const auto seed = input.optional_member("seed")) {
        grid.seed = static_cast<std::uint64_t>(seed->integer(0, std::numeric_limits<std::int32_t>::max()));
    }
    if (const auto noise = input.optional_member("noise")) {
        grid.noise = read_noise(*noise, grid);
    }
    if (const auto changes = input.optional_member("changes")) {
        grid.changes = read_changes(*changes, grid.sites);
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

int site_index(const Grid& grid, const std::string& name, const std::string& source) {
    std::vector<std::string> known;
    for (std::size_t s = 0; s < grid.sites.size(); ++s) {
        if (grid.sites[s].name == name) {
            return static_cast<int>(s);
        }
        known.push_back(grid.sites[s].name);
    }
    throw InputError(
        {.source = source, .place = {}, .found = "the site '" + name + "'", .accepted = base::joined(known)});
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
        if (error == std::errc{} && stopped == end) {
            return placement;
        }
    }
    throw InputError({.source = source,
                      .place = {},
                      .found = "'" + text + "'",
                      .accepted = "site-order, shuffled or shuffled:SEED"});
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
