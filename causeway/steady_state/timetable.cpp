#include "causeway/steady_state/timetable.hpp"

#include "causeway/base/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

namespace causeway::steady_state {

namespace {

/// Of a period: what rounding may make two occupations overlap.
constexpr double kOverlap = 1e-9;
/// Periods that are tried, over the busiest resource's load; beyond the last, twice as long each time.
constexpr std::array kStretches{1.0,  1.0 + 1e-6, 1.005, 1.01, 1.02, 1.03, 1.05, 1.08,
                                1.12, 1.18,       1.25,  1.35, 1.5,  1.75, 2.0};

/// Orders of the slices that are tried with each period: as many as make so many transfers.
constexpr std::int64_t kTransfersOfTries = 6000;
constexpr std::int64_t kMostTries = 24;

/// When a resource is busy, modulo the period.
class BusyTimes {
public:
    /// How much later than `from`, in [0, period), something of `duration` can be; 0: then.
    [[nodiscard]] double delay(double from, double duration, double period) const {
        if (duration <= 0.0) {
            return 0.0;
        }
        const double slack = kOverlap * period;
        double delayed = conflict(from, std::min(from + duration, period), slack);
        if (delayed <= 0.0 && from + duration > period + slack) {
            const double beyond = conflict(0.0, from + duration - period, slack);
            delayed = beyond > 0.0 ? period - from + beyond : 0.0;
        }
        return delayed;
    }

    void take(double from, double duration, double period) {
        insert({from, std::min(from + duration, period)});
        if (from + duration > period) {
            insert({0.0, from + duration - period});
        }
    }

private:
    using Interval = std::pair<double, double>;

    /// From `begin` to the end of the first interval that overlaps [begin, end); 0: none does.
    [[nodiscard]] double conflict(double begin, double end, double slack) const {
        auto next = std::upper_bound(busy_.begin(), busy_.end(), Interval(begin, 0.0),
                                     [](const Interval& a, const Interval& b) { return a.first < b.first; });
        if (next != busy_.begin() && std::prev(next)->second > begin + slack) {
            return std::prev(next)->second - begin;
        }
        return next != busy_.end() && next->first < end - slack ? next->second - begin : 0.0;
    }

    void insert(Interval interval) {
        if (interval.second > interval.first) {
            busy_.insert(std::upper_bound(busy_.begin(), busy_.end(), interval), interval);
        }
    }

    std::vector<Interval> busy_;  ///< by begin
};

/// What waits for what on one way.
struct WayOrder {
    std::vector<std::vector<int>> next;  ///< [position]: positions that wait for it
    std::vector<int> waits_for;          ///< [position]: how many it waits for
    std::vector<Seconds> tail;           ///< [position]: from its start until all that waits for it has arrived
};

WayOrder order_of(const graph::Graph& graph, const graph::Resources& resources, const std::vector<int>& edges,
                  Passing passing) {
    WayOrder order;
    order.next.resize(edges.size());
    order.waits_for.assign(edges.size(), 0);
    std::vector<std::vector<int>> into(graph.nodes.size());  // positions so far
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(edges[i])];
        const bool is_origin =
            passing == Passing::kCopied && edge.from == graph.edges[static_cast<std::size_t>(edges.front())].from;
        if (!is_origin) {
            for (const int before : into[static_cast<std::size_t>(edge.from)]) {
                order.next[static_cast<std::size_t>(before)].push_back(static_cast<int>(i));
                ++order.waits_for[i];
                if (passing == Passing::kCopied) {
                    break;  // whoever has a copy has it
                }
            }
        }
        into[static_cast<std::size_t>(edge.to)].push_back(static_cast<int>(i));
    }
    order.tail.resize(edges.size());
    for (std::size_t i = edges.size(); i-- > 0;) {
        Seconds after;
        for (const int next : order.next[i]) {
            after = std::max(after, order.tail[static_cast<std::size_t>(next)]);
        }
        order.tail[i] = resources.transit(edges[i]) + after;
    }
    return order;
}

/// [slice]: its way; always the one that is furthest behind its share.
std::vector<int> way_of_slice(const std::vector<SlicedWay>& ways) {
    const int total =
        std::accumulate(ways.begin(), ways.end(), 0, [](int sum, const SlicedWay& way) { return sum + way.slices; });
    std::vector<int> result;
    std::vector<std::int64_t> taken(ways.size(), 0);
    for (std::int64_t slice = 1; slice <= total; ++slice) {
        const auto behind = [&](std::size_t w) { return ways[w].slices * slice - taken[w] * total; };
        std::size_t most = 0;
        for (std::size_t w = 1; w < ways.size(); ++w) {
            if (behind(w) > behind(most)) {
                most = w;
            }
        }
        ++taken[most];
        result.push_back(static_cast<int>(most));
    }
    return result;
}

/// The turns of a resource on which all that passes takes equally long: as many in a period as pass, at equal
/// distances, so that no gaps are left that are too short for any.
struct Turns {
    int resource = kNone;
    int count = 0;

    static constexpr int kNone = -1;
};

/// [edge]: the turns of the busiest resource that it uses, if that has some.
std::vector<Turns> turns_of(const graph::Graph& graph, const graph::Resources& resources,
                            std::span<const int> all_edges) {
    std::vector<Turns> of_resource(static_cast<std::size_t>(resources.size()));
    std::vector<Seconds> duration(of_resource.size());
    std::vector<bool> is_uniform(of_resource.size(), true);
    for (const int edge : all_edges) {
        for (const graph::Use& use : resources.of_edge(edge)) {
            const auto r = static_cast<std::size_t>(use.resource);
            if (of_resource[r].count > 0 && std::abs((duration[r] - use.time).value()) > kOverlap * use.time.value()) {
                is_uniform[r] = false;
            }
            duration[r] = use.time;
            of_resource[r] = {use.resource, of_resource[r].count + 1};
        }
    }
    const std::vector<Seconds> load = resources.load(all_edges);
    std::vector<Turns> result(graph.edges.size());
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        Seconds most;
        for (const graph::Use& use : resources.of_edge(static_cast<int>(e))) {
            const auto r = static_cast<std::size_t>(use.resource);
            if (load[r] > most) {
                most = load[r];
                result[e] = is_uniform[r] ? of_resource[r] : Turns{};
            }
        }
    }
    return result;
}

/// One try with one period.
class Placing {
public:
    /// `turns`: [edge]; empty: wherever there is room. All outlive it.
    Placing(const graph::Resources& resources, const std::vector<SlicedWay>& ways, const std::vector<WayOrder>& orders,
            const std::vector<Turns>& turns, Seconds period)
        : resources_(resources),
          ways_(ways),
          orders_(orders),
          turns_(turns),
          period_(period.value()),
          busy_(static_cast<std::size_t>(resources.size())),
          first_turn_(busy_.size()) {
        table_.period = period;
    }

    /// Nothing if a slice fits nowhere.
    std::optional<Timetable> run(const std::vector<int>& way_of_slice) {
        for (std::size_t slice = 0; slice < way_of_slice.size(); ++slice) {
            if (!place(static_cast<int>(slice), way_of_slice[slice])) {
                return std::nullopt;
            }
        }
        return std::move(table_);
    }

private:
    struct Ready {
        Seconds at;
        Seconds tail;
        int position = 0;
    };

    /// Last is what goes first.
    static bool goes_later(const Ready& a, const Ready& b) {
        return a.at != b.at ? a.at > b.at : a.tail != b.tail ? a.tail < b.tail : a.position > b.position;
    }

    bool place(int slice, int way) {
        const std::vector<int>& edges = ways_[static_cast<std::size_t>(way)].edges;
        const WayOrder& order = orders_[static_cast<std::size_t>(way)];
        std::vector<int> waits_for = order.waits_for;
        std::vector<Seconds> ready_at(edges.size());
        std::vector<Ready> ready;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (waits_for[i] == 0) {
                ready.push_back({Seconds(0.0), order.tail[i], static_cast<int>(i)});
            }
        }
        std::make_heap(ready.begin(), ready.end(), goes_later);
        Seconds last;
        const std::size_t first = table_.transfers.size();
        while (!ready.empty()) {
            std::pop_heap(ready.begin(), ready.end(), goes_later);
            const Ready now = ready.back();
            ready.pop_back();
            const int edge = edges[static_cast<std::size_t>(now.position)];
            const std::optional<Seconds> start = take(edge, now.at);
            if (!start) {
                return false;
            }
            table_.transfers.push_back({slice, way, now.position, edge, *start});
            const Seconds arrival = *start + resources_.transit(edge);
            last = std::max(last, arrival);
            for (const int next : order.next[static_cast<std::size_t>(now.position)]) {
                const auto n = static_cast<std::size_t>(next);
                ready_at[n] = std::max(ready_at[n], arrival);
                if (--waits_for[n] == 0) {
                    ready.push_back({ready_at[n], order.tail[n], next});
                    std::push_heap(ready.begin(), ready.end(), goes_later);
                }
            }
        }
        std::sort(table_.transfers.begin() + static_cast<std::ptrdiff_t>(first), table_.transfers.end(),
                  [](const TimedTransfer& a, const TimedTransfer& b) {
                      return std::pair(a.start, a.position) < std::pair(b.start, b.position);
                  });
        table_.arrivals.push_back(last);
        return true;
    }

    /// The first start from `ready` on at which all that the edge uses is free; nothing if there is none in a period.
    std::optional<Seconds> take(int edge, Seconds ready) {
        double start = ready.value();
        for (bool is_free = false; !is_free;) {
            is_free = true;
            for (const graph::Use& use : resources_.of_edge(edge)) {
                const double delay =
                    busy_of(use).delay(in_period(start + use.after.value()), use.time.value(), period_);
                if (delay > 0.0) {
                    start += delay;
                    is_free = false;
                }
            }
            const double turn = next_turn(edge, start);
            if (turn > start) {
                start = turn;
                is_free = false;
            }
            if (start > ready.value() + (1.0 + kOverlap) * period_) {
                return std::nullopt;
            }
        }
        for (const graph::Use& use : resources_.of_edge(edge)) {
            const double from = in_period(start + use.after.value());
            busy_of(use).take(from, use.time.value(), period_);
            std::optional<double>& first = first_turn_[static_cast<std::size_t>(use.resource)];
            first = first.value_or(from);
        }
        return Seconds(start);
    }

    /// The first start from `start` on with which the edge's turn comes on the resource that has turns.
    [[nodiscard]] double next_turn(int edge, double start) const {
        if (turns_.empty() || turns_[static_cast<std::size_t>(edge)].resource == Turns::kNone) {
            return start;
        }
        const Turns& turns = turns_[static_cast<std::size_t>(edge)];
        const std::optional<double>& first = first_turn_[static_cast<std::size_t>(turns.resource)];
        if (!first) {
            return start;
        }
        double after = 0.0;
        for (const graph::Use& use : resources_.of_edge(edge)) {
            after = use.resource == turns.resource ? use.after.value() : after;
        }
        const double distance = period_ / turns.count;
        const double ahead = (start + after - *first) / distance;
        const double missing = std::ceil(ahead - kOverlap) - ahead;
        return missing > kOverlap ? start + missing * distance : start;
    }

    BusyTimes& busy_of(const graph::Use& use) { return busy_[static_cast<std::size_t>(use.resource)]; }

    /// In [0, period).
    [[nodiscard]] double in_period(double time) const {
        const double within = time - period_ * std::floor(time / period_);
        return within < period_ * (1.0 - kOverlap) ? std::max(within, 0.0) : 0.0;
    }

    const graph::Resources& resources_;
    const std::vector<SlicedWay>& ways_;
    const std::vector<WayOrder>& orders_;
    const std::vector<Turns>& turns_;
    double period_;
    std::vector<BusyTimes> busy_;                    ///< [resource]
    std::vector<std::optional<double>> first_turn_;  ///< [resource]: when the first slice came to it, modulo the period
    Timetable table_;
};

}  // namespace

Seconds Timetable::time_of_periods(std::int64_t periods) const {
    return static_cast<double>(periods - 1) * period + *std::max_element(arrivals.begin(), arrivals.end());
}

Seconds Timetable::time_of_slices(std::int64_t number) const {
    const std::int64_t whole = (number - 1) / slices();  // periods before the last
    const auto in_last = static_cast<std::ptrdiff_t>(number - whole * slices());
    const Seconds last =
        static_cast<double>(whole) * period + *std::max_element(arrivals.begin(), arrivals.begin() + in_last);
    return whole == 0 ? last : std::max(last, time_of_periods(whole));
}

Timetable timetable_of(const graph::Graph& graph, const graph::Resources& resources, const std::vector<SlicedWay>& ways,
                       Passing passing) {
    std::vector<WayOrder> orders;
    std::vector<int> all;  // edges, as often as slices take them
    for (const SlicedWay& way : ways) {
        orders.push_back(order_of(graph, resources, way.edges, passing));
        for (int slice = 0; slice < way.slices; ++slice) {
            all.insert(all.end(), way.edges.begin(), way.edges.end());
        }
    }
    const Seconds least = resources.period(all);
    const std::vector<Turns> turns = turns_of(graph, resources, all);
    const std::vector<Turns> anywhere;
    const std::vector<int> slices = way_of_slice(ways);
    const auto tries =
        std::clamp(kTransfersOfTries / static_cast<std::int64_t>(all.size()), std::int64_t{1}, kMostTries);
    for (std::size_t i = 0;; ++i) {
        const double stretch = i < kStretches.size()
                                   ? kStretches[i]
                                   : std::ldexp(kStretches.back(), static_cast<int>(i - kStretches.size()) + 1);
        std::vector<int> order = slices;
        base::Random random(1);
        for (std::int64_t next = 0; next < tries; ++next) {
            for (const std::vector<Turns>* kept : {&anywhere, &turns}) {
                if (std::optional<Timetable> table =
                        Placing(resources, ways, orders, *kept, stretch * least).run(order)) {
                    return *std::move(table);
                }
            }
            random.shuffle(order);
        }
    }
}

Seconds makespan_of(const graph::Graph& graph, const graph::Resources& resources, const std::vector<int>& edges,
                    Passing passing) {
    if (edges.empty()) {
        return Seconds(0.0);
    }
    Seconds most;  // no transfer can be later than after all others
    for (const int edge : edges) {
        most += resources.transit(edge);
        for (const graph::Use& use : resources.of_edge(edge)) {
            most += use.time;
        }
    }
    const std::vector<WayOrder> orders{order_of(graph, resources, edges, passing)};
    const std::vector<SlicedWay> ways{{edges, 1}};
    return Placing(resources, ways, orders, {}, 2.0 * most).run({0})->arrivals.front();
}

Seconds time_of_series(const SlicedSeries& series, const Timetable& timetable, std::int64_t slices) {
    return series.operations == 0 ? timetable.time_of_slices(slices)
                                  : timetable.time_of_periods((slices + series.operations - 1) / series.operations);
}

Timetabled timetable_of(const graph::Graph& graph, const graph::Resources& resources, const Packing& packing,
                        Passing passing, int most_slices) {
    constexpr double kReallyMore = 1.001;
    Timetabled best;
    double most = 0.0;  // slices per second
    for (int slices = 1; slices <= most_slices && kReallyMore * most < packing.throughput; ++slices) {
        std::vector<SlicedWay> ways = sliced_trees(packing, slices);
        const auto is_known = [&](const SlicedWay& a, const SlicedWay& b) { return a.slices == b.slices; };
        if (std::equal(ways.begin(), ways.end(), best.ways.begin(), best.ways.end(), is_known)) {
            continue;
        }
        Timetable table = timetable_of(graph, resources, ways, passing);
        const double rate = table.slices() / table.period.value();
        if (rate > kReallyMore * most) {
            most = rate;
            best = {std::move(ways), std::move(table)};
        }
    }
    return best;
}

}  // namespace causeway::steady_state
