#include "causeway/experience/summary.hpp"

#include "causeway/statistics/sample.hpp"

#include <cstddef>
#include <optional>
#include <utility>

namespace causeway::experience {

namespace {

using base::JsonOutput;

JsonOutput summary(const TriedWay& way, bool is_choice) {
    JsonOutput result = {{"description", way.description},
                         {"plan", way.plan},
                         {"chosen", is_choice},
                         {"promised_seconds",
                          way.promised < Seconds::infinity() ? JsonOutput(way.promised.value()) : JsonOutput(nullptr)},
                         {"calls", way.seconds.size()}};
    if (!way.seconds.empty()) {
        const statistics::Summary times = statistics::summarise(way.seconds);
        result["median_seconds"] = times.median;
        result["low_seconds"] = times.median_low;
        result["high_seconds"] = times.median_high;
    }
    return result;
}

}  // namespace

JsonOutput summary(const Kind& kind, const TriedKind& tried) {
    const std::optional<Trial> trial = tried.trial();
    const int choice = trial ? trial->choice() : 0;  // what is predicted to be the best, before it was called
    JsonOutput ways = JsonOutput::array();
    for (std::size_t i = 0; i < tried.ways.size(); ++i) {
        ways.push_back(summary(tried.ways[i], choice == static_cast<int>(i)));
    }
    return {{"processes", kind.processes},
            {"collective", kind.collective},
            {"root", kind.root},
            {"bytes_up_to", kind.up_to.value()},
            {"calls", tried.calls},
            {"renewed", tried.renewed},
            {"since", tried.since},
            {"last_called", tried.last_called},
            {"regret_seconds", tried.regret()},
            {"won_seconds", tried.won()},
            {"ways", std::move(ways)}};
}

}  // namespace causeway::experience
