/// Exscan: everybody's contribution goes one rank ahead; then as scan_by_recursive_doubling, from the second rank on.
///
/// One round more. Source: Hillis, Steele 1986 ("Data parallel algorithms").
#include "causeway/scheme/prefix_rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_exscan_by_recursive_doubling(const Layout& layout) {
    Built built = built_for_scan(layout);
    const schedule::ScanBlocks blocks = schedule::scan_blocks(built.num_blocks);
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    hand_to_next(processes_from(0, layout), blocks, builder);
    combine_prefixes(processes_from(1, layout), blocks, builder);
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme exscan_by_recursive_doubling{
    .name = "exscan_by_recursive_doubling",
    .summary = "contributions one rank ahead, then what is combined twice as far in every round",
    .source = "Hillis and Steele 1986",
    .operation = Operation::kExscan,
    .trees = Trees::kByRank,
    .library = LibraryUse{},
    .build = build_exscan_by_recursive_doubling,
};

}  // namespace causeway::scheme
