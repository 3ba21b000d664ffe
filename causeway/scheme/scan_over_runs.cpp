/// Scan by runs of ranks that follow each other in one cluster: what a run has together goes straight to every later
/// one.
///
///     a0 a1 | b0 b1 b2 | a2       the ranks in their order: three runs
///     a1 > b0, a2;  b2 > a2       what crosses between runs
///
/// The members of a run combine their contributions at its last one, who sends them to the first one of each later run;
/// that one's result is where the others of its run go on from. So each contribution crosses one long link on its way,
/// at once with all others: a scan of few bytes takes about the longest latency from a rank to a later one, and the
/// rounds inside the clusters. Of R runs there are R (R - 1) / 2 such messages: for ranks that are scattered over the
/// clusters, few bytes. Source: ours; the runs are what Sanders and Traeff 2006 ("Parallel prefix (scan) algorithms for
/// MPI") do for processes of one node.
#include "causeway/scheme/prefix_rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

namespace {

Built build_scan_over_runs(const Layout& layout) {
    Built built = built_for_scan(layout);
    const schedule::ScanBlocks blocks = schedule::scan_blocks(built.num_blocks);
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    const std::vector<Run> runs = runs_of(layout);
    for (std::size_t run = 0; run + 1 < runs.size(); ++run) {
        combine_at_last(runs[run], blocks, builder);
    }
    send_totals_ahead(runs, blocks, builder);
    for (const Run& run : runs) {
        combine_prefixes(run, blocks, builder);
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme scan_over_runs{
    .name = "scan_over_runs",
    .summary = "what the ranks of a cluster have together goes straight to every later rank",
    .source = "ours; Sanders and Traeff 2006",
    .operation = Operation::kScan,
    .trees = Trees::kNone,
    .build = build_scan_over_runs,
};

}  // namespace causeway::scheme
