#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <array>

namespace causeway::strategy {

#define CAUSEWAY_STRATEGY(name) extern const BroadcastStrategy name;
#include "causeway/strategy/broadcast/strategies.def"
#undef CAUSEWAY_STRATEGY

const base::Registry<BroadcastStrategy>& broadcast_strategies() {
#define CAUSEWAY_STRATEGY(name) &name,
    static constexpr std::array kMembers{
#include "causeway/strategy/broadcast/strategies.def"
    };
#undef CAUSEWAY_STRATEGY
    static constexpr base::Registry<BroadcastStrategy> kRegistry("broadcast strategy", kMembers);
    return kRegistry;
}

}  // namespace causeway::strategy
