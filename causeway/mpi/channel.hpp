/// Where the messages of one communicator's calls go: over a communicator of our own, which may have more processes, in
/// another order, and messages of others', told apart by their tags.
#pragma once

#include "causeway/mpi/communicator.hpp"

#include <mpi.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace causeway::mpi {

/// Ranks are those of the calls; places are ranks of the communicator that the messages go over. Tags are counted from
/// 0; each process says itself where the tags begin that it receives with, so that no two need to agree on any.
class Channel {
public:
    /// A communicator of the same processes, and all its tags. Outlives this.
    explicit Channel(MPI_Comm comm) : comm_(comm) {}

    /// Some processes of `comm`, [rank] -> place, of which this one has that rank and receives with tags from
    /// `first_tag` on. Nothing is sent before `open`.
    Channel(MPI_Comm comm, std::shared_ptr<const std::vector<int>> places, int rank, int first_tag)
        : comm_(comm), places_(std::move(places)), rank_(rank), first_tag_(first_tag) {}

    /// [rank]: the first of the tags that it receives with.
    void open(std::vector<int> first_tags) { first_tags_ = std::move(first_tags); }

    [[nodiscard]] MPI_Comm comm() const { return comm_; }

    /// Processes. Throws MpiError.
    [[nodiscard]] int size() const { return places_ == nullptr ? size_of(comm_) : static_cast<int>(places_->size()); }

    /// This process's. Throws MpiError.
    [[nodiscard]] int rank() const { return places_ == nullptr ? rank_of(comm_) : rank_; }

    [[nodiscard]] int place_of(int rank) const {
        return places_ == nullptr ? rank : (*places_)[static_cast<std::size_t>(rank)];
    }

    /// Of a process that is one of these.
    [[nodiscard]] int rank_at(int place) const {
        return places_ == nullptr
                   ? place
                   : static_cast<int>(std::find(places_->begin(), places_->end(), place) - places_->begin());
    }

    /// The tag that a message to this process has.
    [[nodiscard]] int own_tag(int tag) const { return first_tag_ + tag; }

    /// The same of another one.
    [[nodiscard]] int tag_to(int rank, int tag) const {
        return first_tags_.empty() ? tag : first_tags_[static_cast<std::size_t>(rank)] + tag;
    }

private:
    MPI_Comm comm_;
    std::shared_ptr<const std::vector<int>> places_;  ///< null: as ranks
    int rank_ = 0;
    int first_tag_ = 0;
    std::vector<int> first_tags_;
};

}  // namespace causeway::mpi
