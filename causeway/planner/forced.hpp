/// What the user insists on, instead of the planner's choice.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/scheme/scheme.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <optional>
#include <string_view>

namespace causeway::planner {

/// What the user insists on for one operation.
struct Forced {
    bool is_native = false;                  ///< the MPI library's own collective, and nothing of the rest
    const scheme::Scheme* scheme = nullptr;  ///< null: any
    /// Of a broadcast, between the hosts of the clusters; null: any. A degree of 0 is chosen by the model.
    strategy::TunedStrategy tuned = {};
    std::optional<Bytes> segment = {};

    friend bool operator==(const Forced&, const Forced&) = default;
};

/// "native", the name of a scheme of the operation; of broadcast also "segmented_chain@16K", "flat_tree",
/// "dary_tree/3@16K". Throws InputError naming `source`.
[[nodiscard]] Forced parse_forced(std::string_view text, scheme::Operation operation, std::string_view source);

}  // namespace causeway::planner
