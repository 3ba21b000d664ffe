#include "causeway/graph/node_names.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::graph {

std::string few_of(std::span<const std::string> names) {
    constexpr std::size_t kShown = 5;  // a line of text, whatever the size of the graph
    if (names.size() <= kShown + 1) {
        return base::joined(names);
    }
    return fmt::format("{}, ... ({} in all)", base::joined(names.first(kShown)), names.size());
}

NodeNames::NodeNames(std::span<const std::string> names) {
    for (const std::string& name : names) {
        add(name);
    }
}

bool NodeNames::add(const std::string& name) {
    if (!position_.emplace(name, static_cast<int>(names_.size())).second) {
        return false;
    }
    names_.push_back(name);
    return true;
}

std::optional<int> NodeNames::find(std::string_view name) const {
    const auto found = position_.find(std::string(name));
    return found == position_.end() ? std::nullopt : std::optional(found->second);
}

int NodeNames::at(std::string_view name, const std::string& source, const std::string& place) const {
    if (const std::optional<int> position = find(name)) {
        return *position;
    }
    throw base::InputError({.source = source,
                            .place = place,
                            .found = fmt::format("the unknown node '{}'", name),
                            .accepted = names_.empty() ? "the name of a node; there are none" : few_of(names_)});
}

}  // namespace causeway::graph
