#include "causeway/schedule/reversal.hpp"

#include <algorithm>
#include <cassert>
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
