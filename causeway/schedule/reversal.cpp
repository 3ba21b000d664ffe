#include "causeway/schedule/reversal.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace causeway::schedule {

namespace {

/// The section with its operations backwards, as `turned` gives each.
template <typename Turn>
Section backwards(const Section& section, const Turn& turned) {
    Section result;
    result.repetitions = section.repetitions;
    result.stride = section.stride;
    for (auto operation = section.body.rbegin(); operation != section.body.rend(); ++operation) {
        if (!operation->is_control()) {
            result.body.push_back(turned(*operation));
        }
    }
    return result;
}

template <typename TurnSection>
Schedule sections_backwards(const Schedule& schedule, const TurnSection& turned) {
    Schedule result;
    result.num_blocks = schedule.num_blocks;
    result.programs.resize(schedule.programs.size());
    for (std::size_t p = 0; p < schedule.programs.size(); ++p) {
        const std::vector<Section>& sections = schedule.programs[p].sections;
        for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
            Section back = turned(*section);
            if (!back.body.empty()) {
                result.programs[p].sections.push_back(std::move(back));
            }
        }
    }
    return result;
}

}  // namespace

Schedule reduction_of(const Schedule& broadcast) {
    return sections_backwards(broadcast, [&](const Section& section) {
        // Block b becomes num_blocks - 1 - b: then what was done in the last repetition, now the first, lies lowest.
        const int shift = broadcast.num_blocks - (section.repetitions - 1) * section.stride;
        return backwards(section, [&](Action operation) {
            assert(operation.kind != ActionKind::kReceiveReduce);
            operation.kind = operation.is_send() ? ActionKind::kReceiveReduce : ActionKind::kSend;
            operation.blocks.first = shift - operation.blocks.end();
            return operation;
        });
    });
}

Schedule nearest_first(Schedule reduction) {
    for (int process = 0; process < reduction.num_processes(); ++process) {
        Program& program = reduction.programs[static_cast<std::size_t>(process)];
        Section all;
        for (const Section& section : program.sections) {
            assert(section.repetitions == 1);
            all.body.insert(all.body.end(), section.body.begin(), section.body.end());
        }
        std::stable_sort(all.body.begin(), all.body.end(), [&](const Action& a, const Action& b) {
            const auto place_of = [&](const Action& action) {
                return action.is_send() ? reduction.num_processes() : std::abs(action.peer - process);
            };
            return place_of(a) < place_of(b);
        });
        if (!all.body.empty()) {
            program.sections = {std::move(all)};
        }
    }
    return reduction;
}

Schedule scatter_of(const Schedule& gather) {
    return sections_backwards(gather, [](const Section& section) {
        assert(section.repetitions == 1);
        return backwards(section, [](Action operation) {
            assert(operation.kind != ActionKind::kReceiveReduce);
            operation.kind = operation.is_send() ? ActionKind::kReceive : ActionKind::kSend;
            return operation;
        });
    });
}

}  // namespace causeway::schedule
