/// The studies that `causeway study` knows: `causeway study NAME ...`.
///
/// To add a study: write one file study_NAME.cpp that defines a `Verb` constant NAME_study, and add its name to
/// studies.def.
#pragma once

#include "verb.hpp"

namespace causeway::app {

[[nodiscard]] const base::Registry<Verb>& studies();

}  // namespace causeway::app
