#include "causeway/discovery/packed_routes.hpp"

#include "causeway/fit/plogp_fit.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace causeway::discovery {

namespace {

/// First how many glances there are, and the numbers of each.
constexpr std::size_t kGlanceLength = 7;

/// Of each route: kind, from, to, symmetric, the comparison of directions (its size negative: there is none), how many
/// numbers; the numbers follow.
constexpr std::size_t kHeadLength = 9;

}  // namespace

std::string packed(const SeenRoutes& routes) {
    std::vector<double> numbers{static_cast<double>(routes.glances.size())};
    for (const Glance& glance : routes.glances) {
        numbers.insert(numbers.end(), {static_cast<double>(glance.from), static_cast<double>(glance.to),
                                       glance.round_trip.value(), static_cast<double>(glance.size.value()),
                                       glance.pace.gap.value(), glance.pace.low.value(), glance.pace.high.value()});
    }
    for (const Route& route : routes.measured) {
        const std::vector<double> measurement = fit::to_numbers(route.measurement);
        const platform::DirectionTest test =
            route.directions.value_or(platform::DirectionTest{.size = Bytes(-1), .there = {}, .back = {}});
        const std::array<double, kHeadLength> head{static_cast<double>(route.kind),
                                                   static_cast<double>(route.from),
                                                   static_cast<double>(route.to),
                                                   route.symmetric ? 1.0 : 0.0,
                                                   static_cast<double>(test.size.value()),
                                                   test.there.value(),
                                                   test.back.value(),
                                                   test.differ ? 1.0 : 0.0,
                                                   static_cast<double>(measurement.size())};
        numbers.insert(numbers.end(), head.begin(), head.end());
        numbers.insert(numbers.end(), measurement.begin(), measurement.end());
    }
    std::string bytes(numbers.size() * sizeof(double), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

void unpack(const std::string& bytes, SeenRoutes& routes) {
    std::vector<double> numbers(bytes.size() / sizeof(double));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    std::span<const double> rest(numbers);
    const auto num_glances = static_cast<std::size_t>(rest.front());
    rest = rest.subspan(1);
    for (std::size_t i = 0; i < num_glances; ++i, rest = rest.subspan(kGlanceLength)) {
        routes.glances.push_back(
            {.from = static_cast<int>(rest[0]),
             .to = static_cast<int>(rest[1]),
             .round_trip = Seconds(rest[2]),
             .size = Bytes(static_cast<std::int64_t>(rest[3])),
             .pace = {.gap = Seconds(rest[4]), .low = Seconds(rest[5]), .high = Seconds(rest[6])}});
    }
    while (!rest.empty()) {
        const auto length = static_cast<std::size_t>(rest[kHeadLength - 1]);
        std::optional<platform::DirectionTest> directions;
        if (rest[4] >= 0.0) {
            directions = platform::DirectionTest{.size = Bytes(static_cast<std::int64_t>(rest[4])),
                                                 .there = Seconds(rest[5]),
                                                 .back = Seconds(rest[6]),
                                                 .differ = rest[7] != 0.0};
        }
        routes.measured.push_back({.kind = static_cast<Route::Kind>(static_cast<int>(rest[0])),
                                   .from = static_cast<int>(rest[1]),
                                   .to = static_cast<int>(rest[2]),
                                   .symmetric = rest[3] != 0.0,
                                   .measurement = fit::from_numbers(rest.subspan(kHeadLength, length)),
                                   .directions = directions});
        rest = rest.subspan(kHeadLength + length);
    }
}

}  // namespace causeway::discovery
