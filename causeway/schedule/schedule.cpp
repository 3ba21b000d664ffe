#include "causeway/schedule/schedule.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace causeway::schedule {

namespace {

/// The first repetition from `from` on in which something of the operation's blocks is among the `num_blocks`;
/// `section.repetitions` where there is none.
int next_within(const Action& operation, const Section& section, int num_blocks, int from) {
    if (operation.is_control()) {
        return from;
    }
    const BlockRange& blocks = operation.blocks;
    if (section.stride == 0) {
        return blocks.end() > 0 && blocks.first < num_blocks ? from : section.repetitions;
    }
    const int begin = blocks.end() > 0 ? 0 : -blocks.end() / section.stride + 1;
    const int end = blocks.first < num_blocks ? (num_blocks - 1 - blocks.first) / section.stride + 1 : 0;
    const int next = std::max(begin, from);
    return next < end ? std::min(next, section.repetitions) : section.repetitions;
}

}  // namespace

Cursor::Cursor(const Program& program, int num_blocks) : program_(&program), num_blocks_(num_blocks) {}

void Cursor::pass_over_what_is_cut_off() {
    const Section& section = program_->sections[section_];
    int next = section.repetitions;
    // Mostly the first operation tells; none can tell of an earlier one than the repetition at hand.
    for (auto operation = section.body.begin(); operation != section.body.end() && next > repetition_; ++operation) {
        next = std::min(next, next_within(*operation, section, num_blocks_, repetition_));
    }
    repetition_ = next;
}

std::optional<Action> Cursor::next() {
    while (section_ < program_->sections.size()) {
        const Section& section = program_->sections[section_];
        if (position_ == 0) {
            if (!is_left_) {
                pass_over_what_is_cut_off();
            }
            is_left_ = false;
        }
        if (repetition_ == section.repetitions) {
            ++section_;
            repetition_ = 0;
            continue;
        }
        Action operation = section.body[position_];
        const bool is_control = operation.is_control();
        if (!is_control) {
            operation.blocks.first += repetition_ * section.stride;
            const int end = std::min(operation.blocks.end(), num_blocks_);
            operation.blocks.first = std::max(operation.blocks.first, 0);
            operation.blocks.count = end - operation.blocks.first;
        }
        const bool is_left = is_control || operation.blocks.count > 0;
        is_left_ = is_left_ || is_left;
        if (++position_ == section.body.size()) {
            position_ = 0;
            ++repetition_;
        }
        if (is_left) {
            return operation;
        }
    }
    return std::nullopt;
}

Builder::Builder(int num_processes, int num_blocks, std::optional<int> only)
    : only_(only), last_section_of_(static_cast<std::size_t>(num_processes), -1) {
    assert(num_processes >= 1 && num_blocks >= 0);
    schedule_.num_blocks = num_blocks;
    schedule_.programs.resize(static_cast<std::size_t>(num_processes));
}

void Builder::transfer(int from, int to, BlockRange blocks) {
    assert(from != to && blocks.count >= 1);
    append(from, {ActionKind::kSend, to, blocks});
    append(to, {ActionKind::kReceive, from, blocks});
}

void Builder::reduce(int from, int to, BlockRange blocks) {
    assert(from != to && blocks.count >= 1);
    append(from, {ActionKind::kSend, to, blocks});
    append(to, {ActionKind::kReceiveReduce, from, blocks});
}

void Builder::exchange(int a, int b, BlockRange blocks) {
    assert(a != b && blocks.count >= 1);
    round(std::array{Message{a, b, blocks, true}, Message{b, a, blocks, true}});
}

void Builder::round(std::span<const Message> messages) {
    for (const Message& message : messages) {
        assert(message.from != message.to && message.blocks.count >= 0);
        append(message.from, {ActionKind::kSend, message.to, message.blocks});
    }
    for (const Message& message : messages) {
        const BlockRange received{message.first_at_receiver.value_or(message.blocks.first), message.blocks.count};
        append(message.to,
               {message.is_combined ? ActionKind::kReceiveReduce : ActionKind::kReceive, message.from, received});
        schedule_.renumbers = schedule_.renumbers || received != message.blocks;
    }
}

void Builder::insert(const Schedule& one_block, int block) {
    assert(one_block.num_blocks == 1 && one_block.programs.size() == schedule_.programs.size());
    for (int process = 0; process < one_block.num_processes(); ++process) {
        for (const Section& section : one_block.programs[static_cast<std::size_t>(process)].sections) {
            assert(section.repetitions == 1);
            for (Action operation : section.body) {
                operation.blocks.first += operation.is_control() ? 0 : block;
                append(process, operation);
            }
        }
    }
}

void Builder::signal(int from, int to) {
    assert(from != to);
    append(from, {ActionKind::kSend, to, {0, 0}});
    append(to, {ActionKind::kReceive, from, {0, 0}});
}

void Builder::begin_section(int repetitions, int stride) {
    assert(repetitions >= 1 && stride >= 0);
    ++section_;
    frame_.repetitions = repetitions;
    frame_.stride = stride;
}

void Builder::append(int process, const Action& operation) {
    if (only_ && *only_ != process) {
        return;
    }
    std::vector<Section>& sections = schedule_.programs[static_cast<std::size_t>(process)].sections;
    int& last = last_section_of_[static_cast<std::size_t>(process)];
    if (last != section_) {
        last = section_;
        sections.push_back(frame_);
    }
    sections.back().body.push_back(operation);
}

Schedule Builder::finish() {
    return std::move(schedule_);
}

std::int64_t num_operations(const Program& program) {
    std::int64_t count = 0;
    for (const Section& section : program.sections) {
        count += static_cast<std::int64_t>(section.body.size()) * section.repetitions;
    }
    return count;
}

}  // namespace causeway::schedule
