#include "testbed/read_parts.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace causeway::testbed {

namespace {

using base::InputError;
using base::JsonElements;
using base::JsonInput;

constexpr int kMostHosts = 254;  // a host's number is a byte of its address
constexpr std::size_t kLongestPartName = 12;
constexpr std::int64_t kLargestBurst = std::int64_t{1} << 30U;
constexpr BytesPerSecond kUnlimited{std::numeric_limits<double>::infinity()};

constexpr std::array<std::string_view, 10> kTopKeys = {"regions", "sites", "latency",  "capacity",    "per_flow_limit",
                                                       "jitter",  "loss",  "nic_rate", "lan_latency", "lan_jitter"};
constexpr std::array<std::string_view, 6> kBoundaryKeys = {"uplink_rate",   "downlink_rate", "uplink_loss",
                                                           "downlink_loss", "uplink_burst",  "downlink_burst"};
constexpr std::array<std::string_view, 10> kRegionKeys = {"name",           "sites",     "latency", "capacity",
                                                          "per_flow_limit", "jitter",    "loss",    "nic_rate",
                                                          "lan_latency",    "lan_jitter"};
constexpr std::array<std::string_view, 10> kSiteOfLansKeys = {
    "name", "lans", "latency", "capacity", "per_flow_limit", "jitter", "loss", "nic_rate", "lan_latency", "lan_jitter"};
constexpr std::array<std::string_view, 7> kSiteKeys = {"name",       "hosts",      "nic_rate",    "lan_latency",
                                                       "lan_jitter", "processors", "kernel_ports"};
/// Of a site; nothing where the kernel joins hosts.
constexpr std::array<std::string_view, 9> kEmulatedKeys = {"nic_rate",      "lan_latency",   "lan_jitter",
                                                           "uplink_rate",   "downlink_rate", "uplink_loss",
                                                           "downlink_loss", "uplink_burst",  "downlink_burst"};

/// An object of the file that lists parts.
struct Holder {
    JsonInput input;
    int part;  ///< its number, or kWhole
};

/// A host is called after its site with a number behind, so a site "a1" next to a site "a" could
/// give two hosts one name.
bool is_part_name(const std::string& name) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
    constexpr std::string_view kAll = "abcdefghijklmnopqrstuvwxyz0123456789-";
    return !name.empty() && name.size() <= kLongestPartName && kLetters.find(name.front()) != kLetters.npos &&
           kLetters.find(name.back()) != kLetters.npos && name.find_first_not_of(kAll) == name.npos;
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

std::vector<KernelPort> read_kernel_ports(const JsonInput& input, int num_hosts) {
    constexpr int kMostHops = 64;
    std::vector<KernelPort> result;
    for (const JsonInput& entry : input.elements()) {
        entry.require_keys_among({"hops", "offload"});
        const auto hops = entry.optional_member("hops");
        const auto offload = entry.optional_member("offload");
        result.push_back({.hops = hops ? static_cast<int>(hops->integer(0, kMostHops)) : 0,
                          .offload = !offload || offload->boolean()});
    }
    if (static_cast<int>(result.size()) != num_hosts) {
        input.refuse(fmt::format("{} ports", result.size()), fmt::format("one for each of the {} hosts", num_hosts));
    }
    return result;
}

void require_keys_of_boundary_and(std::span<const std::string_view> own, const JsonInput& input) {
    std::vector<std::string_view> keys(own.begin(), own.end());
    keys.insert(keys.end(), kBoundaryKeys.begin(), kBoundaryKeys.end());
    input.require_keys_among(keys);
}

/// What a boundary is given where it has no limit but another, which would stand for it, has.
bool is_unlimited(const JsonInput& input, std::string_view key) {
    const std::vector<std::string> keys = input.keys();
    return std::find(keys.begin(), keys.end(), key) != keys.end() && !input.optional_member(key);
}

Boundary read_boundary(const JsonInput& input) {
    const auto uplink = input.optional_member("uplink_rate");
    const auto downlink = input.optional_member("downlink_rate");
    const auto uplink_loss = input.optional_member("uplink_loss");
    const auto downlink_loss = input.optional_member("downlink_loss");
    Boundary boundary;
    boundary.uplink_rate = uplink ? uplink->positive_rate() : kUnlimited;
    boundary.downlink_rate = downlink                               ? downlink->positive_rate()
                             : is_unlimited(input, "downlink_rate") ? kUnlimited
                                                                    : boundary.uplink_rate;
    boundary.uplink_loss = uplink_loss ? read_probability(*uplink_loss) : 0;
    boundary.downlink_loss = downlink_loss ? read_probability(*downlink_loss) : boundary.uplink_loss;
    const auto burst = [&input](const char* key, BytesPerSecond rate, Bytes otherwise) {
        const auto given = input.optional_member(key);
        if (given && rate == kUnlimited) {
            given->refuse("none, as there is no rate that it goes beyond");
        }
        return given ? Bytes(given->integer(0, kLargestBurst)) : rate == kUnlimited ? Bytes(0) : otherwise;
    };
    boundary.uplink_burst = burst("uplink_burst", boundary.uplink_rate, Bytes(0));
    boundary.downlink_burst = burst("downlink_burst", boundary.downlink_rate, boundary.uplink_burst);
    return boundary;
}

/// Reads the tree of parts, from the top inwards.
class PartsReader {
public:
    explicit PartsReader(const JsonInput& file) {
        const auto regions = file.optional_member("regions");
        const auto sites = file.optional_member("sites");
        if (regions.has_value() == sites.has_value()) {
            file.refuse(regions ? "both 'regions' and 'sites'" : "neither 'regions' nor 'sites'",
                        "one of the two: regions hold sites");
        }
        around_.push_back(file);
        const JsonInput& parts = regions ? *regions : *sites;
        read_list(parts, regions ? PartKind::kRegion : PartKind::kSite, kWhole, true);
        if (num_hosts_ > kMostHosts) {
            parts.refuse(fmt::format("{} hosts", num_hosts_), fmt::format("at most {} hosts in all", kMostHosts));
        }
        holders_.push_back({file, kWhole});
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            holders_.push_back({groups_[g], static_cast<int>(grid_.sites.size() + g)});
        }
    }

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] const std::vector<Holder>& holders() const { return holders_; }

private:
    /// `alone`: nothing of the grid is outside of the list's holder.
    void read_list(const JsonInput& list, PartKind kind, int group, bool alone) {
        const JsonElements parts = list.elements();
        if (parts.empty()) {
            list.refuse(fmt::format("at least one {}", names_of(kind).one));
        }
        for (const JsonInput& part : parts) {
            const bool part_alone = alone && parts.size() == 1;
            const bool holds_parts =
                kind == PartKind::kRegion || (kind == PartKind::kSite && part.is_object() && holds_lans(part));
            if (holds_parts) {
                read_group(part, kind, group, part_alone);
            } else {
                read_site(part, kind, group, part_alone);
            }
        }
    }

    static bool holds_lans(const JsonInput& site) {
        const bool has_lans = site.optional_member("lans").has_value();
        if (has_lans && site.optional_member("hosts")) {
            site.refuse("both 'hosts' and 'lans'", "one of the two: LANs have the hosts");
        }
        return has_lans;
    }

    void read_group(const JsonInput& input, PartKind kind, int group, bool alone) {
        const bool is_region = kind == PartKind::kRegion;
        require_keys_of_boundary_and(is_region ? std::span(kRegionKeys) : std::span(kSiteOfLansKeys), input);
        grid_.groups.push_back(
            {.name = read_name(input), .kind = kind, .group = group, .boundary = read_boundary(input)});
        const int own = static_cast<int>(grid_.groups.size()) - 1;
        const PartKind inside = is_region ? PartKind::kSite : PartKind::kLan;
        groups_.push_back(input);
        around_.push_back(input);
        read_list(input.member(names_of(inside).key), inside, own, alone);
        around_.pop_back();
    }

    void read_site(const JsonInput& input, PartKind kind, int group, bool alone) {
        require_keys_of_boundary_and(kSiteKeys, input);
        Site site;
        site.name = read_name(input);
        site.group = group;
        if (kind == PartKind::kSite && !input.optional_member("hosts")) {
            input.refuse("neither 'hosts' nor 'lans'", "one of the two: the number of hosts, or LANs that have them");
        }
        site.num_hosts = static_cast<int>(input.member("hosts").integer(1, kMostHosts));
        num_hosts_ += site.num_hosts;
        const auto lan_jitter = nearest(input, "lan_jitter");
        site.lan_jitter = lan_jitter ? lan_jitter->non_negative_seconds() : Seconds(0);
        if (const auto processors = input.optional_member("processors")) {
            site.processors = read_processors(*processors, site.num_hosts);
        }
        if (const auto ports = input.optional_member("kernel_ports")) {
            if (!alone || !site.processors.empty()) {
                ports->refuse(
                    "a grid of one site without 'processors': where the kernel joins hosts nothing is emulated");
            }
            site.kernel_ports = read_kernel_ports(*ports, site.num_hosts);
            for (const std::string_view key : kEmulatedKeys) {
                if (const auto given = nearest(input, key)) {
                    given->refuse("no such figure: where the kernel joins hosts nothing is emulated");
                }
            }
        } else {
            site.nic_rate = needed(input, kind, "nic_rate").positive_rate();
            site.lan_latency = needed(input, kind, "lan_latency").non_negative_seconds();
        }
        if (!alone && !input.optional_member("uplink_rate")) {
            input.refuse(
                "no key 'uplink_rate'",
                fmt::format("a rate in bytes per second (only a grid of one {} needs none)", names_of(kind).one));
        }
        site.boundary = read_boundary(input);
        grid_.sites.push_back(std::move(site));
    }

    std::string read_name(const JsonInput& part) {
        const JsonInput input = part.member("name");
        std::string name = input.string();
        if (!is_part_name(name)) {
            input.refuse(
                fmt::format("a name of 1 to {} small letters, digits and hyphens that begins and ends with a letter",
                            kLongestPartName));
        }
        if (!names_.insert(name).second) {
            input.refuse("a name that nothing else in the grid has");
        }
        return name;
    }

    /// `key` of the part, else of what holds it, from the inside outwards.
    [[nodiscard]] std::optional<JsonInput> nearest(const JsonInput& part, std::string_view key) const {
        auto found = part.optional_member(key);
        for (auto outer = around_.rbegin(); !found && outer != around_.rend(); ++outer) {
            found = outer->optional_member(key);
        }
        return found;
    }

    [[nodiscard]] JsonInput needed(const JsonInput& part, PartKind kind, std::string_view key) const {
        if (auto found = nearest(part, key)) {
            return *std::move(found);
        }
        const bool nested = around_.size() > 1;
        part.refuse(
            fmt::format("no key '{}', neither here nor {}at the top", key, nested ? "in what is around nor " : ""),
            fmt::format("'{}' of this {}, or one for all at the top{}", key, names_of(kind).one,
                        nested ? " or in between" : ""));
    }

    Grid grid_;
    std::vector<JsonInput> groups_;  ///< [group]
    std::vector<Holder> holders_;
    std::vector<JsonInput> around_;  ///< the objects that hold what is read now, outermost first
    std::set<std::string> names_;
    int num_hosts_ = 0;
};

/// What of a pair of parts a list gives: its key, and that of the value in each entry.
struct PairKeys {
    std::string_view list;
    std::string_view value;
};

/// The values of all neighbours, the same both ways. A holder has a list of entries, each pair at most once, or one
/// value for all its pairs. `otherwise`: of pairs without one; nothing: they are refused.
template <typename Value, typename Read>
base::SquareMatrix<Value> read_pairs(const PartsReader& reader, PairKeys keys, Read read,
                                     std::optional<Value> otherwise) {
    const Grid& grid = reader.grid();
    base::SquareMatrix<std::optional<Value>> given(num_parts(grid));
    for (const Holder& holder : reader.holders()) {
        const std::vector<int> parts = parts_within(grid, holder.part);
        const std::string_view several = names_of(kind_within(grid, holder.part)).several;
        const auto list = holder.input.optional_member(keys.list);
        const auto all = list && list->is_number() ? std::optional<Value>(read(*list)) : std::nullopt;
        if (list && !all) {
            if (!list->is_array()) {
                list->refuse(fmt::format("a value for all pairs of {}, or a list of entries", several));
            }
            for (const JsonInput& entry : list->elements()) {
                entry.require_keys_among({"between", keys.value});
                const Neighbours pair = read_between(entry, grid, parts);
                if (given(pair.a, pair.b)) {
                    entry.member("between").refuse(fmt::format("every pair of {} once", several));
                }
                given(pair.a, pair.b) = given(pair.b, pair.a) = read(entry.member(keys.value));
            }
        }
        for (const int a : parts) {
            for (const int b : parts) {
                if (a == b || given(a, b)) {
                    continue;
                }
                if (!all && !otherwise) {
                    throw InputError(
                        {.source = holder.input.source(),
                         .place = (holder.part == kWhole ? "" : holder.input.place() + ".") + std::string(keys.list),
                         .found = fmt::format("nothing between {} and {}", part_name(grid, a), part_name(grid, b)),
                         .accepted = fmt::format("a {} for every pair of {}, or one for all", keys.list, several)});
                }
                given(a, b) = all ? all : otherwise;
            }
        }
    }
    base::SquareMatrix<Value> result(num_parts(grid), otherwise.value_or(Value{}));
    for (int from = 0; from < result.size(); ++from) {
        for (int to = 0; to < result.size(); ++to) {
            result(from, to) = given(from, to).value_or(result(from, to));
        }
    }
    return result;
}

std::vector<std::string> names_among(const Grid& grid, const std::vector<int>& among) {
    std::vector<std::string> names;
    names.reserve(among.size());
    for (const int part : among) {
        names.push_back(part_name(grid, part));
    }
    return names;
}

std::optional<int> find_part(const std::string& name, const Grid& grid, const std::vector<int>& among) {
    const auto found =
        std::find_if(among.begin(), among.end(), [&name, &grid](int part) { return part_name(grid, part) == name; });
    return found == among.end() ? std::nullopt : std::optional<int>(*found);
}

}  // namespace

std::span<const std::string_view> keys_of_parts() {
    return kTopKeys;
}

int read_part_name(const JsonInput& input, const Grid& grid, const std::vector<int>& among) {
    const std::optional<int> part = find_part(input.string(), grid, among);
    if (!part) {
        input.refuse("one of " + base::joined(names_among(grid, among)));
    }
    return *part;
}

Neighbours read_between(const JsonInput& entry, const Grid& grid, const std::vector<int>& among) {
    const JsonInput between = entry.member("between");
    const JsonElements names = between.elements();
    if (names.size() != 2) {
        between.refuse("the names of two different sites");
    }
    const Neighbours pair{read_part_name(names[0], grid, among), read_part_name(names[1], grid, among)};
    if (const auto why = why_not_neighbours(grid, pair.a, pair.b)) {
        between.refuse(why->found, why->accepted);
    }
    return pair;
}

int part_called(const std::string& name, const Grid& grid, const std::vector<int>& among, const std::string& source) {
    const std::optional<int> part = find_part(name, grid, among);
    if (!part) {
        throw InputError({.source = source,
                          .place = {},
                          .found = "'" + name + "'",
                          .accepted = "one of " + base::joined(names_among(grid, among))});
    }
    return *part;
}

Grid read_parts(const JsonInput& file) {
    const PartsReader reader(file);
    const auto seconds = [](const JsonInput& value) { return value.non_negative_seconds(); };
    const auto rate = [](const JsonInput& value) { return value.positive_rate(); };
    Grid grid = reader.grid();
    grid.latency = read_pairs<Seconds>(reader, {"latency", "seconds"}, seconds, std::nullopt);
    grid.capacity = read_pairs<BytesPerSecond>(reader, {"capacity", "rate"}, rate, kUnlimited);
    grid.per_flow_limit = read_pairs<BytesPerSecond>(reader, {"per_flow_limit", "rate"}, rate, kUnlimited);
    grid.jitter = read_pairs<Seconds>(reader, {"jitter", "seconds"}, seconds, Seconds(0));
    grid.loss = read_pairs<double>(reader, {"loss", "probability"}, read_probability, 0.0);
    return grid;
}

}  // namespace causeway::testbed
