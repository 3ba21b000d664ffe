/// Wrong arguments: the same class of error, through the communicator's own handler, once; and where one process alone
/// calls wrongly, nothing of that remains for the calls after it.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

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

/// For as long as this lives, a communicator has that handler, and so have those that are told of a call without one.
class HandlersThatRemember {
public:
    explicit HandlersThatRemember(MPI_Comm comm) : comms_{MPI_COMM_WORLD, MPI_COMM_SELF, comm} {
        MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
        MPI_Comm_create_errhandler(remember, &handler);
        for (std::size_t i = 0; i < comms_.size(); ++i) {
            MPI_Comm_get_errhandler(comms_[i], &before_[i]);
            MPI_Comm_set_errhandler(comms_[i], handler);
        }
        MPI_Errhandler_free(&handler);
    }
    HandlersThatRemember(const HandlersThatRemember&) = delete;
    HandlersThatRemember& operator=(const HandlersThatRemember&) = delete;
    ~HandlersThatRemember() {
        for (std::size_t i = 0; i < comms_.size(); ++i) {
            MPI_Comm_set_errhandler(comms_[i], before_[i]);
        }
    }

private:
    std::array<MPI_Comm, 3> comms_;
    std::array<MPI_Errhandler, 3> before_{};
};

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
    std::optional<HandlersThatRemember> handlers(copy);
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
    handlers.reset();
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    // The communicator still works.
    expect_equal(cases_over(catalogue, communicator, 3, 2));
    MPI_Comm_free(&copy);
}

constexpr const char* kNegativeCount = "a count below 0";
constexpr const char* kNull = "an address that is null";
constexpr const char* kInPlace = "MPI_IN_PLACE where it may not be";

/// A way to describe one side of a call wrongly.
struct WrongSide {
    const char* name;
    void (*make)(Argument* side);
};

void give_datatype(Argument* side, MPI_Datatype datatype) {
    side->datatype = datatype;
    std::fill(side->datatypes.begin(), side->datatypes.end(), datatype);
}

const std::vector<WrongSide> kWrongSides {
    {"no datatype", [](Argument* side) { give_datatype(side, MPI_DATATYPE_NULL); }},
        {kNegativeCount,
         [](Argument* side) {
             side->count = -1;
             std::fill(side->counts.begin(), side->counts.end(), -1);
         }},
#if !defined(OPEN_MPI) || !OPEN_MPI
        {kNull, [](Argument* side) { side->address = nullptr; }},
#endif
        {kInPlace, [](Argument* side) { side->address = MPI_IN_PLACE; }},
};

/// Whether this side of a call counts at a process.
bool is_significant(const Collective& collective, bool is_given, bool is_root) {
    if (!collective.moves_data || (is_given && collective.has_one_buffer)) {
        return false;
    }
    const bool is_of_root = is_given ? collective.name.starts_with("scatter")
                                     : collective.name.starts_with("gather") || collective.name == "reduce";
    return is_root || !is_of_root;
}

/// Whether the MPI library looks for it, and does not die of it.
bool is_looked_for(const Collective& collective, const WrongSide& wrong, bool is_given) {
    const std::string_view what = wrong.name;
    const bool is_scatter = collective.name.starts_with("scatter");
#if defined(OPEN_MPI) && OPEN_MPI
    // Open MPI 4.1.4 does not look at these where the call does not wait.
    if ((is_given && is_scatter) || (!is_given && collective.name == "allgatherv") ||
        (what == kInPlace && collective.name == "exscan")) {
        return false;
    }
#endif
    if (what == kNegativeCount) {
        return with_count(collective);
    }
    if (what == kNull) {
        return collective.name != "alltoallw";  // datatypes are many there
    }
    // MPICH 4.0.2 takes it for an address where something is to be given.
    return what != kInPlace || (!is_given && !collective.has_one_buffer && !is_scatter);
}

/// Makes one side of a call wrong.
void make_wrong(const Collective& collective, const WrongSide& wrong, bool is_given, Call* call) {
    Argument& side = is_given ? call->send : call->receive;
    wrong.make(&side);
    if (collective.reduces) {  // there both have one count and one datatype
        for (Argument* other : {&call->send, &call->receive}) {
            other->count = side.count;
            other->counts = side.counts;
            other->datatype = side.datatype;
        }
    }
}

/// What a process gets by one name.
std::vector<int> got_by(const Collective& collective, const Communicator& communicator, Library library, Form form) {
    std::vector<int> send;
    std::vector<int> receive;
    Call call = right_call(communicator, &send, &receive);
    std::fill(send.begin(), send.end(), communicator.rank + 1);
    call.library = library;
    call.form = form;
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_EQ(collective.start(call, &request), MPI_SUCCESS);
    EXPECT_EQ(PMPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    return receive;
}

/// One process calls wrongly, by both names; then all call rightly.
void expect_that_it_is_its_own(const Collective& collective, const Communicator& communicator, Form form,
                               const WrongSide& wrong, bool is_given, int mistaken) {
    SCOPED_TRACE(fmt::format("{} ({}): {} of what {}, at rank {}", collective.name, to_text(form), wrong.name,
                             is_given ? "is given" : "is got", mistaken));
    if (communicator.rank == mistaken) {
        std::vector<int> send;
        std::vector<int> receive;
        Call call = right_call(communicator, &send, &receive);
        make_wrong(collective, wrong, is_given, &call);
        call.form = Form::kNonblocking;  // nobody waits if it goes unnoticed
        const Seen native = seen_by(collective, call, Library::kProfiled);
        ASSERT_NE(native.returned_class, MPI_SUCCESS);
        call.form = form;
        const Seen ours = seen_by(collective, call, Library::kStandard);
        EXPECT_EQ(ours.returned_class, native.returned_class);
        EXPECT_EQ(ours.told.times, native.told.times);
        EXPECT_EQ(class_of(ours.told.code), class_of(native.told.code));
        EXPECT_EQ(ours.told.comm, native.told.comm);
    }
    const std::vector<int> expected = got_by(collective, communicator, Library::kProfiled, form);
    EXPECT_EQ(got_by(collective, communicator, Library::kStandard, form), expected);
}

TEST(Errors, OfOneProcessAreItsOwn) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    const Communicator communicator = described("a duplicate of the world", copy);
    expect_equal(cases_over(Catalogue(), communicator, 3, 1));  // plans are there
    std::optional<HandlersThatRemember> handlers(copy);
    for (const Collective* collective : all_collectives()) {
        for (const Form form : kFormsOfAll) {
            for (const WrongSide& wrong : kWrongSides) {
                for (const bool is_given : {true, false}) {
                    for (int rank = 0; rank < communicator.size; ++rank) {
                        if (is_significant(*collective, is_given, rank == 0) &&
                            is_looked_for(*collective, wrong, is_given)) {
                            expect_that_it_is_its_own(*collective, communicator, form, wrong, is_given, rank);
                        }
                    }
                }
            }
        }
    }
    handlers.reset();
    MPI_Comm_free(&copy);
}

/// Rank 0 has nothing and gets nothing, and says one place for both: that is no mistake.
TEST(Errors, NothingMayBeGivenFromThePlaceOfNothing) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    const auto size = static_cast<std::size_t>(world.size);
    const auto own = static_cast<std::size_t>(world.rank);
    for (int round = 0; round < 3; ++round) {
        std::vector<int> counts(size, world.rank == 0 ? 0 : 1);
        counts[0] = 0;
        const std::vector<int> receive_counts = counts;
        std::vector<int> places(size);
        std::vector<int> byte_places(size);
        for (std::size_t i = 0; i < size; ++i) {
            places[i] = static_cast<int>(i);
            byte_places[i] = static_cast<int>(i * sizeof(int));
        }
        const std::vector<MPI_Datatype> types(size, MPI_INT);
        const std::vector<MPI_Datatype> receive_types = types;
        std::vector<int> expected(size, -1);
        for (std::size_t i = 1; i < size && own != 0; ++i) {
            expected[i] = static_cast<int>(i);
        }
        std::vector<int> got(size, -1);
        const std::vector<int> mine(size, world.rank);
        const int* const given = own == 0 ? got.data() : mine.data();
        EXPECT_EQ(MPI_Alltoallv(given, counts.data(), places.data(), MPI_INT, got.data(), receive_counts.data(),
                                places.data(), MPI_INT, MPI_COMM_WORLD),
                  MPI_SUCCESS);
        EXPECT_EQ(got, expected);
        std::fill(got.begin(), got.end(), -1);
        EXPECT_EQ(MPI_Alltoallw(given, counts.data(), byte_places.data(), types.data(), got.data(),
                                receive_counts.data(), byte_places.data(), receive_types.data(), MPI_COMM_WORLD),
                  MPI_SUCCESS);
        EXPECT_EQ(got, expected);
        std::fill(got.begin(), got.end(), -1);
        std::vector<int> of_ranks(size, 1);
        of_ranks[0] = 0;
        EXPECT_EQ(MPI_Allgatherv(given, own == 0 ? 0 : 1, MPI_INT, got.data(), of_ranks.data(), places.data(), MPI_INT,
                                 MPI_COMM_WORLD),
                  MPI_SUCCESS);
        for (std::size_t i = 1; i < size; ++i) {
            EXPECT_EQ(got[i], static_cast<int>(i));
        }
    }
}

}  // namespace
}  // namespace conformance
