/// The blocks of a reduction: runs of elements, combined by the MPI library's operators.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/element_layout.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace causeway::mpi {

/// The arguments of a reduction.
struct ReductionArguments {
    const void* send = nullptr;  ///< this rank's contribution; MPI_IN_PLACE: it is in `receive`
    void* receive = nullptr;     ///< for the result; any address may be one, also MPI_BOTTOM
    MPI_Count count = 0;         ///< elements
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    bool has_result = true;  ///< whether this rank gets the result, all of it, in `receive`
    /// This rank, if the operator does not commute: what comes from higher ones is the right operand.
    std::optional<int> rank_in_order = {};
};

/// Elements keep the layout of their datatype everywhere, as MPI's operators need it. In memory of our own blocks stand
/// in their order, so that several are one message wherever the program has them; in the program's a message of several
/// takes blocks whose elements follow each other there.
class ReductionBlocks final : public BlockData {
public:
    /// `runs`: the elements of each block, in the program's memory. With `is_received_here`, this rank receives blocks:
    /// then each block of the contribution is copied, just before something is combined with it, to where it may be
    /// overwritten: the result's place if there is one. Till then, or else, it is sent from where it is. Arguments and
    /// `scratch` outlive this. Local. Throws MpiError.
    ReductionBlocks(const ReductionArguments& arguments, std::vector<ElementRun> runs, bool is_received_here,
                    Scratch& scratch);

    /// Copies what of the contribution has not been copied yet: of blocks that nobody else has any share in.
    void bring(schedule::BlockRange blocks);

    /// Every block there is.
    [[nodiscard]] schedule::BlockRange all() const { return {0, static_cast<int>(runs_.size())}; }

    /// Of a rank that has these blocks alone for a result: what they are in the end goes `to` the program's memory, the
    /// first to its beginning. Where that is apart from the contribution each does when it is there. It may also be
    /// where all blocks are.
    void want(schedule::BlockRange blocks, void* to);

    /// To be called at the end: what was wanted and has not been given yet.
    void give();

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer partial(schedule::BlockRange blocks, std::size_t place) override;
    void combine(schedule::BlockRange blocks, std::size_t place, int from) override;
    [[nodiscard]] std::int64_t partial_bytes(schedule::BlockRange blocks) const override;
    [[nodiscard]] std::int64_t held_bytes() const override { return held_bytes_; }
    void over(int block) override;

private:
    void copy_elements(void* from, void* to, MPI_Count count) const;
    [[nodiscard]] bool is_wanted(int block) const {
        return block >= wanted_.first && block < wanted_.end() &&
               is_given_[static_cast<std::size_t>(block - wanted_.first)] == 0;
    }
    void give(int block);
    /// The block stands among the elements from here on.
    void take_up(int block);
    /// Where the program has what this rank contributes to them.
    [[nodiscard]] MessageBuffer contributed(schedule::BlockRange blocks) const {
        return layout_.at(contribution_, elements_of(runs_, blocks));
    }
    /// Where they are combined.
    [[nodiscard]] MessageBuffer at(schedule::BlockRange blocks) const {
        return layout_.at(elements_, elements_of(own_runs_, blocks));
    }

    ReductionArguments arguments_;
    std::vector<ElementRun> runs_;      ///< [block], where the contribution is
    std::vector<ElementRun> own_runs_;  ///< [block], where they are combined
    std::vector<char> is_away_;         ///< [block]: still where the contribution is; empty if none ever was
    schedule::BlockRange wanted_{0, 0};
    std::vector<char> is_given_;  ///< [block - wanted_.first]
    std::byte* wanted_at_ = nullptr;
    bool is_given_at_once_ = false;
    bool is_left_ = false;         ///< whether memory of blocks that are over is left to the system
    std::int64_t held_bytes_ = 0;  ///< of blocks that are there, and will be left
    Scratch& scratch_;
    ElementLayout layout_;
    DatatypeView datatype_;              ///< where contributions are copied
    std::byte* contribution_ = nullptr;  ///< as an address given to MPI; so is the next
    std::byte* elements_ = nullptr;      ///< the blocks
};

}  // namespace causeway::mpi
