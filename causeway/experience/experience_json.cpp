/// The file of what calls have taken.
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/version.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/policy/choice.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <utility>

namespace causeway::experience {

namespace {

using base::JsonInput;
using base::JsonOutput;

constexpr int kVersion = 1;

TriedWay read_way(const JsonInput& input) {
    input.require_keys_among({"plan", "description", "promised_seconds", "seconds"});
    const auto promised = input.optional_member("promised_seconds");
    TriedWay way{.plan = input.member("plan").string(),
                 .description = input.member("description").string(),
                 .promised = promised ? promised->non_negative_seconds() : Seconds::infinity(),
                 .seconds = {}};
    for (const JsonInput& time : input.member("seconds").elements()) {
        way.seconds.push_back(time.non_negative_seconds().value());
        if (way.seconds.size() > policy::kMostTimes) {
            time.refuse(fmt::format("at most {} times", policy::kMostTimes));
        }
    }
    return way;
}

TriedKind read_tried(const JsonInput& input) {
    TriedKind tried{.least = input.member("least_seconds").non_negative_seconds(),
                    .calls = input.member("calls").integer(0, std::numeric_limits<std::int64_t>::max() / 2),
                    .renewed = input.member("renewed").integer(0, std::numeric_limits<std::int64_t>::max() / 2),
                    .since = input.member("since").string(),
                    .last_called = input.member("last_called").string(),
                    .ways = {}};
    const JsonInput ways = input.member("ways");
    for (const JsonInput& way : ways.elements()) {
        tried.ways.push_back(read_way(way));
    }
    if (tried.ways.size() < 2 || tried.ways.size() > policy::kMostWays) {
        ways.refuse(fmt::format("{} ways", tried.ways.size()), fmt::format("2 to {} ways", policy::kMostWays));
    }
    return tried;
}

Kind read_kind(const JsonInput& input) {
    const auto root = input.optional_member("root");
    return {.processes = input.member("processes").string(),
            .collective = input.member("collective").string(),
            .root = root ? std::optional(static_cast<int>(root->integer(0, std::numeric_limits<int>::max())))
                         : std::nullopt,
            .up_to = input.member("bytes_up_to").non_negative_bytes()};
}

JsonOutput to_json(const TriedWay& way) {
    return {{"plan", way.plan},
            {"description", way.description},
            {"promised_seconds",
             way.promised < Seconds::infinity() ? JsonOutput(way.promised.value()) : JsonOutput(nullptr)},
            {"seconds", way.seconds}};
}

JsonOutput to_json(const Kind& kind, const TriedKind& tried) {
    JsonOutput ways = JsonOutput::array();
    for (const TriedWay& way : tried.ways) {
        ways.push_back(to_json(way));
    }
    return {{"processes", kind.processes},
            {"collective", kind.collective},
            {"root", kind.root},
            {"bytes_up_to", kind.up_to.value()},
            {"least_seconds", tried.least.value()},
            {"calls", tried.calls},
            {"renewed", tried.renewed},
            {"since", tried.since},
            {"last_called", tried.last_called},
            {"ways", std::move(ways)}};
}

}  // namespace

Experience parse_experience(std::string_view text, const std::string& source) {
    const JsonInput input = JsonInput::parse(text, source);
    input.require_head("experience", kVersion);
    input.require_keys_among({"causeway", "version", "by", "platform", "mpi", "build", "kinds"});
    Experience experience;
    experience.conditions = {.platform = input.member("platform").string(),
                             .library = input.member("mpi").string(),
                             .build = input.member("build").string()};
    for (const JsonInput& entry : input.member("kinds").elements()) {
        entry.require_keys_among({"processes", "collective", "root", "bytes_up_to", "least_seconds", "calls", "renewed",
                                  "since", "last_called", "ways"});
        if (!experience.kinds.emplace(read_kind(entry), read_tried(entry)).second) {
            entry.refuse("a kind of calls that is there already", "each kind once");
        }
    }
    return experience;
}

std::string to_json_text(const Experience& experience) {
    JsonOutput kinds = JsonOutput::array();
    for (const auto& [kind, tried] : experience.kinds) {
        kinds.push_back(to_json(kind, tried));
    }
    const JsonOutput json = {{"causeway", "experience"},
                             {"version", kVersion},
                             {"by", fmt::format("causeway {}", base::version())},
                             {"platform", experience.conditions.platform},
                             {"mpi", experience.conditions.library},
                             {"build", experience.conditions.build},
                             {"kinds", std::move(kinds)}};
    return json.dump(1) + "\n";
}

}  // namespace causeway::experience
