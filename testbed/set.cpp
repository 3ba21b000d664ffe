/// `causeway-testbed set`: changes a latency or a rate of a grid that is up, also while a job runs.
#include "testbed/control.hpp"
#include "testbed/router_status.hpp"
#include "testbed/state.hpp"
#include "testbed/verbs.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

namespace causeway::testbed {

namespace {

/// A quantity that can be changed.
struct Quantity {
    std::string name;
    int num_sites;  ///< of how many sites it speaks
    std::string unit;
    bool may_be_zero;
};

const std::vector<Quantity>& quantities() {
    static const std::vector<Quantity> all = {
        {.name = "latency", .num_sites = 2, .unit = "seconds", .may_be_zero = true},
        {.name = "capacity", .num_sites = 2, .unit = "bytes per second", .may_be_zero = false},
        {.name = "uplink", .num_sites = 1, .unit = "bytes per second", .may_be_zero = false},
        {.name = "downlink", .num_sites = 1, .unit = "bytes per second", .may_be_zero = false},
        {.name = "nic", .num_sites = 1, .unit = "bytes per second", .may_be_zero = false},
        {.name = "lan_latency", .num_sites = 1, .unit = "seconds", .may_be_zero = true},
    };
    return all;
}

struct Options {
    std::string name;
    std::vector<std::string> words;
};

const Quantity& quantity(const std::string& name) {
    std::vector<std::string> known;
    for (const Quantity& candidate : quantities()) {
        if (candidate.name == name) {
            return candidate;
        }
        known.push_back(candidate.name);
    }
    throw base::InputError({.source = "set", .place = {}, .found = "'" + name + "'", .accepted = base::joined(known)});
}

double parse_value(const std::string& text, const Quantity& quantity) {
    std::size_t used = 0;
    double value = std::nan("");
    try {
        value = std::stod(text, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    if (used != text.size() || !std::isfinite(value) || value < 0 || (value == 0 && !quantity.may_be_zero)) {
        throw base::InputError(
            {.source = "set",
             .place = quantity.name,
             .found = "'" + text + "'",
             .accepted = fmt::format("a number of {} {}", quantity.unit, quantity.may_be_zero ? ">= 0" : "> 0")});
    }
    return value;
}

int set(const Options& options) {
    const StateRoot root = state_root();
    const std::string name = chosen_grid(root, options.name);
    const Quantity& what = quantity(options.words.front());
    const auto num_sites = static_cast<std::size_t>(what.num_sites);
    if (options.words.size() != num_sites + 2) {
        throw base::InputError(
            {.source = "set",
             .place = what.name,
             .found = fmt::format("{} words", options.words.size()),
             .accepted = fmt::format("{} {} VALUE", what.name, what.num_sites == 2 ? "SITE OTHER-SITE" : "SITE")});
    }
    const StateFolder folder = folder_of(root, name);
    const Grid grid = router_status(folder).grid;
    nlohmann::json request = {{"request", "set"},
                              {"what", what.name},
                              {"site", site_index(grid, options.words[1], "set " + what.name)},
                              {"value", parse_value(options.words.back(), what)}};
    if (what.num_sites == 2) {
        const int other = site_index(grid, options.words[2], "set " + what.name);
        if (other == request["site"]) {
            throw base::InputError({.source = "set",
                                    .place = what.name,
                                    .found = "'" + options.words[2] + "' twice",
                                    .accepted = "two different sites"});
        }
        request["other_site"] = other;
    }
    static_cast<void>(ask(*connect_to(folder.control()), request));
    return 0;
}

}  // namespace

void add_set(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<Options>();
    CLI::App* const verb = app.add_subcommand("set", "Change a latency or a rate of a grid that is up");
    verb->footer(
        "Examples: causeway-testbed set three-sites latency a b 0.020\n"
        "          causeway-testbed set three-sites uplink b 5e6\n"
        "Quantities: latency SITE SITE, capacity SITE SITE, uplink SITE, downlink SITE, nic SITE,\n"
        "lan_latency SITE; seconds and bytes per second.");
    verb->add_option("NAME", options->name, "A grid that is up")->required();
    verb->add_option("CHANGE", options->words, "What, of which site or sites, and the new value")->required();
    verb->callback([options, &exit_code] { exit_code = set(*options); });
}

}  // namespace causeway::testbed
