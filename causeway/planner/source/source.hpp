/// Where candidates come from: the family of all ways to carry out an operation, the MPI library's own among them.
///
/// To add a source: write one file beside the others that defines a `Source` constant, and add its name to sources.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/planner/search.hpp"
#include "causeway/scheme/scheme.hpp"

#include <optional>
#include <string_view>

namespace causeway::planner {

struct Source {
    std::string_view name;     ///< also the name of its file
    std::string_view summary;  ///< one line for people
    std::string_view source;   ///< paper, section
    /// What the schemes work over that it has plans for; nothing: it has those that have no scheme.
    std::optional<scheme::Trees> trees = {};
    /// Offers all that it has; `scheme` is null where it has plans without.
    void (*offer)(Search& search, const scheme::Scheme* scheme) = nullptr;
};

/// All sources: of about equal plans those of the first are preferred.
[[nodiscard]] const base::Registry<Source>& sources();

}  // namespace causeway::planner
