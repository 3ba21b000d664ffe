#include "causeway/job/roll.hpp"

#include "causeway/base/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace causeway::job {

namespace {

/// "0, 3, 4", the first few.
std::string listed(const std::vector<std::string>& words) {
    constexpr std::size_t kMost = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), kMost); ++i) {
        text += (i == 0 ? "" : ", ") + words[i];
    }
    return text + (words.size() > kMost ? ", ..." : "");
}

std::vector<int> ranks_below(int end) {
    std::vector<int> ranks(static_cast<std::size_t>(end));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

/// The version and as much of the rest as tells two builds apart, for people.
std::string shortened(const std::string& build) {
    constexpr std::size_t kLength = 8;
    const std::size_t dash = build.find('-');
    return dash == std::string::npos ? build : build.substr(0, dash + 1 + kLength);
}

}  // namespace

std::vector<bool> Roll::same_as_own(const std::vector<int>& ranks) {
    std::vector<bool> result;
    for (const std::optional<std::string>& build : builds_of(ranks)) {
        result.push_back(build == own_build());
    }
    return result;
}

KeptRoll::KeptRoll(std::unique_ptr<launcher::KeyValueSpace> space)
    : space_(std::move(space)), own_build_(base::build()) {
    space_->put(own_build_);
}

std::vector<std::optional<std::string>> KeptRoll::builds_of(const std::vector<int>& ranks) {
    std::vector<int> unknown;
    std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(unknown),
                 [&](int rank) { return known_.find(rank) == known_.end(); });
    if (!unknown.empty()) {
        std::vector<std::optional<std::string>> found = space_->get(unknown);
        for (std::size_t i = 0; i < unknown.size(); ++i) {
            known_[unknown[i]] = std::move(found[i]);
        }
    }
    std::vector<std::optional<std::string>> builds;
    for (const int rank : ranks) {
        builds.push_back(known_.at(rank));
    }
    return builds;
}

std::string who_is_missing(Roll& roll, int rank, int size) {
    std::vector<std::string> without;
    std::vector<std::string> others;
    const std::vector<std::optional<std::string>> builds = roll.builds_of(ranks_below(size));
    for (std::size_t one = 0; one < builds.size(); ++one) {
        if (!builds[one]) {
            without.push_back(std::to_string(one));
        } else if (*builds[one] != roll.own_build()) {
            others.push_back(fmt::format("{}: {}", one, shortened(*builds[one])));
        }
    }
    std::string text;
    if (!without.empty()) {
        text = fmt::format("{} of {} ranks run without libcauseway.so ({})", without.size(), size, listed(without));
    }
    if (!others.empty()) {
        text += fmt::format("{}{} of {} ranks run another build of libcauseway.so than rank {}, which has {} ({})",
                            text.empty() ? "" : "; ", others.size(), size, rank, shortened(roll.own_build()),
                            listed(others));
    }
    return text;
}

bool is_first_on(Roll& roll, int rank) {
    const std::vector<std::optional<std::string>> before = roll.builds_of(ranks_below(rank));
    return std::none_of(before.begin(), before.end(), [](const auto& build) { return build.has_value(); });
}

}  // namespace causeway::job
