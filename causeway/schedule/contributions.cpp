#include "causeway/schedule/contributions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace causeway::schedule {

ContributionTable::Number ContributionTable::number_of(const std::vector<int>& contributors) {
    std::set<int> members(contributors.begin(), contributors.end());
    const auto [entry, is_new] = numbers_.try_emplace(members, static_cast<Number>(sets_.size()));
    if (is_new) {
        sets_.push_back(std::move(members));
    }
    return entry->second;
}

bool ContributionTable::are_disjoint(Number a, Number b) const {
    const std::set<int>& other = sets_[static_cast<std::size_t>(b)];
    const std::set<int>& one = sets_[static_cast<std::size_t>(a)];
    return std::none_of(one.begin(), one.end(), [&](int member) { return other.contains(member); });
}

bool ContributionTable::includes(Number all, Number some) const {
    const std::set<int>& outer = sets_[static_cast<std::size_t>(all)];
    const std::set<int>& inner = sets_[static_cast<std::size_t>(some)];
    return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

bool ContributionTable::is_before(Number a, Number b) const {
    const std::set<int>& one = sets_[static_cast<std::size_t>(a)];
    const std::set<int>& other = sets_[static_cast<std::size_t>(b)];
    return one.empty() || other.empty() || *one.rbegin() < *other.begin();
}

ContributionTable::Number ContributionTable::united(Number a, Number b) {
    const auto [entry, is_new] = unions_.try_emplace({a, b}, 0);
    if (is_new) {
        const std::set<int>& one = sets_[static_cast<std::size_t>(a)];
        const std::set<int>& other = sets_[static_cast<std::size_t>(b)];
        std::vector<int> members;
        std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(members));
        entry->second = number_of(members);
    }
    return entry->second;
}

std::string ContributionTable::text_of(Number number) const {
    constexpr std::size_t kShown = 8;
    const std::set<int>& members = sets_[static_cast<std::size_t>(number)];
    std::vector<int> shown;
    std::copy_n(members.begin(), std::min(kShown, members.size()), std::back_inserter(shown));
    return fmt::format("{}{}", fmt::join(shown, " "), members.size() > kShown ? " ..." : "");
}

}  // namespace causeway::schedule
