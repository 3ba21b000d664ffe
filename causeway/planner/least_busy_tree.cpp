#include "causeway/planner/least_busy_tree.hpp"

#include "causeway/planner/busiest_time.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <queue>
#include <tuple>
#include <utility>

namespace causeway::planner {

namespace {

using inter_cluster::Send;

/// Groups whose widths differ by less are alike: which one comes first is a question of time.
constexpr double kAlike = 1.25;
/// What is farther apart is as far.
constexpr int kMostSteps = 100;

/// What edges keep busy, in segments both ways.
class Load {
public:
    Load(const Task& task, Bytes segment)
        : task_(task), segment_(segment), busy_(static_cast<std::size_t>(task.model.num_resources()), Seconds(0.0)) {
        for (const plan::ClusterGroup& group : task.groups) {
            if (group.hosts.size() > 1) {
                keep_busy(group.coordinator(), group.hosts[1].front());
            }
        }
    }

    /// An edge between two groups.
    void add(int one, int other) { keep_busy(coordinator(one), coordinator(other)); }

    /// The longest that anything is busy that the edge uses, were it added.
    [[nodiscard]] Seconds busiest_with(int one, int other) const {
        Seconds busiest;
        both_ways(coordinator(one), coordinator(other), [&](const model::Hold& hold) {
            busiest = std::max(busiest, busy_[static_cast<std::size_t>(hold.resource)] + hold.duration);
        });
        return busiest;
    }

    /// The longest that the edge alone keeps anything busy.
    [[nodiscard]] Seconds busy_by(int one, int other) const {
        Seconds longest;
        both_ways(coordinator(one), coordinator(other),
                  [&](const model::Hold& hold) { longest = std::max(longest, hold.duration); });
        return longest;
    }

    /// Groups of clusters that one of the two is in and the other is not, and that are known to share something.
    [[nodiscard]] int borders_between(int one, int other) const {
        return static_cast<int>(std::ranges::count_if(task_.nests(), [&](const platform::GroupOfClusters& group) {
            return (group.uplink_capacity || group.downlink_capacity) &&
                   group.has(task_.members[static_cast<std::size_t>(one)]) !=
                       group.has(task_.members[static_cast<std::size_t>(other)]);
        }));
    }

    /// What a segment takes from group to group.
    [[nodiscard]] Seconds transfer_time(int from, int to) const {
        return task_.model.occupation(coordinator(from), coordinator(to), segment_).unhindered();
    }

private:
    [[nodiscard]] int coordinator(int group) const {
        return task_.groups[static_cast<std::size_t>(group)].coordinator();
    }

    template <typename Use>
    void both_ways(int one, int other, const Use& use) const {
        for_each_hold(task_.model.occupation(one, other, segment_), use);
        for_each_hold(task_.model.occupation(other, one, segment_), use);
    }

    void keep_busy(int one, int other) {
        both_ways(one, other,
                  [&](const model::Hold& hold) { busy_[static_cast<std::size_t>(hold.resource)] += hold.duration; });
    }

    const Task& task_;
    Bytes segment_;
    std::vector<Seconds> busy_;  ///< [resource]
};

/// In how many steps one comes from the least time to this one; those that are about alike have the same number.
int steps_above(Seconds least, Seconds time) {
    int steps = 0;
    while (time > kAlike * least && steps < kMostSteps) {
        least = kAlike * least;
        ++steps;
    }
    return steps;
}

/// What is wide and what is narrow.
struct Widths {
    /// [group]: 0 for the widest and those that are like it, more for narrower ones: by how busy it and others were
    /// with edges from it to all of them.
    std::vector<int> narrowness;
    Seconds fastest = Seconds::infinity();  ///< Load::busy_by() of the edge that keeps everything the least busy
};

Widths widths_of(const Load& without_edges, int num_groups) {
    Widths widths;
    std::vector<Seconds> busy;
    for (int from = 0; from < num_groups; ++from) {
        Load load = without_edges;
        Seconds busiest;
        for (int to = 0; to < num_groups; ++to) {
            if (to != from) {
                busiest = std::max(busiest, load.busiest_with(from, to));
                load.add(from, to);
                widths.fastest = std::min(widths.fastest, load.busy_by(from, to));
            }
        }
        busy.push_back(busiest);
    }
    const Seconds least = *std::min_element(busy.begin(), busy.end());
    std::transform(busy.begin(), busy.end(), std::back_inserter(widths.narrowness),
                   [&](Seconds own) { return steps_above(least, own); });
    return widths;
}

/// Grows from the widest group, wide ones before narrow ones, so that these find room.
class GrowingTree {
public:
    /// `most`: as long as anything may be busy; longer only where nothing else leads on.
    GrowingTree(Load load, const Widths& widths, Seconds most)
        : load_(std::move(load)), widths_(widths), reached_(widths.narrowness.size(), false), most_(most) {}

    /// False where nothing leads to some group.
    [[nodiscard]] bool grow() {
        const auto widest = std::min_element(widths_.narrowness.begin(), widths_.narrowness.end());
        reach(static_cast<int>(widest - widths_.narrowness.begin()), Seconds(0.0));
        while (edges_.size() + 1 < reached_.size()) {
            while (!busier_.empty() && is_fine(busier_.top().busiest) &&
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

    [[nodiscard]] Seconds busiest() const { return most_; }
    [[nodiscard]] const std::vector<Send>& edges() const { return edges_; }

private:
    struct Edge {
        int narrowness = 0;  ///< of `to`
        int borders = 0;     ///< of groups that share what they let through, on the way: none is crossed without need
        int slowness = 0;    ///< of the way: what is slow carries no more than it has to
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
    [[nodiscard]] bool is_fine(Seconds busy) const { return busy <= policy::kAboutEqual * most_; }

    void reach(int group, Seconds time) {
        reached_[static_cast<std::size_t>(group)] = true;
        for (int to = 0; to < static_cast<int>(reached_.size()); ++to) {
            if (reached_[static_cast<std::size_t>(to)]) {
                continue;
            }
            const Seconds arrival = time + load_.transfer_time(group, to);
            if (arrival < Seconds::infinity()) {
                near_.push({.narrowness = widths_.narrowness[static_cast<std::size_t>(to)],
                            .borders = load_.borders_between(group, to),
                            .slowness = steps_above(widths_.fastest, load_.busy_by(group, to)),
                            .arrival = arrival,
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
        if (const Seconds busiest = load_.busiest_with(next.from, next.to); !is_fine(busiest)) {
            busier_.push({busiest, next});
            return;
        }
        load_.add(next.from, next.to);
        edges_.push_back({next.from, next.to});
        reach(next.to, next.arrival);
    }

    void let_in_what_is_least_busy() {
        const BusierEdge known = busier_.top();
        busier_.pop();
        if (reached_[static_cast<std::size_t>(known.edge.to)]) {
            return;
        }
        const Seconds busiest = load_.busiest_with(known.edge.from, known.edge.to);
        if (busiest > known.busiest) {
            busier_.push({busiest, known.edge});
            return;
        }
        most_ = std::max(most_, busiest);
        near_.push(known.edge);
    }

    Load load_;
    const Widths& widths_;
    std::vector<bool> reached_;  ///< [group]
    LeastFirst<Edge> near_;      ///< of those that nothing is too busy for, as far as is known
    LeastFirst<BusierEdge> busier_;
    Seconds most_;
    std::vector<Send> edges_;
};

/// The same edges, from group 0 on.
std::vector<Send> from_first_group(const std::vector<Send>& edges) {
    std::vector<std::vector<int>> neighbours(edges.size() + 1);
    for (const Send& edge : edges) {
        neighbours[static_cast<std::size_t>(edge.from)].push_back(edge.to);
        neighbours[static_cast<std::size_t>(edge.to)].push_back(edge.from);
    }
    std::vector<Send> sends;
    std::vector<bool> is_reached(neighbours.size(), false);
    std::vector<int> reached{0};
    is_reached.front() = true;
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

}  // namespace

std::vector<Send> least_busy_tree(const Task& task, Bytes segment) {
    const Load load(task, segment);
    const Widths widths = widths_of(load, static_cast<int>(task.groups.size()));
    GrowingTree first(load, widths, Seconds(0.0));
    if (!first.grow()) {
        return {};
    }
    // How busy it gets is known: what is near may be taken at once as far as that.
    GrowingTree nearer(load, widths, first.busiest());
    (void)nearer.grow();
    return from_first_group(nearer.busiest() > first.busiest() ? first.edges() : nearer.edges());
}

}  // namespace causeway::planner
