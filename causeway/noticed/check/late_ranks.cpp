/// Ranks that come later to calls than the others, which wait for them.
///
/// In a loop in which all meet, a turn lasts equally long on all ranks: who needs longer from one call to the next
/// spends so much less in calls, of whatever collective, and wherever in them it is held up. A rank is late by what it
/// spends less than the median rank. It is told if that is a tenth of what the median rank spends, and far out of what
/// the ranks differ by: more than five times their median absolute deviation, in terms of a normal distribution's
/// standard deviation (Leys et al., J. Exp. Soc. Psychol. 49, 2013, take three for single values; here as many ranks
/// are looked at as there are).
#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/noticed/notice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>

namespace causeway::noticed {

namespace {

/// In which all meet; and what part of all calls, lest ranks run ahead of each other from one to the next.
constexpr std::int64_t kLeastCalls = 5;
constexpr std::int64_t kMostForEach = 8;
constexpr double kLeastShare = 0.1;  ///< of the time in calls
constexpr double kLeastDeviations = 5.0;
constexpr double kPerMedianDeviation = 1.4826;  ///< standard deviations of a normal distribution
constexpr std::size_t kMostListed = 8;

/// The value with `below` others at or below it.
double in_order(std::vector<double> values, std::size_t below) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// Of two ranks the one that waits is the usual one.
double usual_of(const std::vector<double>& seconds) {
    return in_order(seconds, seconds.size() / 2);
}

/// And the other does not make both unusual.
double spread(const std::vector<double>& seconds, double usual) {
    std::vector<double> deviations;
    for (const double value : seconds) {
        deviations.push_back(std::abs(value - usual));
    }
    return kPerMedianDeviation * in_order(std::move(deviations), (seconds.size() - 1) / 2);
}

std::string listed(const std::vector<int>& ranks) {
    const std::vector<int> first(ranks.begin(),
                                 ranks.begin() + static_cast<std::ptrdiff_t>(std::min(ranks.size(), kMostListed)));
    return fmt::format("{} {}{}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(first, ", "),
                       ranks.size() > kMostListed ? ", ..." : "");
}

/// Nothing if nobody is late.
std::vector<Notice> late_in(const WaitingCalls& calls, const JobSeen& job) {
    if (calls.synchronising < kLeastCalls || calls.calls > kMostForEach * calls.synchronising ||
        calls.ranks.size() < 2) {
        return {};
    }
    const double usual = usual_of(calls.seconds);
    const double least = std::max(kLeastShare * usual, kLeastDeviations * spread(calls.seconds, usual));
    Notice notice;
    std::set<std::string> hosts;
    for (std::size_t i = 0; i < calls.ranks.size(); ++i) {
        const double late = usual - calls.seconds[i];
        if (late > 0.0 && late >= least) {
            notice.ranks.push_back(calls.ranks[i]);
            hosts.insert(job.host_of[static_cast<std::size_t>(calls.ranks[i])]);
            notice.seconds = std::max(notice.seconds, late);
        }
    }
    if (notice.ranks.empty()) {
        return {};
    }
    notice.places.assign(hosts.begin(), hosts.end());
    const bool is_one = notice.ranks.size() == 1;
    notice.text = fmt::format(
        "{} ({}) {} later to collectives than the others, which wait: {} in each of {} calls, {} in all; what {} in "
        "between is slow, or has more to do",
        listed(notice.ranks), fmt::join(notice.places, ", "), is_one ? "comes" : "come",
        base::to_text(Seconds(notice.seconds)), calls.calls,
        base::to_text(Seconds(notice.seconds * static_cast<double>(calls.calls))), is_one ? "it does" : "they do");
    return {notice};
}

std::vector<Notice> look_for_late_ranks(const JobSeen& job) {
    std::vector<Notice> notices;
    for (const WaitingCalls& calls : job.waiting) {
        for (Notice& notice : late_in(calls, job)) {
            notices.push_back(std::move(notice));
        }
    }
    return notices;
}

}  // namespace

extern const Check late_ranks{
    .name = "late_ranks", .summary = "ranks that others wait for in collectives", .look = look_for_late_ranks};

}  // namespace causeway::noticed
