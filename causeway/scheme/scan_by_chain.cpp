/// Scan along a chain of all ranks: each combines a block with what comes from the rank before, and sends the result to
/// the next one, while the next block comes.
///
/// Every process receives and sends the data once: for long data, m bytes in b blocks, P - 1 + b - 1 turns of (L +
/// g(m/b)) at most; but a latency for each rank. Where a cluster's ranks follow each other, data crosses each long link
/// once. Source: the linear algorithm of MPI libraries; the blocks are ours.
#include "causeway/scheme/prefix_rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_scan_by_chain(const Layout& layout) {
    return scan_built(layout, [&](const schedule::ScanBlocks& blocks, schedule::Builder& builder) {
        builder.begin_section(layout.num_blocks, 1);
        for (int process = 1; process < layout.processes; ++process) {
            builder.reduce(process - 1, process, {blocks.results.first, 1});
        }
    });
}

}  // namespace

extern constexpr Scheme scan_by_chain{
    .name = "scan_by_chain",
    .summary = "a chain of all ranks, blocks following each other",
    .source = "the linear algorithm of MPI libraries; blocks ours",
    .operation = Operation::kScan,
    .trees = Trees::kNone,
    .build = build_scan_by_chain,
};

}  // namespace causeway::scheme
