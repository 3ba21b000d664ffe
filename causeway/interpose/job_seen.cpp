#include "causeway/interpose/job_seen.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/scheme/scheme.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

namespace causeway::interpose {

namespace {

using base::JsonInput;
using base::JsonOutput;

/// What is one plan's, and where its calls are told apart no further.
struct CallsOfPlan {
    bool synchronises = false;
    std::int64_t number = 0;        ///< as the communicator's rank 0 says
    std::map<int, double> seconds;  ///< rank -> a call on average
};

/// Communicator -> what identifies a plan there -> its calls.
using PlansOfCalls = std::map<std::string, std::map<std::string, CallsOfPlan>>;

void add_calls(PlansOfCalls& all, const JsonInput& entry, int rank) {
    const std::string collective = entry.member("collective").string();
    const auto operation = scheme::find_operation(collective);
    const auto seconds = entry.optional_member("observed_seconds");
    if (!operation || !seconds) {
        return;
    }
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    std::string plan = collective + entry.member("plan").string();
    for (const char* key : {"root", "bytes_up_to"}) {
        const auto number = entry.optional_member(key);
        plan += number ? fmt::format(" {}", number->integer(0, kMost)) : " any";
    }
    CallsOfPlan& calls = all[entry.member("communicator").string()][plan];
    calls.synchronises = scheme::synchronises(*operation);
    calls.number += entry.member("calls").integer(0, kMost);
    calls.seconds[rank] = seconds->number();
}

/// The mean over all plans, on the ranks that have made calls by each of them.
noticed::WaitingCalls together(const std::map<std::string, CallsOfPlan>& plans) {
    noticed::WaitingCalls waiting;
    std::map<int, double> sums;
    std::map<int, std::size_t> num_plans;
    for (const auto& [plan, calls] : plans) {
        waiting.calls += calls.number;
        waiting.synchronising += calls.synchronises ? calls.number : 0;
        for (const auto& [rank, seconds] : calls.seconds) {
            sums[rank] += seconds * static_cast<double>(calls.number);
            ++num_plans[rank];
        }
    }
    for (const auto& [rank, sum] : sums) {
        if (num_plans[rank] == plans.size() && waiting.calls > 0) {
            waiting.ranks.push_back(rank);
            waiting.seconds.push_back(sum / static_cast<double>(waiting.calls));
        }
    }
    return waiting;
}

}  // namespace

noticed::JobSeen job_seen(const job::Job& job, const std::vector<JsonInput>& calls) {
    noticed::JobSeen seen;
    seen.platform = *job.facts.newest();
    seen.host_of = job.host_names;
    if (const auto placement = platform::placement_of(seen.platform, job.host_names)) {
        for (int rank = 0; rank < placement->num_processes(); ++rank) {
            seen.cluster_of.push_back(placement->cluster_of(rank));
        }
    }
    PlansOfCalls all;
    for (std::size_t rank = 0; rank < calls.size(); ++rank) {
        for (const JsonInput entry : calls[rank].elements()) {
            add_calls(all, entry, static_cast<int>(rank));
        }
    }
    for (const auto& [communicator, plans] : all) {
        seen.waiting.push_back(together(plans));
    }
    return seen;
}

JsonOutput entries_of(const std::vector<noticed::Notice>& notices) {
    JsonOutput entries = JsonOutput::array();
    for (const noticed::Notice& notice : notices) {
        entries.push_back({{"check", notice.check},
                           {"text", notice.text},
                           {"ranks", notice.ranks},
                           {"places", notice.places},
                           {"seconds", notice.seconds}});
    }
    return entries;
}

}  // namespace causeway::interpose
