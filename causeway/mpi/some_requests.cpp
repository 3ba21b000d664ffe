#include "causeway/mpi/some_requests.hpp"

#include <algorithm>

namespace causeway::mpi {

void SomeRequests::reserve(std::size_t places) {
    if (requests_.size() < places) {
        indices_.resize(places);
        statuses_.resize(places);
        places_.resize(places);
        requests_.resize(places, MPI_REQUEST_NULL);
    }
}

int SomeRequests::ask(std::span<MPI_Request> places, Completion completion) {
    std::size_t num_requests = 0;
    for (std::size_t place = 0; place < places.size(); ++place) {
        if (places[place] != MPI_REQUEST_NULL) {
            requests_[num_requests] = places[place];
            places_[num_requests] = place;
            ++num_requests;
        }
    }
    int count = 0;
    const auto complete_some = completion == Completion::kWait ? PMPI_Waitsome : PMPI_Testsome;
    const int code =
        complete_some(static_cast<int>(num_requests), requests_.data(), &count, indices_.data(), statuses_.data());
    count_ = std::max(count, 0);  // MPI_UNDEFINED: there was no request
    for (int i = 0; i < count_; ++i) {
        places[place(i)] = MPI_REQUEST_NULL;
    }
    return code;
}

}  // namespace causeway::mpi
