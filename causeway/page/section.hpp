/// The parts of a report's page.
///
/// To add one: one file in section/ that defines a `Section` constant, and its line in section/sections.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/page/subject.hpp"

#include <string>
#include <string_view>

namespace causeway::page {

struct Section {
    std::string_view name;  ///< its id on the page
    std::string_view title;
    /// HTML without the heading; empty where there is nothing to say.
    std::string (*content)(const Subject& subject) = nullptr;
};

[[nodiscard]] const base::Registry<Section>& sections();

}  // namespace causeway::page
