/// In which step a process got its blocks, in memory for what it got and not for all that there are.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace causeway::simulate {

/// Blocks that have not come were there from the beginning, as in step 0.
class StepsOfBlocks {
public:
    /// The latest step in which one of these came.
    [[nodiscard]] int latest(schedule::BlockRange blocks) const {
        int step = 0;
        for (auto run = run_of(blocks.first); run != runs_.end() && run->first < blocks.end(); ++run) {
            step = std::max(step, run->second.end > blocks.first ? run->second.step : 0);
        }
        return step;
    }

    /// They came in that step, if not in a later one.
    void raise(schedule::BlockRange blocks, int step) {
        cut_at(blocks.first);
        cut_at(blocks.end());
        int next = blocks.first;  // that has not been looked at
        for (auto run = runs_.lower_bound(blocks.first); run != runs_.end() && run->first < blocks.end(); ++run) {
            if (run->first > next) {
                runs_.emplace_hint(run, next, Run{run->first, step});
            }
            run->second.step = std::max(run->second.step, step);
            next = run->second.end;
        }
        if (next < blocks.end()) {
            runs_.emplace(next, Run{blocks.end(), step});
        }
    }

private:
    struct Run {
        int end = 0;
        int step = 0;
    };

    /// The last one that begins at this block or before; else the first behind it.
    [[nodiscard]] std::map<int, Run>::const_iterator run_of(int block) const {
        const auto behind = runs_.upper_bound(block);
        return behind == runs_.begin() ? behind : std::prev(behind);
    }

    /// No run has this block and the one before.
    void cut_at(int block) {
        const auto behind = runs_.upper_bound(block);
        if (behind == runs_.begin()) {
            return;
        }
        const auto run = std::prev(behind);
        if (run->first < block && run->second.end > block) {
            runs_.emplace_hint(behind, block, run->second);
            run->second.end = block;
        }
    }

    std::map<int, Run> runs_;  ///< by their first blocks; none has a block of another
};

}  // namespace causeway::simulate
