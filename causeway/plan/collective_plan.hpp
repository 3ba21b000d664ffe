/// A plan for any other collective than broadcast, as a value: a scheme and the broadcast trees that it works over.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/collective/scheme.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::plan {

struct CollectivePlan {
    collective::Operation operation = collective::Operation::kBarrier;
    const collective::Scheme* scheme = nullptr;  ///< null: the MPI library's own collective
    int root = 0;                                ///< rank, of an operation that has one
    /// Size of the data: the vector of a reduction; what each process has of its own (for each other one, of an
    /// all-to-all), or would have if all had the same.
    Bytes message;
    Bytes block;  ///< what the data is cut into
    schedule::Grain grain = schedule::Grain::kCombined;
    /// Broadcasts of one segment (Shape::kPipeline): one, or one from each cluster of the placement.
    std::vector<Plan> trees;
    /// Nothing is known of the platform: all processes are one cluster, and the one tree is a binomial tree over the
    /// ranks. So what combines with what depends on nothing that may differ from run to run; and so are the flat
    /// algorithms of MPI libraries.
    bool is_by_rank = false;

    /// Blocks that the data of the plan's size is cut into, at least one.
    [[nodiscard]] int num_blocks() const;

    friend bool operator==(const CollectivePlan&, const CollectivePlan&) = default;
};

/// The schedule of a plan that is not native, made for this placement. With `only`, the programs of that rank alone.
[[nodiscard]] collective::Built compose(const CollectivePlan& plan, const platform::Placement& placement,
                                        std::optional<int> only = std::nullopt);

/// What compose() asks the scheme for.
[[nodiscard]] collective::Layout layout_of(const CollectivePlan& plan, const platform::Placement& placement,
                                           std::optional<int> only = std::nullopt);

/// One line for people: "allreduce_over_tree in 16 KiB blocks; ...".
[[nodiscard]] std::string describe(const CollectivePlan& plan, const platform::Platform& platform);

}  // namespace causeway::plan
