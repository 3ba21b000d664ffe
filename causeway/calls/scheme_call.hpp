/// A call that is carried out by a scheme (module scheme): what all collectives share.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/calls/call.hpp"
#include "causeway/calls/collectives.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/mpi/block_data.hpp"
#include "causeway/scheme/scheme.hpp"

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace causeway::calls {

/// What a call is to be planned for: values that are the same on every rank of a correct program, but for the last.
struct Asked {
    int root = 0;
    Bytes message;           ///< see plan::Plan::message; nothing to do but for a barrier: 0
    Bytes element{1};        ///< what is never cut
    bool may_be_cut = true;  ///< the data of a process may be several blocks
    bool is_exact = true;    ///< results do not depend on the order in which data is combined
    Form form = Form::kPlain;
    bool in_rank_order = false;  ///< operands are combined in the order of the ranks: the operator does not commute
    bool may_be_relayed = true;  ///< processes that data is not for may pass it on
    int most_relayed = 1;        ///< times `message`: larger parts are not passed on
    /// Of parts that differ and that every rank knows: planner::shares_of_clusters().
    std::vector<int> shares = {};
    Bytes own_part{0};  ///< where parts differ in size: what this rank has for another, on average
};

/// The programs that a call has to carry out, and where it stands.
struct Execution {
    const scheme::Built& built;
    Bytes block;  ///< what the data is cut into: a whole number of elements
    int rank;
    int size;  ///< processes
    mpi::Scratch& scratch;
    bool is_relayed;  ///< data may go through processes that it is not for

    /// Each action of this rank's programs, in their order.
    void for_own_actions(base::FunctionRef<void(const schedule::Action&)> visit) const;

    /// All blocks that this rank's programs deal with, and `own`, lie in this range.
    [[nodiscard]] schedule::BlockRange touched(schedule::BlockRange own) const;

    /// Whether this rank receives anything.
    [[nodiscard]] bool receives() const;
};

/// What to plan for; nothing: the call is for the MPI library. Decided alike on every rank, before any message.
using Ask = base::FunctionRef<std::optional<Asked>(const CommunicatorState&)>;

/// Makes the blocks, of what the program's buffers hold then. They may be in use after the program's function has
/// returned. Refers to any callable of that signature, which outlives it.
class Make {
public:
    template <typename Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, Make> &&
             std::is_invocable_r_v<Work, const Callable&, const Execution&>)
        Make(const Callable& callable)  // NOLINT(google-explicit-constructor): a lambda is one
        : call_(callable), callable_(std::addressof(callable)), copy_([](const void* kept) {
              return std::function<Work(const Execution&)>(*static_cast<const Callable*>(kept));
          }) {}

    [[nodiscard]] Work operator()(const Execution& execution) const { return call_(execution); }

    /// A copy of the callable, that nobody else has to keep.
    [[nodiscard]] std::function<Work(const Execution&)> copy() const { return copy_(callable_); }

private:
    base::FunctionRef<Work(const Execution&)> call_;
    const void* callable_;
    std::function<Work(const Execution&)> (*copy_)(const void*);
};

/// Carries the call out by plan, or by the MPI library's own function; or begins to, or makes a request for it
/// (Calling). `make` is copied for a request: it has all that it needs by value.
/// Collective over `comm`. Never throws.
int carry_out(scheme::Operation operation, MPI_Comm comm, const Calling& calling, Ask ask, Make make) noexcept;

}  // namespace causeway::calls
