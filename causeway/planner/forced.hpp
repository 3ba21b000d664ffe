/// A strategy that the user insists on, instead of the planner's choice.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <optional>
#include <string_view>

namespace causeway::planner {

/// A strategy that the user insists on.
struct Forced {
    /// Between the hosts of the clusters; null: the MPI library's own collective. A degree of 0 is chosen by the model.
    strategy::TunedStrategy tuned;
    std::optional<Bytes> segment;
};

/// "segmented_chain@16K", "flat_tree", "dary_tree/3@16K", "native". Throws InputError naming `source`.
[[nodiscard]] Forced parse_forced(std::string_view text, std::string_view source);

}  // namespace causeway::planner
