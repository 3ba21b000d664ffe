/// The models whose parameters `causeway fit` finds: `causeway fit MODEL SAMPLES.csv`.
///
/// To add a model: write one file fit_NAME.cpp that defines a `Verb` constant NAME_fit, and add its name to fits.def.
#pragma once

#include "verb.hpp"

namespace causeway::app {

[[nodiscard]] const base::Registry<Verb>& fits();

}  // namespace causeway::app
