/// Scan: everybody sends its operand to all later ranks, and combines those of the earlier ones itself.
///
/// One latency and at most P-1 messages each, where rounds take log2 P latencies: for few bytes and few processes.
/// Operators need not commute, and nobody waits for a later rank, so that calls in a row overlap. Source: the linear
/// algorithm of SimGrid's MPI; the order is that of receivers.hpp.
#include "causeway/scheme/receivers.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_scan_direct(const Layout& layout) {
    return sent_straight(layout, Wanted::kUpToSelf);
}

}  // namespace

extern constexpr Scheme scan_direct{
    .name = "scan_direct",
    .summary = "everybody sends its operand to all later ranks, which combine what they get",
    .source = "the linear algorithm of SimGrid's MPI; order ours",
    .operation = Operation::kScan,
    .trees = Trees::kNone,
    .relays = false,
    .gathers_operands = true,
    .most = Bytes(1024),
    .most_processes = kMostSentStraight,
    .build = build_scan_direct,
};

}  // namespace causeway::scheme
