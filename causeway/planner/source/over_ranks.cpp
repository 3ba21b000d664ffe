/// Flat algorithms over the ranks, in one cluster, or where one is asked for: what the MPI library's own may do as
/// well. Between clusters the library's own stands for them alone.
///
/// Source: Thakur, Rabenseifner and Gropp 2005, of most.
#include "causeway/planner/source/source.hpp"

namespace causeway::planner {

namespace {

using scheme::Scheme;
using scheme::Trees;

void offer_over_ranks(Search& search, const Scheme* scheme) {
    if ((search.task().request.forced || search.task().groups.size() == 1) && !search.is_ordered()) {
        search.offer(plan_over(search.task(), *scheme));
    }
}

}  // namespace

extern constexpr Source over_ranks{
    .name = "over_ranks",
    .summary = "flat algorithms over the ranks, inside one cluster",
    .source = "Thakur, Rabenseifner and Gropp 2005",
    .trees = Trees::kByRank,
    .offer = offer_over_ranks,
};

}  // namespace causeway::planner
