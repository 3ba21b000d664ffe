/// The plan file: version 2 of `{"causeway": "plan", ...}`.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <string>
#include <string_view>

namespace causeway::plan {

/// The plan as JSON, clusters by their names, with the fingerprint of the platform that it is for.
[[nodiscard]] base::JsonOutput to_json(const Plan& plan, const platform::Platform& platform);

/// The same, where `fingerprint` of the platform is known: it costs as much as writing the platform.
[[nodiscard]] base::JsonOutput to_json(const Plan& plan, const platform::Platform& platform,
                                       std::string_view fingerprint);

/// Tells the plan from others that are for the same platform: "native", or a digest.
[[nodiscard]] std::string digest_text(const Plan& plan, const platform::Platform& platform);

/// The text of a plan file.
[[nodiscard]] std::string to_json_text(const Plan& plan, const platform::Platform& platform);

/// Reads what a plan file for `platform` has. Throws InputError, also when it was made for another platform.
[[nodiscard]] Plan plan_from(const base::JsonInput& input, const platform::Platform& platform);

/// Reads a plan file for `platform`. Throws InputError, also when it was made for another platform.
[[nodiscard]] Plan parse_plan(std::string_view text, const std::string& source, const platform::Platform& platform);

}  // namespace causeway::plan
