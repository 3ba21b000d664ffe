#include "causeway/inter_cluster/cluster_problem.hpp"

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

void require_root(const ClusterProblem& problem) {
    const int n = problem.size();
    if (problem.gap.size() != n || problem.latency.size() != n) {
        throw base::InputError(
            {.source = "clusters",
             .place = "gap, latency",
             .found = fmt::format("tables for {} and {} clusters", problem.gap.size(), problem.latency.size()),
             .accepted = fmt::format("tables for {}, as there are local times", n)});
    }
    if (problem.root < 0 || problem.root >= n) {
        throw base::InputError({.source = "clusters",
                                .place = "root",
                                .found = fmt::format("{}", problem.root),
                                .accepted = n == 0 ? "at least one cluster" : fmt::format("0 to {}", n - 1)});
    }
}

ReachablePart reachable_part(const ClusterProblem& problem) {
    require_root(problem);
    const auto require_time = [](Seconds time, std::string_view what, int from, int to) {
        if (!(time >= Seconds(0.0))) {
            throw base::InputError({.source = "clusters",
                                    .place = fmt::format("{}[{}][{}]", what, from, to),
                                    .found = fmt::format("{}", time.value()),
                                    .accepted = "a time >= 0, infinite where there is no link"});
        }
    };
    const int n = problem.size();
    std::vector<char> found(static_cast<std::size_t>(n), 0);
    std::vector<int> open{problem.root};
    found[static_cast<std::size_t>(problem.root)] = 1;
    while (!open.empty()) {
        const int from = open.back();
        open.pop_back();
        for (int to = 0; to < n; ++to) {
            if (to == from) {
                continue;
            }
            require_time(problem.gap(from, to), "gap", from, to);
            require_time(problem.latency(from, to), "latency", from, to);
            char& is_found = found[static_cast<std::size_t>(to)];
            if (is_found == 0 && problem.transfer_time(from, to) < Seconds::infinity()) {
                is_found = 1;
                open.push_back(to);
            }
        }
    }
    ReachablePart part;
    for (int i = 0; i < n; ++i) {
        if (found[static_cast<std::size_t>(i)] != 0) {
            part.members.push_back(i);
        }
    }
    const int size = static_cast<int>(part.members.size());
    part.problem.gap = base::SquareMatrix<Seconds>(size, Seconds::infinity());
    part.problem.latency = base::SquareMatrix<Seconds>(size, Seconds::infinity());
    for (int i = 0; i < size; ++i) {
        const int from = part.members[static_cast<std::size_t>(i)];
        if (from == problem.root) {
            part.problem.root = i;
        }
        const Seconds local_time = problem.local_time[static_cast<std::size_t>(from)];
        require_time(local_time, "local_time", from, from);
        part.problem.local_time.push_back(local_time);
        for (int j = 0; j < size; ++j) {
            const int to = part.members[static_cast<std::size_t>(j)];
            if (i != j && problem.transfer_time(from, to) < Seconds::infinity()) {
                part.problem.gap(i, j) = problem.gap(from, to);
                part.problem.latency(i, j) = problem.latency(from, to);
            }
        }
    }
    return part;
}

TimedSchedule evaluate(const ClusterProblem& problem, const std::vector<Send>& sends, Completion completion) {
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

PairTimes::PairTimes(const base::SquareMatrix<const platform::Link*>& links,
                     const std::vector<platform::GroupOfClusters>& nests, const platform::Platform& platform,
                     Bytes size, platform::Receivers receivers)
    : links_(links),
      handshake_(platform.handshake),
      size_(size),
      receivers_(receivers),
      around_(platform.clusters.size()) {
    const auto time_of = [size](const std::optional<BytesPerSecond>& capacity) {
        return capacity ? size / *capacity : Seconds(0.0);
    };
    int number = 0;
    const auto add = [&](int cluster, const auto& behind_boundary) {
        around_[static_cast<std::size_t>(cluster)].push_back(
            {number, time_of(behind_boundary.uplink_capacity), time_of(behind_boundary.downlink_capacity)});
    };
    for (const platform::GroupOfClusters& nest : nests) {
        for (const int cluster : nest.clusters) {
            add(cluster, nest);
        }
        ++number;
    }
    for (int cluster = 0; cluster < platform.num_clusters(); ++cluster) {
        add(cluster, platform.clusters[static_cast<std::size_t>(cluster)]);
        ++number;
    }
}

std::optional<PairTimes::Times> PairTimes::between(int from, int to) const {
    const platform::Link* link = from == to ? nullptr : links_(from, to);
    if (link == nullptr || !link->plogp) {
        return std::nullopt;
    }
    const Seconds gap = std::max(link->plogp->gap_of(size_), slowest(from, to, &Boundary::out));
    // What is slow to enter keeps no sender from the next one.
    const Seconds entering = std::max(gap, slowest(to, from, &Boundary::in)) - gap;
    const Seconds answering = handshake_ ? handshake_->time_of(size_, *link->plogp, receivers_) : Seconds(0.0);
    return Times{.gap = gap, .latency = link->plogp->transit_of(size_) + entering + answering};
}

Seconds PairTimes::slowest(int inside, int outside, Seconds Boundary::*way) const {
    const std::vector<Boundary>& mine = around_[static_cast<std::size_t>(inside)];
    const std::vector<Boundary>& others = around_[static_cast<std::size_t>(outside)];
    Seconds result;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        if (i >= others.size() || mine[i].number != others[i].number) {
            result = std::max(result, mine[i].*way);
        }
    }
    return result;
}

ClusterProblem problem_of(const platform::Platform& platform, const std::vector<int>& members, int root, Bytes size,
                          std::vector<Seconds> local_time) {
    const base::SquareMatrix<const platform::Link*> links = platform::links_between(platform);
    const std::vector<platform::GroupOfClusters> nests = platform::groups_of_clusters(platform);
    return problem_of(PairTimes(links, nests, platform, size), members, root, std::move(local_time));
}

ClusterProblem problem_of(const PairTimes& times, const std::vector<int>& members, int root,
                          std::vector<Seconds> local_time) {
    const int n = static_cast<int>(members.size());
    ClusterProblem result;
    result.root = root;
    result.gap = base::SquareMatrix<Seconds>(n, Seconds::infinity());
    result.latency = base::SquareMatrix<Seconds>(n, Seconds::infinity());
    result.local_time = std::move(local_time);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            if (const std::optional<PairTimes::Times> pair =
                    times.between(members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>(j)])) {
                result.gap(i, j) = pair->gap;
                result.latency(i, j) = pair->latency;
            }
        }
    }
    return result;
}

}  // namespace causeway::inter_cluster
