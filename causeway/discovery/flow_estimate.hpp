/// From 1, 2, 4, ... flows at once between two clusters to what limits them: each flow, or what they share.
#pragma once

#include "causeway/base/units.hpp"

#include <optional>
#include <vector>

namespace causeway::discovery {

/// Says how many flows of a link to run at what rate in the next experiment, and learns from what arrived. As long as
/// every flow brings what one brings alone, their number doubles: the aggregate grows with the flows, each is limited
/// by itself. When it does not grow as much, the flows share what came. An offer far above that would leave queues on
/// the way, so what came is offered once more, a little over it, and the most that was seen counts.
class FlowEstimate {
public:
    /// `alone`: the rate of a single flow, above 0. `most_flows`: pairs of hosts that there are for them, at least 1;
    /// `first_flows`: in the first experiment, unless there are fewer.
    FlowEstimate(BytesPerSecond alone, int most_flows, int first_flows = kFewestFlows);

    static constexpr int kFewestFlows = 2;

    /// Whether another experiment would tell more.
    [[nodiscard]] bool wants_another() const { return stage_ != Stage::kDone; }
    /// How many flows it has.
    [[nodiscard]] int num_flows() const { return num_flows_; }
    /// What each of them offers.
    [[nodiscard]] BytesPerSecond offer() const { return BytesPerSecond(offer_); }
    /// What arrived in it, [flow][look].
    void add(const std::vector<std::vector<BytesPerSecond>>& rates);

    /// The rate of one flow where more flows bring more; nothing where one fills the link, or where that is not known.
    [[nodiscard]] std::optional<BytesPerSecond> per_flow_limit() const;
    /// The most that flows brought together; the rate of one before the first experiment.
    [[nodiscard]] BytesPerSecond together() const { return BytesPerSecond(most_); }
    /// The flows that brought it.
    [[nodiscard]] int flows_for_most() const { return flows_for_most_; }
    /// Whether more flows would not bring more: false where the pairs of hosts, or the time, ran out.
    [[nodiscard]] bool is_certain() const { return is_certain_; }

private:
    enum class Stage { kGrowing, kConfirming, kDone };

    Stage stage_ = Stage::kGrowing;
    double alone_;  ///< in bytes per second, as the others
    int most_flows_;
    int num_flows_;
    double offer_;
    double most_;
    int flows_for_most_ = 1;
    bool is_certain_ = false;
};

}  // namespace causeway::discovery
