#include "collective_option.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

namespace causeway::app {

namespace {

/// There is no topology on a command line.
bool is_accepted(scheme::Operation operation, Ranks ranks) {
    if (scheme::is_among_neighbours(operation)) {
        return false;
    }
    return ranks == Ranks::kAreThere || operation != scheme::Operation::kScan;
}

}  // namespace

std::vector<std::string> collective_words(Ranks ranks) {
    std::vector<std::string> names;
    for (const scheme::Operation one : scheme::operations()) {
        if (is_accepted(one, ranks)) {
            names.emplace_back(scheme::name_of(one));
        }
    }
    return names;
}

std::string collective_names(Ranks ranks) {
    return fmt::format("{}", fmt::join(collective_words(ranks), ", "));
}

scheme::Operation parse_operation(const std::string& collective, Ranks ranks) {
    if (const auto operation = scheme::find_operation(collective); operation && is_accepted(*operation, ranks)) {
        return *operation;
    }
    throw base::InputError({.source = "--collective",
                            .place = {},
                            .found = fmt::format("'{}'", collective),
                            .accepted = base::joined(collective_words(ranks))});
}

}  // namespace causeway::app
