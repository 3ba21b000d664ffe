#include "causeway/planner/least_busy_tree.hpp"

#include "causeway/base/matrix.hpp"
#include "causeway/planner/busiest_time.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <queue>
#include <tuple>
#include <utility>

namespace causeway::planner {

namespace {

using inter_cluster::Send;

/// What is more steps apart is as far.
constexpr int kMostSteps = 100;

/// What a segment holds that goes each way of an edge.
struct BothWays {
    model::Occupation there;
    model::Occupation back;
};

/// What edges keep busy, in segments both ways.
class Load {
public:
    Load(const Task& task, Bytes segment)
        : task_(task), segment_(segment), busy_(static_cast<std::size_t>(task.model.num_resources()), Seconds(0.0)) {
        for (const plan::ClusterGroup& group : task.groups) {
            if (group.hosts.size() > 1) {
                add(between(group.coordinator(), group.hosts[1].front()));
            }
        }
        forget_how();
    }

    /// An edge between two groups.
    [[nodiscard]] BothWays edge(int one, int other) const { return between(coordinator(one), coordinator(other)); }

    void add(const BothWays& edge) {
        for_each_hold(edge, [&](const model::Hold& hold) {
            Seconds& busy = busy_[static_cast<std::size_t>(hold.resource)];
            before_.emplace_back(hold.resource, busy);
            busy += hold.duration;
        });
    }

    /// What was added since forget_how().
    void take_away() {
        for (auto change = before_.rbegin(); change != before_.rend(); ++change) {
            busy_[static_cast<std::size_t>(change->first)] = change->second;
        }
        before_.clear();
    }
    void forget_how() { before_.clear(); }

    /// The longest that anything is busy that the edge uses, were it added.
    [[nodiscard]] Seconds busiest_with(const BothWays& edge) const {
        Seconds busiest;
        for_each_hold(edge, [&](const model::Hold& hold) {
            busiest = std::max(busiest, busy_[static_cast<std::size_t>(hold.resource)] + hold.duration);
        });
        return busiest;
    }

    /// The longest that the edge alone keeps anything busy.
    [[nodiscard]] Seconds busy_by(const BothWays& edge) const {
        Seconds longest;
        for_each_hold(edge, [&](const model::Hold& hold) { longest = std::max(longest, hold.duration); });
        return longest;
    }

private:
    [[nodiscard]] int coordinator(int group) const {
        return task_.groups[static_cast<std::size_t>(group)].coordinator();
    }

    [[nodiscard]] BothWays between(int one, int other) const {
        return {task_.model.occupation(one, other, segment_), task_.model.occupation(other, one, segment_)};
    }

    /// Without what edges hold alike, whichever they are.
    template <typename Use>
    void for_each_hold(const BothWays& edge, const Use& use) const {
        const auto use_of_edge = [&](const model::Hold& hold) {
            if (hold.resource != task_.model.machine()) {
                use(hold);
            }
        };
        planner::for_each_hold(edge.there, use_of_edge);
        planner::for_each_hold(edge.back, use_of_edge);
    }

    const Task& task_;
    Bytes segment_;
    std::vector<Seconds> busy_;                    ///< [resource]
    std::vector<std::pair<int, Seconds>> before_;  ///< resources and how busy they were, in the order of the additions
};

/// In how many steps one comes from the least time to this one; those that are about alike have the same number.
int steps_above(Seconds least, Seconds time) {
    int steps = 0;
    while (time > policy::kAlikeWidths * least && steps < kMostSteps) {
        least = policy::kAlikeWidths * least;
        ++steps;
    }
    return steps;
}

/// An edge between two groups, whatever others there are.
struct Way {
    int borders = 0;   ///< of groups of clusters that share what they let through: none is crossed without need
    int slowness = 0;  ///< in steps above the edge that keeps everything the least busy: slow ones carry what they must
    Seconds transfer;
};

struct Ways {
    base::SquareMatrix<Way> between;
    /// [group]: 0 for the widest and those that are like it, more for narrower ones: by how busy it and others were
    /// with edges from it to all of them.
    std::vector<int> narrowness;

    [[nodiscard]] int num_groups() const { return between.size(); }
};

/// Groups of clusters that one of the two is in and the other is not, and that are known to share something.
int borders_between(const Task& task, int one, int other) {
    return static_cast<int>(std::ranges::count_if(task.nests(), [&](const platform::GroupOfClusters& group) {
        return group.shares_a_border() && group.has(task.members[static_cast<std::size_t>(one)]) !=
                                              group.has(task.members[static_cast<std::size_t>(other)]);
    }));
}

Ways ways_between(const Task& task, Load load) {
    const int n = static_cast<int>(task.groups.size());
    Ways ways{.between = base::SquareMatrix<Way>(n), .narrowness = {}};
    base::SquareMatrix<Seconds> busy_by(n);
    Seconds fastest = Seconds::infinity();
    std::vector<Seconds> busy;
    for (int from = 0; from < n; ++from) {
        Seconds busiest;
        for (int to = 0; to < n; ++to) {
            if (to != from) {
                const BothWays edge = load.edge(from, to);
                busiest = std::max(busiest, load.busiest_with(edge));
                load.add(edge);
                busy_by(from, to) = load.busy_by(edge);
                fastest = std::min(fastest, busy_by(from, to));
                ways.between(from, to).transfer = edge.there.unhindered();
            }
        }
        load.take_away();
        busy.push_back(busiest);
    }
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            if (to != from) {
                ways.between(from, to).borders = borders_between(task, from, to);
                ways.between(from, to).slowness = steps_above(fastest, busy_by(from, to));
            }
        }
    }
    const Seconds least = *std::min_element(busy.begin(), busy.end());
    std::transform(busy.begin(), busy.end(), std::back_inserter(ways.narrowness),
                   [&](Seconds own) { return steps_above(least, own); });
    return ways;
}

/// [slowness]: how long anything may be busy that such an edge uses; longer only where nothing else leads on.
using Limits = std::array<Seconds, kMostSteps + 1>;

/// Grows from a wide group, wide ones before narrow ones, so that these find room.
class GrowingTree {
public:
    GrowingTree(Load load, const Ways& ways, Limits limits)
        : load_(std::move(load)), ways_(ways), reached_(ways.narrowness.size(), false), limits_(std::move(limits)) {}

    /// False where nothing leads to some group.
    [[nodiscard]] bool grow_from(int start) {
        reach(start, Seconds(0.0));
        while (edges_.size() + 1 < reached_.size()) {
            while (!busier_.empty() && is_fine(busier_.top().edge, busier_.top().busiest) &&
                   (near_.empty() || busier_.top().edge.narrowness <= near_.top().narrowness)) {
                near_.push(busier_.top().edge);
                busier_.pop();
            }
            if (!near_.empty() && (busier_.empty() || near_.top().narrowness <= busier_.top().edge.narrowness)) {
                take_nearest();
            } else if (!busier_.empty()) {
                let_in_what_is_least_busy();
            } else {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] const Limits& limits() const { return limits_; }
    /// The longest that anything is.
    [[nodiscard]] Seconds busiest() const { return busiest_; }
    [[nodiscard]] const std::vector<Send>& edges() const { return edges_; }

private:
    struct Edge {
        int narrowness = 0;  ///< of `to`
        int borders = 0;
        int slowness = 0;
        Seconds arrival;
        int from = 0;
        int to = 0;

        [[nodiscard]] bool operator>(const Edge& other) const {
            return std::tie(narrowness, borders, slowness, arrival, from, to) >
                   std::tie(other.narrowness, other.borders, other.slowness, other.arrival, other.from, other.to);
        }
    };
    struct BusierEdge {
        Seconds busiest;  ///< or more: others have come by meanwhile
        Edge edge;

        [[nodiscard]] bool operator>(const BusierEdge& other) const {
            return std::tie(edge.narrowness, busiest, edge.arrival, edge.from, edge.to) >
                   std::tie(other.edge.narrowness, other.busiest, other.edge.arrival, other.edge.from, other.edge.to);
        }
    };
    template <typename Element>
    using LeastFirst = std::priority_queue<Element, std::vector<Element>, std::greater<>>;

    /// Figures are not known more exactly.
    [[nodiscard]] bool is_fine(const Edge& edge, Seconds busy) const {
        return busy <= policy::kAboutEqual * limits_[static_cast<std::size_t>(edge.slowness)];
    }

    void reach(int group, Seconds time) {
        reached_[static_cast<std::size_t>(group)] = true;
        for (int to = 0; to < ways_.num_groups(); ++to) {
            if (reached_[static_cast<std::size_t>(to)]) {
                continue;
            }
            const Way& way = ways_.between(group, to);
            if (way.transfer < Seconds::infinity()) {
                near_.push({.narrowness = ways_.narrowness[static_cast<std::size_t>(to)],
                            .borders = way.borders,
                            .slowness = way.slowness,
                            .arrival = time + way.transfer,
                            .from = group,
                            .to = to});
            }
        }
    }

    void take_nearest() {
        const Edge next = near_.top();
        near_.pop();
        if (reached_[static_cast<std::size_t>(next.to)]) {
            return;
        }
        const BothWays edge = load_.edge(next.from, next.to);
        const Seconds busiest = load_.busiest_with(edge);
        if (!is_fine(next, busiest)) {
            busier_.push({busiest, next});
            return;
        }
        busiest_ = std::max(busiest_, busiest);
        load_.add(edge);
        edges_.push_back({next.from, next.to});
        reach(next.to, next.arrival);
    }

    void let_in_what_is_least_busy() {
        const BusierEdge known = busier_.top();
        busier_.pop();
        if (reached_[static_cast<std::size_t>(known.edge.to)]) {
            return;
        }
        const Seconds busiest = load_.busiest_with(load_.edge(known.edge.from, known.edge.to));
        if (busiest > known.busiest) {
            busier_.push({busiest, known.edge});
            return;
        }
        Seconds& limit = limits_[static_cast<std::size_t>(known.edge.slowness)];
        limit = std::max(limit, busiest);
        near_.push(known.edge);
    }

    Load load_;
    const Ways& ways_;
    std::vector<bool> reached_;  ///< [group]
    LeastFirst<Edge> near_;      ///< of those that nothing is too busy for, as far as is known
    LeastFirst<BusierEdge> busier_;
    Limits limits_;
    Seconds busiest_;
    std::vector<Send> edges_;
};

/// The same edges, from that group on.
std::vector<Send> led_from(int root, const std::vector<Send>& edges) {
    std::vector<std::vector<int>> neighbours(edges.size() + 1);
    for (const Send& edge : edges) {
        neighbours[static_cast<std::size_t>(edge.from)].push_back(edge.to);
        neighbours[static_cast<std::size_t>(edge.to)].push_back(edge.from);
    }
    std::vector<Send> sends;
    std::vector<bool> is_reached(neighbours.size(), false);
    std::vector<int> reached{root};
    is_reached[static_cast<std::size_t>(root)] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const int from = reached[i];
        for (const int to : neighbours[static_cast<std::size_t>(from)]) {
            if (!is_reached[static_cast<std::size_t>(to)]) {
                is_reached[static_cast<std::size_t>(to)] = true;
                sends.push_back({from, to});
                reached.push_back(to);
            }
        }
    }
    return sends;
}

/// What a segment takes between those two ends of the tree that are the farthest from each other.
Seconds diameter(const Ways& ways, const std::vector<Send>& edges) {
    const auto farthest_from = [&](int root) {
        std::vector<Seconds> reached(edges.size() + 1);
        for (const Send& send : led_from(root, edges)) {
            reached[static_cast<std::size_t>(send.to)] =
                reached[static_cast<std::size_t>(send.from)] + ways.between(send.from, send.to).transfer;
        }
        const auto farthest = std::max_element(reached.begin(), reached.end());
        return std::pair(static_cast<int>(farthest - reached.begin()), *farthest);
    };
    return farthest_from(farthest_from(0).first).second;
}

/// Wide groups from which trees are grown: of those that share something one.
std::vector<int> starts_of(const Task& task, const Ways& ways) {
    const std::int64_t n = ways.num_groups();
    const std::int64_t most = std::clamp<std::int64_t>(policy::kMostEdgesOfStarts / (n * n), 1, policy::kMostStarts);
    std::vector<int> starts;
    for (int group = 0; group < n && std::ssize(starts) < most; ++group) {
        const bool is_beside_another = std::ranges::any_of(starts, [&](int start) {
            return std::ranges::any_of(task.nests(), [&](const platform::GroupOfClusters& nest) {
                return nest.shares_a_border() && nest.has(task.members[static_cast<std::size_t>(start)]) &&
                       nest.has(task.members[static_cast<std::size_t>(group)]);
            });
        });
        if (ways.narrowness[static_cast<std::size_t>(group)] == 0 && !is_beside_another) {
            starts.push_back(group);
        }
    }
    return starts;
}

std::vector<Send> least_busy_edges(const Task& task, Bytes segment) {
    const Load load(task, segment);
    const Ways ways = ways_between(task, load);
    const auto segments = static_cast<double>(base::num_parts(task.request.message, segment));
    std::vector<Send> best;
    Seconds least = Seconds::infinity();
    for (const int start : starts_of(task, ways)) {
        Limits limits{};
        // Again once it is known how busy things get: then what is near may be taken at once as far as that.
        for (int turn = 0; turn < 2; ++turn) {
            GrowingTree tree(load, ways, limits);
            if (!tree.grow_from(start)) {
                return {};
            }
            limits = tree.limits();
            const Seconds time = segments * tree.busiest() + diameter(ways, tree.edges());
            if (time < least) {
                least = time;
                best = tree.edges();
            }
        }
    }
    return best;
}

}  // namespace

std::vector<Send> least_busy_tree(const Task& task, Bytes segment) {
    Task::EdgesBySizes& known = task.least_busy_edges();
    const std::pair sizes(task.request.message, segment);
    auto edges = known.find(sizes);
    if (edges == known.end()) {
        edges = known.emplace(sizes, task.to_platform(least_busy_edges(task, segment))).first;
    }
    std::vector<Send> between_groups;
    for (const plan::ClusterSend& edge : edges->second) {
        between_groups.push_back({task.number_of(edge.from), task.number_of(edge.to)});
    }
    return led_from(0, between_groups);
}

}  // namespace causeway::planner
