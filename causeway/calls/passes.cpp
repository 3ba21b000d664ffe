#include "causeway/calls/passes.hpp"

#include <utility>

namespace causeway::calls {

void take_its_program(Prepared& prepared) {
    if (prepared.work.program != nullptr) {
        prepared.strands = {prepared.work.program.get()};
        prepared.programs = std::move(prepared.work.program);
        prepared.num_blocks = prepared.work.num_blocks > 0 ? prepared.work.num_blocks : prepared.num_blocks;
    }
}

void take_up_next(Prepared& prepared) {
    Work& work = prepared.work;
    Work next = work.next ? std::exchange(work.next, nullptr)() : Work();
    work.data = std::move(next.data);
    work.next = std::move(next.next);
    work.program = std::move(next.program);
    work.num_blocks = next.num_blocks;
    take_its_program(prepared);
    if (work.data == nullptr && work.end) {
        std::exchange(work.end, nullptr)();
    }
}

mpi::CallTags tags_of_pass(mpi::CallTags of_call, int pass) {
    return {of_call.call, of_call.first + pass * static_cast<int>(mpi::Run::kMostStrands)};
}

Passes::Passes(std::shared_ptr<CommunicatorState> state, mpi::Executor& executor, PlannedWork& work)
    : state_(std::move(state)),
      executor_(executor),
      workspace_(std::in_place),
      prepared_(work.prepare(*state_, **workspace_)) {}

void Passes::begin(mpi::CallTags tags) noexcept {
    tags_ = tags;
    try {
        begin_pass();
    } catch (...) {
        fail();
    }
}

bool Passes::advance() noexcept {
    try {
        while (run_ && !has_failed_) {
            if (!run_->advance()) {
                return false;
            }
            run_.reset();
            take_up_next(prepared_);
            begin_pass();
        }
    } catch (...) {
        fail();
    }
    if (!has_failed_) {
        workspace_->is_free();
    }
    run_.reset();
    prepared_ = {};
    workspace_.reset();
    ended(has_failed_);
    return true;
}

void Passes::begin_pass() {
    if (prepared_.work.data != nullptr) {
        run_.emplace(executor_.failures(), tags_of_pass(tags_, pass_++), **workspace_, prepared_.strands,
                     prepared_.num_blocks, *prepared_.work.data, prepared_.manner);
        run_->begin();
    }
}

/// The exception that is being handled.
void Passes::fail() noexcept {
    (void)code_told_to_all(executor_, tags_);
    has_failed_ = true;
}

}  // namespace causeway::calls
