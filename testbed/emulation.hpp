/// When a packet arrives: the timing model of the grid, without any input or output.
///
/// A packet that carries data first takes its host's processor, if the grid gives that one costs. It leaves through the
/// host's NIC. Within a site it then takes the LAN's latency; to another
/// site it passes the limit of its flow if there is one and the site's uplink, then those of the groups around that do
/// not hold the other site, from the inside outwards; the link of that pair of neighbours if it has one, and the
/// latency between them; the downlinks of the groups around the other site, from the outside inwards, and its own. Last
/// come the receiving host's NIC and, for data, its processor, which does one thing at a time, sending or receiving.
/// NICs and links serve one packet at a time, in order of arrival; a packet that would wait longer than the grid's
/// longest queue is dropped. A boundary may have a bucket, as shapers have: what it has not carried so far leaves at
/// once, so much at the most.
///
/// A flow is what one host sends to another, whatever its ports: a library that opens several connections to a peer
/// gains nothing by it. Its limit is a queue of its own, like a link that only this flow uses.
///
/// Jitter adds a random time to a packet's latency; unless the grid asks for reordering, a packet then waits for the
/// earlier ones of its flow. A packet is lost after the uplinks and the pair's link, whose time it has taken. Both are
/// drawn from a stream of random numbers for each flow, so the n-th packet of a flow always fares alike. So are bursts
/// of losses: a packet may begin one, which takes it and the next of its flow.
///
/// Packets compete for a resource in the order in which they reach it, not in which they were sent:
/// a packet therefore books one resource at a time, when it gets there.
#pragma once

#include "testbed/grid.hpp"
#include "testbed/parts.hpp"
#include "testbed/traffic.hpp"

#include "causeway/base/random.hpp"

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

namespace causeway::testbed {

class Emulation {
public:
    /// A packet at the end of its way.
    struct Delivery {
        std::uint32_t packet;  ///< as given to send()
        int to;
        Seconds due;
    };

    /// What became of the packets handed over by one call.
    struct Progress {
        std::vector<Delivery> delivered;     ///< by due time
        std::vector<std::uint32_t> dropped;  ///< a queue was too long
        std::vector<std::uint32_t> lost;     ///< by the grid's random loss
    };

    explicit Emulation(Grid grid);

    /// A packet on its way out of a host.
    struct Outgoing {
        std::uint32_t packet;  ///< the caller's name for it
        int from;
        int to;
        Bytes size;
        Bytes data;  ///< what it carries; 0: it only acknowledges or opens a connection, and costs no processor
    };

    /// A host sends a packet at `now`. Returns false if it is dropped at once.
    [[nodiscard]] bool send(const Outgoing& outgoing, Seconds now);

    /// Moves all packets on to `now`. Valid until the next call.
    [[nodiscard]] const Progress& advance(Seconds now);

    /// No packet is due before this time; infinity if none is on its way. advance() need not be
    /// called earlier.
    [[nodiscard]] Seconds next_wake();

    /// How long a packet that `host` sends at `now` would wait for its NIC.
    [[nodiscard]] Seconds nic_backlog(int host, Seconds now) const;

    /// From now on; applies also to packets that are on their way and have not passed there yet.
    void apply(const Change& change);

    /// In place of the grid's own: its losses, from now on.
    void apply(const Noise& noise);

    /// The grid with the changes made since.
    [[nodiscard]] const Grid& grid() const { return grid_; }

    /// What has passed the boundaries so far. A packet counts where it is served: not where it is dropped, nor behind.
    [[nodiscard]] const Traffic& traffic() const { return traffic_; }

private:
    enum class Stage : std::uint8_t { kFlow, kUplink, kDownlink, kNicIn, kProcessor, kDelivery };

    struct InFlight {
        std::uint32_t packet = 0;
        int from = 0;
        int to = 0;
        Bytes size{};
        Bytes data{};
        Stage stage = Stage::kDelivery;
        std::size_t leg = 0;         ///< of the uplinks or the downlinks of its way
        Seconds time{};              ///< when it reaches `stage`
        std::uint64_t sequence = 0;  ///< of its pending event; 0: the slot is free
    };

    /// What a resource carries, and how much of it at once after a quiet time.
    struct Rate {
        BytesPerSecond rate;
        Bytes burst{0};
    };

    /// What is remembered of the packets from one host to another.
    struct Flow {
        Seconds busy_until{0};    ///< its limit's queue
        Seconds last_arrival{0};  ///< of a packet behind the latency
        base::Random jitter{0};
        base::Random loss{0};
        base::Random bursts{0};
        int left_of_burst = 0;  ///< packets that are still to be lost
    };
    /// Of the packets between two neighbours.
    struct Bursts {
        double probability = 0;
        int length = 0;
    };

    struct Event {
        Seconds time;
        std::uint64_t sequence;  ///< equal times go in the order of booking
        std::uint32_t slot;
        friend bool operator>(const Event& a, const Event& b) {
            return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
        }
    };
    using EventQueue = std::priority_queue<Event, std::vector<Event>, std::greater<>>;

    [[nodiscard]] const Site& site_of(int host) const;
    /// Books a packet on a resource that is busy until `busy_until`: when it is through, or nothing if the queue is too
    /// long.
    [[nodiscard]] std::optional<Seconds> serve(Seconds& busy_until, Bytes size, const Rate& rate, Seconds now) const;
    /// Between the hosts' sites, which differ.
    [[nodiscard]] const Way& way_of(const InFlight& flight) const;
    [[nodiscard]] Seconds unloaded_time(const InFlight& flight) const;
    [[nodiscard]] Seconds after_latency(const InFlight& flight, Seconds start);
    [[nodiscard]] bool is_lost(const InFlight& flight);
    [[nodiscard]] bool is_in_burst(const InFlight& flight);
    [[nodiscard]] Seconds processing(int host, Bytes data) const;
    void schedule(std::uint32_t slot, Stage stage, std::size_t leg, Seconds time);
    void pass_stage(std::uint32_t slot);
    void release(std::uint32_t slot);
    void wake_for_everything();

    Grid grid_;
    std::vector<Host> hosts_;
    base::SquareMatrix<Way> ways_;  ///< [from site][to site]
    std::vector<Processor> costs_;  ///< [host]
    // For each resource, the time until which it is busy.
    std::vector<Seconds> nic_out_;
    std::vector<Seconds> nic_in_;
    std::vector<Seconds> processor_;
    std::vector<Seconds> uplink_;            ///< [part]
    std::vector<Seconds> downlink_;          ///< [part]
    base::SquareMatrix<Seconds> pair_link_;  ///< [from part][to part], of neighbours
    base::SquareMatrix<Flow> flows_;         ///< [from host][to host]
    base::SquareMatrix<Bursts> bursts_;      ///< [from part][to part], of neighbours
    Traffic traffic_;

    std::vector<InFlight> flights_;
    std::vector<std::uint32_t> free_slots_;
    std::uint64_t next_sequence_ = 1;
    EventQueue events_;
    /// For each pending event, the earliest time at which its packet can be due. Only that needs the
    /// caller's punctuality: the bookings on the way may be made late, in the right order.
    EventQueue wakes_;
    Progress progress_;
};

}  // namespace causeway::testbed
