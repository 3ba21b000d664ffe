/// Where the source tree lies. One small file alone is told when it is compiled: a path among a compiler's options
/// keeps one clone from finding in the compiler cache what another has compiled.
#pragma once

#include <string>

namespace causeway::test {

/// The path of the source tree, without a slash at its end.
std::string source_folder();

}  // namespace causeway::test
