/// Where a platform's figures come from and how well they are known, as a part of its file.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/platform/platform.hpp"

namespace causeway::platform {

/// Reads the key `provenance` (docs/files.md). Throws InputError.
[[nodiscard]] Provenance read_provenance(const base::JsonInput& input);

[[nodiscard]] base::JsonOutput provenance_json(const Provenance& provenance);

}  // namespace causeway::platform
