#include "causeway/mpi/owned_blocks.hpp"

#include <algorithm>
#include <utility>

namespace causeway::mpi {

OwnedBlocks::OwnedBlocks(schedule::BlockSizes sizes, schedule::BlockRange touched, Scratch& scratch, Kept kept)
    : sizes_(std::move(sizes)),
      touched_(touched),
      scratch_(scratch),
      are_all_kept_(kept == Kept::kAll || sizes_.size_of(touched).value() <= Scratch::kMostPacked),
      places_(static_cast<std::size_t>(touched.count)) {
    if (are_all_kept_) {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const int block = touched_.first + static_cast<int>(i);
            places_[i].offset = (sizes_.offset_of(block) - sizes_.offset_of(touched_.first)).value();
        }
        bytes_ = scratch.data.at_least(sizes_.size_of(touched).value());
    }
}

void OwnedBlocks::enter(schedule::BlockRange blocks, const BufferDescription& part, int missing) {
    if (viewed_ != part.datatype) {
        view_ = DatatypeView(part.datatype);
        viewed_ = part.datatype;
    }
    std::int64_t offset = 0;
    for (int b = blocks.first; b < blocks.end(); ++b) {
        Place& place = places_[static_cast<std::size_t>(b - touched_.first)];
        place.part = static_cast<int>(parts_.size());
        if (!are_all_kept_) {
            place.offset = offset;
            offset += size_of(b);
        }
    }
    parts_.push_back({Payload(part, view_), blocks, missing});
}

void OwnedBlocks::put(schedule::BlockRange blocks, const BufferDescription& part) {
    enter(blocks, part, 0);
    if (are_all_kept_) {
        const Payload& payload = parts_.back().payload;
        payload.pack(0, payload.size(), bytes_ + place_of(blocks.first).offset);
    }
}

void OwnedBlocks::expect(schedule::BlockRange blocks, const BufferDescription& part) {
    enter(blocks, part, blocks.count);
}

/// Memory of our own for the blocks of no part. They take their places in it as they come: what comes together leaves
/// together, about, so that the memory of it is given back early.
void OwnedBlocks::reserve() {
    std::int64_t bytes = 0;
    for (int b = touched_.first; b < touched_.end(); ++b) {
        bytes += place_of(b).part == kNoPart ? size_of(b) : 0;
    }
    bytes_ = scratch_.data.at_least(bytes);
    is_left_ = scratch_.data.is_left();
}

MessageBuffer OwnedBlocks::outgoing(schedule::BlockRange blocks) {
    if (bytes_ == nullptr) {
        reserve();
    }
    if (last_ == blocks && blocks.count > 0) {
        return message_.buffer();
    }
    message_.clear();
    last_ = blocks;
    if (are_all_kept_) {
        message_.add(bytes_ + place_of(blocks.first).offset, sizes_.size_of(blocks).value());
        return message_.buffer();
    }
    for (int b = blocks.first; b < blocks.end(); ++b) {
        const Place& place = place_of(b);
        if (place.part == kNoPart) {
            message_.add(bytes_ + place.offset, size_of(b));
        } else {
            message_.add(parts_[static_cast<std::size_t>(place.part)].payload, place.offset, place.offset + size_of(b));
        }
    }
    return message_.buffer();
}

MessageBuffer OwnedBlocks::incoming(schedule::BlockRange blocks) {
    for (int b = blocks.first; !are_all_kept_ && b < blocks.end(); ++b) {
        Place& place = places_[static_cast<std::size_t>(b - touched_.first)];
        if (place.part == kNoPart && place.offset == kNoPlace) {
            place.offset = placed_bytes_;
            placed_bytes_ += size_of(b);
        }
    }
    const MessageBuffer buffer = outgoing(blocks);
    for (int b = blocks.first; is_left_ && b < blocks.end(); ++b) {
        held_bytes_ += place_of(b).part == kNoPart ? size_of(b) : 0;
    }
    return buffer;
}

/// A block of no part has come once, to be passed on.
void OwnedBlocks::over(int block) {
    if (is_left_ && place_of(block).part == kNoPart) {
        held_bytes_ -= size_of(block);
        scratch_.data.over(bytes_ + place_of(block).offset, size_of(block));
    }
}

void OwnedBlocks::received(schedule::BlockRange blocks) {
    for (int b = blocks.first; are_all_kept_ && b < blocks.end(); ++b) {
        const int index = place_of(b).part;
        if (index == kNoPart || parts_[static_cast<std::size_t>(index)].missing == 0) {
            continue;
        }
        Part& part = parts_[static_cast<std::size_t>(index)];
        if (--part.missing == 0) {
            part.payload.unpack(0, part.payload.size(), bytes_ + place_of(part.blocks.first).offset);
        }
    }
}

}  // namespace causeway::mpi
