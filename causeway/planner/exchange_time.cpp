#include "causeway/planner/exchange_time.hpp"

#include "causeway/planner/busiest_time.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace causeway::planner {

namespace {

/// How long resources are held, and the longest message.
class Held {
public:
    explicit Held(const model::GridPlogp& model)
        : model_(model), seconds_(static_cast<std::size_t>(model.num_resources()), 0.0) {}

    /// `messages` of them; of these `of_process` hold what is of one process alone.
    void add(int from, int to, Bytes size, double messages, double of_process) {
        const model::Occupation occupation = model_.occupation(from, to, size);
        longest_ = std::max(longest_, occupation.unhindered());
        for_each_hold(occupation, [&](const model::Hold& hold) {
            seconds_[static_cast<std::size_t>(hold.resource)] +=
                (model_.is_of_process(hold.resource) ? of_process : messages) * hold.duration.value();
        });
    }

    [[nodiscard]] Seconds time() const {
        return Seconds(*std::max_element(seconds_.begin(), seconds_.end())) + longest_;
    }

private:
    const model::GridPlogp& model_;
    std::vector<double> seconds_;  ///< [resource]
    Seconds longest_;
};

/// Everybody to everybody.
std::optional<Seconds> time_of_all_pairs(Bytes message, const platform::Placement& placement,
                                         const model::GridPlogp& model) {
    const std::int64_t hosts = placement.num_hosts();
    if (hosts * hosts > policy::kMostLookedAt) {
        return std::nullopt;
    }
    std::vector<std::vector<int>> processes(static_cast<std::size_t>(hosts));
    for (int process = 0; process < placement.num_processes(); ++process) {
        processes[static_cast<std::size_t>(placement.host_of[static_cast<std::size_t>(process)])].push_back(process);
    }
    Held held(model);
    for (const std::vector<int>& from : processes) {
        for (const std::vector<int>& to : processes) {
            const bool is_same = &from == &to;
            if (is_same && from.size() == 1) {
                continue;
            }
            const double receivers = static_cast<double>(to.size()) - (is_same ? 1.0 : 0.0);
            held.add(from.front(), is_same ? to.back() : to.front(), message,
                     static_cast<double>(from.size()) * receivers, receivers);
        }
    }
    return held.time();
}

std::optional<Seconds> time_of_schedule(const scheme::Scheme& scheme, schedule::Grain grain, Bytes message,
                                        const platform::Placement& placement, const model::GridPlogp& model) {
    scheme::Layout layout;
    layout.processes = placement.num_processes();
    for (int process = 0; process < layout.processes; ++process) {
        layout.cluster_of_process.push_back(placement.cluster_of(process));
    }
    layout.grain = grain;
    // What is handed out part by part is as many messages as there are parts. Else those between clusters are few, and
    // those inside are counted.
    const std::vector<std::vector<int>> clusters = scheme::clusters_of(layout);
    const bool is_part_by_part = !scheme.has_grain || grain == schedule::Grain::kRelayed;
    std::int64_t messages = is_part_by_part ? std::int64_t{layout.processes} * layout.processes : 0;
    for (const std::vector<int>& cluster : clusters) {
        messages +=
            static_cast<std::int64_t>(cluster.size()) * static_cast<std::int64_t>(cluster.size() + clusters.size());
    }
    if (messages > policy::kMostLookedAt / 4) {
        return std::nullopt;
    }
    const scheme::Built built = scheme.build(layout);
    Held held(model);
    for (const schedule::Schedule& strand : built.strands) {
        for (int process = 0; process < layout.processes; ++process) {
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(process)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                if (action->is_send()) {
                    held.add(process, action->peer, action->blocks.count * message, 1.0, 1.0);
                }
            }
        }
    }
    return held.time();
}

}  // namespace

std::optional<Seconds> exchange_time(const scheme::Scheme& scheme, schedule::Grain grain, Bytes message,
                                     const platform::Placement& placement, const model::GridPlogp& model) {
    return scheme.relays ? time_of_schedule(scheme, grain, message, placement, model)
                         : time_of_all_pairs(message, placement, model);
}

Bytes most_between_clusters(const std::vector<plan::ClusterGroup>& groups, Bytes message) {
    std::int64_t largest = 0;
    std::int64_t second = 0;
    for (const plan::ClusterGroup& group : groups) {
        const std::int64_t processes = group.num_processes();
        second = std::max(second, std::min(largest, processes));
        largest = std::max(largest, processes);
    }
    return largest * second * message;
}

Bytes most_out_of_clusters(const std::vector<plan::ClusterGroup>& groups, Bytes message) {
    std::int64_t all = 0;
    for (const plan::ClusterGroup& group : groups) {
        all += group.num_processes();
    }
    std::int64_t most = 0;
    for (const plan::ClusterGroup& group : groups) {
        most = std::max(most, group.num_processes() * (all - group.num_processes()));
    }
    return most * message;
}

Bytes most_passed_on(const std::vector<plan::Tree>& trees, const std::vector<plan::ClusterGroup>& groups,
                     Bytes message) {
    std::map<int, std::int64_t> processes;  // [cluster]
    for (const plan::ClusterGroup& group : groups) {
        processes[group.cluster] = group.num_processes();
    }
    std::map<std::pair<int, int>, int> parts;  // [from, to]
    for (const plan::Tree& tree : trees) {
        for (const plan::ClusterPart& part : tree.carries) {
            parts[{tree.cluster_sends.front().from, part.cluster}] += part.parts;
        }
    }
    std::map<int, double> passed_on;  // [cluster]: messages
    for (const plan::Tree& tree : trees) {
        const int from = tree.cluster_sends.front().from;
        for (const plan::ClusterPart& part : tree.carries) {
            const double share = static_cast<double>(part.parts) / parts.at({from, part.cluster});
            for (const plan::ClusterSend& send : plan::sends_to(tree, part.cluster)) {
                if (send.to != part.cluster) {
                    passed_on[send.to] += share * static_cast<double>(processes.at(from) * processes.at(part.cluster));
                }
            }
        }
    }
    double most = 0.0;
    for (const auto& [cluster, messages] : passed_on) {
        most = std::max(most, messages / static_cast<double>(processes.at(cluster)));
    }
    return static_cast<std::int64_t>(std::ceil(most)) * message;
}

}  // namespace causeway::planner
