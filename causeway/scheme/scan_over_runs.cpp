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

using schedule::Message;
using schedule::ScanBlocks;

/// Ranks that follow each other in one cluster: what a scan of data goes through once.
using Run = std::vector<int>;

/// All of them, in order.
std::vector<Run> runs_of(const Layout& layout) {
    std::vector<Run> runs;
    for (int process = 0; process < layout.processes; ++process) {
        const auto cluster_of = [&](int one) {
            return layout.cluster_of_process.empty() ? 0 : layout.cluster_of_process[static_cast<std::size_t>(one)];
        };
        if (process == 0 || cluster_of(process) != cluster_of(process - 1)) {
            runs.emplace_back();
        }
        runs.back().push_back(process);
    }
    return runs;
}

/// Before: each process of the run holds its contribution in the totals. After: the last one holds them all, combined.
/// ceil(log2 P) rounds.
void combine_at_last(const Run& run, const ScanBlocks& blocks, schedule::Builder& builder) {
    const std::size_t size = run.size();
    for (std::size_t distance = 1; distance < size; distance *= 2) {
        for (std::size_t to_last = 0; to_last + distance < size; to_last += 2 * distance) {
            builder.reduce(run[size - 1 - to_last - distance], run[size - 1 - to_last], blocks.totals);
        }
    }
}

/// The last process of every run sends its totals to the first one of each later run, who combines them with its
/// result.
void send_totals_ahead(const std::vector<Run>& runs, const ScanBlocks& blocks, schedule::Builder& builder) {
    for (std::size_t distance = 1; distance < runs.size(); ++distance) {
        std::vector<Message> messages;
        for (std::size_t run = 0; run + distance < runs.size(); ++run) {
            messages.push_back(
                {runs[run].back(), runs[run + distance].front(), blocks.totals, true, blocks.results.first});
        }
        builder.round(messages);
    }
}

Built build_scan_over_runs(const Layout& layout) {
    return scan_built(layout, [&](const schedule::ScanBlocks& blocks, schedule::Builder& builder) {
        const std::vector<Run> runs = runs_of(layout);
        for (std::size_t run = 0; run + 1 < runs.size(); ++run) {
            combine_at_last(runs[run], blocks, builder);
        }
        send_totals_ahead(runs, blocks, builder);
        for (const Run& run : runs) {
            combine_prefixes(run, blocks, builder);
        }
    });
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
