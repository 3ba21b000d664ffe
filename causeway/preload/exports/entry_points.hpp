/// The functions of MPI that libcauseway.so offers to the program, and where a call of each goes.
///
/// There is one for every function that some variant of the library replaces, under MPI's name and under its profiling
/// name (P...). A program calls them with arguments that nothing here knows: an entry point jumps to its target and
/// leaves registers and stack as they are. The target is at first a piece of code that has it looked up.
#pragma once

#include <cstddef>

namespace causeway::preload {

extern "C" {

/// Where calls of each entry point go; in the order of names.def.
extern void* causeway_targets[];

/// Returns where this call goes, of entry point `index`; `caller` is the place that it returns to. Writes that into
/// causeway_targets where all later calls go there, too.
void* causeway_find_target(std::size_t index, const void* caller) noexcept;
}

}  // namespace causeway::preload
