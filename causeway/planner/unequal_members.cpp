#include "causeway/planner/unequal_members.hpp"

#include "causeway/planner/prediction.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace causeway::planner {

namespace {

using plan::LocalChoice;
using plan::Tree;
using strategy::TunedStrategy;

/// A place of a strategy and how often it sends a segment on.
struct Place {
    int number = 0;
    std::int64_t sends = 0;
};

/// The places of a strategy but the first, those that send most in front.
std::vector<Place> places_of(const TunedStrategy& tuned, int members) {
    const int blocks =
        tuned.strategy->cut == strategy::Cut::kWhole || tuned.strategy->cut == strategy::Cut::kSameWay ? 1 : members;
    const schedule::Schedule one =
        tuned.strategy->build({.processes = members, .num_blocks = blocks, .degree = tuned.degree});
    std::vector<Place> places;
    for (int place = 1; place < members; ++place) {
        schedule::Cursor cursor(one.programs[static_cast<std::size_t>(place)], blocks);
        std::int64_t sends = 0;
        while (const auto operation = cursor.next()) {
            sends += operation->kind == schedule::ActionKind::kSend ? 1 : 0;
        }
        places.push_back({place, sends});
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.sends > b.sends; });
    return places;
}

/// The fastest members at the places that send most; at those that send nothing the slowest first if wanted, as these
/// get a message in the order of their numbers, and what takes longest should begin early.
std::vector<int> order_by_load(const std::vector<Place>& places, const std::vector<Seconds>& slowness,
                               bool slowest_leaf_first) {
    std::vector<int> members(slowness.size() - 1);
    std::iota(members.begin(), members.end(), 1);
    std::stable_sort(members.begin(), members.end(), [&](int a, int b) {
        return slowness[static_cast<std::size_t>(a)] < slowness[static_cast<std::size_t>(b)];
    });
    if (slowest_leaf_first) {
        const auto leaves = std::find_if(places.begin(), places.end(), [](const Place& one) { return one.sends == 0; });
        std::reverse(members.begin() + (leaves - places.begin()), members.end());
    }
    std::vector<int> order(slowness.size(), 0);
    for (std::size_t i = 0; i < places.size(); ++i) {
        order[static_cast<std::size_t>(places[i].number)] = members[i];
    }
    return order;
}

/// Simulates plans until the effort is used up.
class Simulations {
public:
    explicit Simulations(const Task& task) : task_(task) {}

    void refill() { left_ = policy::kMostTransfersOfOrders; }

    /// Infinite when there is no effort left.
    [[nodiscard]] Seconds time_of(const Tree& tree) {
        const std::int64_t transfers = num_simulated_transfers(tree, task_.placement);
        if (transfers > left_) {
            return Seconds::infinity();
        }
        left_ -= transfers;
        return simulated_time(tree, task_.placement, task_.model);
    }

private:
    const Task& task_;
    std::int64_t left_ = policy::kMostTransfersOfOrders;
};

void set_segment(Tree& tree, Bytes segment) {
    tree.block = segment;
    tree.local.front().segment = segment;
}

/// Of the orders and segments for one strategy the fastest; the candidate as it is where nothing could be simulated.
TreeCandidate best_order(const Task& task, const TreeCandidate& candidate, const std::vector<Seconds>& slowness,
                         Simulations& simulations) {
    const LocalChoice& choice = candidate.tree.local.front();
    const std::vector<Place> places = places_of(choice.between_hosts, static_cast<int>(slowness.size()));
    std::vector<std::vector<int>> orders{{}};
    for (const bool slowest_leaf_first : {false, true}) {
        orders.push_back(order_by_load(places, slowness, slowest_leaf_first));
    }
    std::vector<Bytes> segments{choice.segment};
    const bool is_free = choice.between_hosts.strategy->has_segments() && !task.forced_segment();
    if (is_free && candidate.tree.shape == plan::Shape::kTwoLevel) {
        for (const Bytes segment : segment_sizes(task.request.message, policy::kLeastSegmentOfUnequal)) {
            segments.push_back(std::min(segment, kLargestWholeMessage));
        }
    }
    TreeCandidate best = candidate;
    best.time = Seconds::infinity();
    best.basis = Basis::kSimulated;
    for (const std::vector<int>& order : orders) {
        for (const Bytes segment : segments) {
            Tree tree = candidate.tree;
            tree.local.front().order = order;
            if (segment != choice.segment) {
                set_segment(tree, segment);
            }
            const Seconds time = simulations.time_of(tree);
            if (time < best.time) {
                best.tree = std::move(tree);
                best.time = time;
            }
        }
    }
    return best.time < Seconds::infinity() ? best : candidate;
}

/// Exchanges members while that makes the plan faster.
void exchange_members(TreeCandidate& candidate, int members, Simulations& simulations) {
    std::vector<int> order = candidate.tree.local.front().order;
    if (order.empty()) {
        order.resize(static_cast<std::size_t>(members));
        std::iota(order.begin(), order.end(), 0);
    }
    bool improved = true;
    while (improved) {
        improved = false;
        for (std::size_t a = 1; a < order.size(); ++a) {
            for (std::size_t b = a + 1; b < order.size(); ++b) {
                std::swap(order[a], order[b]);
                Tree tree = candidate.tree;
                tree.local.front().order = order;
                const Seconds time = simulations.time_of(tree);
                if (policy::kAboutEqual * time < candidate.time) {
                    candidate.tree = std::move(tree);
                    candidate.time = time;
                    improved = true;
                } else {
                    std::swap(order[a], order[b]);
                }
            }
        }
    }
}

}  // namespace

std::vector<Seconds> slowness_of(const std::vector<int>& members, const model::NetworkModel& model, Bytes size) {
    std::vector<Seconds> result;
    for (const int member : members) {
        Seconds total;
        for (const int other : members) {
            if (other != member) {
                total += model.occupation(member, other, size).unhindered();
            }
        }
        result.push_back(total / (static_cast<double>(members.size()) - 1.0));
    }
    return result;
}

bool are_alike(const std::vector<Seconds>& slowness) {
    const auto [least, most] = std::minmax_element(slowness.begin(), slowness.end());
    return *most <= policy::kAboutEqual * *least;
}

std::vector<TreeCandidate> with_members_in_order(const Task& task, std::vector<TreeCandidate> candidates) {
    const plan::ClusterGroup& group = task.groups.front();
    const std::vector<int> members = group.members();
    const bool may_differ = task.cluster_of(group).ethernet.has_value();  // else hosts are known by one pLogP
    if (members.size() < 3 || candidates.empty() || !may_differ) {
        return candidates;
    }
    const std::vector<Seconds> slowness = slowness_of(members, task.model, task.request.message);
    if (are_alike(slowness)) {
        return candidates;
    }
    Simulations simulations(task);
    TreeCandidate* best = nullptr;
    for (TreeCandidate& candidate : candidates) {
        candidate = best_order(task, candidate, slowness, simulations);
        if (candidate.basis == Basis::kSimulated && (best == nullptr || candidate.time < best->time)) {
            best = &candidate;
        }
    }
    if (best != nullptr) {
        simulations.refill();
        exchange_members(*best, static_cast<int>(members.size()), simulations);
    }
    return candidates;
}

}  // namespace causeway::planner
