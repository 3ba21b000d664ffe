/// What `causeway tree` says.
#pragma once

#include "tree_outcome.hpp"

#include "causeway/report/document.hpp"

namespace causeway::app {

[[nodiscard]] report::Document document_of(const TreeOutcome& outcome);

}  // namespace causeway::app
