/// All-to-all: everybody sends everybody its part, each beginning with its successor.
///
/// No byte crosses a link twice, and all links are busy from the beginning; every process sends P-1 messages.
/// Source: the spread of every MPI library.
#include "causeway/collective/scheme.hpp"

namespace causeway::collective {

namespace {

Built build(const Layout& layout) {
    const int processes = layout.processes;
    schedule::Builder builder(processes, processes * processes, layout.only);
    for (int shift = 1; shift < processes; ++shift) {
        for (int from = 0; from < processes; ++from) {
            const int to = (from + shift) % processes;
            if (!layout.only || *layout.only == from || *layout.only == to) {
                builder.transfer(from, to, {from * processes + to, 1});
            }
        }
    }
    Built built;
    built.num_blocks = processes * processes;
    for (int process = 0; process < processes; ++process) {
        built.of_process.push_back({process * processes, processes});
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme alltoall_direct{
    .name = "alltoall_direct",
    .summary = "everybody sends everybody its part, beginning with its successor",
    .source = "the linear algorithm of MPI libraries",
    .operation = Operation::kAlltoall,
    .trees = Trees::kNone,
    .build = build,
};

}  // namespace causeway::collective
