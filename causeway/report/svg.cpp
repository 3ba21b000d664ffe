#include "causeway/report/svg.hpp"

#include "causeway/report/markup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace causeway::report {

namespace {

constexpr std::array<std::string_view, 8> kColors{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                  "#E69F00", "#56B4E9", "#000000", "#7F7F7F"};
constexpr double kMarkRadius = 3.5;

std::string_view name_of(TextAnchor anchor) {
    switch (anchor) {
        case TextAnchor::kStart:
            return "start";
        case TextAnchor::kMiddle:
            return "middle";
        case TextAnchor::kEnd:
            return "end";
    }
    return "start";
}

/// "x,y x,y ...", to a tenth of a pixel.
std::string listed(std::span<const Pixel> points) {
    std::string result;
    for (const Pixel& point : points) {
        result += fmt::format("{}{:.1f},{:.1f}", result.empty() ? "" : " ", point.x, point.y);
    }
    return result;
}

}  // namespace

std::string_view CurveStyle::color() const {
    return kColors[static_cast<std::size_t>(kind) % kColors.size()];
}

bool CurveStyle::is_dashed() const {
    return (static_cast<std::size_t>(kind) / kColors.size()) % 2 == 1;
}

Svg::Svg(double width, double height, std::string_view description)
    : head_(fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
          "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\"{2}>\n",
          width, height,
          description.empty() ? std::string() : fmt::format(" role=\"img\" aria-label=\"{}\"", escaped(description)))) {
    rectangle({0.0, 0.0}, width, height, "#FFFFFF");
}

void Svg::line(Pixel from, Pixel to, std::string_view color, double width) {
    body_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{:g}\"/>\n", from.x,
        from.y, to.x, to.y, color, width);
}

void Svg::polyline(std::span<const Pixel> points, CurveStyle style) {
    body_ += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"{}/>\n",
        listed(points), style.color(), style.is_dashed() ? " stroke-dasharray=\"7 4\"" : "");
}

void Svg::mark(Pixel at, CurveStyle style) {
    const double r = kMarkRadius;
    const auto polygon = [&](std::span<const Pixel> corners) {
        body_ += fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", listed(corners), style.color());
    };
    switch (style.kind % 6) {
        case 0:
            body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"{}\"/>\n", at.x, at.y, r,
                                 style.color());
            break;
        case 1:
            rectangle({at.x - r, at.y - r}, 2.0 * r, 2.0 * r, style.color());
            break;
        case 2:
            polygon(std::array{Pixel{at.x, at.y - r}, Pixel{at.x + r, at.y + r}, Pixel{at.x - r, at.y + r}});
            break;
        case 3:
            polygon(std::array{Pixel{at.x, at.y + r}, Pixel{at.x + r, at.y - r}, Pixel{at.x - r, at.y - r}});
            break;
        case 4:
            polygon(std::array{Pixel{at.x, at.y - 1.2 * r}, Pixel{at.x + 1.2 * r, at.y}, Pixel{at.x, at.y + 1.2 * r},
                               Pixel{at.x - 1.2 * r, at.y}});
            break;
        default:
            body_ += fmt::format(
                "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"#FFFFFF\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                at.x, at.y, r, style.color());
    }
}

void Svg::rectangle(Pixel upper_left, double width, double height, std::string_view fill) {
    body_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                         upper_left.x, upper_left.y, width, height, fill);
}

void Svg::circle(Pixel center, double radius, std::string_view fill, std::string_view outline) {
    body_ +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                    center.x, center.y, radius, fill, outline);
}

void Svg::text(Pixel at, std::string_view words, const TextStyle& style) {
    const std::string turn =
        style.is_upward ? fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", at.x, at.y) : std::string();
    body_ +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
                    at.x, at.y, style.size, name_of(style.anchor), style.color, turn, escaped(words));
}

std::string Svg::str() const {
    return head_ + body_ + "</svg>\n";
}

double text_width(std::string_view words, double size) {
    constexpr double kMeanCharacter = 0.55;  // of the size, in Helvetica
    const auto characters = std::count_if(words.begin(), words.end(),
                                          [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return kMeanCharacter * size * static_cast<double>(characters);
}

}  // namespace causeway::report
