/// Sets of contributors by number, for replays that meet the same few sets at many places.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace causeway::schedule {

/// Every set of processes that has been asked for, once; two sets are equal when their numbers are.
class ContributionTable {
public:
    using Number = int;

    /// `contributors`: any order, none twice.
    [[nodiscard]] Number number_of(const std::vector<int>& contributors);

    [[nodiscard]] bool are_disjoint(Number a, Number b) const;
    [[nodiscard]] bool includes(Number all, Number some) const;
    /// Whether all of `a` are before all of `b`.
    [[nodiscard]] bool is_before(Number a, Number b) const;
    [[nodiscard]] Number united(Number a, Number b);

    /// "0 1 5", the first few.
    [[nodiscard]] std::string text_of(Number number) const;

private:
    std::vector<std::set<int>> sets_;  ///< [number]
    std::map<std::set<int>, Number> numbers_;
    std::map<std::pair<Number, Number>, Number> unions_;
};

}  // namespace causeway::schedule
