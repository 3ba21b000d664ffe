/// Exscan along a chain of all ranks: each gets a block of the contribution of the rank before it and what that one has
/// combined, and sends the two, combined, to the next one.
///
/// Every process but the first two receives the data twice. Source: the linear algorithm of MPI libraries; the blocks
/// are ours.
#include "causeway/scheme/prefix_rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <array>

namespace causeway::scheme {

namespace {

Built build_exscan_by_chain(const Layout& layout) {
    Built built = built_for_scan(layout);
    const schedule::ScanBlocks blocks = schedule::scan_blocks(built.num_blocks);
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    builder.begin_section(layout.num_blocks, 1);
    for (int process = 1; process < layout.processes; ++process) {
        const schedule::BlockRange result{blocks.results.first, 1};
        const std::array contribution{
            schedule::Message{process - 1, process, {blocks.totals.first, 1}, false, result.first}};
        builder.round(contribution);
        if (process > 1) {
            builder.reduce(process - 1, process, result);
        }
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme exscan_by_chain{
    .name = "exscan_by_chain",
    .summary = "a chain of all ranks, blocks following each other",
    .source = "the linear algorithm of MPI libraries; blocks ours",
    .operation = Operation::kExscan,
    .trees = Trees::kNone,
    .build = build_exscan_by_chain,
};

}  // namespace causeway::scheme
