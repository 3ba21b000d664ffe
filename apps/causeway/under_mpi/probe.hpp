/// What `causeway probe` measures: `mpirun ... causeway probe MODEL -o SAMPLES.csv`.
///
/// To add a model: write one file probe_NAME.cpp that defines a `Verb` constant NAME_probe, and add its name to
/// probes.def.
#pragma once

#include "../verb.hpp"

namespace causeway::app {

[[nodiscard]] const base::Registry<Verb>& probes();

}  // namespace causeway::app
