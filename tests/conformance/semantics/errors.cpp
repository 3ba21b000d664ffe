/// Wrong arguments: the same class of error, through the communicator's own handler, once.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace conformance {
namespace {

/// What a handler was told. MPI gives handlers no other place to keep it.
struct Told {
    int times = 0;
    int code = MPI_SUCCESS;
    MPI_Comm comm = MPI_COMM_NULL;
};
Told told;

void remember(MPI_Comm* comm, int* code, ...) {
    ++told.times;
    told.code = *code;
    told.comm = *comm;
}

int class_of(int code) {
    int result = MPI_SUCCESS;
    MPI_Error_class(code, &result);
    return result;
}

/// A way to call wrongly.
struct Mistake {
    const char* name;
    void (*make)(Call* call);
    bool (*is_possible)(const Collective& collective);
};

/// Open MPI 4.1.4 looks into the communicator before it checks it in some.
bool without_communicator(const Collective& collective) {
#if defined(OPEN_MPI) && OPEN_MPI
    return collective.name != "allgather" && collective.name != "allgatherv" && collective.name != "alltoallv" &&
           collective.name != "alltoallw";
#else
    return !collective.name.empty();
#endif
}
bool with_root(const Collective& collective) {
    return collective.has_root;
}
bool with_datatype(const Collective& collective) {
    return collective.moves_data;
}
/// MPICH 4.0.2 does not check the counts of reductions, and dies of them.
bool with_count(const Collective& collective) {
#if defined(OPEN_MPI) && OPEN_MPI
    return collective.moves_data;
#else
    return collective.moves_data && !collective.reduces;
#endif
}
bool with_operator(const Collective& collective) {
    return collective.reduces;
}

/// Collectives in which every process does the same; Open MPI 4.1.4 looks for it in MPI_Allreduce alone, of several
/// elements.
#if defined(OPEN_MPI) && OPEN_MPI
constexpr int kLeastInOnePlace = 2;
#else
constexpr int kLeastInOnePlace = 1;
#endif
bool with_one_place(const Collective& collective) {
#if defined(OPEN_MPI) && OPEN_MPI
    return collective.name == "allreduce";
#else
    return collective.name == "allreduce" || collective.name.starts_with("reduce_scatter") ||
           collective.name == "alltoall" || collective.name.ends_with("scan");
#endif
}
bool with_part_in_place([[maybe_unused]] const Collective& collective) {
#if defined(OPEN_MPI) && OPEN_MPI
    return false;
#else
    return collective.name == "allgather";
#endif
}

const std::vector<Mistake> kMistakes{
    {"root beyond the last", [](Call* call) { call->root = 1000; }, with_root},
    {"root below 0", [](Call* call) { call->root = -7; }, with_root},
    {"count below 0",
     [](Call* call) {
         for (Argument* side : {&call->send, &call->receive}) {
             side->count = -1;
             std::fill(side->counts.begin(), side->counts.end(), -1);
         }
     },
     with_count},
    {"no datatype",
     [](Call* call) {
         for (Argument* side : {&call->send, &call->receive}) {
             side->datatype = MPI_DATATYPE_NULL;
             std::fill(side->datatypes.begin(), side->datatypes.end(), MPI_DATATYPE_NULL);
         }
     },
     with_datatype},
    {"no operator", [](Call* call) { call->operation = MPI_OP_NULL; }, with_operator},
    {"one place for what is given and what is got",
     [](Call* call) {
         call->send.address = call->receive.address;
         int size = 0;
         MPI_Comm_size(call->comm, &size);
         call->send.count = call->receive.count = std::min(size, kLeastInOnePlace);
     },
     with_one_place},
    {"its own part given from its place in all",
     [](Call* call) {
         int rank = 0;
         MPI_Comm_rank(call->comm, &rank);
         call->send.address = static_cast<int*>(call->receive.address) + rank;
     },
     with_part_in_place},
    {"no communicator", [](Call* call) { call->comm = MPI_COMM_NULL; }, without_communicator},
};

/// A right call with ints, everything significant everywhere.
Call right_call(const Communicator& communicator, std::vector<int>* send, std::vector<int>* receive) {
    const auto size = static_cast<std::size_t>(communicator.size);
    send->assign(size, 1);
    receive->assign(size, 2);
    Call call;
    const auto argument = [&](std::vector<int>* data) {
        Argument made{data->data(), 1, MPI_INT, std::vector<int>(size, 1), std::vector<int>(size, 0)};
        for (std::size_t i = 0; i < size; ++i) {
            made.places[i] = static_cast<int>(i);
        }
        made.give_each_its_datatype();
        return made;
    };
    call.send = argument(send);
    call.receive = argument(receive);
    call.operation = MPI_SUM;
    call.comm = communicator.comm;
    return call;
}

/// Calls by one name. Returns what the handler was told, and the class of what was returned.
struct Seen {
    Told told;
    int returned_class = MPI_SUCCESS;
};

Seen seen_by(const Collective& collective, Call call, Library library) {
    call.library = library;
    told = {};
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = collective.start(call, &request);
    if (code == MPI_SUCCESS && request != MPI_REQUEST_NULL) {
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return {told, class_of(code)};
}

TEST(Errors, AreThoseOfTheMpiLibraryThroughTheCommunicatorsOwnHandlerOnce) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    const Communicator communicator = described("a duplicate of the world", copy);
    const Catalogue catalogue;
    expect_equal(cases_over(catalogue, communicator, 3, 1));  // plans are there
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(remember, &handler);
    MPI_Errhandler of_world = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world);
    MPI_Errhandler of_self = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &of_self);
    // Of a call without a communicator, these are told.
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_set_errhandler(copy, handler);
    int compared = 0;
    for (const Collective* collective : all_collectives()) {
        for (const Form form : kFormsOfAll) {
            for (const Mistake& mistake : kMistakes) {
                if (!mistake.is_possible(*collective)) {
                    continue;
                }
                SCOPED_TRACE(fmt::format("{} ({}): {}", collective->name, to_text(form), mistake.name));
                std::vector<int> send;
                std::vector<int> receive;
                Call call = right_call(communicator, &send, &receive);
                call.form = form;
                mistake.make(&call);
                const Seen native = seen_by(*collective, call, Library::kProfiled);
                const Seen ours = seen_by(*collective, call, Library::kStandard);
                EXPECT_EQ(ours.returned_class, native.returned_class);
                EXPECT_EQ(ours.told.times, native.told.times);
                EXPECT_EQ(class_of(ours.told.code), class_of(native.told.code));
                EXPECT_EQ(ours.told.comm, native.told.comm);
                compared += native.told.times == 1 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(compared, 50) << "the MPI library checks its arguments";
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, of_self);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    // The communicator still works.
    expect_equal(cases_over(catalogue, communicator, 3, 2));
    MPI_Comm_free(&copy);
}

}  // namespace
}  // namespace conformance
