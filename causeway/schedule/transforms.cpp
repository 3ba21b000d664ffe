#include "causeway/schedule/transforms.hpp"

#include <cassert>
#include <utility>

namespace causeway::schedule {

Schedule segment(const Schedule& one_block, int num_blocks) {
    assert(one_block.num_blocks == 1 && num_blocks >= 1);
    Schedule result;
    result.num_blocks = num_blocks;
    result.programs.resize(one_block.programs.size());
    for (std::size_t p = 0; p < one_block.programs.size(); ++p) {
        Section merged;
        merged.repetitions = num_blocks;
        merged.stride = 1;
        for (const Section& section : one_block.programs[p].sections) {
            assert(section.repetitions == 1);
            merged.body.insert(merged.body.end(), section.body.begin(), section.body.end());
        }
        if (!merged.body.empty()) {
            result.programs[p].sections.push_back(std::move(merged));
        }
    }
    return result;
}

Schedule embed(const Schedule& inner, std::span<const int> members, int num_processes) {
    assert(members.size() == inner.programs.size());
    Schedule result;
    result.num_blocks = inner.num_blocks;
    result.programs.resize(static_cast<std::size_t>(num_processes));
    for (std::size_t p = 0; p < inner.programs.size(); ++p) {
        Program& program = result.programs[static_cast<std::size_t>(members[p])];
        program = inner.programs[p];
        for (Section& section : program.sections) {
            for (Operation& operation : section.body) {
                operation.peer = members[static_cast<std::size_t>(operation.peer)];
            }
        }
    }
    return result;
}

Schedule refine(const Schedule& inner, int num_blocks, int factor) {
    assert(factor >= 1 && inner.num_blocks == (num_blocks + factor - 1) / factor);
    Schedule result = inner;
    result.num_blocks = num_blocks;
    for (Program& program : result.programs) {
        for (Section& section : program.sections) {
            section.stride *= factor;
            for (Operation& operation : section.body) {
                operation.blocks.first *= factor;
                operation.blocks.count *= factor;
            }
        }
    }
    return result;
}

Schedule concatenate(Schedule first, const Schedule& second) {
    assert(first.num_blocks == second.num_blocks && first.programs.size() == second.programs.size());
    for (std::size_t p = 0; p < first.programs.size(); ++p) {
        std::vector<Section>& sections = first.programs[p].sections;
        const std::vector<Section>& more = second.programs[p].sections;
        sections.insert(sections.end(), more.begin(), more.end());
    }
    return first;
}

}  // namespace causeway::schedule
