/// The collective operations of the suite, each in all its forms. One file makes one; `collectives.def` lists them.
#pragma once

#include <mpi.h>
#if defined(OPEN_MPI) && OPEN_MPI
#include <mpi-ext.h>
#endif

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace conformance {

/// The ways to call the same operation.
enum class Form { kBlocking, kNonblocking, kPersistent, kLargeCount };

/// By which name: MPI_, which a preloaded library may replace, or PMPI_, which is the MPI library's own.
enum class Library { kStandard, kProfiled };

/// What a process knows of its part before there are buffers. Counts are elements for each process.
struct Shape {
    int count = 0;
    int root = 0;
    int rank = 0;
    int size = 1;
    bool in_place = false;

    [[nodiscard]] bool is_root() const { return rank == root; }
};

/// A number of elements for each process, and where they begin (elements from the begin of the buffer).
struct Portions {
    std::vector<int> counts;
    std::vector<int> places;
};

/// One buffer of one process.
struct BufferUse {
    /// False: this process hands in nothing (the standard calls the arguments "not significant"), or MPI_IN_PLACE.
    bool is_there = false;
    std::int64_t elements = 0;  ///< all that it spans
    int count = 0;              ///< the call's count argument, where it has one
    Portions portions{};        ///< the call's arrays of counts and displacements, where it has them
    /// The elements that the standard leaves undefined after the call.
    std::int64_t undefined_from = 0;
    std::int64_t undefined_to = 0;
};

/// The buffers of one process. An operation with one buffer has it as `receive`.
struct Buffers {
    BufferUse send{};
    BufferUse receive{};
};

/// One buffer as the call gets it.
struct Argument {
    void* address = nullptr;
    int count = 0;
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    std::vector<int> counts;
    std::vector<int> places;
    std::vector<MPI_Datatype> datatypes = {};  ///< the same for each process
    std::vector<int> byte_places = {};         ///< `places` in bytes

    /// Makes the last two of the others.
    void give_each_its_datatype();
};

/// All arguments of a call at one process.
struct Call {
    Library library = Library::kStandard;
    Form form = Form::kBlocking;
    Argument send;
    Argument receive;
    MPI_Op operation = MPI_OP_NULL;
    int root = 0;
    MPI_Comm comm = MPI_COMM_NULL;
};

/// Where MPI_IN_PLACE is allowed.
enum class InPlace { kNever, kAtTheRoot, kEverywhere };

/// One operation.
struct Collective {
    std::string_view name;
    bool has_root = false;
    bool reduces = false;
    bool moves_data = true;
    bool has_one_buffer = false;   ///< which is `receive`
    bool has_large_counts = true;  ///< there is a form with counts of type MPI_Count that takes the same arguments
    InPlace in_place = InPlace::kNever;
    /// The process's buffers; `in_place` of the shape is true only where it is allowed.
    Buffers (*buffers)(const Shape& shape) = nullptr;
    /// Calls it, or starts it, or makes a persistent request. Returns MPI's code.
    int (*start)(const Call& call, MPI_Request* request) = nullptr;
};

/// All operations, in the order of the list.
const std::vector<const Collective*>& all_collectives();

/// The forms that this MPI library has of an operation.
std::vector<Form> forms_of(const Collective& collective);

const char* to_text(Form form);

/// What command lines call the forms, in the order of the enumeration.
const std::vector<std::string>& form_names();
/// `names` are among them.
std::vector<Form> forms_named(const std::vector<std::string>& names);

/// The functions of one library, one for each form; nullptr where there is none.
template <typename Blocking, typename Nonblocking, typename Persistent, typename Large>
struct Functions {
    Blocking blocking;
    Nonblocking nonblocking;
    Persistent persistent;
    Large large;
};

/// Calls the function that `call` asks for.
template <typename Functions, typename... Arguments>
int start_one(const Call& call, MPI_Request* request, const Functions& standard, const Functions& profiled,
              Arguments... arguments) {
    const Functions& library = call.library == Library::kStandard ? standard : profiled;
    switch (call.form) {
        case Form::kBlocking:
            return library.blocking(arguments...);
        case Form::kNonblocking:
            return library.nonblocking(arguments..., request);
        case Form::kPersistent:
            if constexpr (!std::is_same_v<decltype(library.persistent), std::nullptr_t>) {
                return library.persistent(arguments..., MPI_INFO_NULL, request);
            }
            break;
        case Form::kLargeCount:
            if constexpr (!std::is_same_v<decltype(library.large), std::nullptr_t>) {
                return library.large(arguments...);
            }
            break;
    }
    return MPI_ERR_UNSUPPORTED_OPERATION;
}

}  // namespace conformance

#if MPI_VERSION >= 4
#define CONFORMANCE_PERSISTENT(prefix, Name) prefix##MPI_##Name##_init
#define CONFORMANCE_LARGE(prefix, Name) prefix##MPI_##Name##_c
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
// Open MPI 4 has them as an extension.
#define CONFORMANCE_PERSISTENT(prefix, Name) prefix##MPIX_##Name##_init
#define CONFORMANCE_LARGE(prefix, Name) nullptr
#else
#define CONFORMANCE_PERSISTENT(prefix, Name) nullptr
#define CONFORMANCE_LARGE(prefix, Name) nullptr
#endif

/// CONFORMANCE_START(call, request, Name, Iname, arguments...): the form that is asked for.
#define CONFORMANCE_START(call, request, Name, Iname, ...)                                                            \
    ::conformance::start_one(                                                                                         \
        call, request,                                                                                                \
        ::conformance::Functions{MPI_##Name, MPI_##Iname, CONFORMANCE_PERSISTENT(, Name), CONFORMANCE_LARGE(, Name)}, \
        ::conformance::Functions{PMPI_##Name, PMPI_##Iname, CONFORMANCE_PERSISTENT(P, Name),                          \
                                 CONFORMANCE_LARGE(P, Name)},                                                         \
        __VA_ARGS__)

/// The same for an operation that has no large counts, or other arguments with them.
#define CONFORMANCE_START_WITHOUT_LARGE(call, request, Name, Iname, ...)                                           \
    ::conformance::start_one(                                                                                      \
        call, request, ::conformance::Functions{MPI_##Name, MPI_##Iname, CONFORMANCE_PERSISTENT(, Name), nullptr}, \
        ::conformance::Functions{PMPI_##Name, PMPI_##Iname, CONFORMANCE_PERSISTENT(P, Name), nullptr}, __VA_ARGS__)
