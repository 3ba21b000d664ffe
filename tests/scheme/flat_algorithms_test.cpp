/// The flat algorithms of MPI libraries on a uniform network: their cost as their heads say, against their schedules.
#include "causeway/model/grid_plogp.hpp"
#include "causeway/scheme/scheme.hpp"
#include "causeway/simulate/simulate.hpp"
#include "tests/support/exact_plogp.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::scheme {
namespace {

constexpr Bytes kPart{64};

struct Case {
    int processes;
    platform::Plogp plogp;

    /// L + g(m) of `parts` parts.
    [[nodiscard]] Seconds hop(int parts) const { return plogp.latency + plogp.gap_of(parts * kPart); }
    [[nodiscard]] Seconds empty_hop() const { return plogp.latency + plogp.gap_of(Bytes(0)); }
    [[nodiscard]] int floor_log2() const {
        return static_cast<int>(std::bit_width(static_cast<unsigned>(processes))) - 1;
    }
    [[nodiscard]] bool is_power_of_two() const { return std::has_single_bit(static_cast<unsigned>(processes)); }
    /// L + g(m) for 1, 2, ..., P/2 parts.
    [[nodiscard]] Seconds hops_of_halves() const {
        Seconds sum{0.0};
        for (int parts = 1; parts < processes; parts *= 2) {
            sum = sum + hop(parts);
        }
        return sum;
    }
};

enum class Exact {
    kAlways,
    kForPowersOfTwo,
    kElseAtMost,  ///< for powers of two, and for others no less than it takes
};

struct ClosedForm {
    Exact exact = Exact::kAlways;
    /// Each process has one part of its own (for each other one, in an all-to-all); data that all have alike is P
    /// parts.
    Seconds (*time)(const Case&) = nullptr;
};

/// Over a circulant graph the parts of a message that go past the last rank are a message of their own.
const std::set<std::string_view> kWithoutClosedForm{"allgather_by_circulant", "allreduce_by_circulant",
                                                    "reduce_scatter_by_circulant"};

Seconds in_steps(const Case& c) {
    return c.processes == 1 ? Seconds(0.0)
                            : (c.processes - 1) * c.hop(1) + (c.processes - 2) * c.plogp.gap_of(Bytes(0));
}

Seconds at_once(const Case& c) {
    return c.processes == 1 ? Seconds(0.0) : c.plogp.latency + (c.processes - 1) * c.plogp.gap_of(kPart);
}

Seconds around_ring(const Case& c) {
    return (c.processes - 1) * c.hop(1);
}

const std::map<std::string_view, ClosedForm>& closed_forms() {
    constexpr auto kHalves = [](const Case& c) { return c.hops_of_halves(); };
    constexpr auto kHalvesTwice = [](const Case& c) { return 2 * c.hops_of_halves(); };
    static const std::map<std::string_view, ClosedForm> kForms{
        {"reduce_by_rabenseifner", {Exact::kForPowersOfTwo, kHalvesTwice}},
        {"allreduce_by_rabenseifner", {Exact::kForPowersOfTwo, kHalvesTwice}},
        {"allreduce_by_recursive_doubling",
         {Exact::kElseAtMost,
          [](const Case& c) { return (c.floor_log2() + (c.is_power_of_two() ? 0 : 2)) * c.hop(c.processes); }}},
        {"allreduce_by_ring", {Exact::kAlways, [](const Case& c) { return 2 * around_ring(c); }}},
        {"barrier_by_dissemination",
         {Exact::kAlways,
          [](const Case& c) { return (c.floor_log2() + (c.is_power_of_two() ? 0 : 1)) * c.empty_hop(); }}},
        {"barrier_by_recursive_doubling",
         {Exact::kElseAtMost,
          [](const Case& c) { return (c.floor_log2() + (c.is_power_of_two() ? 0 : 3)) * c.empty_hop(); }}},
        {"gather_direct", {Exact::kAlways, at_once}},
        {"gather_by_binomial_tree", {Exact::kForPowersOfTwo, kHalves}},
        {"scatter_direct", {Exact::kAlways, at_once}},
        {"scatter_by_binomial_tree", {Exact::kForPowersOfTwo, kHalves}},
        {"allreduce_direct", {Exact::kAlways, at_once}},
        {"scan_direct", {Exact::kAlways, at_once}},
        {"allgather_by_recursive_doubling", {Exact::kForPowersOfTwo, kHalves}},
        {"allgather_by_neighbor_exchange",
         {Exact::kAlways,
          [](const Case& c) {
              const int rounds = c.processes / 2;
              return c.processes % 2 != 0 ? around_ring(c) : c.hop(1) + (rounds - 1) * c.hop(2);
          }}},
        {"allgather_by_ring", {Exact::kAlways, around_ring}},
        {"alltoall_direct", {Exact::kAlways, at_once}},
        {"alltoall_by_pairwise_exchange", {Exact::kAlways, in_steps}},
        {"reduce_scatter_by_recursive_halving", {Exact::kForPowersOfTwo, kHalves}},
        {"reduce_scatter_by_pairwise_exchange", {Exact::kAlways, in_steps}},
        {"reduce_scatter_by_ring", {Exact::kAlways, around_ring}},
        {"neighbor_allgather_direct", {Exact::kAlways, at_once}},  // all are neighbours of all
        {"neighbor_alltoall_direct", {Exact::kAlways, at_once}},
        {"scan_by_chain", {Exact::kAlways, [](const Case& c) { return (c.processes - 1) * c.hop(c.processes); }}},
        {"scan_by_recursive_doubling",
         {Exact::kElseAtMost,
          [](const Case& c) { return (c.floor_log2() + (c.is_power_of_two() ? 0 : 1)) * c.hop(c.processes); }}},
    };
    return kForms;
}

Seconds simulated(const Scheme& scheme, const Case& c, int root) {
    Layout layout{.processes = c.processes, .root = is_rooted(scheme.operation) ? root : 0};
    layout.num_blocks = scheme.divides ? c.processes : 1;
    const Built built = scheme.build(layout);
    const bool is_barrier = scheme.operation == Operation::kBarrier;
    const bool has_parts = scheme.divides || scheme.gathers_operands || has_owned_blocks(scheme.operation);
    const Bytes block = is_barrier ? Bytes(0) : has_parts ? kPart : c.processes * kPart;
    const schedule::BlockSizes sizes{built.num_blocks * block, block};
    return simulate::run(built.strands, model::ClusterPlogp(c.plogp, c.processes), sizes).makespan;
}

class EveryFlatAlgorithm : public testing::TestWithParam<const Scheme*> {};

TEST_P(EveryFlatAlgorithm, TakesWhatItsClosedFormSaysWhereThatIsExact) {
    const auto form = closed_forms().find(GetParam()->name);
    ASSERT_NE(form, closed_forms().end());
    for (const int processes : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 32}) {
        for (const platform::Plogp& plogp : test::exact_plogps()) {
            const Case c{processes, plogp};
            if (form->second.exact == Exact::kForPowersOfTwo && !c.is_power_of_two()) {
                continue;
            }
            for (const int root : {0, processes / 2, processes - 1}) {
                SCOPED_TRACE(testing::Message() << processes << " processes, root " << root);
                const Seconds time = simulated(*GetParam(), c, root);
                if (form->second.exact == Exact::kElseAtMost && !c.is_power_of_two()) {
                    EXPECT_LE(time.value(), form->second.time(c).value());
                } else {
                    EXPECT_EQ(time.value(), form->second.time(c).value());
                }
            }
        }
    }
}

std::vector<const Scheme*> flat_algorithms() {
    std::vector<const Scheme*> result;
    for (const Scheme* scheme : schemes().members()) {
        const bool is_flat = scheme->trees == Trees::kByRank || scheme->name.ends_with("_direct");
        if (is_flat && !kWithoutClosedForm.contains(scheme->name)) {
            result.push_back(scheme);
        }
    }
    return result;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryFlatAlgorithm, testing::ValuesIn(flat_algorithms()),
                         [](const auto& one) { return std::string(one.param->name); });

}  // namespace
}  // namespace causeway::scheme
