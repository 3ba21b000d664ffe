/// A figure of what happens when, a lane for each place where it happens, as an SVG file.
#pragma once

#include <string>
#include <vector>

namespace causeway::report {

/// Something that lasts.
struct TimeBar {
    double begin = 0.0;  ///< s
    double end = 0.0;    ///< s
};

struct TimeLane {
    std::string name;
    std::vector<TimeBar> bars;  ///< they may overlap
    bool stands_out = false;    ///< in another colour
};

struct TimeLine {
    std::string description;  ///< for those who do not see the figure
    double end = 0.0;         ///< s, > 0: the figure begins at 0
    std::vector<TimeLane> lanes;
    std::string axis = "time since the call";  ///< what the scale is of
};

/// The whole SVG file, 720 pixels wide. Bars that touch, as far as can be seen, are one.
[[nodiscard]] std::string svg_of(const TimeLine& time_line);

}  // namespace causeway::report
