#include "tree_outcome.hpp"

namespace causeway::app {

Seconds TreeOutcome::least_time() const {
    return bound.of(static_cast<double>(bytes->value()) / static_cast<double>(graph.slice->value()));
}

std::pair<std::optional<int>, std::optional<int>> TreeOutcome::ends_of(const steady_state::Demand& demand) const {
    std::pair<std::optional<int>, std::optional<int>> ends{demand.from, std::nullopt};
    if (demand.kind == steady_state::WayKind::kPath) {
        ends.second = demand.to;
    }
    if (scheme::comes_up(operation)) {
        std::swap(ends.first, ends.second);
    }
    return ends;
}

}  // namespace causeway::app
