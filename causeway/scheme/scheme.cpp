#include "causeway/scheme/scheme.hpp"

#include "causeway/schedule/reversal.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <utility>

namespace causeway::scheme {

#define CAUSEWAY_SCHEME(name) extern const Scheme name;
#include "causeway/scheme/schemes.def"
#undef CAUSEWAY_SCHEME

namespace {

/// The process of every block, [block].
std::vector<int> owners_of(const Built& built) {
    std::vector<int> owners(static_cast<std::size_t>(built.num_blocks), 0);
    for (std::size_t process = 0; process < built.of_process.size(); ++process) {
        const schedule::BlockRange blocks = built.of_process[process];
        std::fill_n(owners.begin() + blocks.first, blocks.count, static_cast<int>(process));
    }
    return owners;
}

/// The parts of a process's data that take the tree; of one tree, everybody's.
int parts_over(const Layout& layout, std::size_t tree, int process) {
    return layout.parts.empty() ? 1 : layout.parts[tree][static_cast<std::size_t>(process)];
}

/// [process]: how many with lower numbers are in its cluster.
std::vector<int> places_in_clusters(const Layout& layout) {
    std::vector<int> result(static_cast<std::size_t>(layout.processes), 0);
    for (const std::vector<int>& cluster : clusters_of(layout)) {
        for (std::size_t place = 0; place < cluster.size(); ++place) {
            result[static_cast<std::size_t>(cluster[place])] = static_cast<int>(place);
        }
    }
    return result;
}

}  // namespace

const base::Registry<Scheme>& schemes() {
#define CAUSEWAY_SCHEME(name) &name,
    static constexpr std::array kMembers{
#include "causeway/scheme/schemes.def"
    };
#undef CAUSEWAY_SCHEME
    static constexpr base::Registry<Scheme> kRegistry("scheme", kMembers);
    return kRegistry;
}

std::vector<const Scheme*> schemes_of(Operation operation) {
    std::vector<const Scheme*> result;
    std::copy_if(schemes().members().begin(), schemes().members().end(), std::back_inserter(result),
                 [&](const Scheme* scheme) { return scheme->operation == operation; });
    return result;
}

std::string_view name_of(Operation operation) {
    switch (operation) {
        case Operation::kBroadcast:
            return "broadcast";
        case Operation::kReduce:
            return "reduce";
        case Operation::kAllreduce:
            return "allreduce";
        case Operation::kBarrier:
            return "barrier";
        case Operation::kGather:
            return "gather";
        case Operation::kScatter:
            return "scatter";
        case Operation::kAllgather:
            return "allgather";
        case Operation::kAlltoall:
            return "alltoall";
        case Operation::kReduceScatter:
            return "reduce_scatter";
        case Operation::kScan:
            return "scan";
        case Operation::kNeighborAllgather:
            return "neighbor_allgather";
        case Operation::kNeighborAlltoall:
            return "neighbor_alltoall";
    }
    return "unknown";
}

std::string_view mpi_name_of(Operation operation) {
    return operation == Operation::kBroadcast ? "bcast" : name_of(operation);
}

const std::vector<Operation>& operations() {
    static const std::vector<Operation> kOperations{
        Operation::kBroadcast,     Operation::kReduce,  Operation::kAllreduce,         Operation::kBarrier,
        Operation::kGather,        Operation::kScatter, Operation::kAllgather,         Operation::kAlltoall,
        Operation::kReduceScatter, Operation::kScan,    Operation::kNeighborAllgather, Operation::kNeighborAlltoall,
    };
    return kOperations;
}

std::optional<Operation> find_operation(std::string_view name) {
    for (const Operation operation : operations()) {
        if (name_of(operation) == name || mpi_name_of(operation) == name) {
            return operation;
        }
    }
    return std::nullopt;
}

bool is_among_neighbours(Operation operation) {
    return operation == Operation::kNeighborAllgather || operation == Operation::kNeighborAlltoall;
}

bool is_rooted(Operation operation) {
    return operation == Operation::kBroadcast || operation == Operation::kReduce || operation == Operation::kGather ||
           operation == Operation::kScatter;
}

bool synchronises(Operation operation) {
    return operation == Operation::kBarrier || operation == Operation::kAllreduce ||
           operation == Operation::kAllgather || operation == Operation::kAlltoall ||
           operation == Operation::kReduceScatter;
}

bool tells_length_ahead(Operation operation) {
    return operation == Operation::kBroadcast;
}

bool combines(Operation operation) {
    return operation == Operation::kReduce || operation == Operation::kAllreduce ||
           operation == Operation::kReduceScatter || operation == Operation::kScan;
}

bool comes_up(Operation operation) {
    return operation == Operation::kReduce || operation == Operation::kGather || operation == Operation::kReduceScatter;
}

bool has_owned_blocks(Operation operation) {
    return operation == Operation::kGather || operation == Operation::kScatter || operation == Operation::kAllgather ||
           operation == Operation::kReduceScatter || operation == Operation::kNeighborAllgather ||
           has_blocks_of_pairs(operation);
}

bool has_blocks_of_pairs(Operation operation) {
    return operation == Operation::kAlltoall || operation == Operation::kNeighborAlltoall;
}

schedule::Collective promise_of(Operation operation, const Layout& layout, const Built& built) {
    switch (operation) {
        case Operation::kBroadcast:
            return schedule::broadcast(layout.root);
        case Operation::kReduce:
            return schedule::reduce(layout.root);
        case Operation::kAllreduce:
            // Where processes have blocks of their own, each combines them once it has all.
            return built.of_process.empty() ? schedule::allreduce() : schedule::allgather(owners_of(built));
        case Operation::kBarrier:
            // Where processes have blocks of their own, to have heard of each is to have all.
            return built.of_process.empty() ? schedule::barrier() : schedule::allgather(owners_of(built));
        case Operation::kGather:
            return schedule::gather(layout.root, owners_of(built));
        case Operation::kScatter:
            return schedule::scatter(layout.root, owners_of(built));
        case Operation::kAllgather:
            return schedule::allgather(owners_of(built));
        case Operation::kReduceScatter:
            return schedule::reduce_scatter(owners_of(built));
        case Operation::kScan:
            // As in an allreduce.
            return built.of_process.empty() ? schedule::scan() : schedule::allgather_up_to_self(owners_of(built));
        case Operation::kNeighborAllgather:
            return schedule::neighbor_allgather(owners_of(built), layout.neighbourhood.receivers(layout.processes));
        case Operation::kAlltoall:
        case Operation::kNeighborAlltoall:
            break;
    }
    std::vector<int> sources;
    std::vector<int> destinations;
    for (int b = 0; b < built.exchanges.size(); ++b) {
        sources.push_back(built.exchanges[b].from);
        destinations.push_back(built.exchanges[b].to);
    }
    return schedule::alltoall(std::move(sources), std::move(destinations));
}

Built with_own_blocks(Built built, int process) {
    std::vector<schedule::BlockRange> runs;
    const auto for_actions = [&](const auto& visit) {
        for (schedule::Schedule& strand : built.strands) {
            for (schedule::Section& section : strand.programs[static_cast<std::size_t>(process)].sections) {
                for (schedule::Action& action : section.body) {
                    if (!action.is_control()) {
                        visit(action.blocks);
                    }
                }
            }
        }
    };
    for_actions([&](const schedule::BlockRange& blocks) { runs.push_back(blocks); });
    built.exchanges = built.exchanges.of_blocks(std::move(runs));
    for_actions([&](schedule::BlockRange& blocks) { blocks.first = built.exchanges.number_of(blocks.first); });
    built.num_blocks = built.exchanges.size();
    for (schedule::Schedule& strand : built.strands) {
        strand.num_blocks = built.num_blocks;
    }
    return built;
}

schedule::Schedule only_of(schedule::Schedule schedule, std::optional<int> only) {
    if (only) {
        for (int process = 0; process < schedule.num_processes(); ++process) {
            if (process != *only) {
                schedule.programs[static_cast<std::size_t>(process)] = {};
            }
        }
    }
    return schedule;
}

schedule::Schedule reduction_up(const Layout& layout) {
    schedule::Schedule up = schedule::reduction_of(layout.trees.front());
    return layout.in_rank_order ? schedule::nearest_first(std::move(up)) : up;
}

bool takes_several_trees(Trees trees) {
    return trees == Trees::kWhole || shares_data(trees);
}

std::size_t most_shared_trees(Operation operation) {
    return has_blocks_of_pairs(operation) ? kMostSharedTrees * kMostSharedTrees : kMostSharedTrees;
}

bool shares_data(Trees trees) {
    return trees == Trees::kPerCluster || trees == Trees::kShared;
}

OwnedTrees owned_over(const Layout& layout) {
    std::vector<schedule::RankTree> trees;
    for (const schedule::Schedule& broadcast : layout.trees) {
        trees.push_back(schedule::tree_of(broadcast));
    }
    if (trees.empty()) {
        trees.push_back(schedule::star(layout.processes, layout.root));
    }
    return owned_over(layout, std::move(trees));
}

OwnedTrees owned_over(const Layout& layout, std::vector<schedule::RankTree> trees) {
    OwnedTrees result;
    result.trees = std::move(trees);
    result.ownership.of_process.assign(static_cast<std::size_t>(layout.processes), {0, 0});
    int next = 0;
    for (std::size_t t = 0; t < result.trees.size(); ++t) {
        for (const int process : result.trees[t].in_preorder()) {
            schedule::BlockRange& own = result.ownership.of_process[static_cast<std::size_t>(process)];
            if (own.count == 0 && parts_over(layout, t, process) > 0) {
                own = {next, layout.num_blocks};
                next += layout.num_blocks;
            }
        }
    }
    result.ownership.num_blocks = next;
    return result;
}

std::vector<std::vector<int>> clusters_of(const Layout& layout) {
    std::vector<std::vector<int>> clusters;
    std::vector<int> numbers;  // of the clusters, as the layout has them
    for (int process = 0; process < layout.processes; ++process) {
        const int number =
            layout.cluster_of_process.empty() ? 0 : layout.cluster_of_process[static_cast<std::size_t>(process)];
        const auto known = std::find(numbers.begin(), numbers.end(), number);
        const auto place = static_cast<std::size_t>(known - numbers.begin());
        if (known == numbers.end()) {
            numbers.push_back(number);
            clusters.emplace_back();
        }
        clusters[place].push_back(process);
    }
    return clusters;
}

std::vector<schedule::Ownership> over_trees(const schedule::Ownership& ownership, const Layout& layout) {
    std::vector<schedule::Ownership> result(layout.parts.size(), ownership);
    const std::vector<int> places = places_in_clusters(layout);
    for (int process = 0; process < layout.processes; ++process) {
        std::int64_t all = 0;
        for (std::size_t t = 0; t < result.size(); ++t) {
            all += parts_over(layout, t, process);
        }
        const schedule::BlockRange own = ownership.of_process[static_cast<std::size_t>(process)];
        const std::int64_t place = places[static_cast<std::size_t>(process)];
        std::int64_t parts = 0;
        int end = 0;
        for (std::size_t t = 0; t < result.size(); ++t) {
            parts += parts_over(layout, t, process);
            // Blocks of the parts so far, such that those of the processes up to this one come to their share.
            const auto share = static_cast<int>((place + 1) * layout.num_blocks * parts / all -
                                                place * layout.num_blocks * parts / all);
            const int first = end;
            end = std::max(first, share);
            result[t].of_process[static_cast<std::size_t>(process)] =
                end > first ? schedule::BlockRange{own.first + first, end - first} : schedule::BlockRange{0, 0};
        }
    }
    return result;
}

}  // namespace causeway::scheme
