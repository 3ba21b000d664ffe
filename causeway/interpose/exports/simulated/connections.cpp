/// Connections for a simulated job: the messages that the executor sends from one process to another cross the
/// network one after another.
///
/// SMPI starts a message when it is sent and lets all that are under way share the links, so that a hundred segments
/// sent at once all arrive at the end, and the next process of a pipeline has nothing to pass on until then. Over TCP
/// the messages between two processes are one stream. Here a message waits while more than a window of its
/// predecessors is under way, the window being the bytes that cross the route in two round trips: what keeps a route
/// busy, and little more. To its sender a small message is complete once it has left, as SMPI has it; that it has
/// arrived its receiver says by an empty message.
///
/// The executor calls PMPI_Isend, PMPI_Issend, PMPI_Irecv and PMPI_Waitsome; linked into the program, ours come before
/// SimGrid's, which we reach by their MPI_ names.
#include "causeway/interpose/job.hpp"

#include <mpi.h>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using causeway::interpose::Job;

/// Two round trips are four latencies.
constexpr double kLatenciesInWindow = 4.0;
/// Of a link's rate, what messages get: packets have headers (SMPI's option smpi/bw-factor), and what flows the other
/// way is acknowledged (network/crosstraffic).
constexpr double kUsable = 0.895;
/// From this size on a send waits for its receiver: SMPI's option smpi/send-is-detached-thresh, as it is by default.
constexpr int kSentEagerly = 65536;
/// Of the messages that tell of arrivals; the executor's get tags in turn, on communicators that are its own. SMPI
/// takes small and large messages in by different ways, and a receive of one tag may wait for ever when a message of
/// the other kind, sent later, is there first.
constexpr int kArrivalTag = 1;
constexpr int kFirstTag = 2;
constexpr int kNumTags = 1 << 14;

using Peer = std::pair<MPI_Comm, int>;

/// From this rank to another; bytes, seconds, bytes per second.
struct Connection {
    double interface_rate = 0.0;  ///< of this host's network interface
    double rate = 0.0;            ///< of the slowest link on the route
    double window = 0.0;
    double under_way = 0.0;
    int num_sent = 0;
    double free_at = 0.0;  ///< when the slowest link will have carried all that left
};

/// A message that has not arrived yet.
struct Message {
    Peer peer;
    const void* buffer = nullptr;
    int bytes = 0;
    bool is_complete_on_arrival = false;  ///< to its sender; else when it leaves
    int tag = 0;
    /// What the executor holds until the message is complete to it: a request that is never started.
    MPI_Request token = MPI_REQUEST_NULL;
    MPI_Request arrival = MPI_REQUEST_NULL;  ///< null: it waits to leave
};

/// Of this rank: a simulated program is loaded once for each.
std::map<Peer, Connection> connections;
std::map<Peer, int> num_received;
double interface_free_at = 0.0;
std::list<Message> messages;                 ///< in the order in which they were sent
std::map<MPI_Request, bool> is_complete_of;  ///< [token]
std::map<MPI_Request, Peer> small_receives;  ///< of messages whose arrival their senders want to know

Connection connection_between(const std::string& from, const std::string& to) {
    std::vector<simgrid::s4u::Link*> links;
    double latency = 0.0;
    simgrid::s4u::Host::by_name(from)->route_to(simgrid::s4u::Host::by_name(to), links, &latency);
    Connection result;
    result.rate = std::numeric_limits<double>::infinity();
    for (const simgrid::s4u::Link* link : links) {
        result.rate = std::min(result.rate, kUsable * link->get_bandwidth());
    }
    result.interface_rate = kUsable * links.front()->get_bandwidth();
    result.window = kLatenciesInWindow * latency * result.rate;
    return result;
}

int world_rank_of(const Peer& peer) {
    MPI_Group members = MPI_GROUP_NULL;
    MPI_Group world = MPI_GROUP_NULL;
    PMPI_Comm_group(peer.first, &members);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    int rank = 0;
    PMPI_Group_translate_ranks(members, 1, &peer.second, world, &rank);
    PMPI_Group_free(&members);
    PMPI_Group_free(&world);
    return rank;
}

void connect(const Job& job, const Peer& peer) {
    const auto [entry, is_new] = connections.try_emplace(peer);
    if (is_new) {
        entry->second = connection_between(job.host_names[static_cast<std::size_t>(job.world_rank)],
                                           job.host_names[static_cast<std::size_t>(world_rank_of(peer))]);
    }
}

void leave(Message& message) {
    const auto [comm, to] = message.peer;
    Connection& connection = connections[message.peer];
    const double start = std::max({PMPI_Wtime(), interface_free_at, connection.free_at});
    simgrid::s4u::this_actor::sleep_until(start);
    interface_free_at = start + message.bytes / connection.interface_rate;
    connection.free_at = start + message.bytes / connection.rate;
    if (message.bytes < kSentEagerly) {
        MPI_Send(message.buffer, message.bytes, MPI_BYTE, to, message.tag, comm);  // SMPI keeps a copy
        MPI_Irecv(nullptr, 0, MPI_BYTE, to, kArrivalTag, comm, &message.arrival);
        is_complete_of[message.token] = !message.is_complete_on_arrival;
    } else {
        MPI_Isend(message.buffer, message.bytes, MPI_BYTE, to, message.tag, comm, &message.arrival);
    }
    connection.under_way += message.bytes;
}

/// Lets what waits for this peer leave in order, as far as the window allows.
void let_leave(const Peer& peer) {
    const Connection& connection = connections[peer];
    for (Message& message : messages) {
        if (connection.under_way > connection.window) {
            return;
        }
        if (message.peer == peer && message.arrival == MPI_REQUEST_NULL) {
            leave(message);
        }
    }
}

/// Forgets the message that arrived.
void arrived(std::list<Message>::iterator message) {
    const Peer peer = message->peer;
    connections[peer].under_way -= message->bytes;
    if (message->is_complete_on_arrival) {
        is_complete_of[message->token] = true;
    }
    messages.erase(message);
    let_leave(peer);
}

/// Takes the tokens of complete messages out of the executor's requests; how many there were.
int take_complete(int count, MPI_Request* requests, int* indices) {
    int taken = 0;
    for (int i = 0; i < count; ++i) {
        const auto token = is_complete_of.find(requests[i]);
        if (token != is_complete_of.end() && token->second) {
            is_complete_of.erase(token);
            MPI_Request_free(&requests[i]);
            indices[taken++] = i;
        }
    }
    return taken;
}

/// A receive is complete.
void tell_sender(MPI_Request request) {
    const auto receive = small_receives.find(request);
    if (receive != small_receives.end()) {
        const auto [comm, from] = receive->second;
        small_receives.erase(receive);
        MPI_Send(nullptr, 0, MPI_BYTE, from, kArrivalTag, comm);
    }
}

/// Once the job is set up, only the executor sends and receives bytes.
bool is_of_executor(MPI_Datatype datatype) {
    return causeway::interpose::active_job() != nullptr && datatype == MPI_BYTE;
}

/// The tag of a message by its number among those from one process to another.
int tag_of(int number) {
    return kFirstTag + number % kNumTags;
}

/// Puts the message behind those before it; `request` becomes its token.
int send(Message message, MPI_Request* request) {
    const auto [comm, to] = message.peer;
    connect(*causeway::interpose::active_job(), message.peer);
    message.tag = tag_of(connections[message.peer].num_sent++);
    const int code = MPI_Ssend_init(message.buffer, message.bytes, MPI_BYTE, to, message.tag, comm, request);
    if (code != MPI_SUCCESS) {
        return code;
    }
    message.token = *request;
    is_complete_of[message.token] = false;
    messages.push_back(message);
    let_leave(message.peer);
    return MPI_SUCCESS;
}

}  // namespace

CAUSEWAY_EXPORT int PMPI_Irecv(void* buffer, int count, MPI_Datatype datatype, int from, int tag, MPI_Comm comm,
                               MPI_Request* request) {
    if (!is_of_executor(datatype)) {
        return MPI_Irecv(buffer, count, datatype, from, tag, comm, request);
    }
    const int own_tag = tag_of(num_received[{comm, from}]++);
    const int code = MPI_Irecv(buffer, count, datatype, from, own_tag, comm, request);
    if (code == MPI_SUCCESS && count < kSentEagerly) {
        small_receives.insert_or_assign(*request, Peer{comm, from});
    }
    return code;
}

CAUSEWAY_EXPORT int PMPI_Isend(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
                               MPI_Request* request) {
    if (!is_of_executor(datatype)) {
        return MPI_Isend(buffer, count, datatype, to, tag, comm, request);
    }
    return send({{comm, to}, buffer, count, count >= kSentEagerly}, request);
}

CAUSEWAY_EXPORT int PMPI_Issend(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
                                MPI_Request* request) {
    if (!is_of_executor(datatype)) {
        return MPI_Issend(buffer, count, datatype, to, tag, comm, request);
    }
    return send({{comm, to}, buffer, count, true}, request);
}

CAUSEWAY_EXPORT int PMPI_Waitsome(int count, MPI_Request* requests, int* completed, int* indices,
                                  MPI_Status* /* the executor ignores it */) {
    while (true) {
        *completed = take_complete(count, requests, indices);
        if (*completed > 0) {
            return MPI_SUCCESS;
        }
        // Of the executor's requests the tokens are not for SMPI, which takes them for complete; of ours, those under
        // way.
        std::vector<MPI_Request> pending(requests, requests + count);
        std::replace_if(
            pending.begin(), pending.end(), [](MPI_Request one) { return is_complete_of.count(one) != 0; },
            MPI_REQUEST_NULL);
        std::vector<std::list<Message>::iterator> under_way;
        for (auto message = messages.begin(); message != messages.end(); ++message) {
            if (message->arrival != MPI_REQUEST_NULL) {
                pending.push_back(message->arrival);
                under_way.push_back(message);
            }
        }
        int index = 0;
        const int code = MPI_Waitany(static_cast<int>(pending.size()), pending.data(), &index, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS || index == MPI_UNDEFINED) {
            *completed = MPI_UNDEFINED;
            return code;
        }
        if (index < count) {
            tell_sender(requests[index]);
            requests[index] = pending[static_cast<std::size_t>(index)];
            indices[0] = index;
            *completed = 1;
            return MPI_SUCCESS;
        }
        arrived(under_way[static_cast<std::size_t>(index - count)]);
    }
}
