#include "causeway/mpi/gathered_answer.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>

namespace causeway::mpi {

namespace {

using base::JsonElements;
using base::JsonInput;
using base::JsonOutput;

constexpr std::int64_t kDegree = 32;
/// Any that a program is allowed.
constexpr int kAnswerTag = 7919;

/// The place of a rank in the tree of all: what stands below it is one range of ranks.
struct Place {
    int parent = -1;
    std::vector<int> children;  ///< ascending
};

Place place_among_all(std::int64_t rank, std::int64_t size) {
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

/// The same among those that take part: next to a rank stands the nearest of them in each direction.
Place place_of(int rank, int size, TakePart take_part) {
    const Place own = place_among_all(rank, size);
    Place place;
    std::vector<int> asked = own.children;
    if (own.parent >= 0) {
        asked.push_back(own.parent);
    }
    std::vector<bool> there = take_part(asked);
    if (own.parent >= 0) {
        place.parent = own.parent;
        for (bool is_there = there.back(); !is_there && place.parent >= 0;) {
            place.parent = place_among_all(place.parent, size).parent;
            is_there = place.parent >= 0 && take_part({place.parent}).front();
        }
        asked.pop_back();
    }
    while (!asked.empty()) {
        std::vector<int> below;  // those that do not take part
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (there[i]) {
                place.children.push_back(asked[i]);
            } else {
                const std::vector<int> next = place_among_all(asked[i], size).children;
                below.insert(below.end(), next.begin(), next.end());
            }
        }
        asked = std::move(below);
        there = take_part(asked);
    }
    std::sort(place.children.begin(), place.children.end());
    return place;
}

/// A text on its way: how long it is, and it. (Who probes for it polls, which a simulator carries out poll by poll.)
class Departure {
public:
    /// `text` outlives this.
    Departure(MPI_Comm comm, const std::string& text, int to) : length_(static_cast<int>(text.size())) {
        check(PMPI_Isend(&length_, 1, MPI_INT, to, kAnswerTag, comm, &requests_[0]), "MPI_Isend");
        check(PMPI_Isend(text.data(), length_, MPI_CHAR, to, kAnswerTag, comm, &requests_[1]), "MPI_Isend");
    }

    Departure(const Departure&) = delete;
    Departure& operator=(const Departure&) = delete;

    /// Until it has left.
    void wait() {
        check(PMPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    }

private:
    int length_;
    std::array<MPI_Request, 2> requests_{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

std::string receive(MPI_Comm comm, int from) {
    int length = 0;
    check(PMPI_Recv(&length, 1, MPI_INT, from, kAnswerTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    std::string text(static_cast<std::size_t>(length), '\0');
    check(PMPI_Recv(text.data(), length, MPI_CHAR, from, kAnswerTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    return text;
}

/// A rank and what it says.
using Said = std::pair<int, std::string>;

std::string packed(const std::vector<Said>& texts) {
    JsonOutput list = JsonOutput::array();
    for (const auto& [rank, text] : texts) {
        list.push_back({rank, text});
    }
    return list.to_msgpack();
}

void append(std::vector<Said>& texts, const std::string& bytes) {
    const JsonInput list = JsonInput::from_msgpack(bytes, "what ranks say");
    for (const JsonInput& entry : list.elements()) {
        const JsonElements said = entry.elements();
        const auto rank = static_cast<int>(said[0].integer(0, std::numeric_limits<int>::max()));
        texts.emplace_back(rank, said[1].string());
    }
}

std::vector<TextOfRank> by_rank(std::vector<Said> texts, int size) {
    std::vector<TextOfRank> result(static_cast<std::size_t>(size));
    for (auto& [rank, text] : texts) {
        result[static_cast<std::size_t>(rank)] = std::move(text);
    }
    return result;
}

}  // namespace

std::string gathered_answer(MPI_Comm comm, const std::string& text, TakePart take_part, Answer answer) {
    const int rank = rank_of(comm);
    const int size = size_of(comm);
    const Place place = place_of(rank, size, take_part);
    std::vector<Said> texts{{rank, text}};
    for (const int child : place.children) {
        append(texts, receive(comm, child));
    }
    std::string result;
    if (place.parent < 0) {
        result = answer(by_rank(std::move(texts), size));
    } else {
        const std::string bytes = packed(texts);
        Departure(comm, bytes, place.parent).wait();
        result = receive(comm, place.parent);
    }
    std::deque<Departure> departures;                        // which stay where they are
    for (std::size_t i = place.children.size(); i-- > 0;) {  // those first that pass it on to most
        departures.emplace_back(comm, result, place.children[i]);
    }
    std::ranges::for_each(departures, &Departure::wait);
    return result;
}

}  // namespace causeway::mpi
