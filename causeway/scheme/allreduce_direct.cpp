/// Allreduce: everybody sends everybody its operand, and combines those of all itself.
///
/// One latency and P-1 messages each, where rounds take log2 P latencies: for few bytes and few processes. Operators
/// need not commute. Source: ours, after the linear algorithms of MPI libraries.
#include "causeway/scheme/receivers.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allreduce_direct(const Layout& layout) {
    return sent_straight(layout);
}

}  // namespace

extern constexpr Scheme allreduce_direct{
    .name = "allreduce_direct",
    .summary = "everybody sends everybody its operand, and combines them all",
    .source = "ours, after linear algorithms",
    .operation = Operation::kAllreduce,
    .trees = Trees::kNone,
    .relays = false,
    .gathers_operands = true,
    .most = Bytes(1024),
    .most_processes = kMostSentStraight,
    .build = build_allreduce_direct,
};

}  // namespace causeway::scheme
