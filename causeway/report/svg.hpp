/// A drawing as SVG text: lines, rectangles, marks and words, placed in pixels from the upper left corner.
///
/// All figures look alike: colours that people of every kind of sight tell apart (Okabe and Ito), as in
/// experiments/style.gnuplot.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace causeway::report {

struct Pixel {
    double x = 0.0;
    double y = 0.0;  ///< downwards
};

/// How a line or a mark is drawn: `kind` 0, 1, 2, ... of curves in one figure. The colours come again after eight
/// kinds, then dashed.
struct CurveStyle {
    int kind = 0;

    [[nodiscard]] std::string_view color() const;
    [[nodiscard]] bool is_dashed() const;
};

enum class TextAnchor { kStart, kMiddle, kEnd };

struct TextStyle {
    TextAnchor anchor = TextAnchor::kStart;
    double size = 14.0;      ///< pixels
    bool is_upward = false;  ///< turned by a quarter, read from below
    std::string_view color = "#000000";
};

/// Collects elements in drawing order: what comes later lies above.
class Svg {
public:
    /// White, `width` by `height` pixels. `description`: what is said to those who do not see it.
    Svg(double width, double height, std::string_view description = {});

    void line(Pixel from, Pixel to, std::string_view color, double width);
    void polyline(std::span<const Pixel> points, CurveStyle style);
    /// A small mark on a point, another shape for each of six kinds.
    void mark(Pixel at, CurveStyle style);
    void rectangle(Pixel upper_left, double width, double height, std::string_view fill);
    void circle(Pixel center, double radius, std::string_view fill, std::string_view outline);
    /// Any text; characters that mean something in XML are written as entities.
    void text(Pixel at, std::string_view words, const TextStyle& style);

    /// The whole file.
    [[nodiscard]] std::string str() const;

private:
    std::string head_;
    std::string body_;
};

/// About how wide Helvetica writes `words`, in pixels; enough to leave room for them.
[[nodiscard]] double text_width(std::string_view words, double size);

}  // namespace causeway::report
