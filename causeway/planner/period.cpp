#include "causeway/planner/period.hpp"

#include "causeway/platform/flows.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace causeway::planner {

namespace {

using plan::ClusterSend;
using plan::ClusterTree;
using plan::PeriodStep;

/// [segment of a period] -> the tree that it takes: always the one that is furthest behind its share.
std::vector<int> tree_of_segment(const ClusterTrees& trees) {
    int segments = 0;
    for (const ClusterTree& tree : trees) {
        segments += tree.segments;
    }
    std::vector<int> result;
    std::vector<int> taken(trees.size(), 0);
    for (int position = 1; position <= segments; ++position) {
        // The share due by now minus what was taken, times `segments`: in whole numbers.
        const auto behind = [&](std::size_t t) { return trees[t].segments * position - taken[t] * segments; };
        std::size_t next = 0;
        for (std::size_t t = 1; t < trees.size(); ++t) {
            if (behind(t) > behind(next)) {
                next = t;
            }
        }
        ++taken[next];
        result.push_back(static_cast<int>(next));
    }
    return result;
}

/// The turns of one link in every period: as many as segments cross it, at equal distances.
class Turns {
public:
    explicit Turns(int count) : is_taken_(static_cast<std::size_t>(count), 0) {}

    /// The first free turn that begins at `earliest` or later. The first of all fixes where turns begin.
    double take(double earliest, double period) {
        const double distance = period / static_cast<double>(is_taken_.size());
        if (std::none_of(is_taken_.begin(), is_taken_.end(), [](char taken) { return taken != 0; })) {
            first_ = earliest;
        }
        auto turn = static_cast<std::int64_t>(std::ceil((earliest - first_) / distance));
        const auto count = static_cast<std::int64_t>(is_taken_.size());
        while (is_taken_[static_cast<std::size_t>(((turn % count) + count) % count)] != 0) {
            ++turn;
        }
        is_taken_[static_cast<std::size_t>(((turn % count) + count) % count)] = 1;
        return first_ + static_cast<double>(turn) * distance;
    }

private:
    std::vector<char> is_taken_;
    double first_ = 0.0;
};

struct TimedStep {
    PeriodStep step;
    double time = 0.0;  ///< since the root began with the step's period
};

/// How long a period takes: the busiest resource's time for all its segments.
double duration_of(const Task& task, const std::vector<PeriodStep>& steps, Bytes segment,
                   const std::vector<plan::LocalChoice>& inside) {
    plan::Tree tree;
    tree.shape = plan::Shape::kTrees;
    tree.root = task.request.root;
    tree.block = segment;
    tree.local = inside;
    tree.period = steps;
    tree.message = tree.segments_per_period() * segment;
    return task.period_time(tree).value();
}

/// When a segment is at a member of a cluster, after it is at another one. Members by number.
Seconds through_cluster(const Task& task, const std::vector<plan::LocalChoice>& inside, Bytes segment, int cluster,
                        int first, int member) {
    if (first == member) {
        return Seconds(0.0);
    }
    const auto choice = std::find_if(inside.begin(), inside.end(),
                                     [&](const plan::LocalChoice& one) { return one.cluster == cluster; });
    const std::vector<Seconds>& arrivals =
        task.arrivals_from(first, task.group_of(cluster), choice->between_hosts, segment);
    return arrivals[static_cast<std::size_t>(member)];
}

std::vector<PeriodStep> without_times(const std::vector<TimedStep>& timed) {
    std::vector<PeriodStep> result;
    result.reserve(timed.size());
    for (const TimedStep& one : timed) {
        result.push_back(one.step);
    }
    return result;
}

}  // namespace

std::vector<PeriodStep> period_of(const Task& task, const ClusterTrees& trees, Bytes segment,
                                  const std::vector<plan::LocalChoice>& inside, const FlowsOfLinks& flows) {
    const std::vector<int> tree_of = tree_of_segment(trees);
    const auto segments = static_cast<int>(tree_of.size());
    const int root = task.groups.front().cluster;
    std::vector<TimedStep> steps;
    std::map<std::pair<int, int>, int> crossings;
    for (int s = 0; s < segments; ++s) {
        steps.push_back({{s, 0, root, root}});
        for (const ClusterSend& send : trees[static_cast<std::size_t>(tree_of[static_cast<std::size_t>(s)])].sends) {
            int& crossed = crossings[{send.from, send.to}];
            const auto several = flows.find({send.from, send.to});
            const platform::FlowEnds ends = platform::flow_ends(several == flows.end() ? 0 : crossed % several->second,
                                                                static_cast<int>(task.group_of(send.from).hosts.size()),
                                                                static_cast<int>(task.group_of(send.to).hosts.size()));
            ++crossed;
            steps.push_back({{s, 0, send.from, send.to, ends.sender, ends.receiver}});
            steps.push_back({{s, 0, send.to, send.to}});
        }
    }
    const double period = duration_of(task, without_times(steps), segment, inside);
    if (!(period > 0.0) || !std::isfinite(period)) {
        return {};
    }
    std::map<std::pair<int, int>, Turns> turns;
    for (const auto& [link, count] : crossings) {
        turns.emplace(link, Turns(count));
    }
    struct Arrival {
        double time = 0.0;
        int member = 0;  // to whom, by number
    };
    std::map<int, Arrival> there;  // the segment's first in every cluster
    for (TimedStep& timed : steps) {
        const PeriodStep& step = timed.step;
        if (step.is_inside()) {
            if (step.from == root) {
                there = {{root, {static_cast<double>(step.segment) * period / segments, 0}}};
            }
            timed.time = there.at(step.from).time;
            continue;
        }
        const platform::Plogp& route = *task.link(step.from, step.to)->plogp;
        const Arrival& arrival = there.at(step.from);
        const double earliest =
            arrival.time + through_cluster(task, inside, segment, step.from, arrival.member, step.sender).value();
        timed.time = turns.at({step.from, step.to}).take(earliest, period);
        there[step.to].member = step.receiver;
        there[step.to].time =
            timed.time + (policy::kTransitAllowance * route.transit_of(segment) + route.gap_of(segment)).value();
    }
    constexpr double kLongestLag = 1 << 16;  // as in plan files: who waits for so many periods is not in a pipeline
    for (TimedStep& timed : steps) {
        if (!(timed.time / period < kLongestLag)) {
            return {};
        }
        timed.step.lag = static_cast<int>(timed.time / period);
        timed.time -= timed.step.lag * period;
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const TimedStep& a, const TimedStep& b) { return a.time < b.time; });
    return without_times(steps);
}

}  // namespace causeway::planner
