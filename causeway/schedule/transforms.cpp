#include "causeway/schedule/transforms.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace causeway::schedule {

Schedule segment(const Schedule& one_block, int num_blocks, int first, int stride) {
    assert(one_block.num_blocks == 1 && num_blocks >= 1 && first >= 0 && stride >= 1);
    Schedule result;
    result.num_blocks = num_blocks;
    result.programs.resize(one_block.programs.size());
    for (std::size_t p = 0; p < one_block.programs.size(); ++p) {
        Section merged;
        merged.repetitions = (num_blocks - first + stride - 1) / stride;
        merged.stride = stride;
        for (const Section& section : one_block.programs[p].sections) {
            assert(section.repetitions == 1);
            for (Action operation : section.body) {
                operation.blocks.first += operation.is_control() ? 0 : first;
                merged.body.push_back(operation);
            }
        }
        if (!merged.body.empty() && merged.repetitions > 0) {
            result.programs[p].sections.push_back(std::move(merged));
        }
    }
    return result;
}

Schedule embed(const Schedule& inner, std::span<const int> members, int num_processes) {
    Schedule result;
    result.num_blocks = inner.num_blocks;
    result.programs.resize(static_cast<std::size_t>(num_processes));
    append(result, inner, members);
    return result;
}

void append(Schedule& whole, const Schedule& inner, std::span<const int> members) {
    assert(members.size() == inner.programs.size() && whole.num_blocks == inner.num_blocks);
    for (std::size_t p = 0; p < inner.programs.size(); ++p) {
        std::vector<Section>& sections = whole.programs[static_cast<std::size_t>(members[p])].sections;
        for (const Section& section : inner.programs[p].sections) {
            sections.push_back(section);
            for (Action& operation : sections.back().body) {
                operation.peer = members[static_cast<std::size_t>(operation.peer)];
            }
        }
    }
}

Schedule refine(const Schedule& inner, int num_blocks, int factor) {
    assert(factor >= 1 && inner.num_blocks == (num_blocks + factor - 1) / factor);
    Schedule result = inner;
    result.num_blocks = num_blocks;
    for (Program& program : result.programs) {
        for (Section& section : program.sections) {
            section.stride *= factor;
            for (Action& operation : section.body) {
                operation.blocks.first *= factor;
                operation.blocks.count *= factor;
            }
        }
    }
    return result;
}

namespace {

constexpr int kNobody = -1;  // the peer of a step that only marks news

/// The sections of a program that mark which of its operations are to be passed on.
struct MarkedOperation {
    Action operation;
    bool is_news = false;  ///< the process gets these blocks, or first shows that it has them
};
struct MarkedSection {
    std::vector<MarkedOperation> body;
    int repetitions = 1;
    int stride = 0;
};

/// What a process gets, it gets by its receives.
std::vector<MarkedSection> with_receives_marked(const Program& program) {
    std::vector<MarkedSection> result;
    for (const Section& section : program.sections) {
        MarkedSection& marked = result.emplace_back();
        marked.repetitions = section.repetitions;
        marked.stride = section.stride;
        for (const Action& operation : section.body) {
            marked.body.push_back({operation, operation.kind == ActionKind::kReceive && !operation.is_control()});
        }
    }
    return result;
}

/// The source has everything: each block is news where it is first sent; what it never sends, at the end. Blocks of one
/// send that are news only in part are passed on one by one.
std::vector<MarkedSection> with_first_sends_marked(const Program& program, int num_blocks) {
    std::vector<MarkedSection> result(1);
    std::vector<MarkedOperation>& body = result.front().body;
    std::vector<char> is_known(static_cast<std::size_t>(num_blocks), 0);
    const auto announce = [&](int block) {
        if (is_known[static_cast<std::size_t>(block)] == 0) {
            is_known[static_cast<std::size_t>(block)] = 1;
            body.push_back({{ActionKind::kReceive, kNobody, {block, 1}}, true});
        }
    };
    Cursor cursor(program, num_blocks);
    while (const auto operation = cursor.next()) {
        body.push_back({*operation, false});
        for (int b = operation->blocks.first; b < operation->blocks.end(); ++b) {
            announce(b);
        }
    }
    for (int b = 0; b < num_blocks; ++b) {
        announce(b);
    }
    return result;
}

/// The program of one process of `inner` when the leader's program is `marked`: with its own operations for the leader,
/// without for the others.
Program relayed(const std::vector<MarkedSection>& marked, const Program& inner, bool is_leader) {
    Program result;
    for (const MarkedSection& from : marked) {
        Section section;
        section.repetitions = from.repetitions;
        section.stride = from.stride;
        for (const MarkedOperation& step : from.body) {
            if (is_leader && step.operation.peer != kNobody) {
                section.body.push_back(step.operation);
            }
            if (!step.is_news) {
                continue;
            }
            for (const Section& inner_section : inner.sections) {
                for (Action operation : inner_section.body) {
                    operation.blocks = operation.is_control() ? operation.blocks : step.operation.blocks;
                    section.body.push_back(operation);
                }
            }
        }
        if (!section.body.empty()) {
            result.sections.push_back(std::move(section));
        }
    }
    return result;
}

}  // namespace

Schedule relay(const Schedule& outer, int leader, const Schedule& inner) {
    assert(inner.num_blocks == 1 && inner.programs.size() == outer.programs.size());
    const Program& leading = outer.programs[static_cast<std::size_t>(leader)];
    Schedule result;
    result.num_blocks = outer.num_blocks;
    result.programs.resize(outer.programs.size());
    if (std::all_of(inner.programs.begin(), inner.programs.end(),
                    [](const Program& program) { return program.sections.empty(); })) {
        result.programs[static_cast<std::size_t>(leader)] = leading;
        return result;
    }
    std::vector<MarkedSection> marked = with_receives_marked(leading);
    const bool is_source = std::none_of(marked.begin(), marked.end(), [](const MarkedSection& section) {
        return std::any_of(section.body.begin(), section.body.end(),
                           [](const MarkedOperation& step) { return step.is_news; });
    });
    if (is_source) {
        marked = with_first_sends_marked(leading, outer.num_blocks);
    }
    for (std::size_t p = 0; p < inner.programs.size(); ++p) {
        const bool is_leader = static_cast<int>(p) == leader;
        if (is_leader || !inner.programs[p].sections.empty()) {
            result.programs[p] = relayed(marked, inner.programs[p], is_leader);
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
