/// Grids that come with the program.
#pragma once

#include <string>

namespace causeway::testbed {

/// The grid file that the user means: the one of this path, or else the ready-made grid of this name ("three-sites").
/// Throws InputError, which lists these, for a name of neither.
[[nodiscard]] std::string grid_file(const std::string& given);

}  // namespace causeway::testbed
