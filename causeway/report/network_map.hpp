/// A figure of groups of hosts and of the links between them, as an SVG file.
#pragma once

#include <string>
#include <vector>

namespace causeway::report {

struct MapGroup {
    std::string name;
    std::vector<std::string> facts;  ///< a short line each, written below the name
    double size = 1.0;               ///< > 0: the areas of the circles follow it
};

struct MapLink {
    int from = 0;                    ///< index into NetworkMap::groups
    int to = 0;                      ///< index into NetworkMap::groups
    std::vector<std::string> facts;  ///< a short line each, written at the middle; left out where there are many links
    double rate = 1.0;               ///< > 0: the widths of the lines follow its logarithm
    bool stands_out = false;         ///< in another colour
};

struct NetworkMap {
    std::string description;  ///< for those who do not see the figure
    std::vector<MapGroup> groups;
    std::vector<MapLink> links;
};

/// Links beyond so many go without their facts.
inline constexpr std::size_t kMostLabelledLinks = 28;

/// The whole SVG file, 720 pixels wide. The groups stand on a ring in their order; the first at the upper left.
[[nodiscard]] std::string svg_of(const NetworkMap& map);

}  // namespace causeway::report
