#include "causeway/base/text.hpp"

#include "causeway/base/comma_list.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

namespace causeway::base {

namespace {

constexpr std::string_view kAcceptedBytes = "a size such as 0, 1000, 4K, 1M or 2G (powers of 1024)";
constexpr std::string_view kAcceptedList = "a size, a list '1K,64K,1M' or a range '1K..16M' or '1K..16M:2'";

struct Unit {
    double size;
    std::string_view name;
};

std::string with_unit(double value, std::span<const Unit> units) {
    const Unit* chosen = &units.back();
    for (const Unit& unit : units) {
        if (std::abs(value) >= 0.9995 * unit.size) {
            chosen = &unit;
            break;
        }
    }
    const double scaled = value / chosen->size;
    const double magnitude = std::abs(scaled);
    const int decimals = magnitude >= 99.95 || magnitude == 0.0 ? 0 : magnitude >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", scaled, decimals, chosen->name);
}

/// The ends of "LEAST..MOST", or twice the one number; none when they are no numbers or fall.
template <typename Number>
std::optional<std::array<Number, 2>> ends_of_range(std::string_view text) {
    const std::size_t dots = text.find("..");
    const std::array<std::string_view, 2> parts{text.substr(0, dots),
                                                dots == std::string_view::npos ? text : text.substr(dots + 2)};
    std::array<Number, 2> ends{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::optional<Number> number = number_in<Number>(parts[i]);
        if (!number) {
            return std::nullopt;
        }
        ends[i] = *number;
    }
    return ends[0] <= ends[1] ? std::optional(ends) : std::nullopt;
}

}  // namespace

IntRange parse_int_range(std::string_view text, int least, std::string_view source) {
    const auto ends = ends_of_range<int>(text);
    if (!ends || (*ends)[0] < least) {
        throw InputError({.source = std::string(source),
                          .place = {},
                          .found = fmt::format("'{}'", text),
                          .accepted = fmt::format("a number >= {} or a rising range such as {}..50", least, least)});
    }
    return {(*ends)[0], (*ends)[1]};
}

SecondsRange parse_seconds_range(std::string_view text, std::string_view source) {
    const auto ends = ends_of_range<double>(text);
    if (!ends || !((*ends)[0] >= 0.0) || !std::isfinite((*ends)[1])) {
        throw InputError({.source = std::string(source),
                          .place = {},
                          .found = fmt::format("'{}'", text),
                          .accepted = "seconds >= 0 or a rising range such as 0.001..0.015"});
    }
    return {Seconds((*ends)[0]), Seconds((*ends)[1])};
}

std::vector<double> parse_number_list(std::string_view text, double usual_step, std::string_view source) {
    constexpr double kMostNumbers = 10000;
    const auto refuse = [&]() -> InputError {
        return InputError(
            {.source = std::string(source),
             .place = {},
             .found = fmt::format("'{}'", text),
             .accepted = "numbers >= 0 separated by commas, or a rising range such as 10..50 or 10..50:5"});
    };
    std::vector<double> result;
    if (text.find("..") != std::string_view::npos) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        const auto ends = ends_of_range<double>(text.substr(0, colon));
        double step = usual_step;
        if (colon < text.size()) {
            const auto given = ends_of_range<double>(text.substr(colon + 1));
            step = given && (*given)[0] == (*given)[1] ? (*given)[0] : 0.0;
        }
        if (!ends || !((*ends)[0] >= 0.0) || !(step > 0.0) || !(((*ends)[1] - (*ends)[0]) / step < kMostNumbers)) {
            throw refuse();
        }
        const auto steps = static_cast<int>(std::floor(((*ends)[1] - (*ends)[0]) / step + 1e-9));
        for (int index = 0; index <= steps; ++index) {
            result.push_back(std::round(((*ends)[0] + index * step) * 1e9) / 1e9);  // 0.12, not 0.12000000000000001
        }
        return result;
    }
    for (const std::string& entry : entries_of(text)) {
        const auto number = ends_of_range<double>(entry);
        if (!number || !((*number)[0] >= 0.0) || !std::isfinite((*number)[0])) {
            throw refuse();
        }
        result.push_back((*number)[0]);
    }
    return result;
}

Bytes parse_bytes(std::string_view text, std::string_view source) {
    const auto refuse = [&]() -> InputError {
        return InputError({.source = std::string(source),
                           .place = {},
                           .found = fmt::format("'{}'", text),
                           .accepted = std::string(kAcceptedBytes)});
    };
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || number < 0) {
        throw refuse();
    }
    const std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
    struct Suffix {
        std::string_view text;
        int shift;
    };
    constexpr std::array<Suffix, 11> kSuffixes{{{"", 0},
                                                {"B", 0},
                                                {"K", 10},
                                                {"k", 10},
                                                {"KiB", 10},
                                                {"M", 20},
                                                {"m", 20},
                                                {"MiB", 20},
                                                {"G", 30},
                                                {"g", 30},
                                                {"GiB", 30}}};
    for (const Suffix& known : kSuffixes) {
        if (suffix == known.text) {
            constexpr std::int64_t kLargest = std::int64_t{1} << 53;
            if (number > (kLargest >> known.shift)) {
                throw refuse();
            }
            return Bytes(number << known.shift);
        }
    }
    throw refuse();
}

std::vector<Bytes> parse_byte_list(std::string_view text, std::string_view source) {
    const auto refuse = [&]() -> InputError {
        return InputError({.source = std::string(source),
                           .place = {},
                           .found = fmt::format("'{}'", text),
                           .accepted = std::string(kAcceptedList)});
    };
    std::vector<Bytes> result;
    const std::size_t dots = text.find("..");
    if (dots != std::string_view::npos) {
        std::string_view last_text = text.substr(dots + 2);
        std::int64_t factor = 4;
        if (const std::size_t colon = last_text.find(':'); colon != std::string_view::npos) {
            factor = number_in<std::int64_t>(last_text.substr(colon + 1)).value_or(0);
            if (factor < 2) {
                throw refuse();
            }
            last_text = last_text.substr(0, colon);
        }
        const Bytes first = parse_bytes(text.substr(0, dots), source);
        const Bytes last = parse_bytes(last_text, source);
        if (first > last || first.value() < 1) {
            throw refuse();
        }
        Bytes size = first;
        while (size < last) {
            result.push_back(size);
            // The next one would be beyond the last, perhaps beyond every number.
            size = size.value() > last.value() / factor ? last : factor * size;
        }
        result.push_back(last);
        return result;
    }
    for (const std::string& entry : entries_of(text)) {
        result.push_back(parse_bytes(entry, source));
    }
    return result;
}

std::string to_text(Bytes size) {
    struct Binary {
        int shift;
        std::string_view name;
    };
    constexpr std::array<Binary, 3> kUnits{{{30, "GiB"}, {20, "MiB"}, {10, "KiB"}}};
    for (const Binary& unit : kUnits) {
        const std::int64_t one = std::int64_t{1} << unit.shift;
        if (size.value() >= one && size.value() % one == 0) {
            return fmt::format("{} {}", size.value() / one, unit.name);
        }
    }
    return fmt::format("{} B", size.value());
}

std::string to_text(Seconds time) {
    if (!std::isfinite(time.value())) {
        return "unreachable";
    }
    constexpr std::array<Unit, 4> kUnits{{{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
    return with_unit(time.value(), kUnits);
}

std::string rounded_text(Bytes size) {
    constexpr std::array<Unit, 5> kUnits{{{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1.0, "B"}}};
    return size < Bytes(1000) ? to_text(size) : with_unit(static_cast<double>(size.value()), kUnits);
}

std::string to_text(BytesPerSecond rate) {
    constexpr std::array<Unit, 4> kUnits{{{1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}, {1.0, "B/s"}}};
    return with_unit(rate.value(), kUnits);
}

}  // namespace causeway::base
