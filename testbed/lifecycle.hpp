/// A grid's life: bringing it up in a process of its own, taking it down.
#pragma once

#include "testbed/grid.hpp"
#include "testbed/state.hpp"
#include "testbed/system.hpp"

#include <string>

namespace causeway::testbed {

/// A grid whose life depends on its owner: it ends when the owner does, however the owner ends.
struct OwnedGrid {
    std::string name;
    Descriptor lifeline;
};

/// Brings the grid up under `name` and returns when it can be used. It stays up until it is taken
/// down. Throws Error, also if a grid of this name is up.
void bring_up(const StateRoot& root, const Grid& grid, const std::string& name);

/// The same for a grid that ends with the calling process.
[[nodiscard]] OwnedGrid bring_up_owned(const StateRoot& root, const Grid& grid, const std::string& name);

/// Takes the grid down with everything that runs in it, and waits until it is gone. Returns whether
/// it was up.
bool take_down(const StateRoot& root, const std::string& name);

}  // namespace causeway::testbed
