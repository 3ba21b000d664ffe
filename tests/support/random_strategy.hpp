/// Broadcast strategies, drawn at random.
#pragma once

#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <random>
#include <vector>

namespace causeway::test {

/// A strategy with a degree if it has one.
inline strategy::TunedStrategy tuned(const strategy::BroadcastStrategy& strategy, std::mt19937_64& random) {
    return {&strategy, strategy.degrees == nullptr ? 0 : 2 + static_cast<int>(random() % 4)};
}

inline strategy::TunedStrategy random_strategy(std::mt19937_64& random) {
    const auto all = strategy::broadcast_strategies().members();
    return tuned(*all[random() % all.size()], random);
}

/// One of those whose segments all take the same way: what pipelines are made of.
inline strategy::TunedStrategy random_pipeline_strategy(std::mt19937_64& random) {
    strategy::TunedStrategy result = random_strategy(random);
    while (result.strategy->cut != strategy::Cut::kSameWay) {
        result = random_strategy(random);
    }
    return result;
}

}  // namespace causeway::test
