#include "causeway/planner/library_rules.hpp"

#include "causeway/base/error.hpp"
#include "causeway/scheme/rounds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <limits>

namespace causeway::planner {

namespace {

using scheme::MpiLibrary;
using scheme::Operation;

/// For fewer processes and less data than this.
struct LibraryRule {
    Operation operation;
    int processes_below;
    std::int64_t bytes_below;
    std::string_view algorithm;  ///< empty: one that is not among ours
};

constexpr std::int64_t kAnySize = std::numeric_limits<std::int64_t>::max();
constexpr int kAnyNumber = std::numeric_limits<int>::max();

constexpr LibraryRule kOpenMpiRules[] = {
#define OPEN_MPI_RULE(operation, processes, bytes, algorithm) {Operation::operation, processes, bytes, algorithm},
#include "causeway/planner/open_mpi_rules.def"
#undef OPEN_MPI_RULE
};

/// Allgathers by doubling are for powers of two alone, neighbor exchanges for even numbers; others take these instead.
std::string_view for_number(std::string_view algorithm, int processes) {
    if (algorithm == "allgather_by_recursive_doubling" && !std::has_single_bit(static_cast<unsigned>(processes))) {
        return "allgather_by_circulant";
    }
    if (algorithm == "allgather_by_neighbor_exchange" && processes % 2 == 1) {
        return "allgather_by_ring";
    }
    return algorithm;
}

std::vector<std::string_view> open_mpi_algorithms(Operation operation, int processes, std::int64_t bytes) {
    const auto rule = std::find_if(std::begin(kOpenMpiRules), std::end(kOpenMpiRules), [&](const LibraryRule& one) {
        return one.operation == operation && processes < one.processes_below && bytes < one.bytes_below;
    });
    if (rule != std::end(kOpenMpiRules) && !rule->algorithm.empty()) {
        return {for_number(rule->algorithm, processes)};
    }
    std::vector<std::string_view> all;
    for (const LibraryRule& one : kOpenMpiRules) {
        const std::string_view algorithm = for_number(one.algorithm, processes);
        if (one.operation == operation && !algorithm.empty() &&
            std::find(all.begin(), all.end(), algorithm) == all.end()) {
            all.push_back(algorithm);
        }
    }
    return all;
}

/// The defaults of MPICH 4 (MPIR_CVAR_..._SHORT_MSG_SIZE and the like), between processes of different hosts.
std::vector<std::string_view> mpich_algorithms(Operation operation, int processes, std::int64_t bytes) {
    constexpr std::int64_t kShortReduction = 2048;
    constexpr std::int64_t kLong = 512 << 10;
    const bool is_power_of_two = std::has_single_bit(static_cast<unsigned>(processes));
    switch (operation) {
        case Operation::kBroadcast:
            return {bytes < 12288 || processes < 8 ? "binomial_tree" : "scatter_collection"};
        case Operation::kReduce:
            return {bytes <= kShortReduction ? "binomial_tree" : "reduce_by_rabenseifner"};
        case Operation::kAllreduce:
            return {bytes <= kShortReduction ? "allreduce_by_recursive_doubling" : "allreduce_by_rabenseifner"};
        case Operation::kBarrier:
            return {"barrier_by_dissemination"};
        case Operation::kGather:
            return {"gather_by_binomial_tree"};
        case Operation::kScatter:
            return {"scatter_by_binomial_tree"};
        case Operation::kAllgather:
            if (is_power_of_two && processes * bytes < kLong) {
                return {"allgather_by_recursive_doubling"};
            }
            return {processes * bytes < 81920 ? "allgather_by_circulant" : "allgather_by_ring"};
        case Operation::kAlltoall:
            if (bytes <= 256 && processes >= 8) {
                return {"alltoall_by_bruck"};
            }
            return {bytes <= 32768 ? "alltoall_direct" : "alltoall_by_pairwise_exchange"};
        case Operation::kReduceScatter:
            return {bytes < kLong ? "reduce_scatter_by_recursive_halving" : "reduce_scatter_by_pairwise_exchange"};
        case Operation::kScan:
            return {"scan_by_recursive_doubling"};
        case Operation::kNeighborAllgather:
            return {"neighbor_allgather_direct"};
        case Operation::kNeighborAlltoall:
            return {"neighbor_alltoall_direct"};
    }
    return {};
}

}  // namespace

namespace {

/// Bruck et al. 1997: in round k what is for a process at a distance that has bit k goes 2^k on.
scheme::Round round_of_bruck(int processes, int round, int process) {
    const int distance = 1 << round;
    const int beyond = processes % (2 * distance) - distance;
    const int parts = processes / (2 * distance) * distance + std::max(0, beyond);
    return {(process + distance) % processes, (process + processes - distance) % processes, parts};
}

}  // namespace

std::optional<scheme::FlatRounds> rounds_of_library(std::string_view algorithm) {
    return algorithm == "alltoall_by_bruck"
               ? std::optional(scheme::FlatRounds{scheme::rounds_of_distances, round_of_bruck})
               : std::nullopt;
}

std::vector<std::string_view> library_algorithms(MpiLibrary library, Operation operation, int processes,
                                                 Bytes message) {
    const Bytes data = operation == Operation::kReduceScatter ? processes * message : message;
    return library == MpiLibrary::kOpenMpi ? open_mpi_algorithms(operation, processes, data.value())
                                           : mpich_algorithms(operation, processes, data.value());
}

std::vector<std::string> library_names() {
    return {"open-mpi", "mpich"};
}

MpiLibrary library_named(std::string_view name, std::string_view source) {
    const std::vector<std::string> names = library_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw base::InputError({.source = std::string(source),
                                .place = {},
                                .found = fmt::format("'{}'", name),
                                .accepted = fmt::format("{}", fmt::join(names, ", "))});
    }
    return found == names.begin() ? MpiLibrary::kOpenMpi : MpiLibrary::kMpich;
}

}  // namespace causeway::planner
