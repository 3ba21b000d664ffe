#include "causeway/mpi/gathered_answer.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace causeway::mpi {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kDegree = 32;
/// Any that a program is allowed.
constexpr int kTag = 7919;

/// The place of a rank in the tree: what stands below it is one range of ranks.
struct Place {
    int parent = -1;
    std::vector<int> children;  ///< ascending
};

Place place_of(std::int64_t rank, std::int64_t size) {
    Place place;
    for (std::int64_t step = 1; step < size; step *= kDegree) {
        const std::int64_t block = step * kDegree;
        if (rank % block != 0) {
            place.parent = static_cast<int>(rank - rank % block);
            break;
        }
        for (std::int64_t child = rank + step; child < std::min(rank + block, size); child += step) {
            place.children.push_back(static_cast<int>(child));
        }
    }
    return place;
}

std::string receive(MPI_Comm comm, int from) {
    MPI_Status status;
    check(PMPI_Probe(from, kTag, comm, &status), "MPI_Probe");
    int length = 0;
    check(PMPI_Get_count(&status, MPI_CHAR, &length), "MPI_Get_count");
    std::string text(static_cast<std::size_t>(length), '\0');
    check(PMPI_Recv(text.data(), length, MPI_CHAR, from, kTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    return text;
}

std::string packed(const std::vector<std::string>& texts) {
    std::string bytes;
    Json::to_msgpack(Json(texts), bytes);  // which leaves strings as they are, whatever their encoding
    return bytes;
}

void append(std::vector<std::string>& texts, const std::string& bytes) {
    for (auto& text : Json::from_msgpack(bytes).get<std::vector<std::string>>()) {
        texts.push_back(std::move(text));
    }
}

}  // namespace

std::string gathered_answer(MPI_Comm comm, const std::string& text, Answer answer) {
    const Place place = place_of(rank_of(comm), size_of(comm));
    std::vector<std::string> texts{text};
    for (const int child : place.children) {
        append(texts, receive(comm, child));
    }
    std::string result;
    if (place.parent < 0) {
        result = answer(texts);
    } else {
        const std::string bytes = packed(texts);
        check(PMPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_CHAR, place.parent, kTag, comm), "MPI_Send");
        result = receive(comm, place.parent);
    }
    std::vector<MPI_Request> sends(place.children.size(), MPI_REQUEST_NULL);
    for (std::size_t i = sends.size(); i-- > 0;) {  // those first that pass it on to most
        check(PMPI_Isend(result.data(), static_cast<int>(result.size()), MPI_CHAR, place.children[i], kTag, comm,
                         &sends[i]),
              "MPI_Isend");
    }
    check(PMPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    return result;
}

}  // namespace causeway::mpi
