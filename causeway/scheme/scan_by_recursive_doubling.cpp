/// Scan: in every round each process sends what it has combined so far to the one that is twice as many ranks ahead as
/// in the round before.
///
/// Cost log2 P (L + g(m)): exact for blocks as large as the data where P is a power of two; for any other P at most
/// ceil(log2 P) times that of a message. For few bytes. Nothing is known of the network.
/// Source: Hillis, Steele 1986 ("Data parallel algorithms"); MPICH chooses it.
#include "causeway/scheme/prefix_rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_scan_by_recursive_doubling(const Layout& layout) {
    return scan_built(layout, [&](const schedule::ScanBlocks& blocks, schedule::Builder& builder) {
        combine_prefixes(all_processes(layout), blocks, builder);
    });
}

}  // namespace

extern constexpr Scheme scan_by_recursive_doubling{
    .name = "scan_by_recursive_doubling",
    .summary = "everybody sends what it has combined to a rank twice as far ahead in every round",
    .source = "Hillis and Steele 1986",
    .operation = Operation::kScan,
    .trees = Trees::kByRank,
    .build = build_scan_by_recursive_doubling,
};

}  // namespace causeway::scheme
