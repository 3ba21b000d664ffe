#include "causeway/report/network_map.hpp"

#include "causeway/report/svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace causeway::report {

namespace {

constexpr double kMapWidth = 720.0;
constexpr double kMapHeight = 460.0;
constexpr double kMapSideMargin = 110.0;
constexpr double kMapMargin = 70.0;
constexpr double kMapTextSize = 13.0;
constexpr double kMapLineHeight = 16.0;
constexpr double kLeastRadius = 14.0;
constexpr double kMostRadius = 40.0;
constexpr double kThinnest = 1.5;
constexpr double kThickest = 7.0;

/// Two stand side by side; three and more on an ellipse.
std::vector<Pixel> places_of(std::size_t number) {
    const Pixel center{0.5 * kMapWidth, 0.5 * kMapHeight};
    std::vector<Pixel> places;
    for (std::size_t i = 0; i < number; ++i) {
        if (number == 1) {
            places.push_back(center);
            continue;
        }
        const double first = number == 2 ? -1.0 : -0.5 - 1.0 / static_cast<double>(number);
        const double angle = std::numbers::pi * (first + 2.0 * static_cast<double>(i) / static_cast<double>(number));
        places.push_back({center.x + (0.5 * kMapWidth - kMapSideMargin) * std::cos(angle),
                          center.y + (0.5 * kMapHeight - kMapMargin) * std::sin(angle)});
    }
    return places;
}

/// From 0 for the slowest link to 1 for the fastest; nearer to the middle where they hardly differ.
double place_among(const std::vector<MapLink>& links, double rate) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const MapLink& link : links) {
        least = std::min(least, link.rate);
        most = std::max(most, link.rate);
    }
    constexpr double kLeastSpread = 4.0;
    return 0.5 + std::log(rate / std::sqrt(least * most)) / std::log(std::max(kLeastSpread, most / least));
}

/// Lines of text on a plate, so that what lies below does not disturb.
void write_lines(Svg& svg, Pixel middle, const std::vector<std::string>& lines, std::string_view color) {
    double width = 0.0;
    for (const std::string& line : lines) {
        width = std::max(width, text_width(line, kMapTextSize));
    }
    const double height = kMapLineHeight * static_cast<double>(lines.size());
    svg.rectangle({middle.x - 0.5 * width - 5.0, middle.y - 0.5 * height - 3.0}, width + 10.0, height + 6.0, "#FFFFFF");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        svg.text({middle.x, middle.y - 0.5 * height + kMapLineHeight * (static_cast<double>(i) + 0.78)}, lines[i],
                 {.anchor = TextAnchor::kMiddle, .size = kMapTextSize, .color = color});
    }
}

}  // namespace

std::string svg_of(const NetworkMap& map) {
    Svg svg(kMapWidth, kMapHeight, map.description);
    const std::vector<Pixel> places = places_of(map.groups.size());
    const std::string_view usual = CurveStyle{0}.color();
    const std::string_view standing_out = CurveStyle{1}.color();
    const auto end_of = [&](int group) { return places[static_cast<std::size_t>(group)]; };
    for (const MapLink& link : map.links) {
        svg.line(end_of(link.from), end_of(link.to), link.stands_out ? standing_out : usual,
                 kThinnest + (kThickest - kThinnest) * place_among(map.links, link.rate));
    }
    if (map.links.size() <= kMostLabelledLinks) {
        // A third of the way and not half where diagonals would meet in one point.
        const double share = map.groups.size() > 3 ? 0.38 : 0.5;
        for (const MapLink& link : map.links) {
            const Pixel from = end_of(link.from);
            const Pixel to = end_of(link.to);
            write_lines(svg, {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)}, link.facts,
                        link.stands_out ? standing_out : "#000000");
        }
    }
    double largest = 0.0;
    for (const MapGroup& group : map.groups) {
        largest = std::max(largest, group.size);
    }
    for (std::size_t i = 0; i < map.groups.size(); ++i) {
        const MapGroup& group = map.groups[i];
        const double radius = std::max(kLeastRadius, kMostRadius * std::sqrt(group.size / largest) /
                                                         std::max(1.0, static_cast<double>(map.groups.size()) / 10.0));
        svg.circle(places[i], radius, "#EBF2FA", usual);
        svg.text({places[i].x, places[i].y + 5.0}, group.name, {.anchor = TextAnchor::kMiddle, .size = 15.0});
        if (!group.facts.empty()) {
            const double below = places[i].y > 0.5 * kMapHeight - 1.0 ? 1.0 : -1.0;
            const double half = 0.5 * kMapLineHeight * static_cast<double>(group.facts.size());
            write_lines(svg, {places[i].x, places[i].y + below * (radius + half + 6.0)}, group.facts, "#000000");
        }
    }
    return svg.str();
}

}  // namespace causeway::report
