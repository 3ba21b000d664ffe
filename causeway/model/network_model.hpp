/// How long transfers take and what they keep busy: the one concept behind every model.
///
/// A transfer is a sequence of stages. A stage holds resources (ports, links, processors), each for a
/// duration; the next stage starts a fixed offset after it. A resource serves one transfer at a time,
/// and flows that wait for it evenly. See docs/models.md for each model of the field as an instance of this.
#pragma once

#include "causeway/base/units.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>

namespace causeway::model {

/// Keeps one resource busy.
struct Hold {
    int resource = 0;
    Seconds duration;
};

/// What a transfer takes of resources at one place of its way. What the first stage holds, its sender's, it takes
/// together, as soon as all of it is free; what later ones hold, one after another as they come, each as soon as it is
/// free: who waits for a host's interface keeps the link that leads there from nobody, nor do those who take the one
/// without the other keep it from both.
struct Stage {
    static constexpr std::size_t kMostHolds = 6;

    std::array<Hold, kMostHolds> holds;
    std::size_t num_holds = 0;
    /// From the time when it has taken all of this stage to the earliest beginning of the next; of the last stage: to
    /// the arrival of the data.
    Seconds until_next;

    void add(Hold hold) {
        assert(num_holds < kMostHolds);
        holds[num_holds++] = hold;
    }

    [[nodiscard]] std::span<const Hold> held() const { return {holds.data(), num_holds}; }
};

/// What one transfer does to the resources, from its start to the arrival of its data.
struct Occupation {
    static constexpr std::size_t kMostStages = 4;

    std::array<Stage, kMostStages> stages;
    std::size_t num_stages = 0;

    Stage& add_stage(Seconds until_next) {
        assert(num_stages < kMostStages);
        Stage& stage = stages[num_stages++];
        stage.until_next = until_next;
        return stage;
    }

    /// Start to arrival when every resource is free.
    [[nodiscard]] Seconds unhindered() const {
        Seconds total;
        for (std::size_t i = 0; i < num_stages; ++i) {
            total += stages[i].until_next;
        }
        return total;
    }
};

/// The costs of transfers between the processes of one communicator.
class NetworkModel {
public:
    NetworkModel() = default;
    NetworkModel(const NetworkModel&) = delete;
    NetworkModel& operator=(const NetworkModel&) = delete;
    virtual ~NetworkModel() = default;

    /// Resources are numbered from 0.
    [[nodiscard]] virtual int num_resources() const = 0;

    /// A transfer of `size` bytes between two different processes. The first stage holds the sender's
    /// port: a process's next transfer starts when that hold is over.
    [[nodiscard]] virtual Occupation occupation(int from, int to, Bytes size) const = 0;

    /// How much of it passes until the answer of a receiver that is ready is back; nothing: it does not wait for its
    /// receiver.
    [[nodiscard]] virtual std::optional<Seconds> answer_time(int /*from*/, int /*to*/, Bytes /*size*/) const {
        return std::nullopt;
    }
};

}  // namespace causeway::model
