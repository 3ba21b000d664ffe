/// What `causeway tree` says to programs.
#pragma once

#include "tree_outcome.hpp"

#include "causeway/base/json_output.hpp"

namespace causeway::app {

[[nodiscard]] base::JsonOutput tree_json(const TreeOutcome& outcome);

}  // namespace causeway::app
