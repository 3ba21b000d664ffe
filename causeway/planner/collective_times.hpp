/// How long plans for other collectives than broadcast take, by estimate and by simulation.
#pragma once

#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/planner/look_by_clusters.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace causeway::planner {

/// Who have blocks of their own: processes, in an all-to-all pairs of them, or of neighbours; 1 where all have the same
/// blocks.
[[nodiscard]] std::int64_t owners_of_blocks(const plan::Plan& plan, const platform::Placement& placement);

struct CollectiveTime {
    Seconds seconds;
    Basis basis = Basis::kSimulated;  ///< kClosedForm: to be looked at again, with simulated(), if it is among the best
};

/// The times of plans for one communicator. Looks cost effort, of which there is so much and no more: what a decision
/// takes is bounded.
class CollectiveTimes {
public:
    /// Of plans for the task's call. Both outlive this. `by_clusters`: what simulates the plans that it is for in place
    /// of all processes; null: nothing.
    explicit CollectiveTimes(const Task& task, const LookByClusters* by_clusters = nullptr);

    /// What follows, until this is said again, may take this part of the effort that is left.
    void allow(double part) {
        kept_ = transfers_left_ - static_cast<std::int64_t>(part * static_cast<double>(transfers_left_));
    }

    /// So many transfers more may be simulated.
    void afford_more(std::int64_t transfers) { transfers_left_ += transfers; }

    /// Long data in blocks is estimated: a block for each tree through the whole, or a few of what each process has,
    /// then one after another as the busiest resource lets them. Anything else is simulated. Beyond the limit an
    /// all-to-all is estimated (exchange_time()), and of anything else nothing is known. What takes more than `enough`
    /// is simulated no farther than that.
    [[nodiscard]] std::optional<CollectiveTime> first_look(const plan::Plan& plan,
                                                           Seconds enough = Seconds::infinity());

    /// By simulation of all of it as an MPI library carries it out: step by step (simulate::run_in_steps). Beyond the
    /// limit rounds_time().
    [[nodiscard]] std::optional<Seconds> in_steps(const plan::Plan& plan);
    /// The same of a schedule, whatever the limit.
    [[nodiscard]] Seconds in_steps(const schedule::Schedule& schedule, const schedule::BlockSizes& sizes) const;
    /// rounds_time(), of parts of this size.
    [[nodiscard]] std::optional<Seconds> in_rounds(const scheme::FlatRounds& rounds, Bytes part) const;

    /// By simulation: of long data as far as it takes to see how block follows block, the rest extrapolated, and by no
    /// less than what it keeps the busiest resource. What takes more than `enough` is simulated no farther than until
    /// that shows.
    [[nodiscard]] std::optional<CollectiveTime> simulated(const plan::Plan& plan, Seconds enough = Seconds::infinity());

private:
    [[nodiscard]] bool is_by_clusters(const plan::Plan& plan) const {
        return by_clusters_ != nullptr && by_clusters_->is_for(plan);
    }
    /// Takes what simulating so many blocks costs from the effort that is left, if there is enough.
    [[nodiscard]] bool afford(const plan::Plan& plan, int num_blocks);
    /// By simulation, a gather's with what it takes as several send to one (convergence.hpp); infinity beyond `limit`.
    [[nodiscard]] Seconds time_of(scheme::Operation operation, std::span<const schedule::Schedule> strands,
                                  const model::NetworkModel& model, const schedule::BlockSizes& sizes,
                                  Seconds limit) const;
    /// The time of the plan's first `num_blocks` blocks; of as many for each process, where they have their own.
    [[nodiscard]] std::optional<CollectiveTime> simulated_blocks(const plan::Plan& plan, int num_blocks, Seconds limit);

    /// What the first blocks of long data take.
    struct Beginning {
        Seconds time;
        Seconds each_adds;  ///< at least: what one of them keeps the busiest resource
    };
    /// Of what takes more than `enough` in all, nothing but that it does: the time is infinite.
    [[nodiscard]] std::optional<Beginning> beginning_of(const plan::Plan& plan, Seconds enough);
    /// simulated() of data that is longer than `blocks`.
    [[nodiscard]] std::optional<CollectiveTime> extrapolated(const plan::Plan& plan, int blocks, Seconds enough);
    /// Of the plan's first blocks: of parts that differ the beginning of each.
    [[nodiscard]] schedule::BlockSizes sizes_of(const scheme::Built& built, const plan::Plan& plan,
                                                const plan::Plan& beginning) const;
    /// The plan's first blocks, of all processes or by clusters.
    void compose(const plan::Plan& plan, int num_blocks, LookByClusters::Use use) const;

    const platform::Platform& platform_;
    const platform::Placement& placement_;
    model::GridPlogp model_;
    const std::vector<Bytes>& parts_;
    const LookByClusters* by_clusters_;
    std::int64_t transfers_left_;  ///< that may still be simulated
    std::int64_t kept_ = 0;        ///< of them, for later
};

}  // namespace causeway::planner
