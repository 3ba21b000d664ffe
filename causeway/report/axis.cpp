#include "causeway/report/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace causeway::report {

namespace {

/// Sums of steps miss round numbers by some last bits.
constexpr double kSlack = 1e-9;

/// Between two ticks.
struct Step {
    double width = 1.0;
    int decimals = 0;
};

Step step_of(Span covers, int wanted) {
    const double raw = (covers.most - covers.least) / wanted;
    const double power = std::floor(std::log10(raw));
    const double scale = std::pow(10.0, power);
    const double digit = raw / scale;
    const double rounded = digit <= 1.0 + kSlack   ? 1.0
                           : digit <= 2.0 + kSlack ? 2.0
                           : digit <= 5.0 + kSlack ? 5.0
                                                   : 10.0;
    const double exponent = rounded == 10.0 ? power + 1.0 : power;
    return {rounded * scale, exponent < 0.0 ? static_cast<int>(-exponent) : 0};
}

}  // namespace

Span span_of(std::span<const double> values) {
    std::optional<Span> found;
    for (const double value : values) {
        if (std::isfinite(value)) {
            found = found ? Span{std::min(found->least, value), std::max(found->most, value)} : Span{value, value};
        }
    }
    if (!found) {
        return {0.0, 1.0};
    }
    if (found->least == found->most) {
        const double margin = found->least == 0.0 ? 1.0 : 0.5 * std::abs(found->least);
        return {found->least - margin, found->most + margin};
    }
    return *found;
}

std::vector<Tick> Axis::ticks(int wanted) const {
    const Step step = step_of(covers_, wanted);
    const double first = std::ceil(covers_.least / step.width - kSlack);
    const double last = std::floor(covers_.most / step.width + kSlack);
    std::vector<Tick> result;
    for (double index = first; index <= last; index += 1.0) {
        const double value = index == 0.0 ? 0.0 : index * step.width;  // no "-0"
        result.push_back({value, fmt::format("{:.{}f}", value, step.decimals)});
    }
    return result;
}

Span rounded_out(Span covers, int wanted) {
    const Step step = step_of(covers, wanted);
    return {step.width * std::floor(covers.least / step.width + kSlack),
            step.width * std::ceil(covers.most / step.width - kSlack)};
}

}  // namespace causeway::report
