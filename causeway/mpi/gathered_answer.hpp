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

#include <string>
#include <vector>

namespace causeway::mpi {

/// Called on rank 0 with the texts of all, [rank].
using Answer = base::FunctionRef<std::string(const std::vector<std::string>& texts)>;

/// What `answer` returns on rank 0, on every rank. It must not throw: the others wait for it. Collective over `comm`,
/// over which the program has not yet sent anything: the messages are told from later ones by coming first. Throws
/// MpiError.
[[nodiscard]] std::string gathered_answer(MPI_Comm comm, const std::string& text, Answer answer);

}  // namespace causeway::mpi
