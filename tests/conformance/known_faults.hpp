/// Calls that the MPI libraries themselves get wrong, and with which nothing can be compared.
#pragma once

#include "tests/conformance/comparison.hpp"

#include <string_view>
#include <vector>

namespace conformance {

/// One fault of an MPI library.
struct KnownFault {
    std::string_view what;  ///< seen in which version, and how it shows
    bool (*concerns)(const Case& c);
};

/// Those of the MPI library that the suite is built with.
const std::vector<KnownFault>& known_faults();

/// The first that concerns this call; null if none does.
const KnownFault* known_fault_of(const Case& c);

}  // namespace conformance
