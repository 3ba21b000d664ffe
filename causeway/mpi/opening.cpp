#include "causeway/mpi/opening.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <cstring>

namespace causeway::mpi {

namespace {

/// Whether no data comes to this process.
bool is_root_of(std::span<const Strand> strands) {
    return std::all_of(strands.begin(), strands.end(), [](const Strand& strand) {
        return std::all_of(strand.receives.begin(), strand.receives.end(),
                           [](const Step& step) { return step.operation.is_control(); });
    });
}

void refuse_unless(bool is_as_expected) {
    if (!is_as_expected) {
        throw MpiError("a broadcast of a length that differs from the root's", MPI_ERR_TRUNCATE);
    }
}

}  // namespace

void Opening::begin(std::span<const Strand> strands, int num_blocks, std::optional<Bytes> size) {
    from_.reset();
    to_.clear();
    signalling_.clear();
    is_open_ = true;
    is_posted_ = !size;
    has_one_block_ = false;
    if (!size) {
        return;
    }
    is_root_ = is_root_of(strands);
    const std::int64_t bytes = size->value();
    static_assert(sizeof bytes <= kBytes);
    std::memcpy(sent_.data(), &bytes, sizeof bytes);
    has_one_block_ = num_blocks == 1 && bytes > 0 && bytes <= kMostBlock && bytes != kBytes;
    for (const Strand& strand : strands) {
        for (const std::vector<Step>* const steps : {&strand.receives, &strand.sends}) {
            for (const Step& step : *steps) {
                if (step.operation.is_control() && num_blocks == 1) {
                    signalling_.push_back(step.operation.peer);
                }
            }
        }
    }
    const auto has_it_ahead = [&](const Step& step) {
        return !step.operation.is_control() && step.operation.blocks.first == 0 && !is_block(step.operation);
    };
    for (const Strand& strand : strands) {
        for (const Step& step : strand.receives) {
            if (has_it_ahead(step)) {
                from_ = step.operation.peer;
            }
        }
        for (const Step& step : strand.sends) {
            if (has_it_ahead(step)) {
                to_.push_back(step.operation.peer);
            }
        }
    }
}

bool Opening::is_block(const schedule::Action& operation) const {
    return has_one_block_ && !operation.is_control() &&
           std::find(signalling_.begin(), signalling_.end(), operation.peer) == signalling_.end();
}

std::size_t Opening::post(const Places& places) {
    if (is_posted_) {
        return 0;
    }
    is_posted_ = true;
    std::size_t num_messages = is_root_ ? send(places) : 0;
    if (from_) {
        is_open_ = false;
        check(PMPI_Irecv(received_.data(), static_cast<int>(received_.size()), MPI_BYTE, MPI_ANY_SOURCE,
                         places.channel.own_tag(places.tag), places.channel.comm(), &places.requests.front()),
              "MPI_Irecv");
        ++num_messages;
    }
    return num_messages;
}

std::size_t Opening::take(int source, const Places& places) {
    refuse_unless(source == *from_ && std::equal(sent_.begin(), sent_.end(), received_.begin()));
    is_open_ = true;
    return send(places);
}

std::size_t Opening::take_block(int source, int from, const Places& places) {
    refuse_unless(source == from);
    return send(places);
}

std::size_t Opening::send(const Places& places) const {
    for (std::size_t i = 0; i < to_.size(); ++i) {
        check(PMPI_Isend(sent_.data(), static_cast<int>(sent_.size()), MPI_BYTE, places.channel.place_of(to_[i]),
                         places.channel.tag_to(to_[i], places.tag), places.channel.comm(), &places.requests[1 + i]),
              "MPI_Isend");
        if (!places.counters.empty()) {
            places.counters[static_cast<std::size_t>(to_[i])]->add(sent_.size());
        }
    }
    return to_.size();
}

}  // namespace causeway::mpi
