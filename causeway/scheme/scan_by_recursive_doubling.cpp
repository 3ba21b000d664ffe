/// Scan: in every round each process sends what it has combined so far to the one that is twice as many ranks ahead as
/// in the round before.
///
/// Cost log2 P (L + g(m)): exact for blocks as large as the data where P is a power of two; for any other P at most
/// ceil(log2 P) times that of a message. For few bytes. Nothing is known of the network.
/// Source: Hillis, Steele 1986 ("Data parallel algorithms"); MPI libraries choose it.
#include "causeway/scheme/prefix_rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_scan_by_recursive_doubling(const Layout& layout) {
    Built built = built_for_scan(layout);
    const schedule::ScanBlocks blocks = schedule::scan_blocks(built.num_blocks);
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    combine_prefixes(all_processes(layout), blocks, builder);
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme scan_by_recursive_doubling{
    .name = "scan_by_recursive_doubling",
    .summary = "everybody sends what it has combined to a rank twice as far ahead in every round",
    .source = "Hillis and Steele 1986",
    .operation = Operation::kScan,
    .trees = Trees::kByRank,
    .library = LibraryUse{.of = MpiLibrary::kMpich},
    .build = build_scan_by_recursive_doubling,
};

}  // namespace causeway::scheme
