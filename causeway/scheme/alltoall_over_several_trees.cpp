/// All-to-all over several trees at once, which share what each cluster has for each other one.
///
///     a --- b
///     |     |      what a has for b goes straight and over c, each way with its part
///     + - c +
///
/// Links that lead elsewhere carry their part of what is between two clusters whose own link is narrow. Each process
/// sends its own, block by block; what goes over another cluster passes one of its processes, another one for each
/// sender and receiver. Trees are ways between clusters alone: inside a cluster everybody sends to everybody.
/// Source: Legrand, Marchal and Robert 2004 ("Optimizing the steady-state throughput of scatter and reduce
/// operations"), each cluster the source of a scatter.
#include "causeway/scheme/scheme.hpp"
#include "causeway/scheme/shared_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_alltoall_over_several_trees(const Layout& layout) {
    return exchanged_over_shared_trees(layout);
}

}  // namespace

extern constexpr Scheme alltoall_over_several_trees{
    .name = "alltoall_over_several_trees",
    .summary = "what one cluster has for another takes several ways at once, block by block",
    .source = "Legrand, Marchal and Robert 2004",
    .operation = Operation::kAlltoall,
    .trees = Trees::kShared,
    .build = build_alltoall_over_several_trees,
};

}  // namespace causeway::scheme
