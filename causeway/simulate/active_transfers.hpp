/// The transfers of a simulation that are under way.
#pragma once

#include "causeway/model/network_model.hpp"
#include "causeway/schedule/schedule.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace causeway::simulate {

struct ActiveTransfer {
    schedule::Action send;
    int from = 0;
    std::size_t strand = 0;
    const model::Occupation* occupation = nullptr;
    std::size_t stage = 0;
    std::size_t holds = 0;               ///< that it has taken of the stage
    std::size_t record = 0;              ///< index into Timeline::transfers
    std::optional<std::size_t> receive;  ///< number of the receive at the other end, where control messages need it

    [[nodiscard]] const model::Stage& next_stage() const { return occupation->stages[stage]; }
    [[nodiscard]] bool has_taken_stage() const { return holds == next_stage().num_holds; }

    /// What it takes next of the stage: all of the first, of any other one after another (model::Stage).
    [[nodiscard]] std::span<const model::Hold> wanted() const {
        const std::span<const model::Hold> all = next_stage().held();
        return stage == 0 ? all : all.subspan(holds, 1);
    }
};

/// By number; the numbers of those that have arrived are given anew.
class ActiveTransfers {
public:
    [[nodiscard]] std::size_t add() {
        if (unused_.empty()) {
            transfers_.emplace_back();
            return transfers_.size() - 1;
        }
        const std::size_t index = unused_.back();
        unused_.pop_back();
        return index;
    }
    void remove(std::size_t index) { unused_.push_back(index); }

    /// Until add().
    [[nodiscard]] ActiveTransfer& operator[](std::size_t index) { return transfers_[index]; }

private:
    std::vector<ActiveTransfer> transfers_;
    std::vector<std::size_t> unused_;
};

}  // namespace causeway::simulate
