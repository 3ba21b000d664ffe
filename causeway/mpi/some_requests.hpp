/// Which of many requests are complete.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace causeway::mpi {

/// Asks the MPI library which requests are complete, of those that stand in an array of places: MPI_REQUEST_NULL is a
/// place without one. It is given those alone that there are, side by side: MPICH polls the network once for every
/// eight places, be there something in them or not. Its memory is used again for the next question.
class SomeRequests {
public:
    enum class Completion {
        kWait,  ///< of one at least
        kTest,
    };

    /// So that nothing has to be allocated for up to `places` places.
    void reserve(std::size_t places);

    /// No more `places` than there is room for. Complete ones become MPI_REQUEST_NULL. Returns MPI's code, which may be
    /// MPI_ERR_IN_STATUS.
    [[nodiscard]] int ask(std::span<MPI_Request> places, Completion completion);

    /// What was complete then: how many, and of each its place and its status.
    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] std::size_t place(int i) const { return places_[static_cast<std::size_t>(indices_[index(i)])]; }
    [[nodiscard]] const MPI_Status& status(int i) const { return statuses_[index(i)]; }

private:
    static std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

    std::vector<MPI_Request> requests_;
    std::vector<std::size_t> places_;  ///< [request]
    std::vector<int> indices_;         ///< of `requests_`
    std::vector<MPI_Status> statuses_;
    int count_ = 0;
};

}  // namespace causeway::mpi
