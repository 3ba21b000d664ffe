/// causeway list: the registries.
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/mapping/launcher/launcher.hpp"
#include "causeway/mapping/method/method.hpp"
#include "causeway/scheme/scheme.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "causeway/tree/heuristic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace causeway::app {

namespace {

struct ListOptions {
    std::string family = "all";
    OutputOptions output;
};

struct Entry {
    std::string_view family;
    std::string_view name;
    std::string_view summary;
    std::string_view source;
};

/// How long a transfer takes; see causeway/model.
constexpr std::array kModels{
    Entry{"models", "plogp", "parameterised LogP: L and g(m) inside each cluster and between every two, shared uplinks",
          "Kielmann et al.; Steffenel, section 2.2"},
    Entry{"models", "ethernet", "unequal hosts on a switched Ethernet: each processor and each wire, one after another",
          "Lastovetsky, Mkwawa and O'Flynn, section 3"},
};

template <typename Member>
void append(std::vector<Entry>& entries, std::string_view family, const base::Registry<Member>& registry) {
    for (const Member* member : registry.members()) {
        entries.push_back({family, member->name, member->summary, member->source});
    }
}

std::vector<Entry> all_entries() {
    std::vector<Entry> entries;
    append(entries, "strategies", strategy::broadcast_strategies());
    append(entries, "schemes", scheme::schemes());
    append(entries, "heuristics", inter_cluster::heuristics());
    append(entries, "trees", tree::heuristics());
    append(entries, "formats", graph::formats());
    append(entries, "methods", clustering::methods());
    entries.insert(entries.end(), kModels.begin(), kModels.end());
    append(entries, "mappings", mapping::methods());
    append(entries, "launchers", mapping::launchers());
    return entries;
}

constexpr std::array<std::string_view, 10> kFamilies{"all",     "strategies", "schemes", "heuristics", "trees",
                                                     "formats", "methods",    "models",  "mappings",   "launchers"};

void run(const ListOptions& options) {
    if (std::find(kFamilies.begin(), kFamilies.end(), options.family) == kFamilies.end()) {
        throw base::InputError({.source = "causeway list",
                                .place = {},
                                .found = fmt::format("the unknown family '{}'", options.family),
                                .accepted = fmt::format("{}", fmt::join(kFamilies, ", "))});
    }
    report::Document document;
    document.table.columns = {"family", "name", "what it does", "source"};
    for (const Entry& entry : all_entries()) {
        if (options.family != "all" && options.family != entry.family) {
            continue;
        }
        document.table.rows.push_back({report::cell(entry.family), report::cell(entry.name),
                                       report::cell(entry.summary), report::cell(entry.source)});
        document.json()[std::string(entry.family)].push_back(
            {{"name", entry.name}, {"summary", entry.summary}, {"source", entry.source}});
    }
    document.conclusion = fmt::format("{} algorithms", document.table.rows.size());
    options.output.deliver(document);
}

void declare(command_line::Command& command, ListOptions& options) {
    command
        .option("family", options.family,
                "strategies, schemes, heuristics, trees, formats, methods, models, mappings, launchers, or all")
        .propose({kFamilies.begin(), kFamilies.end()})
        .show_default();
    options.output.declare(command);
}

}  // namespace

extern const Verb list_verb{
    .name = "list",
    .summary =
        "list the algorithms: strategies, schemes of other collectives, heuristics, tree heuristics, graph formats, "
        "clustering methods, models",
    .example = "causeway list heuristics",
    .set_up = set_up<ListOptions>,
};

}  // namespace causeway::app
