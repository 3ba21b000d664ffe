#include "causeway/mpi/communicator.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

namespace causeway::mpi {

namespace {

/// Of a text that is told: what fits into one packet.
struct Beginning {
    std::int64_t length = 0;  ///< of all of it
    std::array<char, 1024 - sizeof(std::int64_t)> text{};
};

/// Splits what `gather` concatenated.
std::vector<std::string> cut(const std::string& all, const std::vector<int>& lengths) {
    std::vector<std::string> texts;
    std::size_t begin = 0;
    for (const int length : lengths) {
        texts.push_back(all.substr(begin, static_cast<std::size_t>(length)));
        begin += static_cast<std::size_t>(length);
    }
    return texts;
}

std::vector<int> displacements(const std::vector<int>& lengths) {
    std::vector<int> result(lengths.size(), 0);
    std::partial_sum(lengths.begin(), lengths.end() - 1, result.begin() + 1);
    return result;
}

/// [rank], on every rank. Gathered and told to all: of the ways to an allgather that MPI libraries take, some flood a
/// network of a thousand processes.
std::vector<std::string> all_texts(MPI_Comm comm, const std::string& text) {
    const std::vector<std::string> gathered = gather_texts(comm, text, 0);
    std::vector<int> lengths;
    for (const std::string& one : gathered) {
        lengths.push_back(static_cast<int>(one.size()));
    }
    lengths = broadcast_numbers(comm, lengths, 0);
    return cut(broadcast_text(comm, std::accumulate(gathered.begin(), gathered.end(), std::string()), 0), lengths);
}

constexpr int kLongText = 1;                             // a tag
constexpr std::size_t kPiece = std::size_t{256} << 20U;  // bytes

void send_long(const std::string& text, int to, MPI_Comm comm) {
    for (std::size_t begin = 0; begin < text.size(); begin += kPiece) {
        const std::size_t length = std::min(kPiece, text.size() - begin);
        check(PMPI_Send(text.data() + begin, static_cast<int>(length), MPI_CHAR, to, kLongText, comm), "MPI_Send");
    }
}

std::string receive_long(std::size_t length, int from, MPI_Comm comm) {
    std::string text(length, '\0');
    for (std::size_t begin = 0; begin < length; begin += kPiece) {
        const std::size_t piece = std::min(kPiece, length - begin);
        check(
            PMPI_Recv(text.data() + begin, static_cast<int>(piece), MPI_CHAR, from, kLongText, comm, MPI_STATUS_IGNORE),
            "MPI_Recv");
    }
    return text;
}

}  // namespace

Communicator::Communicator(Communicator&& other) noexcept : handle_(std::exchange(other.handle_, MPI_COMM_NULL)) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
    if (this != &other) {
        free();
        handle_ = std::exchange(other.handle_, MPI_COMM_NULL);
    }
    return *this;
}

Communicator::~Communicator() {
    free();
}

void Communicator::free() {
    int finalized = 0;
    PMPI_Finalized(&finalized);
    if (handle_ != MPI_COMM_NULL && finalized == 0) {
        PMPI_Comm_free(&handle_);
    }
    handle_ = MPI_COMM_NULL;
}

ErrorsReturned::ErrorsReturned(MPI_Comm comm) : comm_(comm) {
    check(PMPI_Comm_get_errhandler(comm, &handler_), "MPI_Comm_get_errhandler");
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
}

ErrorsReturned::~ErrorsReturned() {
    if (handler_ != MPI_ERRHANDLER_NULL) {  // a simulated communicator has none
        PMPI_Comm_set_errhandler(comm_, handler_);
        PMPI_Errhandler_free(&handler_);
    }
}

Communicator duplicate(MPI_Comm comm) {
    // Not MPI_Comm_dup: that would copy the program's attributes and run its callbacks. Nor MPI_Comm_split: that would
    // begin with an allgather of colours.
    MPI_Group members = MPI_GROUP_NULL;
    check(PMPI_Comm_group(comm, &members), "MPI_Comm_group");
    MPI_Comm handle = MPI_COMM_NULL;
    const int code = PMPI_Comm_create(comm, members, &handle);
    PMPI_Group_free(&members);
    check(code, "MPI_Comm_create");
    Communicator result(handle);
    check(PMPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    return result;
}

Communicator split(MPI_Comm comm, int colour) {
    MPI_Comm handle = MPI_COMM_NULL;
    check(PMPI_Comm_split(comm, colour < 0 ? MPI_UNDEFINED : colour, rank_of(comm), &handle), "MPI_Comm_split");
    Communicator result(handle);
    if (handle != MPI_COMM_NULL) {
        check(PMPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    }
    return result;
}

int rank_of(MPI_Comm comm) {
    int rank = 0;
    check(PMPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
    return rank;
}

int size_of(MPI_Comm comm) {
    int size = 0;
    check(PMPI_Comm_size(comm, &size), "MPI_Comm_size");
    return size;
}

int num_parts_of(MPI_Comm comm) {
    int has_two_groups = 0;
    check(PMPI_Comm_test_inter(comm, &has_two_groups), "MPI_Comm_test_inter");
    if (has_two_groups == 0) {
        return size_of(comm);
    }
    int num_others = 0;
    check(PMPI_Comm_remote_size(comm, &num_others), "MPI_Comm_remote_size");
    return num_others;
}

std::vector<HostMark> host_marks(MPI_Comm comm) {
    std::vector<HostMark> marks;
    for (const std::string& text : all_texts(comm, text_of(own_host_mark()))) {
        marks.push_back(host_mark_from(text));
    }
    return marks;
}

std::vector<std::string> host_names(MPI_Comm comm) {
    return names_of_hosts(host_marks(comm));
}

std::string broadcast_text(MPI_Comm comm, const std::string& text, int root) {
    Beginning beginning{.length = static_cast<std::int64_t>(text.size()), .text = {}};
    std::copy_n(text.begin(), std::min(text.size(), beginning.text.size()), beginning.text.begin());
    check(PMPI_Bcast(&beginning, sizeof beginning, MPI_BYTE, root, comm), "MPI_Bcast");
    std::string result = text;
    result.resize(static_cast<std::size_t>(beginning.length));
    const std::size_t told = std::min(result.size(), beginning.text.size());
    std::copy_n(beginning.text.begin(), told, result.begin());
    if (told < result.size()) {
        check(PMPI_Bcast(result.data() + told, static_cast<int>(result.size() - told), MPI_CHAR, root, comm),
              "MPI_Bcast");
    }
    return result;
}

std::vector<std::string> gather_texts(MPI_Comm comm, const std::string& text, int root) {
    const bool is_root = rank_of(comm) == root;
    // Longer ones go by themselves: all others together are no more than an int can count.
    const std::int64_t most = std::numeric_limits<int>::max() / size_of(comm);
    const auto mine = static_cast<std::int64_t>(text.size());
    std::vector<std::int64_t> lengths(is_root ? static_cast<std::size_t>(size_of(comm)) : 1);
    check(PMPI_Gather(&mine, 1, MPI_INT64_T, lengths.data(), 1, MPI_INT64_T, root, comm), "MPI_Gather");
    const auto together = [most](std::int64_t length) { return static_cast<int>(length > most ? 0 : length); };
    if (!is_root) {
        check(PMPI_Gatherv(text.data(), together(mine), MPI_CHAR, nullptr, nullptr, nullptr, MPI_CHAR, root, comm),
              "MPI_Gatherv");
        if (mine > most) {
            send_long(text, root, comm);
        }
        return {};
    }
    std::vector<int> counts(lengths.size());
    std::transform(lengths.begin(), lengths.end(), counts.begin(), together);
    const std::vector<int> begins = displacements(counts);
    std::string all(static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0)), '\0');
    check(PMPI_Gatherv(text.data(), together(mine), MPI_CHAR, all.data(), counts.data(), begins.data(), MPI_CHAR, root,
                       comm),
          "MPI_Gatherv");
    std::vector<std::string> texts = cut(all, counts);
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
        if (lengths[rank] > most) {
            const int from = static_cast<int>(rank);
            texts[rank] = from == root ? text : receive_long(static_cast<std::size_t>(lengths[rank]), from, comm);
        }
    }
    return texts;
}

}  // namespace causeway::mpi
