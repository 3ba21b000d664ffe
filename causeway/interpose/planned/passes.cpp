#include "causeway/interpose/planned/passes.hpp"

#include <utility>

namespace causeway::interpose::planned {

void take_up_next(Work& work) {
    std::unique_ptr<mpi::BlockData> next = work.next ? std::exchange(work.next, nullptr)() : nullptr;
    work.data = std::move(next);
    if (work.data == nullptr && work.end) {
        std::exchange(work.end, nullptr)();
    }
}

int tag_of_pass(int first_tag, int pass) {
    return first_tag + pass * static_cast<int>(mpi::Run::kMostStrands);
}

Passes::Passes(std::shared_ptr<CommunicatorState> state, PlannedWork& work)
    : state_(std::move(state)),
      workspace_(std::in_place, *state_->executor),
      prepared_(work.prepare(*state_, **workspace_)) {}

void Passes::begin(int first_tag) {
    first_tag_ = first_tag;
    begin_pass();
}

bool Passes::advance() {
    while (run_) {
        if (!run_->advance()) {
            return false;
        }
        run_.reset();
        take_up_next(prepared_.work);
        begin_pass();
    }
    workspace_->is_free();
    return true;
}

void Passes::end() noexcept {
    run_.reset();
    prepared_ = {};
    workspace_.reset();
}

void Passes::begin_pass() {
    if (prepared_.work.data != nullptr) {
        run_.emplace(state_->executor->comm(), tag_of_pass(first_tag_, pass_++), **workspace_, prepared_.strands,
                     prepared_.num_blocks, *prepared_.work.data, prepared_.paced);
    }
}

}  // namespace causeway::interpose::planned
