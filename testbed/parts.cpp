#include "testbed/parts.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace causeway::testbed {

namespace {

using base::at;

const Group& group_at(const Grid& grid, int part) {
    return grid.groups[at(part) - grid.sites.size()];
}

/// The part and the groups that hold it, from the inside outwards.
std::vector<int> outwards(const Grid& grid, int part) {
    std::vector<int> result;
    for (; part != kWhole; part = parent_of(grid, part)) {
        result.push_back(part);
    }
    return result;
}

void append_parts(const Grid& grid, int parent, std::vector<int>& result) {
    for (const int part : parts_within(grid, parent)) {
        result.push_back(part);
        append_parts(grid, part, result);
    }
}

}  // namespace

const KindNames& names_of(PartKind kind) {
    static constexpr std::array<KindNames, 3> kNames = {
        {{"region", "regions", "regions"}, {"site", "sites", "sites"}, {"LAN", "LANs", "lans"}}};
    return kNames.at(static_cast<std::size_t>(kind));
}

std::string counts_of_parts(const Grid& grid) {
    const std::vector<int> parts = all_parts(grid);
    std::vector<std::string> counts;
    for (const PartKind kind : {PartKind::kRegion, PartKind::kSite, PartKind::kLan}) {
        const auto number =
            std::count_if(parts.begin(), parts.end(), [&grid, kind](int part) { return kind_of(grid, part) == kind; });
        if (number > 0) {
            counts.push_back(fmt::format("{} {}", number, number == 1 ? names_of(kind).one : names_of(kind).several));
        }
    }
    return base::joined(counts);
}

int num_parts(const Grid& grid) {
    return static_cast<int>(grid.sites.size() + grid.groups.size());
}

bool is_site(const Grid& grid, int part) {
    return at(part) < grid.sites.size();
}

const std::string& part_name(const Grid& grid, int part) {
    return is_site(grid, part) ? grid.sites[at(part)].name : group_at(grid, part).name;
}

int parent_of(const Grid& grid, int part) {
    const int group = is_site(grid, part) ? grid.sites[at(part)].group : group_at(grid, part).group;
    return group == kWhole ? kWhole : static_cast<int>(grid.sites.size()) + group;
}

PartKind kind_of(const Grid& grid, int part) {
    return is_site(grid, part) ? kind_within(grid, parent_of(grid, part)) : group_at(grid, part).kind;
}

PartKind kind_within(const Grid& grid, int parent) {
    if (parent != kWhole) {
        return group_at(grid, parent).kind == PartKind::kRegion ? PartKind::kSite : PartKind::kLan;
    }
    return !grid.groups.empty() && grid.groups.front().kind == PartKind::kRegion ? PartKind::kRegion : PartKind::kSite;
}

const Boundary& boundary_of(const Grid& grid, int part) {
    return is_site(grid, part) ? grid.sites[at(part)].boundary : group_at(grid, part).boundary;
}

Boundary& boundary_of(Grid& grid, int part) {
    return is_site(grid, part) ? grid.sites[at(part)].boundary : grid.groups[at(part) - grid.sites.size()].boundary;
}

std::vector<int> sites_beneath(const Grid& grid, int part) {
    std::vector<int> result;
    for (int site = 0; site < static_cast<int>(grid.sites.size()); ++site) {
        const std::vector<int> around = outwards(grid, site);
        if (std::find(around.begin(), around.end(), part) != around.end()) {
            result.push_back(site);
        }
    }
    return result;
}

std::vector<int> parts_within(const Grid& grid, int parent) {
    std::vector<int> result;
    // Sites are numbered in the order of the file, through all groups: so the first site beneath a part says where in
    // its group the part stands.
    int last = kWhole;
    for (int site = 0; site < static_cast<int>(grid.sites.size()); ++site) {
        int part = site;
        while (part != kWhole && parent_of(grid, part) != parent) {
            part = parent_of(grid, part);
        }
        if (part != kWhole && part != last) {
            result.push_back(part);
            last = part;
        }
    }
    return result;
}

std::vector<int> all_parts(const Grid& grid) {
    std::vector<int> result;
    append_parts(grid, kWhole, result);
    return result;
}

std::vector<Neighbours> all_neighbours(const Grid& grid) {
    std::vector<int> holders = {kWhole};
    for (const int part : all_parts(grid)) {
        if (!is_site(grid, part)) {
            holders.push_back(part);
        }
    }
    std::vector<Neighbours> result;
    for (const int holder : holders) {
        const std::vector<int> parts = parts_within(grid, holder);
        for (std::size_t a = 0; a < parts.size(); ++a) {
            for (std::size_t b = a + 1; b < parts.size(); ++b) {
                result.push_back({parts[a], parts[b]});
            }
        }
    }
    return result;
}

std::optional<NotNeighbours> why_not_neighbours(const Grid& grid, int a, int b) {
    const std::string& name_a = part_name(grid, a);
    const std::string& name_b = part_name(grid, b);
    if (a == b) {
        return NotNeighbours{.found = fmt::format("'{}' twice", name_a), .accepted = "two different sites"};
    }
    if (parent_of(grid, a) == parent_of(grid, b)) {
        return std::nullopt;
    }
    for (const auto& [outer, inner] : {Neighbours{a, b}, Neighbours{b, a}}) {
        const std::vector<int> around = outwards(grid, inner);
        if (std::find(around.begin(), around.end(), outer) != around.end()) {
            return NotNeighbours{
                .found = fmt::format("'{}', which is in '{}'", part_name(grid, inner), part_name(grid, outer)),
                .accepted = "two that are side by side in one group"};
        }
    }
    const Way way = way_between(grid, sites_beneath(grid, a).front(), sites_beneath(grid, b).front());
    return NotNeighbours{.found = fmt::format("'{}' and '{}', which are in different groups", name_a, name_b),
                         .accepted = fmt::format("two that are side by side in one group, here '{}' and '{}'",
                                                 part_name(grid, way.from_part()), part_name(grid, way.to_part()))};
}

Way way_between(const Grid& grid, int from_site, int to_site) {
    assert(from_site != to_site);
    Way way{.out = outwards(grid, from_site), .into = outwards(grid, to_site)};
    // Both lists end with the groups that hold both sites.
    while (way.out.back() == way.into.back()) {
        way.out.pop_back();
        way.into.pop_back();
    }
    std::reverse(way.into.begin(), way.into.end());
    return way;
}

}  // namespace causeway::testbed
