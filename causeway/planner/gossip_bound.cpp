#include "causeway/planner/gossip_bound.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::planner {

GossipBound gossip_bound(std::vector<BorderRates> parties) {
    std::sort(parties.begin(), parties.end(),
              [](const BorderRates& a, const BorderRates& b) { return a.in + a.out < b.in + b.out; });
    // [k]: what all from k on let in and out together
    std::vector<BorderRates> from(parties.size() + 1);
    for (std::size_t k = parties.size(); k-- > 0;) {
        from[k] = {from[k + 1].in + parties[k].in, from[k + 1].out + parties[k].out};
    }
    GossipBound bound;
    BorderRates alone;
    for (std::size_t k = 1; k < parties.size(); ++k) {
        alone = {alone.in + parties[k - 1].in, alone.out + parties[k - 1].out};
        if (k == 1) {
            continue;  // one message each way across one border, which says no more than that border alone
        }
        const BorderRates& others = from[k];
        const double rate =
            std::min(alone.in + std::min(alone.out, others.in), alone.out + std::min(alone.in, others.out));
        const Seconds time(2.0 * static_cast<double>(k) / rate);
        if (time > bound.time) {
            bound = {static_cast<int>(k) + 1, time};
        }
    }
    return bound;
}

}  // namespace causeway::planner
