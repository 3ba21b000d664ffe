/// What a page is about.
#pragma once

#include "causeway/page/retraced.hpp"
#include "causeway/page/run.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>

namespace causeway::page {

/// At least one of a run and a platform.
struct Subject {
    std::optional<Run> run;
    std::optional<platform::Platform> platform;  ///< that it ran on, or any
    std::optional<Retraced> retraced;            ///< the run on the platform
};

/// Of a run without a platform that of its report is taken, if it has one. Throws InputError for a wrong one, and for
/// plans that are none.
[[nodiscard]] Subject subject_of(std::optional<Run> run, std::optional<platform::Platform> platform);

}  // namespace causeway::page
