/// Gathers and scatters of parts that differ in size. The root alone knows all sizes, but processes that pass data on
/// have to know those of what passes through them: over the same tree, sizes travel ahead of the data.
#pragma once

#include "causeway/interpose/planned/scheme_call.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace causeway::interpose::planned {

/// What to plan for, as nobody but the root knows the sizes; nothing for a root that the MPI library must see.
[[nodiscard]] std::optional<Asked> asked_of_unknown_parts(int num_processes, int root);

/// Makes the blocks of the data. `parts`: the sizes that this process has to know, [rank], packed; 0 for others.
using MakeData =
    std::function<std::unique_ptr<mpi::BlockData>(const Execution& execution, const std::vector<Bytes>& parts)>;

/// The blocks of the sizes, and of the data after them. `known`: the sizes that this process knows by itself, [rank].
/// `make` may be called after this function has returned; MpiError is thrown then if what others say is not what is
/// known.
[[nodiscard]] Work after_sizes(const Execution& execution, const std::vector<std::optional<Bytes>>& known,
                               const MakeData& make);

}  // namespace causeway::interpose::planned
