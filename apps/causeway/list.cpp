/// causeway list: the registries.
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/mapping/launcher/launcher.hpp"
#include "causeway/mapping/method/method.hpp"
#include "causeway/policy/numbers.hpp"
#include "causeway/scheme/scheme.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "causeway/tree/heuristic.hpp"
#include "causeway/tuning/format.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

constexpr std::string_view kAll = "all";

struct ListOptions {
    std::string family{kAll};
    OutputOptions output;
};

struct Entry {
    std::string_view name;
    std::string_view summary;
    std::string_view source;
};

/// How long a transfer takes; see causeway/model.
constexpr std::array kModels{
    Entry{"plogp", "parameterised LogP: L and g(m) inside each cluster and between every two, shared uplinks",
          "Kielmann et al.; Steffenel, section 2.2"},
    Entry{"ethernet", "unequal hosts on a switched Ethernet: each processor and each wire, one after another",
          "Lastovetsky, Mkwawa and O'Flynn, section 3"},
};

/// Of no algorithm, and not among all.
constexpr std::string_view kPolicy = "policy";

std::vector<Entry> numbers() {
    std::vector<Entry> entries;
    for (const policy::Number& number : policy::numbers()) {
        entries.push_back({number.name, number.summary, number.source});
    }
    return entries;
}

template <typename Member>
std::vector<Entry> entries_of(const base::Registry<Member>& registry) {
    std::vector<Entry> entries;
    for (const Member* member : registry.members()) {
        entries.push_back({member->name, member->summary, member->source});
    }
    return entries;
}

struct Family {
    std::string_view name;
    std::vector<Entry> (*entries)();
};

constexpr std::array kFamilies{
    Family{"strategies", [] { return entries_of(strategy::broadcast_strategies()); }},
    Family{"schemes", [] { return entries_of(scheme::schemes()); }},
    Family{"heuristics", [] { return entries_of(inter_cluster::heuristics()); }},
    Family{"trees", [] { return entries_of(tree::heuristics()); }},
    Family{"formats", [] { return entries_of(graph::formats()); }},
    Family{"methods", [] { return entries_of(clustering::methods()); }},
    Family{"models", [] { return std::vector<Entry>(kModels.begin(), kModels.end()); }},
    Family{"mappings", [] { return entries_of(mapping::methods()); }},
    Family{"launchers", [] { return entries_of(mapping::launchers()); }},
    Family{"rules", [] { return entries_of(tuning::formats()); }},
    Family{kPolicy, numbers},
};

std::vector<std::string> accepted_words() {
    std::vector<std::string> words;
    for (const Family& family : kFamilies) {
        words.emplace_back(family.name);
    }
    words.emplace_back(kAll);
    return words;
}

void run(const ListOptions& options) {
    report::Document document;
    document.table.columns = {"family", "name", "what it does", "source"};
    bool is_known = options.family == kAll;
    for (const Family& family : kFamilies) {
        if (options.family == kAll ? family.name == kPolicy : options.family != family.name) {
            continue;
        }
        is_known = true;
        for (const Entry& entry : family.entries()) {
            document.table.rows.push_back({report::cell(family.name), report::cell(entry.name),
                                           report::cell(entry.summary), report::cell(entry.source)});
            document.json()[std::string(family.name)].push_back(
                {{"name", entry.name}, {"summary", entry.summary}, {"source", entry.source}});
        }
    }
    if (!is_known) {
        throw base::InputError({.source = "causeway list",
                                .place = {},
                                .found = fmt::format("the unknown family '{}'", options.family),
                                .accepted = base::joined(accepted_words())});
    }
    document.conclusion =
        fmt::format("{} {}", document.table.rows.size(), options.family == kPolicy ? "numbers" : "algorithms");
    options.output.deliver(document);
}

void declare(command_line::Command& command, ListOptions& options) {
    command.option("family", options.family, "one of: " + base::joined(accepted_words()))
        .propose(accepted_words())
        .show_default();
    options.output.declare(command);
}

}  // namespace

extern const Verb list_verb{
    .name = "list",
    .summary =
        "list the algorithms: strategies, schemes of other collectives, heuristics, tree heuristics, graph formats, "
        "clustering methods, models, mappings, launchers, rules for MPI libraries; and the numbers of policy",
    .example = "causeway list heuristics",
    .set_up = set_up<ListOptions>,
};

}  // namespace causeway::app
