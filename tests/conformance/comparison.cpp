#include "tests/conformance/comparison.hpp"

#include "tests/conformance/buffer.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <deque>
#include <utility>

namespace conformance {

namespace {

/// One side of a call at this process.
struct Side {
    BufferUse use;
    const Datatype* datatype = nullptr;
    std::uint64_t salt_change = 0;  ///< of its values
    std::optional<Buffer> buffer;
    std::optional<Buffer> before;
    Argument argument;
};

bool is_flat(const Case& c, bool sends) {
    if (c.flat == Flat::kNobody || c.flat_datatype == nullptr || c.collective->reduces) {
        return false;
    }
    if (c.collective->has_one_buffer) {  // the sides are the even and the odd ranks
        sends = c.communicator->rank % 2 == 0;
    }
    return sends == (c.flat == Flat::kSenders);
}

/// Elements of the datatype as basic elements.
BufferUse flattened(BufferUse use, int basics_per_element) {
    use.elements *= basics_per_element;
    use.count *= basics_per_element;
    for (std::vector<int>* numbers : {&use.portions.counts, &use.portions.places}) {
        for (int& number : *numbers) {
            number *= basics_per_element;
        }
    }
    return use;
}

Buffer contents_of(const Case& c, const Side& side, std::uint64_t salt) {
    const Values values = c.combination != nullptr ? c.combination->kind().values : Values::kAny;
    return {*side.datatype, side.use.elements, values, c.communicator->rank, salt ^ side.salt_change};
}

Side side_of(const Case& c, BufferUse use, bool sends, bool is_in_place) {
    Side side{std::move(use), c.datatype, {}, {}, {}, {}};
    if (is_flat(c, sends)) {
        side.use = flattened(std::move(side.use), static_cast<int>(c.datatype->places().size()));
        side.datatype = c.flat_datatype;
    }
    if (!side.use.is_there) {
        // Arguments that are not significant hold what would be wrong anywhere else.
        side.argument.address = is_in_place ? MPI_IN_PLACE : nullptr;
        side.argument.count = is_in_place ? 0 : -1;
        side.argument.counts.assign(static_cast<std::size_t>(c.communicator->size), 0);
        side.argument.places.assign(static_cast<std::size_t>(c.communicator->size), 0);
        side.argument.datatype = MPI_BYTE;
        side.argument.give_each_its_datatype();
        side.argument.datatype = MPI_DATATYPE_NULL;
        return side;
    }
    constexpr std::uint64_t kReceiveSalt = 0x5a5a;
    side.salt_change = sends || is_in_place ? 0 : kReceiveSalt;
    side.buffer.emplace(contents_of(c, side, c.salt));
    side.before = side.buffer;
    side.argument = {side.buffer->origin(), side.use.count, side.datatype->handle(), side.use.portions.counts,
                     side.use.portions.places};
    side.argument.give_each_its_datatype();
    return side;
}

int class_of(int code) {
    int result = MPI_SUCCESS;
    MPI_Error_class(code, &result);
    return result;
}

std::string error_text(int code) {
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    return text.data();
}

}  // namespace

struct RunningCase::Memory {
    Side send;
    Side receive;
    Call call;
};

RunningCase::RunningCase(const Case& c, Library library) : case_(&c), memory_(std::make_unique<Memory>()) {
    Shape shape{c.count, c.root, c.communicator->rank, c.communicator->size};
    shape.in_place = c.in_place && (c.collective->in_place == InPlace::kEverywhere ||
                                    (c.collective->in_place == InPlace::kAtTheRoot && shape.is_root()));
    Buffers buffers = c.collective->buffers(shape);
    memory_->send = side_of(c, std::move(buffers.send), true, shape.in_place);
    memory_->receive = side_of(c, std::move(buffers.receive), false, shape.in_place);
    memory_->call = {library,
                     c.form,
                     memory_->send.argument,
                     memory_->receive.argument,
                     c.combination != nullptr ? c.combination->handle() : MPI_OP_NULL,
                     c.root,
                     c.communicator->comm};
}

RunningCase::RunningCase(const RunningCase& twin, Library library)
    : case_(twin.case_), memory_(std::make_unique<Memory>(*twin.memory_)) {
    for (Side* side : {&memory_->send, &memory_->receive}) {
        if (side->buffer) {
            side->buffer->take_bytes_of(*side->before);
            side->argument.address = side->buffer->origin();
        }
    }
    memory_->call.library = library;
    memory_->call.send = memory_->send.argument;
    memory_->call.receive = memory_->receive.argument;
}

RunningCase::~RunningCase() {
    if (is_made_) {
        if (memory_->call.library == Library::kStandard) {
            MPI_Request_free(&request_);
        } else {
            PMPI_Request_free(&request_);
        }
    }
}

void RunningCase::make() {
    if (memory_->call.form == Form::kPersistent) {
        code_ = case_->collective->start(memory_->call, &request_);
        is_made_ = code_ == MPI_SUCCESS;
    }
}

void RunningCase::start() {
    if (memory_->call.form != Form::kPersistent) {
        code_ = case_->collective->start(memory_->call, &request_);
    } else if (is_made_) {
        code_ = memory_->call.library == Library::kStandard ? MPI_Start(&request_) : PMPI_Start(&request_);
    }
}

void RunningCase::complete() {
    if (request_ == MPI_REQUEST_NULL || code_ != MPI_SUCCESS) {
        return;
    }
    if (memory_->call.library == Library::kProfiled) {
        code_ = PMPI_Wait(&request_, MPI_STATUS_IGNORE);
    } else if (case_->salt % 3 == 0) {
        for (int is_done = 0; is_done == 0 && code_ == MPI_SUCCESS;) {
            code_ = MPI_Test(&request_, &is_done, MPI_STATUS_IGNORE);
        }
    } else if (case_->salt % 3 == 1) {
        code_ = MPI_Waitall(1, &request_, MPI_STATUSES_IGNORE);
    } else {
        code_ = MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }
}

void RunningCase::renew(std::uint64_t salt) {
    for (Side* side : {&memory_->send, &memory_->receive}) {
        if (side->buffer) {
            side->before->take_bytes_of(contents_of(*case_, *side, salt));
            side->buffer->take_bytes_of(*side->before);
        }
    }
}

void RunningCase::renew(const RunningCase& twin) {
    for (Side Memory::*side : {&Memory::send, &Memory::receive}) {
        if (Side& own = (*memory_).*side; own.buffer) {
            own.before->take_bytes_of(*((*twin.memory_).*side).before);
            own.buffer->take_bytes_of(*own.before);
        }
    }
}

std::optional<std::string> RunningCase::difference(const RunningCase& expected) const {
    if (class_of(code_) != class_of(expected.code_)) {
        return fmt::format("returned \"{}\" instead of \"{}\"", error_text(code_), error_text(expected.code_));
    }
    const Side& send = memory_->send;
    if (send.buffer && *send.buffer != *send.before) {
        return fmt::format("the send buffer was changed: {}",
                           send.buffer->difference(*send.before, *send.before, {}).value_or(""));
    }
    const Side& receive = memory_->receive;
    if (!receive.buffer) {
        return std::nullopt;
    }
    const auto difference = receive.buffer->difference(*expected.memory_->receive.buffer, *receive.before,
                                                       {receive.use.undefined_from, receive.use.undefined_to});
    return difference ? std::optional(fmt::format("receive buffer: {}", *difference)) : std::nullopt;
}

std::string to_text(const Case& c) {
    std::string text = fmt::format("{} ({})", c.collective->name, to_text(c.form));
    if (c.collective->moves_data) {
        text += fmt::format(", datatype {}", c.datatype->kind().name);
        if (c.flat != Flat::kNobody && c.flat_datatype != nullptr && !c.collective->reduces) {
            text += fmt::format(" with {} at the {}", c.flat_datatype->kind().name,
                                c.flat == Flat::kSenders ? "senders" : "receivers");
        }
    }
    if (c.combination != nullptr) {
        text += fmt::format(", operator {}", c.combination->kind().name);
    }
    text += fmt::format(", {} processes of {}", c.communicator->size, c.communicator->name);
    if (c.collective->has_root) {
        text += fmt::format(", root {}", c.root);
    }
    if (c.collective->moves_data) {
        text += fmt::format(", count {}", c.count);
    }
    if (c.in_place) {
        text += ", in place";
    }
    return text + fmt::format(", rank {}", c.communicator->rank);
}

namespace {

std::optional<std::string> compare_once(const Case& c) {
    RunningCase ours(c, Library::kStandard);
    RunningCase native(ours, Library::kProfiled);
    ours.start();
    ours.complete();
    native.start();
    native.complete();
    return ours.difference(native);
}

/// Two persistent requests, used three times. After a difference too: other ranks may not have seen one.
std::optional<std::string> compare_persistent(const Case& c) {
    Case another = c;
    another.salt = mixed(c.salt);
    const std::array<const Case*, 2> cases{&c, &another};
    std::deque<RunningCase> ours;
    std::deque<RunningCase> native;
    for (const Case* one : cases) {
        ours.emplace_back(*one, Library::kStandard).make();
        native.emplace_back(ours.back(), Library::kProfiled).make();
    }
    std::optional<std::string> difference;
    constexpr std::uint64_t kRounds = 3;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
        const std::size_t first = (static_cast<std::size_t>(c.communicator->rank) + round) % 2;
        ours[first].start();
        ours[1 - first].start();
        for (std::size_t i = 0; i < cases.size(); ++i) {
            ours[(i + round) % 2].complete();
            native[i].start();
            native[i].complete();
        }
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (!difference) {
                difference = ours[i].difference(native[i]);
            }
            if (round + 1 < kRounds) {
                ours[i].renew(cases[i]->salt + round + 1);
                native[i].renew(ours[i]);
            }
        }
    }
    return difference;
}

}  // namespace

std::optional<std::string> compare(const Case& c) {
    const int unknown_before = calls_with_unknown_datatypes();
    auto difference = c.form == Form::kPersistent ? compare_persistent(c) : compare_once(c);
    if (!difference && calls_with_unknown_datatypes() != unknown_before) {
        difference = "the operator was called with a datatype that is not that of the call";
    }
    return difference;
}

}  // namespace conformance
