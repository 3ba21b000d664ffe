/// Exscan by runs of ranks that follow each other in one cluster, as scan_over_runs: the first one of a run gets what
/// all earlier runs have, and the others of it the contributions one rank ahead.
///
/// Source: ours; Sanders and Traeff 2006 ("Parallel prefix (scan) algorithms for MPI") do so for processes of one node.
#include "causeway/scheme/prefix_rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

namespace {

Built build_exscan_over_runs(const Layout& layout) {
    Built built = built_for_scan(layout);
    const schedule::ScanBlocks blocks = schedule::scan_blocks(built.num_blocks);
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    const std::vector<Run> runs = runs_of(layout);
    for (const Run& run : runs) {
        hand_to_next(run, blocks, builder);
    }
    for (std::size_t run = 0; run + 1 < runs.size(); ++run) {
        combine_at_last(runs[run], blocks, builder);
    }
    send_totals_ahead(runs, true, blocks, builder);
    for (std::size_t run = 0; run < runs.size(); ++run) {
        // There is nothing before the first rank.
        combine_prefixes(run == 0 ? Run(runs[run].begin() + 1, runs[run].end()) : runs[run], blocks, builder);
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme exscan_over_runs{
    .name = "exscan_over_runs",
    .summary = "what the ranks of a cluster have together goes straight to every later rank",
    .source = "ours; Sanders and Traeff 2006",
    .operation = Operation::kExscan,
    .trees = Trees::kNone,
    .build = build_exscan_over_runs,
};

}  // namespace causeway::scheme
