/// The parts of a report's page.
///
/// To add one: one file in section/ that defines a `Section` constant, and its line in section/sections.def.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/registry.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace causeway::page {

/// What a page is about: at least one of the two.
struct Subject {
    std::optional<base::JsonInput> report;       ///< of a run (docs/files.md, "Report")
    std::optional<platform::Platform> platform;  ///< that it ran on, or any
};

struct Section {
    std::string_view name;  ///< its id on the page
    std::string_view title;
    /// HTML without the heading; empty where there is nothing to say. Throws InputError for a report that is none.
    std::string (*content)(const Subject& subject) = nullptr;
};

[[nodiscard]] const base::Registry<Section>& sections();

}  // namespace causeway::page
