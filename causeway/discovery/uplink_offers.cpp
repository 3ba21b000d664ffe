#include "causeway/discovery/uplink_offers.hpp"

#include <algorithm>
#include <cassert>

namespace causeway::discovery {

namespace {

// Sums of parts differ by rounding.
constexpr double kRounding = 1e-9;

UplinkSide other_end(UplinkSide side, int other) {
    return {.way = side.way == Way::kOut ? Way::kIn : Way::kOut, .cluster = other};
}

int from_of(UplinkSide side, int other) {
    return side.way == Way::kOut ? side.cluster : other;
}

int to_of(UplinkSide side, int other) {
    return side.way == Way::kOut ? other : side.cluster;
}

}  // namespace

UplinkOffers::UplinkOffers(const base::SquareMatrix<BytesPerSecond>& link, const Carried& carried)
    : link_(link), carried_(carried), offers_(link.size(), BytesPerSecond(0.0)) {
    assert(static_cast<int>(carried.out.size()) == link.size() && carried.out.size() == carried.in.size());
}

BytesPerSecond UplinkOffers::offered(UplinkSide side) const {
    double sum = 0.0;
    for (int other = 0; other < link_.size(); ++other) {
        sum += offers_(from_of(side, other), to_of(side, other)).value();
    }
    return BytesPerSecond(sum);
}

bool UplinkOffers::is_tested(UplinkSide side) const {
    return std::find(tested_.begin(), tested_.end(), side) != tested_.end();
}

BytesPerSecond UplinkOffers::most(UplinkSide side, int other) const {
    const UplinkSide end = other_end(side, other);
    if (other == side.cluster || is_tested(end)) {
        return BytesPerSecond(0.0);
    }
    const double room = carried_.of(end).value() - offered(end).value();
    return BytesPerSecond(std::clamp(room, 0.0, link_(from_of(side, other), to_of(side, other)).value()));
}

BytesPerSecond UplinkOffers::most(UplinkSide side) const {
    double sum = 0.0;
    for (int other = 0; other < link_.size(); ++other) {
        sum += most(side, other).value();
    }
    return BytesPerSecond(sum);
}

bool UplinkOffers::test(UplinkSide side, BytesPerSecond wanted) {
    assert(wanted > BytesPerSecond(0.0) && !is_tested(side));
    const double room = most(side).value();
    const double part = wanted.value() / room;
    if (!(room > 0.0) || part > 1.0 + kRounding || offered(side) > BytesPerSecond(0.0)) {
        return false;
    }
    std::vector<BytesPerSecond> rates;
    for (int other = 0; other < link_.size(); ++other) {
        rates.emplace_back(part * most(side, other).value());
    }
    for (int other = 0; other < link_.size(); ++other) {
        if (other != side.cluster) {
            offers_(from_of(side, other), to_of(side, other)) = rates[static_cast<std::size_t>(other)];
        }
    }
    tested_.push_back(side);
    return true;
}

}  // namespace causeway::discovery
