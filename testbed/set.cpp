/// `causeway-testbed set`: changes a latency, a rate, jitter, loss or the noise of a grid that is up, also while a job
/// runs.
#include "testbed/control.hpp"
#include "testbed/parts.hpp"
#include "testbed/quantity.hpp"
#include "testbed/read_parts.hpp"
#include "testbed/router_status.hpp"
#include "testbed/state.hpp"
#include "testbed/verbs.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace causeway::testbed {

namespace {

struct SetOptions {
    std::string name;
    std::vector<std::string> words;
};

/// A number, or "none" for the infinite one.
double parse_value(const std::string& text, const Quantity& quantity) {
    std::size_t used = 0;
    double value = std::nan("");
    if (text == "none") {
        used = text.size();
        value = std::numeric_limits<double>::infinity();
    } else {
        try {
            value = std::stod(text, &used);
        } catch (const std::exception&) {
            used = 0;
        }
        used = std::isinf(value) ? 0 : used;
    }
    if (used != text.size() || !accepts(quantity, value)) {
        throw base::InputError({.source = "set",
                                .place = std::string(quantity.name),
                                .found = "'" + text + "'",
                                .accepted = accepted_values(quantity)});
    }
    return value;
}

/// "none", JSON, or the name of a file of JSON.
base::JsonInput parse_noise(const std::string& text) {
    if (text == "none") {
        return base::JsonInput::parse("{}", "set noise");
    }
    return text.starts_with('{') ? base::JsonInput::parse(text, "set noise") : base::JsonInput::read_file(text);
}

int set_noise(const StateFolder& folder, const std::vector<std::string>& words) {
    if (words.size() != 2) {
        throw base::InputError({.source = "set",
                                .place = "noise",
                                .found = fmt::format("{} words", words.size()),
                                .accepted = "noise FILE, noise '{...}' or noise none"});
    }
    const Grid grid = router_status(folder).grid;
    const Noise noise = read_noise(parse_noise(words.back()), grid);
    static_cast<void>(ask(*connect_to(folder.control()), {{"request", "noise"}, {"noise", noise_json(noise, grid)}}));
    return 0;
}

/// As quantity(), but noise may be set as well.
const Quantity& quantity_named(const std::string& name) {
    try {
        return quantity(name, "set", "");
    } catch (const base::InputError& error) {
        base::InputError::Fault fault = error.fault();
        fault.accepted += ", noise";
        throw base::InputError(std::move(fault));
    }
}

int set(const SetOptions& options) {
    const StateRoot root = state_root();
    const std::string name = chosen_grid(root, options.name);
    if (options.words.front() == "noise") {
        return set_noise(folder_of(root, name), options.words);
    }
    const Quantity& what = quantity_named(options.words.front());
    const bool of_neighbours = what.of == Quantity::Of::kNeighbours;
    if (options.words.size() != (of_neighbours ? 4U : 3U)) {
        throw base::InputError(
            {.source = "set",
             .place = std::string(what.name),
             .found = fmt::format("{} words", options.words.size()),
             .accepted = fmt::format("{} {} VALUE", what.name, of_neighbours ? "SITE OTHER-SITE" : "SITE")});
    }
    const StateFolder folder = folder_of(root, name);
    const Grid grid = router_status(folder).grid;
    if (!grid.sites.front().kernel_ports.empty()) {
        throw base::InputError({.source = "set",
                                .place = std::string(what.name),
                                .found = fmt::format("{}, whose hosts the kernel joins", grid.name),
                                .accepted = "a grid that is emulated; of this one noise can be set"});
    }
    const std::string where = fmt::format("set {}", what.name);
    const double value = parse_value(options.words.back(), what);
    const std::vector<int> possible = parts_with(what, grid);
    const int part = part_called(options.words[1], grid, possible, where);
    base::JsonOutput request = {{"request", "set"},
                                {"what", what.name},
                                {"part", part},
                                {"value", std::isinf(value) ? base::JsonOutput() : base::JsonOutput(value)}};
    if (of_neighbours) {
        const int other = part_called(options.words[2], grid, possible, where);
        if (const auto why = why_not_neighbours(grid, part, other)) {
            throw base::InputError(
                {.source = "set", .place = std::string(what.name), .found = why->found, .accepted = why->accepted});
        }
        request["other_part"] = other;
    }
    static_cast<void>(ask(*connect_to(folder.control()), request));
    return 0;
}

}  // namespace

void add_set(command_line::Command& app, int& exit_code) {
    const auto options = std::make_shared<SetOptions>();
    command_line::Command verb = app.subcommand(
        "set", "Change a latency, a rate, jitter, loss or the noise of a grid that is up",
        "Examples: causeway-testbed set three-sites latency a b 0.020\n"
        "          causeway-testbed set three-sites uplink b 5e6\n"
        "          causeway-testbed set three-sites per_flow_limit a b none\n"
        "          causeway-testbed set nested-16 uplink north 5e6\n"
        "          causeway-testbed set three-sites noise '{\"router\": \"ordinary\", \"busy_loops\": 2}'\n"
        "Quantities of a pair (SITE SITE): latency, jitter, loss, capacity, per_flow_limit; of a SITE: uplink,\n"
        "downlink, uplink_loss, downlink_loss, nic, lan_latency, lan_jitter. Seconds, bytes per second (capacity and\n"
        "per_flow_limit also none), probabilities. noise: none, or what a grid file has there, as text or in a file.\n"
        "In a nested grid SITE may also be a LAN or a region; the last three are of what has hosts of its own, and a\n"
        "pair is side by side in one group: what it gets holds for everything inside of the two.");
    verb.option("NAME", options->name, "A grid that is up").required();
    verb.option("CHANGE", options->words, "What, of which site or sites, and the new value").required();
    verb.callback([options, &exit_code] { exit_code = set(*options); });
}

}  // namespace causeway::testbed
