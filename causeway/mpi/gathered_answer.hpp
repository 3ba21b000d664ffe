/// What every process knows, told to one that answers: two crossings of the network in all.
///
/// The library's own collectives take more, one after another: where one site's ranks wait for another's in each of
/// them, a round costs the longest latency, and the first message between two hosts thrice that, as it opens their
/// connection. Here every connection is one to rank 0, and all are opened at the same time. With more than 32 ranks
/// rank 0 would have too many: then the messages go over a tree of degree 32,
///
///     0 <- 1 ... 31;   0 <- 32 <- 33 ... 63;   0 <- 64 <- 65 ... 95;   ...   0 <- 1024 <- 1056 <- 1057 ...
///
/// in which whole blocks of ranks, which stand close to each other in most jobs, have one way to the outside. Costs
/// 2 ceil(log_32 P) latencies, of which those inside a block are hoped to be short.
#pragma once

#include "causeway/base/function_ref.hpp"

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

namespace causeway::mpi {

/// Of a rank that takes part; nothing of one that does not.
using TextOfRank = std::optional<std::string>;

/// Called on rank 0 with the texts of all, [rank].
using Answer = base::FunctionRef<std::string(const std::vector<TextOfRank>& texts)>;

/// Which of these ranks take part, [i]. Local; the same whichever rank asks.
using TakePart = base::FunctionRef<std::vector<bool>(const std::vector<int>& ranks)>;

/// What `answer` returns on rank 0, on every rank. Called by the ranks that take part: nobody sends to the others or
/// waits for them, and who stands below one of them in the tree turns to those above it. If rank 0 is not there, the
/// ranks that have nobody above them answer, each to those below it, with their texts alone.
///
/// `answer` must not throw: the others wait for it. `comm`: of which no rank that takes part has yet sent anything, as
/// long as it is in here. Then no program can tell: what is sent here is received here, by ranks that ask for the
/// sender and the tag; what the program sends to a rank that is still here either comes from ranks that it does not
/// listen to, or after what is for it, as messages do not overtake each other. Throws MpiError.
[[nodiscard]] std::string gathered_answer(MPI_Comm comm, const std::string& text, TakePart take_part, Answer answer);

}  // namespace causeway::mpi
