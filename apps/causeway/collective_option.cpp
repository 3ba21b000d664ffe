#include "collective_option.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <vector>

namespace causeway::app {

namespace {

bool is_accepted(scheme::Operation operation, Ranks ranks) {
    return ranks == Ranks::kAreThere || operation != scheme::Operation::kScan;
}

std::vector<std::string> accepted(Ranks ranks) {
    std::vector<std::string> names;
    for (const scheme::Operation one : scheme::operations()) {
        if (is_accepted(one, ranks)) {
            names.emplace_back(scheme::name_of(one));
        }
    }
    return names;
}

}  // namespace

std::string collective_names(Ranks ranks) {
    return fmt::format("{}", fmt::join(accepted(ranks), ", "));
}

scheme::Operation parse_operation(const std::string& collective, Ranks ranks) {
    if (const auto operation = scheme::find_operation(collective); operation && is_accepted(*operation, ranks)) {
        return *operation;
    }
    throw base::InputError({.source = "--collective",
                            .place = {},
                            .found = fmt::format("'{}'", collective),
                            .accepted = base::joined(accepted(ranks))});
}

}  // namespace causeway::app
