#include "causeway/planner/pipeline_times.hpp"

#include "causeway/plan/compose.hpp"
#include "causeway/planner/busiest_time.hpp"
#include "causeway/schedule/rank_tree.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/simulate/simulate.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
#include <queue>
#include <span>
#include <utility>

namespace causeway::planner {

namespace {

/// Who gets a segment last of those between whom the cluster's strategy works, by number among the members.
int last_member(const plan::ClusterGroup& group, const plan::LocalChoice& choice) {
    if (!choice.order.empty()) {
        return choice.order.back();
    }
    const bool is_one_host = group.hosts.size() == 1;
    return static_cast<int>(is_one_host ? group.hosts.front().size() : group.hosts.size()) - 1;
}

/// A broadcast of one segment among the processes of one cluster alone.
schedule::Schedule one_segment_inside(const platform::Placement& own, plan::LocalChoice choice, Bytes segment) {
    choice.cluster = 0;
    plan::Tree tree;
    tree.shape = plan::Shape::kPipeline;
    tree.message = segment;
    tree.block = segment;
    tree.local = {std::move(choice)};
    return plan::compose_one_period(tree, own);
}

/// What a transfer holds first: the way out of its sender's host, or its sender's port.
int way_out(const model::Occupation& occupation) {
    return occupation.stages[0].holds[0].resource;
}

}  // namespace

InsideTimes::Key InsideTimes::key_of(int class_of_group, const plan::LocalChoice& choice, Bytes segment) {
    return {class_of_group,
            choice.between_hosts.strategy,
            choice.between_hosts.degree,
            choice.within_host.strategy,
            choice.within_host.degree,
            segment.value(),
            choice.order};
}

const InsideTime& InsideTimes::of(const plan::ClusterGroup& group, const plan::LocalChoice& choice, Bytes segment) {
    const int class_of_group = classes_.of(group);
    Key key = key_of(class_of_group, choice, segment);
    if (latest_ == nullptr || latest_->first != key) {
        const auto [entry, is_new] = known_.try_emplace(std::move(key));
        if (is_new) {
            entry->second = simulated(class_of_group, last_member(group, choice), choice, segment);
        }
        latest_ = &*entry;
    }
    return latest_->second;
}

Seconds InsideTimes::collected(const plan::ClusterGroup& group, const plan::LocalChoice& choice, Bytes part) {
    const int class_of_group = classes_.of(group);
    const auto [entry, is_new] = collections_.try_emplace(key_of(class_of_group, choice, part));
    if (is_new) {
        entry->second = simulated_collection(class_of_group, choice, part);
    }
    return entry->second;
}

const std::vector<Seconds>& InsideTimes::arrivals_from(int first, const plan::ClusterGroup& group,
                                                       const strategy::TunedStrategy& between_hosts, Bytes segment) {
    const int class_of_group = classes_.of(group);
    const auto [entry, is_new] =
        arrivals_.try_emplace({class_of_group, first, between_hosts.strategy, between_hosts.degree, segment.value()});
    if (is_new) {
        entry->second = simulated_arrivals(class_of_group, first, between_hosts, segment);
    }
    return entry->second;
}

const model::GridPlogp& InsideTimes::model_of(int class_of_group) {
    const ClusterAlone& alone = classes_.alone(class_of_group);
    return models_.try_emplace(class_of_group, alone.platform, alone.placement).first->second;
}

std::vector<Seconds> InsideTimes::simulated_arrivals(int class_of_group, int first,
                                                     const strategy::TunedStrategy& between_hosts, Bytes segment) {
    const platform::Placement& own = classes_.alone(class_of_group).placement;
    const std::vector<int> members = plan::groups_of(own, 0).front().members();
    std::vector<int> places = members;
    std::rotate(places.begin(), places.begin() + first, places.end());
    const schedule::Schedule schedule = schedule::embed(
        between_hosts.strategy->build({.processes = static_cast<int>(places.size()), .degree = between_hosts.degree}),
        places, own.num_processes());
    const simulate::Timeline timeline = simulate::run(schedule, model_of(class_of_group), {segment, segment});
    std::vector<Seconds> result(members.size());
    for (const simulate::TimedTransfer& transfer : timeline.transfers) {
        const auto member = std::find(members.begin(), members.end(), transfer.to) - members.begin();
        result[static_cast<std::size_t>(member)] = transfer.arrival;
    }
    return result;
}

Seconds InsideTimes::simulated_collection(int class_of_group, plan::LocalChoice choice, Bytes part) {
    const platform::Placement& own = classes_.alone(class_of_group).placement;
    if (own.num_processes() == 1) {
        return Seconds(0.0);
    }
    const schedule::RankTree tree = schedule::tree_of(one_segment_inside(own, std::move(choice), part));
    schedule::Ownership ownership{own.num_processes(), {}};
    ownership.of_process.resize(static_cast<std::size_t>(own.num_processes()));
    int next = 0;
    for (const int process : tree.in_preorder()) {
        ownership.of_process[static_cast<std::size_t>(process)] = {next++, 1};
    }
    const schedule::Schedule up = schedule::gather_over(tree, ownership, schedule::Grain::kCombined);
    return simulate::makespan(up, model_of(class_of_group), {own.num_processes() * part, part});
}

InsideTime InsideTimes::simulated(int class_of_group, int last_member, plan::LocalChoice choice, Bytes segment) {
    const platform::Placement& own = classes_.alone(class_of_group).placement;
    if (own.num_processes() == 1) {
        return {};
    }
    const model::GridPlogp& model = model_of(class_of_group);
    const schedule::Schedule one = one_segment_inside(own, std::move(choice), segment);
    const schedule::BlockSizes sizes{segment, segment};
    const simulate::Timeline timeline = simulate::run(one, model, sizes);
    base::PagedVector<double> held = held_times({&one, 1}, model, sizes);
    const int last = plan::groups_of(own, 0).front().members()[static_cast<std::size_t>(last_member)];
    InsideTime result;
    result.all = timeline.makespan;
    result.period = Seconds(held.largest());
    for (const simulate::TimedTransfer& transfer : timeline.transfers) {
        const bool leaves_host =
            own.host_of[static_cast<std::size_t>(transfer.from)] != own.host_of[static_cast<std::size_t>(transfer.to)];
        if (leaves_host && (transfer.from == 0 || transfer.from == last)) {
            const int resource = way_out(model.occupation(transfer.from, transfer.to, segment));
            const Seconds sent(held[static_cast<std::size_t>(resource)]);
            result.sent_by_first = transfer.from == 0 ? sent : result.sent_by_first;
            result.sent_by_last = transfer.from == last ? sent : result.sent_by_last;
        }
        if (transfer.to == last) {
            result.last = transfer.arrival;
        }
    }
    return result;
}

PipelineTimes::PipelineTimes(const std::vector<plan::ClusterGroup>& groups, const model::GridPlogp& model,
                             InsideTimes& inside)
    : groups_(groups),
      model_(model),
      inside_(inside),
      free_at_(static_cast<std::size_t>(model.num_resources())),
      load_(free_at_.size()) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto cluster = static_cast<std::size_t>(groups[g].cluster);
        number_of_cluster_.resize(std::max(number_of_cluster_.size(), cluster + 1), -1);
        number_of_cluster_[cluster] = static_cast<int>(g);
    }
}

Seconds PipelineTimes::estimate(const plan::Tree& tree) {
    assert(tree.shape == plan::Shape::kPipeline);
    std::vector<Stop> stops = stops_of(tree);
    lead(stops, tree.cluster_sends);
    const Seconds first = fill(stops, tree, {.inside_first = tree.exit == plan::Exit::kLast});
    const double segments = static_cast<double>(tree.message.value()) / static_cast<double>(tree.block.value());
    const Seconds result = first + std::max(0.0, segments - 1.0) * period(stops, tree, 1);
    clear();
    return result;
}

Seconds PipelineTimes::least_over(const std::vector<plan::ClusterTree>& trees, const plan::Tree& tree,
                                  InTheWay in_the_way) {
    std::vector<Stop> stops = stops_of(tree);
    Seconds first;
    int segments = 0;
    for (const plan::ClusterTree& one : trees) {
        lead(stops, one.sends);
        first = std::max(first,
                         fill(stops, tree, {.in_the_way = in_the_way, .inside_first = true, .segments = one.segments}));
        segments += one.segments;
        free_all();
    }
    const Seconds between = in_the_way == InTheWay::kEverything ? period(stops, tree, segments) : Seconds(busiest());
    const double periods = static_cast<double>(tree.message.value()) / static_cast<double>(tree.block.value()) /
                           static_cast<double>(segments);
    clear();
    return first + std::max(0.0, periods - 1.0) * between;
}

std::vector<PipelineTimes::Stop> PipelineTimes::stops_of(const plan::Tree& tree) {
    std::vector<Stop> stops(groups_.size());
    for (const plan::LocalChoice& choice : tree.local) {
        const int number = number_of_cluster_[static_cast<std::size_t>(choice.cluster)];
        const plan::ClusterGroup& group = groups_[static_cast<std::size_t>(number)];
        Stop& stop = stops[static_cast<std::size_t>(number)];
        stop.inside = &inside_.of(group, choice, tree.block);
        stop.first = group.coordinator();
        const auto last = static_cast<std::size_t>(last_member(group, choice));
        stop.exit = tree.exit == plan::Exit::kCoordinator ? stop.first
                    : group.hosts.size() == 1             ? group.hosts.front()[last]
                                                          : group.hosts[last].front();
    }
    return stops;
}

void PipelineTimes::lead(std::vector<Stop>& stops, const std::vector<plan::ClusterSend>& sends) const {
    for (Stop& stop : stops) {
        stop.next.clear();
    }
    for (const plan::ClusterSend& send : sends) {
        const int from = number_of_cluster_[static_cast<std::size_t>(send.from)];
        const int to = number_of_cluster_[static_cast<std::size_t>(send.to)];
        stops[static_cast<std::size_t>(from)].next.push_back(to);
    }
}

Seconds PipelineTimes::fill(std::vector<Stop>& stops, const plan::Tree& tree, const Flow& flow) {
    struct Turn {
        double time;  ///< from when on it can send
        std::size_t stop;
        std::size_t send;
        bool operator>(const Turn& other) const { return time != other.time ? time > other.time : stop > other.stop; }
    };
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns;
    double end = 0.0;
    const auto arrive = [&](std::size_t number, double time) {
        const Stop& stop = stops[number];
        const bool is_last = tree.exit == plan::Exit::kLast;
        if (flow.inside_first || stop.next.empty()) {
            end = std::max(end, time + stop.inside->all.value());
        }
        if (!stop.next.empty()) {
            turns.push({time + (is_last ? stop.inside->last.value() : 0.0), number, 0});
        }
    };
    const auto is_passed_over = [&](const model::Hold& one) {
        if (flow.in_the_way == InTheWay::kEverything) {
            return false;
        }
        using Kind = model::GridPlogp::Kind;
        const Kind kind = model_.resource(one.resource).kind;
        return kind == Kind::kPort || kind == Kind::kInterface || kind == Kind::kFlow;
    };
    const auto hold = [&](const model::Hold& one, double from) {
        if (is_passed_over(one)) {
            return;
        }
        const auto resource = static_cast<std::size_t>(one.resource);
        if (load_[resource] == 0.0 && free_at_[resource] == 0.0) {
            touched_.push_back(one.resource);
        }
        free_at_[resource] = from + one.duration.value();
        load_[resource] += flow.segments * one.duration.value();
    };
    arrive(0, 0.0);
    while (!turns.empty()) {
        const Turn turn = turns.top();
        turns.pop();
        Stop& sender = stops[turn.stop];
        const auto receiver = static_cast<std::size_t>(sender.next[turn.send]);
        const model::Occupation occupation = model_.occupation(sender.exit, stops[receiver].first, tree.block);
        sender.exit_resource = way_out(occupation);
        double time = turn.time;
        double is_free_again = turn.time;
        for (std::size_t s = 0; s < occupation.num_stages; ++s) {
            const model::Stage& stage = occupation.stages[s];
            const std::span<const model::Hold> holds = stage.held();
            for (const model::Hold& one : holds.first(s == 0 ? holds.size() : 0)) {
                time = std::max(time, free_at_[static_cast<std::size_t>(one.resource)]);
            }
            for (const model::Hold& one : holds) {
                time = std::max(time, free_at_[static_cast<std::size_t>(one.resource)]);
                hold(one, time);
            }
            if (s == 0 && !is_passed_over(stage.holds[0])) {
                is_free_again = time + stage.holds[0].duration.value();
            }
            time += stage.until_next.value();
        }
        arrive(receiver, time);
        if (turn.send + 1 < sender.next.size()) {
            turns.push({is_free_again, turn.stop, turn.send + 1});
        } else if (!flow.inside_first) {
            end = std::max(end, is_free_again + sender.inside->all.value());
        }
        end = std::max(end, time);
    }
    return Seconds(end);
}

Seconds PipelineTimes::period(const std::vector<Stop>& stops, const plan::Tree& tree, int segments) const {
    double most = busiest();
    if (model_.machine()) {
        // Every host but the root's gets every segment once, inside clusters too.
        std::size_t hosts = 0;
        for (const plan::ClusterGroup& group : groups_) {
            hosts += group.hosts.size();
        }
        most = std::max(most, segments * static_cast<double>(hosts - 1) * model_.machine_gap(tree.block).value());
    }
    for (const Stop& stop : stops) {
        most = std::max(most, segments * stop.inside->period.value());
        if (stop.exit_resource >= 0) {
            const Seconds inside =
                tree.exit == plan::Exit::kCoordinator ? stop.inside->sent_by_first : stop.inside->sent_by_last;
            most = std::max(most, load_[static_cast<std::size_t>(stop.exit_resource)] + segments * inside.value());
        }
    }
    return Seconds(most);
}

double PipelineTimes::busiest() const {
    double most = 0.0;
    for (const int resource : touched_) {
        most = std::max(most, load_[static_cast<std::size_t>(resource)]);
    }
    return most;
}

void PipelineTimes::free_all() {
    for (const int resource : touched_) {
        free_at_[static_cast<std::size_t>(resource)] = 0.0;
    }
}

void PipelineTimes::clear() {
    free_all();
    for (const int resource : touched_) {
        load_[static_cast<std::size_t>(resource)] = 0.0;
    }
    touched_.clear();
}

}  // namespace causeway::planner
