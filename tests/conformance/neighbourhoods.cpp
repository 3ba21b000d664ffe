/// Compares every neighbourhood collective that is called by its standard name with the MPI library's own, over
/// topologies of all kinds: an ordinary MPI program, which must not see a difference.
///
/// One line for each call that differs, and a summary. Exit code 1 if anything differs.
#include "apps/command_line/command.hpp"
#include "tests/conformance/collective/collective.hpp"
#include "tests/conformance/topologies.hpp"
#include "tests/conformance/watchdog.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using conformance::Form;
using conformance::kWithout;
using conformance::Library;
using conformance::Topology;

constexpr int kSecondsPerCall = 60;
constexpr int kUntouched = -7;

// ---- data ---------------------------------------------------------------------------------------------------------

/// An element: `ints` integers in `extent` of them.
struct Element {
    std::string_view name;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int ints = 1;
    int extent = 1;
};

class Elements {
public:
    Elements() {
        with_gap_.type =
            resized([](MPI_Datatype* made) { return MPI_Type_vector(2, 1, 2, MPI_INT, made); }, with_gap_.extent);
        backwards_.type = resized(
            [](MPI_Datatype* made) {
                const std::array<int, 2> lengths{1, 1};
                const std::array<int, 2> places{2, 0};
                return MPI_Type_indexed(2, lengths.data(), places.data(), MPI_INT, made);
            },
            backwards_.extent);
    }
    Elements(const Elements&) = delete;
    Elements& operator=(const Elements&) = delete;
    ~Elements() {
        MPI_Type_free(&with_gap_.type);
        MPI_Type_free(&backwards_.type);
    }

    [[nodiscard]] const Element& plain() const { return plain_; }
    [[nodiscard]] const Element& with_gap() const { return with_gap_; }
    [[nodiscard]] const Element& backwards() const { return backwards_; }

private:
    template <typename Make>
    static MPI_Datatype resized(const Make& make, int extent) {
        MPI_Datatype inner = MPI_DATATYPE_NULL;
        MPI_Datatype made = MPI_DATATYPE_NULL;
        make(&inner);
        MPI_Type_create_resized(inner, 0, static_cast<MPI_Aint>(extent * sizeof(int)), &made);
        MPI_Type_commit(&made);
        MPI_Type_free(&inner);
        return made;
    }

    Element plain_{"int", MPI_INT, 1, 1};
    Element with_gap_{"vector", MPI_DATATYPE_NULL, 2, 4};
    Element backwards_{"backwards", MPI_DATATYPE_NULL, 2, 3};
};

/// How one side describes its parts, [place].
struct Side {
    std::vector<const Element*> elements;
    std::vector<int> counts;
    std::vector<int> places;  ///< in integers from the begin of the buffer, which every extent divides
    std::size_t length = 1;   ///< of the buffer, in integers

    /// Open MPI wants arrays from the persistent functions that do not even have an entry.
    Side() { counts.reserve(1); }

    /// A part of so many integers.
    void add(const Element& element, int ints) {
        constexpr std::size_t kExtents = 12;  // all divide it
        elements.push_back(&element);
        counts.push_back(ints / element.ints);
        places.push_back(static_cast<int>(length - 1));
        const std::size_t part = static_cast<std::size_t>(counts.back()) * static_cast<std::size_t>(element.extent);
        length += (part + kExtents) / kExtents * kExtents;
    }
};

/// What two neighbours exchange, in integers: the same for all edges between them.
int ints_between(int from, int to, int ints) {
    constexpr int kStep = 6;  // as every element has it
    return (from + 2 * to) % 3 == 0 ? ints : (from + to) % 4 == 0 ? 0 : ints / 2 / kStep * kStep;
}

// ---- calls --------------------------------------------------------------------------------------------------------

enum class Function { kAllgather, kAllgatherv, kAlltoall, kAlltoallv, kAlltoallw };

constexpr std::array<std::string_view, 5> kNames{"allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw"};

struct Case {
    const Topology* topology = nullptr;
    Function function = Function::kAllgather;
    Form form = Form::kBlocking;
    int ints = 0;
    const Element* send = nullptr;
    const Element* receive = nullptr;

    [[nodiscard]] std::string text() const {
        return fmt::format("neighbor_{} {} {} of {} ints as {} into {}", kNames[static_cast<std::size_t>(function)],
                           conformance::to_text(form), topology->name, ints, send->name, receive->name);
    }
};

/// Both sides' parts of a case.
struct Parts {
    Side send;
    Side receive;
};

Parts parts_of(const Case& c) {
    const Topology& topology = *c.topology;
    const bool is_even = c.function == Function::kAllgather || c.function == Function::kAlltoall;
    const bool is_gather = c.function == Function::kAllgather || c.function == Function::kAllgatherv;
    const auto ints = [&](int from, int to) {
        return is_even || from == MPI_PROC_NULL || to == MPI_PROC_NULL ? c.ints
                                                                       : ints_between(from, is_gather ? 0 : to, c.ints);
    };
    const auto element = [&](const Element& own, const Element& other, int from, int to) -> const Element& {
        return c.function == Function::kAlltoallw && (from + to) % 2 == 0 ? other : own;
    };
    Parts parts;
    if (is_gather) {
        parts.send.add(*c.send, ints(topology.rank, 0));
    }
    for (std::size_t place = 0; !is_gather && place < topology.destinations.size(); ++place) {
        const int to = topology.destinations[place];
        parts.send.add(element(*c.send, *c.receive, topology.rank, to), ints(topology.rank, to));
    }
    for (const int from : topology.sources) {
        parts.receive.add(element(*c.receive, *c.send, from, topology.rank), ints(from, topology.rank));
    }
    return parts;
}

/// The arguments of one side as the functions take them.
struct Arguments {
    std::vector<int> displacements;  ///< in extents
    std::vector<MPI_Aint> bytes;
    std::vector<MPI_Datatype> types;

    /// MPICH's neighbor_alltoallw looks at as many entries of one side as the other has: at least so many.
    Arguments(const Side& side, std::size_t least) {
        for (std::size_t place = 0; place < side.places.size(); ++place) {
            displacements.push_back(side.places[place] / side.elements[place]->extent);
            bytes.push_back(static_cast<MPI_Aint>(side.places[place]) * static_cast<MPI_Aint>(sizeof(int)));
            types.push_back(side.elements[place]->type);
        }
        const std::size_t entries = std::max({side.places.size(), least, std::size_t{1}});
        displacements.resize(entries, 0);
        bytes.resize(entries, 0);
        types.resize(entries, MPI_INT);
    }
};

int start(const Case& c, Library library, const Parts& parts, const Arguments& send, const Arguments& receive,
          const int* from, int* to, MPI_Request* request) {
    conformance::Call call;
    call.library = library;
    call.form = c.form;
    const MPI_Comm comm = c.topology->comm;
    const MPI_Datatype send_type = c.send->type;
    const MPI_Datatype receive_type = c.receive->type;
    const int send_count = c.ints / c.send->ints;
    const int receive_count = c.ints / c.receive->ints;
    switch (c.function) {
        case Function::kAllgather:
            return CONFORMANCE_START(call, request, Neighbor_allgather, Ineighbor_allgather, from, send_count,
                                     send_type, to, receive_count, receive_type, comm);
        case Function::kAllgatherv:
            return CONFORMANCE_START_WITHOUT_LARGE(
                call, request, Neighbor_allgatherv, Ineighbor_allgatherv, from, parts.send.counts.front(), send_type,
                to, parts.receive.counts.data(), receive.displacements.data(), receive_type, comm);
        case Function::kAlltoall:
            return CONFORMANCE_START(call, request, Neighbor_alltoall, Ineighbor_alltoall, from, send_count, send_type,
                                     to, receive_count, receive_type, comm);
        case Function::kAlltoallv:
            return CONFORMANCE_START_WITHOUT_LARGE(call, request, Neighbor_alltoallv, Ineighbor_alltoallv, from,
                                                   parts.send.counts.data(), send.displacements.data(), send_type, to,
                                                   parts.receive.counts.data(), receive.displacements.data(),
                                                   receive_type, comm);
        case Function::kAlltoallw:
            break;
    }
    return CONFORMANCE_START_WITHOUT_LARGE(
        call, request, Neighbor_alltoallw, Ineighbor_alltoallw, from, parts.send.counts.data(), send.bytes.data(),
        send.types.data(), to, parts.receive.counts.data(), receive.bytes.data(), receive.types.data(), comm);
}

/// MPICH numbers errors.
int class_of(int code) {
    int result = MPI_SUCCESS;
    MPI_Error_class(code, &result);
    return result;
}

/// What one library makes of a case: classes of codes, and the buffer each time that it is called.
struct Outcome {
    std::vector<int> codes;
    std::vector<int> received;  ///< time after time
    bool is_send_changed = false;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Calls one library after the other in the same buffers, which are kept from case to case: what the system gives and
/// takes back each time costs more than all the calls.
class Calls {
public:
    /// Valid until the next case of the same library.
    const Outcome& outcome_of(const Case& c, Library library) {
        Parts parts = parts_of(c);
        const std::size_t most = std::max({parts.send.counts.size(), parts.receive.counts.size(), std::size_t{1}});
        parts.send.counts.resize(most, 0);
        parts.receive.counts.resize(most, 0);
        const Arguments send(parts.send, parts.receive.places.size());
        const Arguments receive(parts.receive, parts.send.places.size());
        Outcome& outcome = outcomes_[library == Library::kStandard ? 0 : 1];
        outcome.codes.clear();
        outcome.received.clear();
        outcome.is_send_changed = false;
        from_.resize(parts.send.length + kBehind);
        MPI_Request request = MPI_REQUEST_NULL;
        const int times = c.form == Form::kPersistent ? 2 : 1;
        for (int time = 0; time < times; ++time) {
            const int first = 1000003 * (c.topology->rank + 1) + 17 * time;
            std::iota(from_.begin(), from_.end(), first);
            to_.assign(parts.receive.length + kBehind, kUntouched);
            if (time == 0) {
                outcome.codes.push_back(
                    class_of(start(c, library, parts, send, receive, from_.data(), to_.data(), &request)));
            }
            if (outcome.codes.back() == MPI_SUCCESS && c.form == Form::kPersistent) {
                outcome.codes.push_back(class_of(MPI_Start(&request)));
            }
            if (request != MPI_REQUEST_NULL) {
                outcome.codes.push_back(class_of(MPI_Wait(&request, MPI_STATUS_IGNORE)));
            }
            outcome.is_send_changed = outcome.is_send_changed || !counts_up(from_, first);
            outcome.received.insert(outcome.received.end(), to_.begin(), to_.end());
        }
        if (request != MPI_REQUEST_NULL) {
            MPI_Request_free(&request);
        }
        return outcome;
    }

private:
    /// Integers behind what a call may touch, so that it is seen when it touches more.
    static constexpr std::size_t kBehind = 256;

    static bool counts_up(const std::vector<int>& numbers, int first) {
        int changed = 0;  // no branch: compilers do many at once
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            changed |= numbers[i] ^ (first + static_cast<int>(i));
        }
        return changed == 0;
    }

    std::vector<int> from_;
    std::vector<int> to_;
    std::array<Outcome, 2> outcomes_;
};

std::string difference(const Outcome& standard, const Outcome& profiled) {
    if (standard.codes != profiled.codes) {
        return fmt::format("codes {}, not {}", fmt::join(standard.codes, " "), fmt::join(profiled.codes, " "));
    }
    const auto [one, other] =
        std::mismatch(standard.received.begin(), standard.received.end(), profiled.received.begin());
    if (one != standard.received.end()) {
        return fmt::format("{}, not {}, at {} of {}", *one, *other, one - standard.received.begin(),
                           standard.received.size());
    }
    return "the send buffer";
}

// ---- the suite ----------------------------------------------------------------------------------------------------

/// Where there is no topology MPICH's other functions and forms die or do anything. Its neighbor_alltoallw takes how
/// many come for how many leave: data is missing then, and calls hang (4.0).
std::vector<Form> forms_of(Function function, const Topology& topology) {
    const bool is_even = function == Function::kAllgather || function == Function::kAlltoall;
    if (topology.name == kWithout) {
        return is_even ? std::vector<Form>{Form::kBlocking} : std::vector<Form>{};
    }
#if !defined(OPEN_MPI)
    if (function == Function::kAlltoallw && !topology.is_balanced) {
        return {};
    }
#endif
    conformance::Collective collective;
    collective.has_large_counts = function == Function::kAllgather || function == Function::kAlltoall;
    return conformance::forms_of(collective);
}

std::vector<Function> functions_of(const std::vector<std::string>& names) {
    std::vector<Function> functions;
    for (std::size_t f = 0; f < kNames.size(); ++f) {
        if (std::find(names.begin(), names.end(), kNames[f]) != names.end()) {
            functions.push_back(static_cast<Function>(f));
        }
    }
    return functions;
}

class Suite {
public:
    void compare(const Case& c) {
        const std::string text = c.text();
        conformance::watch(text, kSecondsPerCall);
        ++compared_;
        const Outcome& standard = calls_.outcome_of(c, Library::kStandard);
        const Outcome& profiled = calls_.outcome_of(c, Library::kProfiled);
        if (standard != profiled && ++different_ <= kMostLines) {
            fmt::print(stderr, "differs: {} at rank {}: {}\n", text, c.topology->rank, difference(standard, profiled));
        }
    }

    /// Exit code.
    [[nodiscard]] int finish(int rank) {
        std::array<std::uint64_t, 2> sums{compared_, different_};
        PMPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0) {
            fmt::print("neighbourhoods: {} calls compared, {}\n", sums[0],
                       sums[1] == 0 ? "all equal" : fmt::format("{} differ", sums[1]));
        }
        return sums[1] == 0 ? 0 : 1;
    }

private:
    static constexpr std::uint64_t kMostLines = 5;

    Calls calls_;
    std::uint64_t compared_ = 0;
    std::uint64_t different_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    int seed = 1;
    bool has_threads = false;
    std::vector<std::string> names(kNames.begin(), kNames.end());
    causeway::command_line::Program program(
        "Compares MPI's neighbourhood collectives with those of the MPI library itself.", "neighbourhoods");
    causeway::command_line::Command all = program.command();
    all.option("--collective", names, "only these").separated_by_commas().one_of({kNames.begin(), kNames.end()});
    all.option("--seed", seed, "of the random graphs");
    all.flag("--thread-multiple", has_threads, "ask for MPI_THREAD_MULTIPLE");
    if (const auto exit_code = program.parse(argc, argv)) {
        return *exit_code;
    }
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, has_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    conformance::start_watchdog();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);  // Open MPI has it called where there is no topology
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int exit_code = 0;
    {
        const Elements elements;
        conformance::watch("making topologies", kSecondsPerCall);
        std::vector<Topology> topologies = conformance::all_topologies(seed);
        Suite suite;
        const std::array<std::pair<const Element*, const Element*>, 3> types{
            {{&elements.plain(), &elements.plain()},
             {&elements.plain(), &elements.with_gap()},
             {&elements.with_gap(), &elements.backwards()}}};
        std::size_t next_types = 0;  // all in turn
        for (const Topology& topology : topologies) {
            for (const Function function : functions_of(names)) {
                for (const Form form : forms_of(function, topology)) {
                    for (const int ints : {0, 6, 600, 30000}) {
                        const auto& [send, receive] = types[next_types++ % types.size()];
                        suite.compare({&topology, function, form, ints, send, receive});
                    }
                }
            }
        }
        exit_code = suite.finish(rank);
        conformance::watch("freeing topologies", kSecondsPerCall);
        for (Topology& topology : topologies) {
            MPI_Comm_free(&topology.comm);
        }
    }
    conformance::watch("MPI_Finalize", kSecondsPerCall);
    MPI_Finalize();
    return exit_code;
}
