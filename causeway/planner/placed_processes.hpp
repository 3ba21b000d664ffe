/// What is found out once about the processes of a communicator, whatever is planned for them.
#pragma once

#include "causeway/model/grid_plogp.hpp"
#include "causeway/planner/pipeline_times.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

#include <memory>

namespace causeway::planner {

/// Processes where they are, with what every plan for them needs to know of the network. A decision that finds it made
/// spares what grows with the square of the number of clusters. Not for two threads at once.
class PlacedProcesses {
public:
    /// Both outlive this.
    PlacedProcesses(const platform::Platform& platform, const platform::Placement& placement);
    PlacedProcesses(const PlacedProcesses&) = delete;
    PlacedProcesses& operator=(const PlacedProcesses&) = delete;
    ~PlacedProcesses() = default;

    [[nodiscard]] const platform::Platform& platform() const { return platform_; }
    [[nodiscard]] const platform::Placement& placement() const { return placement_; }
    /// Of receivers that are ready, without a supposed handshake.
    [[nodiscard]] const model::GridPlogp& model() const { return model_; }
    [[nodiscard]] InsideTimes& inside_times() { return inside_times_; }

    /// The same processes on the platform as data of the operation meets it on its way down the trees (along_trees());
    /// null: there it is no other.
    [[nodiscard]] std::shared_ptr<PlacedProcesses> along_trees_of(scheme::Operation operation);

private:
    const platform::Platform& platform_;
    const platform::Placement& placement_;
    model::GridPlogp model_;
    InsideTimes inside_times_;
    std::shared_ptr<PlacedProcesses> up_;         ///< where data comes up the trees, once it was asked for
    std::shared_ptr<PlacedProcesses> both_ways_;  ///< where it goes both ways at once
};

}  // namespace causeway::planner
