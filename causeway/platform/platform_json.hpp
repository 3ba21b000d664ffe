/// The platform file: version 1 of `{"causeway": "platform", ...}` (docs/files.md).
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/platform/platform.hpp"

#include <string>
#include <string_view>

namespace causeway::platform {

/// Reads the platform file at `path`. Throws InputError at the first thing that is wrong.
[[nodiscard]] Platform read_platform(const std::string& path);

/// Whether a text says that it is a platform file; the rest of it may be wrong.
[[nodiscard]] bool is_platform_text(std::string_view text);

/// Reads a platform from text; `source` names it in messages.
[[nodiscard]] Platform parse_platform(std::string_view text, const std::string& source);

/// Reads what a platform file has.
[[nodiscard]] Platform platform_from(const base::JsonInput& input);

/// The platform as the text of a platform file; `parse_platform` gives it back unchanged.
[[nodiscard]] std::string to_json_text(const Platform& platform);

}  // namespace causeway::platform
