/// Which build of Causeway this is, whatever it calls itself.
#pragma once

#include <string>

namespace causeway::base {

/// "0.1.0-5f0c1a...": the version, and what the linker wrote into the shared object or program that this is part of as
/// the digest of its contents (the build-id note; empty where it was told to leave that out). Two processes with the
/// same one run the same code with the same types, byte order among them. Without blanks.
[[nodiscard]] std::string build();

}  // namespace causeway::base
