#include "causeway/calls/group_experience.hpp"

#include "causeway/base/digest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <exception>
#include <optional>
#include <utility>

namespace causeway::calls {

namespace {

/// Of all groups of this process. A few more than allowed are as good, where threads note at the same time.
std::atomic<std::size_t> num_noted = 0;

/// What a trial goes on from.
std::uint64_t digest_of(const CallKind& kind, const TriedBefore& before) {
    std::string text =
        fmt::format("{} {} {} {:d}{:d}{:d} {} {}; {}", static_cast<int>(kind.operation), kind.root,
                    kind.size.largest.value(), kind.is_nonblocking, kind.is_reproducible, kind.in_rank_order,
                    static_cast<int>(kind.form), fmt::join(kind.shares, "+"), before.best_digest);
    for (const experience::TriedWay& way : before.tried.ways) {
        text += fmt::format("; {} {}", way.plan, fmt::join(way.seconds, " "));
    }
    return base::digest(text).value;
}

}  // namespace

std::shared_ptr<const TriedBefore> tried_before(const PlannedCall& call, const std::string& job_began) {
    std::optional<experience::TriedKind> tried = call.tried(job_began);
    for (std::size_t way = 0; tried && way < tried->ways.size(); ++way) {
        tried->ways[way].description = std::string();  // made anew from the plan
    }
    return tried ? std::make_shared<const TriedBefore>(
                       TriedBefore{*std::move(tried), call.best_way().choice, call.best_way().digest})
                 : nullptr;
}

const TriedBefore* find(const TriedKinds& kinds, const CallKind& kind) {
    const auto found = kinds.find(kind);
    return found != kinds.end() ? found->second.get() : nullptr;
}

void GroupExperience::note(const std::string& facts, const CallKind& kind, const PlannedCall& call,
                           const std::string& job_began) noexcept {
    try {
        if (std::shared_ptr<const TriedBefore> tried = tried_before(call, job_began)) {
            note(facts, {{kind, std::move(tried)}});
        }
    } catch (const std::exception&) {
        return;
    }
}

void GroupExperience::note(const std::string& facts, const TriedKinds& kinds) noexcept {
    try {
        const std::lock_guard lock(mutex_);
        begin(facts);
        for (const auto& [kind, tried] : kinds) {
            if (!scheme::is_among_neighbours(kind.operation)) {  // who are their communicator's
                put(kind, tried);
            }
        }
    } catch (const std::exception&) {
        return;
    }
}

GroupExperience::Standing GroupExperience::standing() const noexcept {
    try {
        const std::lock_guard lock(mutex_);
        return {facts_, kinds_, base::digest({digest_}, facts_).value};
    } catch (const std::exception&) {
        return {};
    }
}

void GroupExperience::forget() noexcept {
    const std::lock_guard lock(mutex_);
    clear();
    facts_.clear();
}

GroupExperience::~GroupExperience() {
    clear();
}

/// With the lock held, as what follows.
void GroupExperience::begin(const std::string& facts) {
    if (facts != facts_) {
        clear();
        facts_ = facts;
    }
}

void GroupExperience::clear() noexcept {
    num_noted -= kinds_.size();
    kinds_.clear();
    digest_ = 0;
}

void GroupExperience::put(const CallKind& kind, std::shared_ptr<const TriedBefore> tried) {
    const std::uint64_t digest = digest_of(kind, *tried);
    const auto known = kinds_.find(kind);
    if (known != kinds_.end()) {
        digest_ ^= digest_of(kind, *known->second) ^ digest;
        known->second = std::move(tried);
    } else if (kinds_.size() < kMostKinds && num_noted < kMostOfAll) {
        kinds_.emplace(kind, std::move(tried));
        ++num_noted;
        digest_ ^= digest;
    }
}

}  // namespace causeway::calls
