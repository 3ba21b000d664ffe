/// What binds a bound, in a sentence for people.
#pragma once

#include "causeway/steady_state/certificate.hpp"

#include <span>
#include <string>

namespace causeway::steady_state {

/// The resources with the greatest prices and the heaviest cut: "the uplink of site b, which everything into b0, b1
/// passes". `cuts` begins with the heaviest; empty: what is carried is not the same for all, and no cut is named.
[[nodiscard]] std::string what_binds(const graph::Graph& graph, const graph::Resources& resources,
                                     std::span<const double> prices, std::span<const PricedCut> cuts);

}  // namespace causeway::steady_state
