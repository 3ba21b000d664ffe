#include "causeway/discovery/threshold_search.hpp"

#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace causeway::discovery {

namespace {

SendThreshold search_once(Bytes longest, base::FunctionRef<bool(Bytes)> waits) {
    if (!waits(longest)) {
        return {.at_most = longest, .above = std::nullopt};
    }
    if (longest == Bytes(1) || waits(Bytes(1))) {
        return {.at_most = std::nullopt, .above = Bytes(1)};
    }
    // Powers of two: 2^low returns, 2^high, or the longest if that is shorter, waits.
    const auto power = [longest](int exponent) { return std::min(Bytes(std::int64_t{1} << exponent), longest); };
    int low = 0;
    int high = 1;
    while (power(high) < longest) {
        ++high;
    }
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        (waits(power(middle)) ? high : low) = middle;
    }
    Bytes returns = power(low);
    Bytes waiting = power(high);
    while ((waiting - returns).value() > std::max<std::int64_t>(1, returns.value() / policy::kPartsOfThreshold)) {
        const Bytes middle((returns.value() + waiting.value()) / 2);
        (waits(middle) ? waiting : returns) = middle;
    }
    return {.at_most = returns, .above = waiting};
}

}  // namespace

SendThreshold search_send_threshold(Bytes longest, base::FunctionRef<bool(Bytes)> waits) {
    assert(longest.value() >= 1);
    const SendThreshold first = search_once(longest, waits);
    const bool is_confirmed = (!first.at_most || !waits(*first.at_most)) && (!first.above || waits(*first.above));
    return is_confirmed ? first : search_once(longest, waits);
}

}  // namespace causeway::discovery
