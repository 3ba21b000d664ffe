#include "causeway/calls/call_totals.hpp"

#include <utility>

namespace causeway::calls {

namespace {

/// What stands for all that are not told apart.
ToldCalls others_like(const ToldCalls& kind) {
    return {.communicator = "any",
            .is_rank_0 = kind.is_rank_0,
            .collective = kind.collective,
            .is_nonblocking = kind.is_nonblocking,
            .root = std::nullopt,
            .up_to = std::nullopt,
            .plan = "any, of calls that are not listed"};
}

}  // namespace

CallTotal& CallTotals::of(ToldCalls kind, ToldWay way, Standing standing) {
    const std::lock_guard lock(mutex_);
    const auto known = totals_.find(kind);
    if (known != totals_.end()) {
        known->second.way = std::move(way);
        return known->second;
    }
    if (standing == Standing::kOver && totals_.size() >= kMostToldApart) {
        CallTotal& others = totals_[others_like(kind)];
        others.way.predicted = Seconds::infinity();
        return others;
    }
    CallTotal& total = totals_[std::move(kind)];
    total.way = std::move(way);
    return total;
}

std::vector<CallTotals::Entry> CallTotals::entries() const {
    const std::lock_guard lock(mutex_);
    std::vector<Entry> entries;
    for (const auto& [kind, total] : totals_) {
        if (total.calls > 0) {
            entries.push_back({kind, total.way, total.calls, total.bytes, total.observed_seconds});
        }
    }
    return entries;
}

void CallTotals::add_passed(PassedCalls kind, std::int64_t calls) {
    const std::lock_guard lock(mutex_);
    passed_[kind] += calls;
}

std::map<PassedCalls, std::int64_t> CallTotals::passed() const {
    const std::lock_guard lock(mutex_);
    return passed_;
}

CallTotals& call_totals() {
    static auto* instance = new CallTotals;  // never destroyed: see job/active_job.hpp
    return *instance;
}

}  // namespace causeway::calls
