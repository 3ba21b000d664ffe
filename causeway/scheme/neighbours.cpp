#include "causeway/scheme/neighbours.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace causeway::scheme {

namespace {

using schedule::BlockRange;

/// One message that a process has to send by itself.
struct Delivery {
    std::size_t clusters_on = 0;  ///< less one; the own cluster is the last
    int ranks_on = 0;
    int to = 0;
    BlockRange blocks;
};

/// What one cluster has for another.
struct Crossing {
    std::vector<std::size_t> units;                       ///< ascending
    std::map<int, std::vector<std::size_t>> of_sender;    ///< ascending, as the next
    std::map<int, std::vector<std::size_t>> of_receiver;  ///< each unit that is for it
};

/// [from][to], clusters.
using Crossings = std::vector<std::vector<Crossing>>;

Crossings crossings_of(const Units& units) {
    const std::size_t clusters = units.clusters().size();
    Crossings crossings(clusters, std::vector<Crossing>(clusters));
    for (std::size_t u = 0; u < units.all().size(); ++u) {
        const Unit& unit = units.all()[u];
        const std::size_t from = units.cluster_of(unit.from);
        for (const int receiver : unit.to) {
            Crossing& crossing = crossings[from][units.cluster_of(receiver)];
            crossing.of_receiver[receiver].push_back(u);
            if (crossing.units.empty() || crossing.units.back() != u) {
                crossing.units.push_back(u);
                crossing.of_sender[unit.from].push_back(u);
            }
        }
    }
    return crossings;
}

/// Of these processes one that deals with as few other clusters as any, of those the one with most units, of those the
/// first. It deals with one more from now on.
int take_coordinator(const std::map<int, std::vector<std::size_t>>& units_of, std::vector<int>& dealt_with) {
    const auto best = std::min_element(units_of.begin(), units_of.end(), [&](const auto& a, const auto& b) {
        const int with_a = dealt_with[static_cast<std::size_t>(a.first)];
        const int with_b = dealt_with[static_cast<std::size_t>(b.first)];
        return with_a != with_b ? with_a < with_b : a.second.size() > b.second.size();
    });
    ++dealt_with[static_cast<std::size_t>(best->first)];
    return best->first;
}

}  // namespace

Units::Units(const Layout& layout, Operation operation, UnitOrder order)
    : processes_(layout.processes),
      parts_(layout.num_blocks),
      is_allgather_(operation == Operation::kNeighborAllgather),
      clusters_(clusters_of(layout)),
      cluster_of_(static_cast<std::size_t>(layout.processes)) {
    for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster) {
        for (const int process : clusters_[cluster]) {
            cluster_of_[static_cast<std::size_t>(process)] = cluster;
        }
    }
    const Receivers receivers = layout.neighbourhood.receivers(layout.processes);
    for (int process = 0; process < processes_; ++process) {
        const std::vector<int>& to = receivers[static_cast<std::size_t>(process)];
        if (!is_allgather_) {
            for (const int receiver : to) {
                all_.push_back({process, {receiver}});
            }
        } else if (!to.empty()) {
            Unit unit{process, {}};
            for (const int receiver : to) {
                if (std::find(unit.to.begin(), unit.to.end(), receiver) == unit.to.end()) {
                    unit.to.push_back(receiver);
                }
            }
            all_.push_back(std::move(unit));
        }
    }
    if (order == UnitOrder::kByCluster) {
        std::stable_sort(all_.begin(), all_.end(), [this](const Unit& a, const Unit& b) {
            const std::size_t of_a = cluster_of(a.from);
            const std::size_t of_b = cluster_of(b.from);
            return of_a != of_b ? of_a < of_b : !is_allgather_ && cluster_of(a.to.front()) < cluster_of(b.to.front());
        });
    }
}

std::vector<BlockRange> Units::runs_of(const std::vector<std::size_t>& ascending) const {
    std::vector<BlockRange> runs;
    for (const std::size_t unit : ascending) {
        const BlockRange blocks = blocks_of(unit);
        if (!runs.empty() && runs.back().end() == blocks.first) {
            runs.back().count += blocks.count;
        } else {
            runs.push_back(blocks);
        }
    }
    return runs;
}

std::vector<int> Units::receivers_in(std::size_t unit, std::size_t cluster) const {
    std::vector<int> result;
    for (const int receiver : all_[unit].to) {
        if (cluster_of(receiver) == cluster) {
            result.push_back(receiver);
        }
    }
    return result;
}

Built Units::built() const {
    Built built;
    built.num_blocks = static_cast<int>(all_.size()) * parts_;
    if (is_allgather_) {
        built.of_process.assign(static_cast<std::size_t>(processes_), {0, 0});
    }
    std::vector<FromTo> pairs;
    for (std::size_t u = 0; u < all_.size(); ++u) {
        if (is_allgather_) {
            built.of_process[static_cast<std::size_t>(all_[u].from)] = blocks_of(u);
        } else {
            pairs.push_back({all_[u].from, all_[u].to.front()});
        }
    }
    built.exchanges = Exchanges(std::move(pairs), parts_);
    return built;
}

Built to_neighbours_directly(const Layout& layout, Operation operation) {
    const Units units(layout, operation, UnitOrder::kByRank);
    const std::size_t clusters = units.clusters().size();
    std::vector<std::vector<Delivery>> deliveries(static_cast<std::size_t>(layout.processes));  // [process]
    for (std::size_t u = 0; u < units.all().size(); ++u) {
        const Unit& unit = units.all()[u];
        for (const int receiver : unit.to) {
            const std::size_t further = units.cluster_of(receiver) + clusters - units.cluster_of(unit.from) - 1;
            deliveries[static_cast<std::size_t>(unit.from)].push_back(
                {.clusters_on = further % clusters,
                 .ranks_on = (receiver - unit.from + layout.processes) % layout.processes,
                 .to = receiver,
                 .blocks = units.blocks_of(u)});
        }
    }
    std::size_t turns = 0;
    for (std::vector<Delivery>& own : deliveries) {
        std::stable_sort(own.begin(), own.end(), [](const Delivery& a, const Delivery& b) {
            return a.clusters_on != b.clusters_on ? a.clusters_on < b.clusters_on : a.ranks_on < b.ranks_on;
        });
        turns = std::max(turns, own.size());
    }
    Built built = units.built();
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (int process = 0; process < layout.processes; ++process) {
            const std::vector<Delivery>& own = deliveries[static_cast<std::size_t>(process)];
            for (int b = 0; turn < own.size() && b < own[turn].blocks.count; ++b) {
                builder.transfer(process, own[turn].to, {own[turn].blocks.first + b, 1});
            }
        }
    }
    built.strands.push_back(builder.finish());
    return built;
}

Built to_neighbours_through_coordinators(const Layout& layout, Operation operation) {
    const Units units(layout, operation, UnitOrder::kByCluster);
    const Crossings crossings = crossings_of(units);
    const std::size_t clusters = units.clusters().size();
    std::vector<int> collects_for(static_cast<std::size_t>(layout.processes), 0);
    std::vector<int> hands_out_for(static_cast<std::size_t>(layout.processes), 0);
    struct Ends {
        int collector = -1;
        int distributor = -1;
    };
    std::vector<std::vector<Ends>> ends(clusters, std::vector<Ends>(clusters));
    for (std::size_t from = 0; from < clusters; ++from) {
        for (std::size_t shift = 1; shift < clusters; ++shift) {
            const std::size_t to = (from + shift) % clusters;
            const Crossing& crossing = crossings[from][to];
            if (!crossing.units.empty()) {
                ends[from][to] = {take_coordinator(crossing.of_sender, collects_for),
                                  take_coordinator(crossing.of_receiver, hands_out_for)};
            }
        }
    }
    Built built = units.built();
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    const auto for_crossings = [&](const auto& add) {
        for (std::size_t shift = 1; shift < clusters; ++shift) {
            for (std::size_t from = 0; from < clusters; ++from) {
                const std::size_t to = (from + shift) % clusters;
                if (!crossings[from][to].units.empty()) {
                    add(crossings[from][to], ends[from][to]);
                }
            }
        }
    };
    std::set<std::pair<std::size_t, int>> collected;  // which unit by whom: once, if it is for several clusters
    const auto missing_at = [&](int collector, const std::vector<std::size_t>& of_sender) {
        std::vector<std::size_t> missing;
        for (const std::size_t unit : of_sender) {
            if (collected.emplace(unit, collector).second) {
                missing.push_back(unit);
            }
        }
        return missing;
    };
    for_crossings([&](const Crossing& crossing, const Ends& end) {
        for (const auto& [sender, of_sender] : crossing.of_sender) {
            if (sender == end.collector) {
                continue;
            }
            for (const BlockRange blocks : units.runs_of(missing_at(end.collector, of_sender))) {
                builder.transfer(sender, end.collector, blocks);
            }
        }
    });
    for_crossings([&](const Crossing& crossing, const Ends& end) {
        for (const BlockRange blocks : units.runs_of(crossing.units)) {
            builder.transfer(end.collector, end.distributor, blocks);
        }
    });
    for (std::size_t cluster = 0; cluster < clusters; ++cluster) {
        for (const auto& [receiver, of_receiver] : crossings[cluster][cluster].of_receiver) {
            for (const std::size_t unit : of_receiver) {
                if (!collected.contains({unit, receiver})) {
                    builder.transfer(units.all()[unit].from, receiver, units.blocks_of(unit));
                }
            }
        }
    }
    for_crossings([&](const Crossing& crossing, const Ends& end) {
        for (const auto& [receiver, of_receiver] : crossing.of_receiver) {
            if (receiver != end.distributor) {
                for (const BlockRange blocks : units.runs_of(of_receiver)) {
                    builder.transfer(end.distributor, receiver, blocks);
                }
            }
        }
    });
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace causeway::scheme
