/// How functions of MPI that wait or test do so where what is under way is left to threads (calls/outstanding.hpp):
/// they carry it on themselves. Where nothing is, they are the MPI library's own.
#pragma once

#include "causeway/calls/outstanding.hpp"

#include <mpi.h>

namespace causeway::interpose {

/// A function that waits: `wait()`, the MPI library's own. `test(is_done)` is the one that does the same if it can be
/// done at once, and says so by a number other than 0. Both return MPI's code.
template <typename Test, typename Wait>
int waited(const Test& test, const Wait& wait) {
    if (!calls::is_left_to_threads()) [[likely]] {
        return wait();
    }
    int code = MPI_SUCCESS;
    const bool is_over = calls::carry_on_until([&] {
        int is_done = 0;
        code = test(&is_done);
        return is_done != 0 || code != MPI_SUCCESS;
    });
    return is_over ? code : wait();
}

/// One that waits for all of some requests, `request_at(0)` up to before `count`.
template <typename RequestAt, typename Wait>
int waited_for_all(int count, const RequestAt& request_at, const Wait& wait) {
    if (calls::is_left_to_threads()) [[unlikely]] {
        // Not by MPI_Testall: that of MPICH 4.0.2 fails beside a persistent collective of its own.
        int next = 0;
        (void)calls::carry_on_until([&] {
            for (; next < count; ++next) {
                int is_done = 0;
                if (PMPI_Request_get_status(request_at(next), &is_done, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
                    is_done == 0) {
                    return false;
                }
            }
            return true;
        });
    }
    return wait();
}

/// A function that tests: `test()`, the MPI library's own.
template <typename Test>
int tested(const Test& test) {
    if (calls::is_left_to_threads()) [[unlikely]] {
        calls::carry_on();
    }
    return test();
}

inline int waited_for(MPI_Request* request, MPI_Status* status) {
    return waited([&](int* is_done) { return PMPI_Test(request, is_done, status); },
                  [&] { return PMPI_Wait(request, status); });
}

/// A message of which the program waits for the end: `whole()`, the MPI library's own function. `begin(request)` begins
/// the same. Both return MPI's code.
template <typename Begin, typename Whole>
int waited_for_message(const Begin& begin, MPI_Status* status, const Whole& whole) {
    if (!calls::is_left_to_threads()) [[likely]] {
        return whole();
    }
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = begin(&request);
    return code != MPI_SUCCESS ? code : waited_for(&request, status);
}

/// A message each way, likewise; `status` is that of the one that comes.
template <typename Receive, typename Send, typename Whole>
int waited_for_exchange(const Receive& receive, const Send& send, MPI_Status* status, const Whole& whole) {
    if (!calls::is_left_to_threads()) [[likely]] {
        return whole();
    }
    MPI_Request incoming = MPI_REQUEST_NULL;
    MPI_Request outgoing = MPI_REQUEST_NULL;
    int code = receive(&incoming);
    if (code == MPI_SUCCESS) {
        code = send(&outgoing);
    }
    if (code == MPI_SUCCESS) {
        code = waited_for(&outgoing, MPI_STATUS_IGNORE);
    }
    if (code != MPI_SUCCESS && incoming != MPI_REQUEST_NULL) {
        PMPI_Cancel(&incoming);
        PMPI_Request_free(&incoming);
        return code;
    }
    return code == MPI_SUCCESS ? waited_for(&incoming, status) : code;
}

}  // namespace causeway::interpose
