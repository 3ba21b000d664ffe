/// Connections for a simulated job: the messages that the executor sends from one process to another, and those that
/// show how fast a link is, cross the network one after another.
///
/// SMPI starts a message when it is sent and lets all that are under way share the links, so that a hundred segments
/// sent at once all arrive at the end, and the next process of a pipeline has nothing to pass on until then. Over TCP
/// the messages between two processes are one stream. Here a message waits while more than a window of its
/// predecessors is under way, the window being the bytes that cross the route in two round trips: what keeps a route
/// busy, and little more, and while the slowest link, or the interface of its host, has not carried the one before.
/// What waits so keeps no other connection of the process waiting, nor what comes to it. To its sender a small message
/// is complete once it has left, as SMPI has it; that it has arrived its receiver says by an empty message, once it
/// takes it. MPI libraries take in what nobody receives yet, so that it fills no window: of each tag one message is
/// always let through, or strands of a call that wait for each other would do so for ever.
///
/// Both call PMPI_Isend, PMPI_Issend, PMPI_Irecv, PMPI_Waitsome and PMPI_Testsome; linked into the program,
/// ours come before SimGrid's, which we reach by their MPI_ names.
#include "causeway/interpose/exports/simulated/connections.hpp"

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
#include <set>
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
/// SMPI cannot wait for messages and for a time at once: a process that has messages which are to leave at some time
/// looks for others so often while the link carries the one before, but not more often than every tenth of a
/// microsecond: shorter waits are none to the simulation, in which time may not go on for them.
constexpr double kLooksPerMessage = 32.0;
constexpr double kLeastBetweenLooks = 1e-7;

using Peer = std::pair<MPI_Comm, int>;

/// How SMPI takes a message in. A receive may wait for ever when a message of the same tag that comes by another way,
/// sent later, is there first.
enum class Way {
    kSmall,
    kLarge,   ///< waits for its receiver
    kPacked,  ///< how long it is only its sender knows (mpi::SizedBlocks): as a large one, however long it is
};
constexpr int kNumWays = 3;

Way way_of(MPI_Datatype datatype, double bytes) {
    if (datatype == MPI_PACKED) {
        return Way::kPacked;
    }
    return bytes < kSentEagerly ? Way::kSmall : Way::kLarge;
}

/// A link and the last message that left by it; seconds.
struct Carrier {
    double takes = 0.0;    ///< for that message
    double free_at = 0.0;  ///< when it will have carried all that left
};

/// From this rank to another; bytes, seconds, bytes per second.
struct Connection {
    double interface_rate = 0.0;  ///< of this host's network interface
    double rate = 0.0;            ///< of the slowest link on the route
    double window = 0.0;
    double under_way = 0.0;
    Carrier slowest;  ///< link on the route
};

/// A message that has not arrived yet.
struct Message {
    Peer peer;
    const void* buffer = nullptr;
    int count = 0;
    MPI_Datatype datatype = MPI_BYTE;
    double bytes = 0.0;
    Way way = Way::kSmall;
    bool is_complete_on_arrival = false;  ///< to its sender; else when it leaves
    int tag = 0;
    double due = 0.0;  ///< when the link before which it waits is free; 0: it waits for none
    /// What the executor holds until the message is complete to it: a request that is never started.
    MPI_Request token = MPI_REQUEST_NULL;
    MPI_Request arrival = MPI_REQUEST_NULL;  ///< null: it waits to leave
};

/// Of this rank: a simulated program is loaded once for each.
std::map<Peer, Connection> connections;
bool is_set_up = false;  ///< the job
Carrier interface;
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

/// What keeps the next message waiting the longest.
const Carrier& busiest(const Connection& connection) {
    return connection.slowest.free_at < interface.free_at ? interface : connection.slowest;
}

void carry(Carrier& carrier, double start, double takes) {
    carrier = {.takes = takes, .free_at = start + takes};
}

void leave(Message& message) {
    const auto [comm, to] = message.peer;
    Connection& connection = connections[message.peer];
    // Not at the look that found it.
    const double start = message.due > 0.0 ? std::max(message.due, busiest(connection).free_at) : PMPI_Wtime();
    carry(interface, start, message.bytes / connection.interface_rate);
    carry(connection.slowest, start, message.bytes / connection.rate);
    switch (message.way) {
        case Way::kSmall:
            MPI_Send(message.buffer, message.count, message.datatype, to, message.tag, comm);  // SMPI keeps a copy
            MPI_Irecv(nullptr, 0, MPI_BYTE, to, kArrivalTag, comm, &message.arrival);
            is_complete_of[message.token] = !message.is_complete_on_arrival;
            break;
        case Way::kLarge:
            MPI_Isend(message.buffer, message.count, message.datatype, to, message.tag, comm, &message.arrival);
            break;
        case Way::kPacked:
            MPI_Issend(message.buffer, message.count, message.datatype, to, message.tag, comm, &message.arrival);
            break;
    }
    connection.under_way += message.bytes;
}

/// What a process waits for besides messages; seconds.
struct Wait {
    double until = std::numeric_limits<double>::infinity();
    double between_looks = std::numeric_limits<double>::infinity();

    [[nodiscard]] bool is_for_messages_alone() const { return until == std::numeric_limits<double>::infinity(); }
};

/// Lets what waits leave, to each peer in order, as far as windows and links allow. What the next waits for.
Wait let_leave() {
    Wait wait;
    std::set<Peer> waiting;
    std::set<std::pair<Peer, int>> tags_before;  // of messages that have not arrived
    for (Message& message : messages) {
        const bool is_first_of_tag = tags_before.insert({message.peer, message.tag}).second;
        if (message.arrival != MPI_REQUEST_NULL) {
            continue;
        }
        const Connection& connection = connections[message.peer];
        const Carrier& carrier = busiest(connection);
        const bool is_in_window = connection.under_way <= connection.window && waiting.count(message.peer) == 0;
        const bool has_room = is_in_window || is_first_of_tag;
        if (has_room && carrier.free_at <= PMPI_Wtime() + kLeastBetweenLooks) {
            leave(message);
            continue;
        }
        waiting.insert(message.peer);
        message.due = has_room ? carrier.free_at : 0.0;
        if (has_room) {
            wait.until = std::min(wait.until, carrier.free_at);
            wait.between_looks = std::clamp(carrier.takes / kLooksPerMessage, kLeastBetweenLooks, wait.between_looks);
        }
    }
    return wait;
}

/// Forgets the message that arrived.
void arrived(std::list<Message>::iterator message) {
    connections[message->peer].under_way -= message->bytes;
    if (message->is_complete_on_arrival) {
        is_complete_of[message->token] = true;
    }
    messages.erase(message);
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

/// The executor's messages do, and those that show how fast a link is. Once the job is set up, nothing else of the
/// library's has such tags, to the end: MPI_Finalize, too, carries on what has begun.
bool crosses_connection(MPI_Datatype datatype, int tag) {
    is_set_up = is_set_up || causeway::job::active_job() != nullptr;
    const bool is_of_executor = is_set_up && tag >= causeway::mpi::Executor::kFirstTag;
    return is_of_executor || (datatype == MPI_BYTE && tag == causeway::probe::kLookTag);
}

double bytes_of(int count, MPI_Datatype datatype) {
    int size = 0;
    PMPI_Type_size(datatype, &size);
    return static_cast<double>(size) * count;
}

int own_tag(int tag, Way way) {
    return kFirstTag + kNumWays * tag + static_cast<int>(way);
}

/// Puts the message behind those before it; `request` becomes its token.
int send(Message message, MPI_Request* request) {
    const auto [comm, to] = message.peer;
    connect(message.peer);
    const int code = MPI_Ssend_init(nullptr, 0, MPI_BYTE, to, message.tag, comm, request);
    if (code != MPI_SUCCESS) {
        return code;
    }
    message.token = *request;
    is_complete_of[message.token] = false;
    messages.push_back(message);
    let_leave();
    return MPI_SUCCESS;
}

/// MPI_Waitsome of the executor's requests, or MPI_Testsome. The statuses of sends are left as they are.
int complete_some(std::span<MPI_Request> requests, bool waits, int* completed, int* indices, MPI_Status* statuses) {
    while (true) {
        const Wait wait = let_leave();
        if (requests.empty() && messages.empty()) {
            *completed = MPI_UNDEFINED;
            return MPI_SUCCESS;
        }
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
        const bool waits_for_messages = waits && wait.is_for_messages_alone();
        int index = MPI_UNDEFINED;
        int is_complete = 1;
        MPI_Status status;
        const int num_pending = static_cast<int>(pending.size());
        const int code = waits_for_messages ? MPI_Waitany(num_pending, pending.data(), &index, &status)
                                            : MPI_Testany(num_pending, pending.data(), &index, &is_complete, &status);
        const bool is_nothing_there = is_complete == 0 || index == MPI_UNDEFINED;
        if (code == MPI_SUCCESS && is_nothing_there && !wait.is_for_messages_alone()) {
            // Also for who only tests, and does so until a message has come: time would stand still.
            simgrid::s4u::this_actor::sleep_until(std::min(wait.until, PMPI_Wtime() + wait.between_looks));
            if (waits) {
                continue;
            }
            is_complete = 0;
        }
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

void causeway::interpose::wait_for_arrivals() {
    int completed = 0;
    (void)complete_some({}, true, &completed, nullptr, MPI_STATUSES_IGNORE);  // returns once nothing is left
}

CAUSEWAY_EXPORT int PMPI_Irecv(void* buffer, int count, MPI_Datatype datatype, int from, int tag, MPI_Comm comm,
                               MPI_Request* request) {
    if (!crosses_connection(datatype, tag)) {
        return MPI_Irecv(buffer, count, datatype, from, tag, comm, request);
    }
    const Way way = way_of(datatype, bytes_of(count, datatype));
    // As for a large message; nobody sends more than there is room for.
    const int asked = way == Way::kPacked ? std::max(count, kSentEagerly) : count;
    const int code = MPI_Irecv(buffer, asked, datatype, from, own_tag(tag, way), comm, request);
    if (code == MPI_SUCCESS && way == Way::kSmall) {
        small_receives.insert_or_assign(*request, comm);
    }
    return code;
}

CAUSEWAY_EXPORT int PMPI_Isend(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
                               MPI_Request* request) {
    if (!crosses_connection(datatype, tag)) {
        return MPI_Isend(buffer, count, datatype, to, tag, comm, request);
    }
    const double bytes = bytes_of(count, datatype);
    const Way way = way_of(datatype, bytes);
    return send({{comm, to}, buffer, count, datatype, bytes, way, way != Way::kSmall, own_tag(tag, way)}, request);
}

CAUSEWAY_EXPORT int PMPI_Issend(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
                                MPI_Request* request) {
    if (!crosses_connection(datatype, tag)) {
        return MPI_Issend(buffer, count, datatype, to, tag, comm, request);
    }
    const double bytes = bytes_of(count, datatype);
    const Way way = way_of(datatype, bytes);
    return send({{comm, to}, buffer, count, datatype, bytes, way, true, own_tag(tag, way)}, request);
}

CAUSEWAY_EXPORT int PMPI_Waitsome(int count, MPI_Request* requests, int* completed, int* indices,
                                  MPI_Status* statuses) {
    return complete_some({requests, static_cast<std::size_t>(count)}, true, completed, indices, statuses);
}

CAUSEWAY_EXPORT int PMPI_Testsome(int count, MPI_Request* requests, int* completed, int* indices,
                                  MPI_Status* statuses) {
    return complete_some({requests, static_cast<std::size_t>(count)}, false, completed, indices, statuses);
}
