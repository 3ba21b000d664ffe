#include "causeway/inter_cluster/problem.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace causeway::inter_cluster {

std::string_view name_of(Completion completion) {
    return completion == Completion::kSequential ? "sequential" : "overlapped";
}

Completion completion_named(std::string_view name, std::string_view source) {
    for (const Completion completion : {Completion::kSequential, Completion::kOverlapped}) {
        if (name == name_of(completion)) {
            return completion;
        }
    }
    throw base::InputError({.source = std::string(source),
                            .place = {},
                            .found = fmt::format("'{}'", name),
                            .accepted = "sequential, overlapped"});
}

TimedSchedule evaluate(const Problem& problem, const std::vector<Send>& sends, Completion completion) {
    const auto n = static_cast<std::size_t>(problem.size());
    std::vector<Seconds> ready(n, Seconds::infinity());
    std::vector<Seconds> arrival(n, Seconds::infinity());
    ready[static_cast<std::size_t>(problem.root)] = Seconds(0.0);
    arrival[static_cast<std::size_t>(problem.root)] = Seconds(0.0);

    TimedSchedule result;
    for (const Send& send : sends) {
        Seconds& sender_ready = ready[static_cast<std::size_t>(send.from)];
        const Seconds start = sender_ready;
        const Seconds arrived = start + problem.transfer_time(send.from, send.to);
        sender_ready += problem.gap(send.from, send.to);
        ready[static_cast<std::size_t>(send.to)] = arrived;
        arrival[static_cast<std::size_t>(send.to)] = arrived;
        result.sends.push_back({send.from, send.to, start, arrived});
    }
    for (std::size_t c = 0; c < n; ++c) {
        const Seconds done = completion == Completion::kSequential
                                 ? ready[c] + problem.local_time[c]
                                 : std::max(arrival[c] + problem.local_time[c], ready[c]);
        result.completion.push_back(done);
        result.makespan = std::max(result.makespan, done);
    }
    return result;
}

Problem problem_of(const platform::Platform& platform, const std::vector<int>& members, int root, Bytes size,
                   std::vector<Seconds> local_time) {
    const int n = static_cast<int>(members.size());
    Problem result;
    result.root = root;
    result.gap = base::SquareMatrix<Seconds>(n, Seconds::infinity());
    result.latency = base::SquareMatrix<Seconds>(n, Seconds::infinity());
    result.local_time = std::move(local_time);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const platform::Link* link =
                i == j ? nullptr
                       : platform.find_link(members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>(j)]);
            if (link != nullptr && link->plogp) {
                result.gap(i, j) = link->plogp->gap_of(size);
                result.latency(i, j) = link->plogp->latency;
            }
        }
    }
    return result;
}

}  // namespace causeway::inter_cluster
