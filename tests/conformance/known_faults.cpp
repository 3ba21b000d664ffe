#include "tests/conformance/known_faults.hpp"

#include <algorithm>
#include <cstdint>

namespace conformance {

namespace {

#if defined(OPEN_MPI) && OPEN_MPI

bool begins_before_origin(const Datatype& datatype) {
    return std::any_of(datatype.places().begin(), datatype.places().end(),
                       [](const BasicPlace& place) { return place.offset < 0; });
}

bool is_by_libnbc(const Case& c) {
    return c.form == Form::kNonblocking || c.form == Form::kPersistent;
}

#elif defined(MPICH_VERSION)

std::int64_t bytes_of(const Case& c) {
    std::int64_t of_one = 0;
    for (const BasicPlace& place : c.datatype->places()) {
        of_one += static_cast<std::int64_t>(place.basic->size);
    }
    return c.count * of_one;
}

bool is_padded_pair(const Datatype& datatype) {
    const Basic& basic = *datatype.places().front().basic;
    return basic.category == Category::kPair && basic.pair.number_size + kIndexBytes != datatype.extent();
}

#elif defined(SMPI_H)

bool commutes(MPI_Op op) {
    int result = 0;
    PMPI_Op_commutative(op, &result);
    return result != 0;
}

#endif

}  // namespace

const std::vector<KnownFault>& known_faults() {
    static const std::vector<KnownFault> faults {
        {"Open MPI 4.1.4, MPICH 4.0.2: negative extents in all but a broadcast: write outside of their memory, or hang",
         [](const Case& c) { return c.collective->name != "bcast" && c.datatype->extent() < 0; }},
#if defined(OPEN_MPI) && OPEN_MPI
            {"Open MPI 4.1.4: reductions with data before the origin: frees an address that it was not given",
             [](const Case& c) {
                 return c.collective->reduces && begins_before_origin(*c.datatype) && (is_by_libnbc(c) || c.count > 97);
             }},
            {"Open MPI 4.1.4: sums of integers of one byte: vector instructions saturate where the others wrap around",
             [](const Case& c) {
                 return c.collective->reduces && c.combination->kind().name == "sum" &&
                        c.datatype->places().front().basic->size == 1;
             }},
            {"Open MPI 4.1.4: nonblocking all-to-all in place: MPI_ERR_INTERN, wrong data (its issue 9749)",
             [](const Case& c) { return is_by_libnbc(c) && c.in_place && c.collective->name.starts_with("alltoall"); }},
            {"Open MPI 4.1.4: MPI_Alltoallw of one process: takes displacements in bytes for elements",
             [](const Case& c) { return c.collective->name == "alltoallw" && c.communicator->size == 1; }},
#elif defined(SMPI_H)
            {"SimGrid 3.32: reductions and all-to-alls of derived datatypes: writes outside of its memory",
             [](const Case& c) {
                 return (c.collective->reduces || c.collective->name.starts_with("alltoall")) &&
                        !c.datatype->is_predefined();
             }},
            {"SimGrid 3.32: datatypes that begin elsewhere than at their origin: takes other data from the second one "
             "on",
             [](const Case& c) { return c.datatype->places().front().offset != 0; }},
            {"SimGrid 3.32: scans by operators that do not commute: combines in another order than that of the ranks",
             [](const Case& c) { return c.collective->name.ends_with("scan") && !commutes(c.combination->handle()); }},
#elif defined(MPICH_VERSION)
            {"MPICH 4.0.2: reductions whose elements lie in each other's holes: uses memory that it has not written",
             [](const Case& c) { return c.collective->reduces && c.datatype->kind().name == "interleaved"; }},
            {"MPICH 4.0.2: reduce in place of more than 2 KiB: reads from MPI_IN_PLACE",
             [](const Case& c) { return c.collective->name == "reduce" && c.in_place && bytes_of(c) > 2048; }},
            {"MPICH 4.0.2: some persistent operations: 'invalid communicator', an assertion, then hangs",
             [](const Case& c) {
                 return c.form == Form::kPersistent &&
                        (c.collective->name == "scatter" || c.collective->name == "allgather");
             }},
            {"MPICH 4.0.2: persistent gather: sends what was there when the request was made",
             [](const Case& c) { return c.form == Form::kPersistent && c.collective->name == "gather"; }},
            {"MPICH 4.0.2: gather and scatter of much data with holes or of several types: message truncated",
             [](const Case& c) {
                 return (c.collective->name == "gather" || c.collective->name == "scatter") && c.count > 97 &&
                        (!c.datatype->is_uniform() || is_padded_pair(*c.datatype));
             }},
            {"MPICH 4.0.2: reduce-scatter in order of ranks of elements that are far apart: writes outside of its "
             "memory",
             [](const Case& c) {
                 return (c.collective->name == "reduce_scatter_block" || c.collective->name == "reduce_scatter") &&
                        c.datatype->kind().name == "large_extent";
             }},
            {"MPICH 4.0.2: all-to-all in place of much data of several types: message truncated, wrong data",
             [](const Case& c) {
                 return c.collective->name == "alltoall" && c.in_place && c.count > 97 && !c.datatype->is_uniform();
             }},
            {"MPICH 4.0.2: all-to-all in place of pairs with padding: writes outside of its temporary memory",
             [](const Case& c) {
                 return c.collective->name.starts_with("alltoall") && c.in_place && is_padded_pair(*c.datatype);
             }},
#endif
    };
    return faults;
}

const KnownFault* known_fault_of(const Case& c) {
    const auto& faults = known_faults();
    const auto found =
        std::find_if(faults.begin(), faults.end(), [&](const KnownFault& fault) { return fault.concerns(c); });
    return found != faults.end() ? &*found : nullptr;
}

}  // namespace conformance
