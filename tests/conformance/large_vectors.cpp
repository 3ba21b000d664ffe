/// Compares collectives of 5 to 12 MiB with the MPI library's own: where memory of our own is bounded, data goes in
/// pieces, some of which wait for others, and memory is given back while the rest is under way. Smaller data, which the
/// other programs of the suite have in every shape, never gets there.
///
/// Words name the collectives, all without any. One line for each call that differs, and a summary. Exit code 1 if
/// anything differs.
#include "tests/conformance/catalogue.hpp"
#include "tests/conformance/known_faults.hpp"
#include "tests/conformance/watchdog.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace {

using namespace conformance;

constexpr int kSecondsPerCall = 60;

/// Which process is the root, of collectives that have one.
enum class Root { kFirst, kSecond, kMiddle, kLast };

/// One call of each collective.
struct Variant {
    std::string_view datatype;
    std::string_view combination;  ///< of those that reduce
    std::int64_t mebibytes;        ///< that the whole vector spans
    Root root = Root::kFirst;
    bool in_place = false;
    Form form = Form::kBlocking;
    Flat flat = Flat::kNobody;
};

constexpr std::array<Variant, 5> kVariants{{
    {"plain_int", "sum", 12, Root::kFirst},
    {"plain_int", "maximum", 9, Root::kLast, true},
    {"plain_double", "sum", 5, Root::kMiddle, false, Form::kNonblocking},
    {"vector_with_holes", "user_commutative", 7, Root::kLast, false, Form::kBlocking, Flat::kReceivers},
    {"vector_with_holes", "user_commutative", 5, Root::kSecond, true},
}};

constexpr std::array<std::string_view, 12> kCollectives{"bcast",     "reduce",     "allreduce", "reduce_scatter",
                                                        "gather",    "gatherv",    "scatter",   "scatterv",
                                                        "allgather", "allgatherv", "alltoall",  "reduce_scatter_block"};

int rank_of(Root root, int size) {
    switch (root) {
        case Root::kFirst:
            return 0;
        case Root::kSecond:
            return std::min(1, size - 1);
        case Root::kMiddle:
            return size / 2;
        case Root::kLast:
            return size - 1;
    }
    return 0;
}

/// The call's operands, which the catalogue has; null operands if it has none of these names.
Operands operands_of(const Catalogue& catalogue, const Collective& collective, const Variant& variant) {
    for (const Operands& operands : catalogue.operands_of(collective)) {
        if (operands.datatype->kind().name == variant.datatype &&
            (operands.combination == nullptr || operands.combination->kind().name == variant.combination)) {
            return operands;
        }
    }
    return {};
}

Case case_of(const Collective& collective, const Operands& operands, const Variant& variant, const Communicator& world,
             std::uint64_t salt) {
    const bool is_divided = collective.name != "bcast" && collective.name != "reduce" && collective.name != "allreduce";
    const std::int64_t elements = (variant.mebibytes << 20U) / operands.datatype->extent();
    return {&collective,
            variant.form,
            operands.datatype,
            operands.flat_datatype,
            operands.combination,
            &world,
            collective.has_root ? rank_of(variant.root, world.size) : 0,
            static_cast<int>(elements / (is_divided ? world.size : 1)) - 3,  // nothing that comes out even
            variant.in_place && collective.in_place != InPlace::kNever,
            collective.reduces ? Flat::kNobody : variant.flat,
            salt};
}

/// Exit code. `names`: of collectives.
int compare_all(std::span<const std::string_view> names) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    const Catalogue catalogue;
    std::array<std::uint64_t, 2> compared_and_different{};
    int num_missing = 0;
    for (const std::string_view name : names) {
        const auto found = std::find_if(all_collectives().begin(), all_collectives().end(),
                                        [&](const Collective* collective) { return collective->name == name; });
        for (std::size_t i = 0; i < kVariants.size(); ++i) {
            const Operands operands =
                found == all_collectives().end() ? Operands{} : operands_of(catalogue, **found, kVariants[i]);
            if (operands.datatype == nullptr) {
                fmt::print(stderr, "the suite has no {} of {}\n", name, kVariants[i].datatype);
                ++num_missing;
                continue;
            }
            const Case c = case_of(**found, operands, kVariants[i], world, mixed(compared_and_different[0]));
            watch(to_text(c), kSecondsPerCall);
            ++compared_and_different[0];
            if (known_fault_of(c) != nullptr) {
                continue;
            }
            if (const auto difference = compare(c)) {
                fmt::print(stderr, "differs: {}: {}\n", to_text(c), *difference);
                ++compared_and_different[1];
            }
        }
    }
    watch("the sum over all ranks", kSecondsPerCall);
    PMPI_Allreduce(MPI_IN_PLACE, compared_and_different.data(), 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    const auto [compared, different] = compared_and_different;
    if (world.rank == 0) {
        fmt::print("large vectors: {} processes, {} calls compared, {}\n", world.size, compared,
                   different == 0 ? "all equal" : fmt::format("{} differ", different));
    }
    return different == 0 && num_missing == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    start_watchdog();
    watch("the first broadcast", kSecondsPerCall);
    MPI_Barrier(MPI_COMM_WORLD);  // from here on nonblocking calls are planned
    const std::vector<std::string_view> asked(argv + 1, argv + argc);
    const int exit_code = compare_all(asked.empty() ? std::span<const std::string_view>(kCollectives) : asked);
    watch("MPI_Finalize", kSecondsPerCall);
    MPI_Finalize();
    return exit_code;
}
