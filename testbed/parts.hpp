/// The tree of a grid's parts, and the way of a packet through it.
///
/// A part is a site or a group of parts. Parts have numbers: the sites come first, as in Grid::sites, then the groups,
/// as in Grid::groups. Two parts are neighbours if the same group holds both, or none: what is between them, a latency
/// or a link of their own, holds for all sites beneath them.
#pragma once

#include "testbed/grid.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::testbed {

/// How a kind of part is called, by people and by grid files.
struct KindNames {
    std::string_view one;      ///< "LAN"
    std::string_view several;  ///< "LANs"
    std::string_view key;      ///< of a list of them: "lans"
};
[[nodiscard]] const KindNames& names_of(PartKind kind);

/// How many there are of each kind: "2 regions, 4 sites, 8 LANs".
[[nodiscard]] std::string counts_of_parts(const Grid& grid);

[[nodiscard]] int num_parts(const Grid& grid);

/// Whether the part is a site: one that has hosts of its own.
[[nodiscard]] bool is_site(const Grid& grid, int part);

[[nodiscard]] const std::string& part_name(const Grid& grid, int part);

/// What the part is to those who read the grid's file: a site of a group that is a site is a LAN.
[[nodiscard]] PartKind kind_of(const Grid& grid, int part);

/// What is in the group `parent`, or in no group for kWhole.
[[nodiscard]] PartKind kind_within(const Grid& grid, int parent);

/// The group that holds the part, as a part; kWhole: none.
[[nodiscard]] int parent_of(const Grid& grid, int part);

[[nodiscard]] const Boundary& boundary_of(const Grid& grid, int part);
[[nodiscard]] Boundary& boundary_of(Grid& grid, int part);

/// The parts that the group `parent` holds directly, or that no group holds for kWhole, in the order of the file.
[[nodiscard]] std::vector<int> parts_within(const Grid& grid, int parent);

/// All parts, each before what it holds, in the order of the file.
[[nodiscard]] std::vector<int> all_parts(const Grid& grid);

/// The sites beneath a part, or itself.
[[nodiscard]] std::vector<int> sites_beneath(const Grid& grid, int part);

struct Neighbours {
    int a;
    int b;
};

/// Every two neighbours once, a before b, group by group in the order of all_parts(), the whole first.
[[nodiscard]] std::vector<Neighbours> all_neighbours(const Grid& grid);

/// Why two parts are no neighbours.
struct NotNeighbours {
    std::string found;
    std::string accepted;
};
/// Nothing if they are.
[[nodiscard]] std::optional<NotNeighbours> why_not_neighbours(const Grid& grid, int a, int b);

/// The boundaries on the way from a site to another one, as parts. What the parts of one group exchange does not pass
/// the group's own boundary.
struct Way {
    std::vector<int> out;   ///< from the site outwards; the last is a neighbour ...
    std::vector<int> into;  ///< ... of the first here, from which it goes inwards to the other site
    [[nodiscard]] int from_part() const { return out.back(); }
    [[nodiscard]] int to_part() const { return into.front(); }
};
[[nodiscard]] Way way_between(const Grid& grid, int from_site, int to_site);

}  // namespace causeway::testbed
