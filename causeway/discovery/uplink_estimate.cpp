#include "causeway/discovery/uplink_estimate.hpp"

#include "causeway/platform/flows.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

namespace causeway::discovery {

namespace {

using Known = Aggregate::Known;
using Rates = std::vector<std::vector<BytesPerSecond>>;

void add_looks(std::vector<double>& sums, const std::vector<BytesPerSecond>& looks) {
    sums.resize(looks.size(), 0.0);
    std::transform(sums.begin(), sums.end(), looks.begin(), sums.begin(),
                   [](double sum, BytesPerSecond rate) { return sum + rate.value(); });
}

/// What it leaves by, and what it enters by.
std::array<UplinkSide, 2> ends_of(const Flow& flow) {
    return {UplinkSide{.way = Way::kOut, .cluster = flow.from}, UplinkSide{.way = Way::kIn, .cluster = flow.to}};
}

/// In the order of UplinkEstimate::all_sides().
std::size_t number_of(UplinkSide side) {
    return 2 * static_cast<std::size_t>(side.cluster) + (side.way == Way::kOut ? 0 : 1);
}

}  // namespace

std::vector<Flow> flows_over_all_links(const clustering::Partition& clusters,
                                       const base::SquareMatrix<int>& num_flows) {
    const int n = static_cast<int>(clusters.size());
    std::vector<std::size_t> leaving(clusters.size(), 0);   // so far
    std::vector<std::size_t> entering(clusters.size(), 0);  // counted from the last that leaves
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            entering[static_cast<std::size_t>(from)] += static_cast<std::size_t>(from == to ? 0 : num_flows(from, to));
        }
    }
    std::vector<Flow> flows;
    for (int distance = 1; distance < n; ++distance) {
        for (int from = 0; from < n; ++from) {
            const int to = (from + distance) % n;
            const std::vector<int>& senders = clusters[static_cast<std::size_t>(from)];
            const std::vector<int>& receivers = clusters[static_cast<std::size_t>(to)];
            std::size_t& first_sender = leaving[static_cast<std::size_t>(from)];
            std::size_t& first_receiver = entering[static_cast<std::size_t>(to)];
            for (int i = 0; i < num_flows(from, to); ++i) {
                const platform::FlowEnds ends =
                    platform::flow_ends(i, static_cast<int>(senders.size()), static_cast<int>(receivers.size()));
                const std::size_t sender = first_sender + static_cast<std::size_t>(ends.sender);
                const std::size_t receiver = first_receiver + static_cast<std::size_t>(ends.receiver);
                flows.push_back({.from = from,
                                 .to = to,
                                 .from_host = senders[sender % senders.size()],
                                 .to_host = receivers[receiver % receivers.size()]});
            }
            first_sender += static_cast<std::size_t>(num_flows(from, to));
            first_receiver += static_cast<std::size_t>(num_flows(from, to));
        }
    }
    return flows;
}

double UplinkEstimate::Side::carried() const {
    return std::max(found.rate.value(), fastest_link);
}

double UplinkEstimate::Seen::typical() const {
    return statistics::median(looks);
}

bool UplinkEstimate::Seen::came_through() const {
    return typical() >= policy::kCameThrough * offered;
}

UplinkEstimate::UplinkEstimate(std::vector<Flow> flows, const base::SquareMatrix<LinkAlone>& links)
    : flows_(std::move(flows)),
      num_flows_(links.size(), 0),
      alone_(links.size(), BytesPerSecond(0.0)),
      out_(static_cast<std::size_t>(links.size())),
      in_(static_cast<std::size_t>(links.size())) {
    for (const Flow& flow : flows_) {
        ++num_flows_(flow.from, flow.to);
    }
    for (int from = 0; from < alone_.size(); ++from) {
        for (int to = 0; to < alone_.size(); ++to) {
            if (num_flows_(from, to) == 0) {
                continue;
            }
            const LinkAlone& link = links(from, to);
            alone_(from, to) = link.rate;
            for (Side* side : {&out_[static_cast<std::size_t>(from)], &in_[static_cast<std::size_t>(to)]}) {
                side->all_alone += link.rate.value();
                side->by_hosts += link.is_limited_by_hosts ? link.rate.value() : 0.0;
                side->fastest_link = std::max(side->fastest_link, link.carried.value());
                side->wanted = std::max(policy::kLittleMoreUplink * side->fastest_link, side->by_hosts);
            }
        }
    }
    next_ = over_all_links();
}

UplinkEstimate::Side& UplinkEstimate::at(UplinkSide side) {
    return (side.way == Way::kOut ? out_ : in_)[static_cast<std::size_t>(side.cluster)];
}

const UplinkEstimate::Side& UplinkEstimate::at(UplinkSide side) const {
    return (side.way == Way::kOut ? out_ : in_)[static_cast<std::size_t>(side.cluster)];
}

std::vector<UplinkSide> UplinkEstimate::all_sides() const {
    std::vector<UplinkSide> sides;
    for (int cluster = 0; cluster < alone_.size(); ++cluster) {
        sides.push_back({.way = Way::kOut, .cluster = cluster});
        sides.push_back({.way = Way::kIn, .cluster = cluster});
    }
    return sides;
}

UplinkOffers UplinkEstimate::room() const {
    Carried carried;
    for (std::size_t cluster = 0; cluster < out_.size(); ++cluster) {
        carried.out.emplace_back(out_[cluster].carried());
        carried.in.emplace_back(in_[cluster].carried());
    }
    return {alone_, carried};
}

UplinkEstimate::Experiment UplinkEstimate::over_all_links() const {
    Experiment result{.tested = all_sides(), .is_over_all_links = true, .offers = alone_};
    for (int from = 0; from < alone_.size(); ++from) {
        for (int to = 0; to < alone_.size(); ++to) {
            const Side& out = out_[static_cast<std::size_t>(from)];
            const Side& in = in_[static_cast<std::size_t>(to)];
            if (num_flows_(from, to) > 0) {
                const double part = std::min({1.0, out.wanted / out.all_alone, in.wanted / in.all_alone});
                result.offers(from, to) = BytesPerSecond(part * alone_(from, to).value());
            }
        }
    }
    return result;
}

UplinkEstimate::Experiment UplinkEstimate::with_room_at_other_ends() const {
    std::vector<UplinkSide> unsettled = all_sides();
    std::erase_if(unsettled, [&](UplinkSide side) {
        return at(side).found.known != Known::kAtLeast || at(side).num_tests == policy::kMostTestsOfUplink;
    });
    const auto doubt = [&](UplinkSide side) { return at(side).all_alone / at(side).carried(); };
    std::stable_sort(unsettled.begin(), unsettled.end(),
                     [&](UplinkSide one, UplinkSide other) { return doubt(one) > doubt(other); });
    // Ends that give have no room for what others give: one way goes together.
    std::stable_partition(
        unsettled.begin(), unsettled.end(),
        [first = unsettled.empty() ? Way::kOut : unsettled.front().way](UplinkSide side) { return side.way == first; });
    const UplinkOffers others = room();
    UplinkOffers offers = others;
    Experiment result{.tested = {}, .is_over_all_links = false, .offers = {}};
    for (const UplinkSide side : unsettled) {
        const double most = others.most(side).value();
        if (offers.test(side, BytesPerSecond(std::min(at(side).wanted, most)))) {
            result.tested.push_back(side);
        }
    }
    result.offers = offers.offers();
    return result;
}

std::vector<BytesPerSecond> UplinkEstimate::offer() const {
    std::vector<BytesPerSecond> result;
    for (const Flow& flow : flows_) {
        result.emplace_back(wants_another() ? next_.offers(flow.from, flow.to).value() / num_flows_(flow.from, flow.to)
                                            : 0.0);
    }
    return result;
}

std::vector<UplinkEstimate::Seen> UplinkEstimate::seen_in(const Rates& rates) const {
    const std::vector<BytesPerSecond> offered = offer();
    std::vector<Seen> seen(out_.size() + in_.size());
    for (std::size_t f = 0; f < flows_.size(); ++f) {
        for (const UplinkSide end : ends_of(flows_[f])) {
            seen[number_of(end)].offered += offered[f].value();
            add_looks(seen[number_of(end)].looks, rates[f]);
        }
    }
    return seen;
}

void UplinkEstimate::find_own_limits(std::vector<Seen>& seen, const Rates& rates) const {
    const std::vector<BytesPerSecond> offered = offer();
    std::vector<bool> is_free;
    for (const Seen& side : seen) {
        is_free.push_back(side.typical() >= policy::kAsMuchAsSum * side.offered);
    }
    std::vector<Seen> with_free_ends(seen.size());
    for (std::size_t f = 0; f < flows_.size(); ++f) {
        const auto [out, in] = ends_of(flows_[f]);
        for (const auto& [side, other] :
             {std::pair(number_of(out), number_of(in)), std::pair(number_of(in), number_of(out))}) {
            if (is_free[other]) {
                with_free_ends[side].offered += offered[f].value();
                add_looks(with_free_ends[side].looks, rates[f]);
            }
        }
    }
    for (std::size_t side = 0; side < seen.size(); ++side) {
        const Seen& free = with_free_ends[side];
        seen[side].is_own_limit =
            !free.looks.empty() && free.offered >= policy::kManyFreeEnds * seen[side].offered && !free.came_through();
    }
}

void UplinkEstimate::note(Side& side, const Seen& seen) {
    const statistics::Summary summary = statistics::summarise(seen.looks);
    // Much less than one link alone has carried over it was disturbed.
    const bool is_credible = summary.median > policy::kCredibleUplink * side.fastest_link;
    const BytesPerSecond rate(is_credible ? summary.median : side.fastest_link);
    if (rate > side.found.rate) {
        side.found.rate = rate;
        side.found.spread = (summary.maximum - summary.minimum) / rate.value();
    }
    if (seen.came_through()) {
        side.came_through = std::max(side.came_through, seen.offered);
    }
}

void UplinkEstimate::learn_from_all_links(Side& side, const Seen& seen) {
    const double wanted = side.wanted;
    note(side, seen);
    const double most = side.found.rate.value();
    const bool is_near = seen.offered <= policy::kNearEnough * most;
    if (!seen.came_through()) {
        side.fell_short = true;
        side.wants_all_links = !is_near;
        side.wanted = policy::kLittleMoreUplink * most;
        if (is_near && seen.is_own_limit) {
            side.found.known = Known::kFull;
        }
        return;
    }
    const bool is_limited_by_others = seen.offered < policy::kAsMuchAsSum * wanted;
    side.wants_all_links = seen.offered < policy::kAsMuchAsSum * side.all_alone && !is_limited_by_others;
    side.wanted = side.fell_short ? std::max(policy::kNextStepOfUplink * seen.offered, policy::kLittleMoreUplink * most)
                                  : side.all_alone;
    if (!side.wants_all_links) {
        side.wanted = std::min(side.all_alone, policy::kMuchMoreUplink * most);
    }
}

void UplinkEstimate::learn_from_test(Side& side, const Seen& seen) {
    note(side, seen);
    side.fell_short = side.fell_short && side.num_tests > 0;  // over all links others may have been in the way
    ++side.num_tests;
    const double most = side.found.rate.value();
    if (seen.came_through()) {
        side.wanted = side.fell_short ? policy::kNextStepOfUplink * seen.offered
                                      : std::min(side.all_alone, policy::kMuchMoreUplink * most);
        return;
    }
    const statistics::Summary summary = statistics::summarise(seen.looks);
    const bool is_disturbed = summary.maximum >= policy::kAsMuchAsSum * seen.offered ||
                              summary.median < policy::kCredibleUplink * side.fastest_link;
    if (is_disturbed) {
        return;  // the same once more
    }
    side.fell_short = true;
    if (seen.offered <= policy::kNearEnough * most) {
        side.found.known = Known::kFull;
    }
    side.wanted = policy::kLittleMoreUplink * most;
}

void UplinkEstimate::settle_and_go_on() {
    const UplinkOffers others = room();
    for (const UplinkSide side : all_sides()) {
        Side& one = at(side);
        if (one.found.known != Known::kFull) {
            const bool is_all = one.came_through >= policy::kAsMuchAsSum * others.most(side).value();
            one.found.known = is_all ? Known::kAllOffered : Known::kAtLeast;
        }
    }
    const auto wants_all_links = [](const Side& side) { return side.wants_all_links; };
    const bool is_over_all_links = num_over_all_links_ < policy::kMostLooksOverAllLinks &&
                                   (std::any_of(out_.begin(), out_.end(), wants_all_links) ||
                                    std::any_of(in_.begin(), in_.end(), wants_all_links));
    next_ = is_over_all_links ? over_all_links() : with_room_at_other_ends();
}

void UplinkEstimate::add(const Rates& rates) {
    assert(rates.size() == flows_.size() && wants_another());
    std::vector<Seen> seen = seen_in(rates);
    if (next_.is_over_all_links) {
        ++num_over_all_links_;
        find_own_limits(seen, rates);
    }
    for (const UplinkSide side : next_.tested) {
        (next_.is_over_all_links ? learn_from_all_links : learn_from_test)(at(side), seen[number_of(side)]);
    }
    settle_and_go_on();
}

UplinkAggregates UplinkEstimate::of(int cluster) const {
    return {.out = out_[static_cast<std::size_t>(cluster)].found, .in = in_[static_cast<std::size_t>(cluster)].found};
}

}  // namespace causeway::discovery
