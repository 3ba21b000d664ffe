/// A plan: how one collective call is carried out, as a value: a scheme and the trees that it works over.
///
/// Plans are written to files by plan_json.hpp.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/plan/tree.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/scheme/scheme.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::plan {

struct Plan {
    scheme::Operation operation = scheme::Operation::kBroadcast;
    const scheme::Scheme* scheme = nullptr;  ///< null: the MPI library's own collective
    int root = 0;                            ///< rank, of an operation that has one
    /// Size of the data that all have alike; what each process has of its own (for each other one, of an
    /// all-to-all; for each neighbour, of one among neighbours), or would have if all had the same.
    Bytes message;
    Bytes block;  ///< what the data is cut into
    schedule::Grain grain = schedule::Grain::kCombined;
    int lag = 1;                          ///< blocks; scheme::Layout::lag
    std::vector<int> turns;               ///< clusters of the platform; scheme::Layout::turns
    scheme::Neighbourhood neighbourhood;  ///< of an operation among neighbours
    /// One, one from each cluster of the placement, or several that share the data. Unless all the data takes it as it
    /// cuts it (scheme::Trees::kWhole), of one segment (Shape::kPipeline).
    std::vector<Tree> trees;
    /// Nothing is known of the platform: all processes are one cluster, and the one tree is a binomial tree over the
    /// ranks, or two, where operands are combined in their order: over those before the root and those after it. So
    /// what combines with what depends on nothing that may differ from run to run; and so are the flat algorithms of
    /// MPI libraries.
    bool is_by_rank = false;
    /// Of reductions: operands are combined in the order of the ranks, so that operators need not commute.
    bool in_rank_order = false;

    /// Blocks that the data of the plan's size is cut into, at least one.
    [[nodiscard]] int num_blocks() const;

    friend bool operator==(const Plan&, const Plan&) = default;
};

/// A broadcast over this tree.
[[nodiscard]] Plan broadcast_over(Tree tree);

/// The schedule of a plan that is not native, made for this placement. With `only`, the programs of that rank alone.
[[nodiscard]] scheme::Built compose(const Plan& plan, const platform::Placement& placement,
                                    std::optional<int> only = std::nullopt);

/// How large the blocks of its schedule are. Of data of their own everybody's blocks stand one after another: the last
/// block of each may be shorter. So do gathered operands, and those of a scan's results and totals.
[[nodiscard]] schedule::BlockSizes block_sizes(const scheme::Built& built, const Plan& plan);

/// The same where processes have parts that differ, [rank]: each is cut evenly into the blocks of its process.
[[nodiscard]] schedule::BlockSizes block_sizes(const scheme::Built& built, const std::vector<Bytes>& parts);

/// What compose() asks the scheme for.
[[nodiscard]] scheme::Layout layout_of(const Plan& plan, const platform::Placement& placement,
                                       std::optional<int> only = std::nullopt);

/// Proves that the schedule of a plan that is not native does what its operation promises, with operands in the order
/// of the ranks where the plan says so. Throws ScheduleError (schedule::verify).
void verify(const Plan& plan, const platform::Placement& placement);

/// Whether the schedule of a plan that is to combine operands in the order of the ranks is proved to do so, for data of
/// any size: not where there are so many processes and blocks that it takes long.
[[nodiscard]] bool keeps_rank_order(const Plan& plan, const platform::Placement& placement);

/// One line for people: "allreduce_over_tree in 16 KiB blocks; ...".
[[nodiscard]] std::string describe(const Plan& plan, const platform::Platform& platform);

}  // namespace causeway::plan
