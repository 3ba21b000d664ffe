/// Allgather: everybody sends everybody its own.
///
/// One latency and P-1 messages each, where rounds take log2 P latencies: for few bytes and few processes. Source: the
/// linear algorithm of MPI libraries; the order is that of receivers.hpp.
#include "causeway/scheme/receivers.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allgather_direct(const Layout& layout) {
    return sent_straight(layout);
}

}  // namespace

extern constexpr Scheme allgather_direct{
    .name = "allgather_direct",
    .summary = "everybody sends everybody its own",
    .source = "the linear algorithm of MPI libraries; order ours",
    .operation = Operation::kAllgather,
    .trees = Trees::kNone,
    .relays = false,
    .most_processes = kMostSentStraight,
    .build = build_allgather_direct,
};

}  // namespace causeway::scheme
