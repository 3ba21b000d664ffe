#include "causeway/probe/pair_experiments.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <limits>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kCommandTag = 1;
constexpr int kPairTag = 2;
constexpr int kAnswerTag = 3;

enum Kind : std::int64_t { kFinish, kBursts, kReceiveLate };

/// What the measurer tells the mirror before each experiment.
struct Command {
    std::int64_t kind = kFinish;
    std::int64_t size = 0;
    std::int64_t messages = 0;
    std::int64_t repetitions = 0;
    std::int64_t wait_nanoseconds = 0;
};
constexpr int kCommandWords = sizeof(Command) / sizeof(std::int64_t);

int count_of(std::int64_t size) {
    assert(size >= 0 && size <= std::numeric_limits<int>::max());
    return static_cast<int>(size);
}

void send_answer(MPI_Comm comm, int to) {
    check(PMPI_Send(nullptr, 0, MPI_BYTE, to, kAnswerTag, comm), "MPI_Send");
}

void receive_answer(MPI_Comm comm, int from) {
    check(PMPI_Recv(nullptr, 0, MPI_BYTE, from, kAnswerTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
}

/// Room for a window of messages, each with its own part, so that receives never share memory.
std::byte* room_in(mpi::GrowingMemory& memory, std::int64_t size) {
    const std::int64_t wanted = size * window_of(Bytes(size));
    return memory.size() < wanted ? memory.zeros(wanted) : memory.at_least(wanted);
}

/// Calls `start(slot)` for every message, slots taken in turn, each freed by waiting for its request.
template <typename Start>
void run_window(int messages, int window, Start start) {
    std::array<MPI_Request, policy::kLargestWindow> requests;
    requests.fill(MPI_REQUEST_NULL);
    for (int i = 0; i < messages; ++i) {
        MPI_Request& request = requests[static_cast<std::size_t>(i % window)];
        check(PMPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
        start(i % window, request);
    }
    check(PMPI_Waitall(window, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
}

void receive_burst(MPI_Comm comm, int from, const Command& command, std::byte* room) {
    const int count = count_of(command.size);
    run_window(static_cast<int>(command.messages), window_of(Bytes(command.size)), [&](int slot, MPI_Request& request) {
        std::byte* place = room + slot * command.size;
        check(PMPI_Irecv(place, count, MPI_BYTE, from, kPairTag, comm, &request), "MPI_Irecv");
    });
}

/// Sends and tells whether the sends completed before the other side began to receive.
void send_early(MPI_Comm comm, int to, const Command& command, const std::byte* room) {
    std::vector<MPI_Request> requests(static_cast<std::size_t>(command.messages), MPI_REQUEST_NULL);
    for (MPI_Request& request : requests) {
        check(PMPI_Isend(room, count_of(command.size), MPI_BYTE, to, kPairTag, comm, &request), "MPI_Isend");
    }
    const Seconds deadline = monotonic_now() + 0.5e-9 * Seconds(static_cast<double>(command.wait_nanoseconds));
    int done = 0;
    do {
        check(PMPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
    } while (done == 0 && monotonic_now() < deadline);
    check(PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    check(PMPI_Send(&done, 1, MPI_INT, to, kAnswerTag, comm), "MPI_Send");
}

void send_command(MPI_Comm comm, int to, const Command& command) {
    check(PMPI_Send(&command, kCommandWords, MPI_INT64_T, to, kCommandTag, comm), "MPI_Send");
}

}  // namespace

int window_of(Bytes size) {
    if (size.value() == 0) {
        return policy::kLargestWindow;
    }
    const std::int64_t fitting = policy::kWindowMemory.value() / size.value();
    return static_cast<int>(std::clamp<std::int64_t>(fitting, policy::kSmallestWindow, policy::kLargestWindow));
}

std::vector<discovery::BurstTime> Measurer::bursts(Bytes size, int messages, int repetitions) {
    std::byte* const room = room_in(memory_, size.value());
    const int count = count_of(size.value());
    send_command(comm_, mirror_,
                 {.kind = kBursts, .size = size.value(), .messages = messages, .repetitions = repetitions});
    std::vector<discovery::BurstTime> times;
    for (int i = 0; i < repetitions; ++i) {
        discovery::BurstTime time;
        bool is_first = true;
        const Seconds begin = monotonic_now();
        run_window(messages, window_of(size), [&](int, MPI_Request& request) {
            check(PMPI_Isend(room, count, MPI_BYTE, mirror_, kPairTag, comm_, &request), "MPI_Isend");
            if (is_first) {
                time.sending = monotonic_now() - begin;
                is_first = false;
            }
        });
        receive_answer(comm_, mirror_);
        time.total = monotonic_now() - begin;
        times.push_back(time);
    }
    return times;
}

discovery::ReceiveTime Measurer::receive_late(Bytes size, int messages, Seconds wait) {
    std::byte* const room = room_in(memory_, size.value());
    send_command(comm_, mirror_,
                 {.kind = kReceiveLate,
                  .size = size.value(),
                  .messages = messages,
                  .wait_nanoseconds = static_cast<std::int64_t>(1e9 * wait.value())});
    sleep_for(wait);
    const Seconds begin = monotonic_now();
    for (int i = 0; i < messages; ++i) {
        check(PMPI_Recv(room, count_of(size.value()), MPI_BYTE, mirror_, kPairTag, comm_, MPI_STATUS_IGNORE),
              "MPI_Recv");
    }
    const Seconds end = monotonic_now();
    int done = 0;
    check(PMPI_Recv(&done, 1, MPI_INT, mirror_, kAnswerTag, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
    return {.each = (end - begin) / messages, .had_arrived = done != 0};
}

Seconds Measurer::now() const {
    return monotonic_now();
}

void Measurer::finish() {
    send_command(comm_, mirror_, {.kind = kFinish});
}

fit::PlogpMeasurement measure_plogp(MPI_Comm comm, int mirror_rank, const discovery::PlogpOptions& options) {
    Measurer measurer(comm, mirror_rank);
    fit::PlogpMeasurement result = discovery::measure_plogp(measurer, options);
    measurer.finish();
    return result;
}

void mirror(MPI_Comm comm, int measurer_rank) {
    mpi::GrowingMemory memory;
    while (true) {
        Command command;
        check(PMPI_Recv(&command, kCommandWords, MPI_INT64_T, measurer_rank, kCommandTag, comm, MPI_STATUS_IGNORE),
              "MPI_Recv");
        if (command.kind == kFinish) {
            return;
        }
        std::byte* const room = room_in(memory, command.size);
        if (command.kind == kReceiveLate) {
            send_early(comm, measurer_rank, command, room);
            continue;
        }
        for (std::int64_t i = 0; i < command.repetitions; ++i) {
            receive_burst(comm, measurer_rank, command, room);
            send_answer(comm, measurer_rank);
        }
    }
}

}  // namespace causeway::probe
