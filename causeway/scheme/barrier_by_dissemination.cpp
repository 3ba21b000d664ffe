/// Barrier: in round k everybody tells the process 2^k places on of all it has heard of.
///
///     round 1: 0->1  1->2  2->3 ... 7->0        (P = 8)
///     round 2: 0->2  1->3  2->4 ... 7->1
///     round 3: 0->4  1->5  2->6 ... 7->3
///
/// Cost ceil(log2 P)(L + g(0)): exact for every P. Where P is no power of two, some hear of others twice, which does no
/// harm. Source: Hensgen, Finkel, Manber 1988 ("Two algorithms for barrier synchronization"), dissemination.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

namespace {

Built build_barrier_by_dissemination(const Layout& layout) {
    Built built;
    built.num_blocks = layout.num_blocks;
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for (int distance = 1; distance < layout.processes; distance *= 2) {
        std::vector<schedule::Message> messages;
        messages.reserve(static_cast<std::size_t>(layout.processes));
        for (int process = 0; process < layout.processes; ++process) {
            messages.push_back({process, (process + distance) % layout.processes, {0, layout.num_blocks}, true});
        }
        builder.round(messages);
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme barrier_by_dissemination{
    .name = "barrier_by_dissemination",
    .summary = "everybody tells the next ones of all it has heard of, at twice the distance in every round",
    .source = "Hensgen, Finkel, Manber 1988",
    .operation = Operation::kBarrier,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_distances},
    .build = build_barrier_by_dissemination,
};

}  // namespace causeway::scheme
