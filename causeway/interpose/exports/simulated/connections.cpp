/// Connections for a simulated job: the messages that the executor sends from one process to another, and those that
/// show how fast a link is, cross the network one after another.
///
/// SMPI starts a message when it is sent and lets all that are under way share the links, so that a hundred segments
/// sent at once all arrive at the end, and the next process of a pipeline has nothing to pass on until then. Over TCP
/// the messages between two processes are one stream. Here a message waits while more than a window of its
/// predecessors is under way, the window being the bytes that cross the route in two round trips: what keeps a route
/// busy, and little more. To its sender a small message is complete once it has left, as SMPI has it; that it has
/// arrived its receiver says by an empty message.
///
/// Both call PMPI_Isend, PMPI_Issend, PMPI_Irecv, PMPI_Waitsome and PMPI_Testsome; linked into the program,
/// ours come before SimGrid's, which we reach by their MPI_ names.
#include "causeway/job/job.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/probe/link_look.hpp"

#include <mpi.h>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <map>
#include <span>
#include <utility>
#include <vector>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// Two round trips are four latencies.
constexpr double kLatenciesInWindow = 4.0;
/// Of a link's rate, what messages get: packets have headers (SMPI's option smpi/bw-factor), and what flows the other
/// way is acknowledged (network/crosstraffic).
constexpr double kUsable = 0.895;
/// From this size on a send waits for its receiver: SMPI's option smpi/send-is-detached-thresh, as it is by default.
constexpr int kSentEagerly = 65536;
/// Beyond all tags of the library, whose largest SMPI says is a million.
constexpr int kFirstTag = 1 << 24;
/// Of the messages that tell of arrivals.
constexpr int kArrivalTag = kFirstTag - 1;

using Peer = std::pair<MPI_Comm, int>;

/// From this rank to another; bytes, seconds, bytes per second.
struct Connection {
    double interface_rate = 0.0;  ///< of this host's network interface
    double rate = 0.0;            ///< of the slowest link on the route
    double window = 0.0;
    double under_way = 0.0;
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
double interface_free_at = 0.0;
std::list<Message> messages;                     ///< in the order in which they were sent
std::map<MPI_Request, bool> is_complete_of;      ///< [token]
std::map<MPI_Request, MPI_Comm> small_receives;  ///< of messages whose arrival their senders want to know

Connection connection_to(const simgrid::s4u::Host* host) {
    std::vector<simgrid::s4u::Link*> links;
    double latency = 0.0;
    simgrid::s4u::this_actor::get_host()->route_to(host, links, &latency);
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

void connect(const Peer& peer) {
    const auto [entry, is_new] = connections.try_emplace(peer);
    if (is_new) {
        // SMPI's ranks are the first actors, which are counted from 1 on.
        entry->second = connection_to(simgrid::s4u::Actor::by_pid(1 + world_rank_of(peer))->get_host());
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
void tell_sender(MPI_Request request, const MPI_Status& status) {
    const auto receive = small_receives.find(request);
    if (receive != small_receives.end()) {
        const MPI_Comm comm = receive->second;
        small_receives.erase(receive);
        MPI_Send(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, kArrivalTag, comm);
    }
}

/// Once the job is set up, nothing else of the library's that is MPI_BYTE has such tags.
bool is_of_executor(int tag) {
    return causeway::job::active_job() != nullptr && tag >= causeway::mpi::Executor::kFirstTag;
}

/// The executor's bytes do, and those that show how fast a link is; what the executor sends of other datatypes does
/// not.
bool crosses_connection(MPI_Datatype datatype, int tag) {
    return datatype == MPI_BYTE && (is_of_executor(tag) || tag == causeway::probe::kLookTag);
}

/// SMPI takes small and large messages in by different ways, and a receive may wait for ever when a message of the same
/// tag but of the other kind, sent later, is there first. What has another datatype keeps the executor's tags.
int own_tag(int tag, int bytes) {
    return kFirstTag + 2 * tag + (bytes < kSentEagerly ? 0 : 1);
}

/// Puts the message behind those before it; `request` becomes its token.
int send(Message message, MPI_Request* request) {
    const auto [comm, to] = message.peer;
    connect(message.peer);
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

/// MPI_Isend of a small message that crosses no connection: SMPI keeps a copy, but MPI_Testany of SimGrid 3.32 does not
/// see that it is complete. `request` becomes the token of a complete message.
int send_kept(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
    MPI_Send(buffer, count, datatype, to, tag, comm);
    const int code = MPI_Ssend_init(buffer, count, datatype, to, tag, comm, request);
    if (code == MPI_SUCCESS) {
        is_complete_of[*request] = true;
    }
    return code;
}

/// MPI_Waitsome of the executor's requests, or MPI_Testsome. The statuses of sends are left as they are.
int complete_some(std::span<MPI_Request> requests, bool waits, int* completed, int* indices, MPI_Status* statuses) {
    while (true) {
        *completed = take_complete(static_cast<int>(requests.size()), requests.data(), indices);
        if (*completed > 0) {
            return MPI_SUCCESS;
        }
        // Of the executor's requests the tokens are not for SMPI, which takes them for complete; of ours, those under
        // way.
        std::vector<MPI_Request> pending(requests.begin(), requests.end());
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
        int index = MPI_UNDEFINED;
        int is_complete = 1;
        MPI_Status status;
        const int num_pending = static_cast<int>(pending.size());
        const int code = waits ? MPI_Waitany(num_pending, pending.data(), &index, &status)
                               : MPI_Testany(num_pending, pending.data(), &index, &is_complete, &status);
        if (code == MPI_SUCCESS && is_complete == 0) {
            *completed = 0;
            return code;
        }
        if (code != MPI_SUCCESS || index == MPI_UNDEFINED) {
            *completed = MPI_UNDEFINED;
            return code;
        }
        const auto place = static_cast<std::size_t>(index);
        if (place < requests.size()) {
            tell_sender(requests[place], status);
            requests[place] = pending[place];
            indices[0] = index;
            if (statuses != MPI_STATUSES_IGNORE) {
                statuses[0] = status;
            }
            *completed = 1;
            return MPI_SUCCESS;
        }
        arrived(under_way[place - requests.size()]);
    }
}

}  // namespace

CAUSEWAY_EXPORT int PMPI_Irecv(void* buffer, int count, MPI_Datatype datatype, int from, int tag, MPI_Comm comm,
                               MPI_Request* request) {
    const bool is_ours = crosses_connection(datatype, tag);
    const int code = MPI_Irecv(buffer, count, datatype, from, is_ours ? own_tag(tag, count) : tag, comm, request);
    if (code != MPI_SUCCESS) {
        return code;
    }
    if (is_ours && count < kSentEagerly) {
        small_receives.insert_or_assign(*request, comm);
    }
    return code;
}

CAUSEWAY_EXPORT int PMPI_Isend(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
                               MPI_Request* request) {
    if (!crosses_connection(datatype, tag)) {
        int size = 0;
        PMPI_Type_size(datatype, &size);
        return is_of_executor(tag) && static_cast<std::int64_t>(size) * count < kSentEagerly
                   ? send_kept(buffer, count, datatype, to, tag, comm, request)
                   : MPI_Isend(buffer, count, datatype, to, tag, comm, request);
    }
    return send({{comm, to}, buffer, count, count >= kSentEagerly, own_tag(tag, count)}, request);
}

CAUSEWAY_EXPORT int PMPI_Issend(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
                                MPI_Request* request) {
    if (!crosses_connection(datatype, tag)) {
        return MPI_Issend(buffer, count, datatype, to, tag, comm, request);
    }
    return send({{comm, to}, buffer, count, true, own_tag(tag, count)}, request);
}

CAUSEWAY_EXPORT int PMPI_Waitsome(int count, MPI_Request* requests, int* completed, int* indices,
                                  MPI_Status* statuses) {
    return complete_some({requests, static_cast<std::size_t>(count)}, true, completed, indices, statuses);
}

CAUSEWAY_EXPORT int PMPI_Testsome(int count, MPI_Request* requests, int* completed, int* indices,
                                  MPI_Status* statuses) {
    return complete_some({requests, static_cast<std::size_t>(count)}, false, completed, indices, statuses);
}
