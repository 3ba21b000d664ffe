/// What makes a network unfriendly, beyond what Grid says of its links: a router that is late, processors that others
/// use, traffic of others, loss in bursts. Part of a grid file, and can be changed while the grid is up.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/units.hpp"

#include <string>
#include <vector>

namespace causeway::testbed {

struct Grid;

/// A TCP connection of somebody else, from one host to another.
struct CrossTraffic {
    int from = 0;         ///< host
    int to = 0;           ///< another
    BytesPerSecond rate;  ///< infinite: as fast as TCP goes
    Seconds on;           ///< it sends for so long on average, exponentially distributed ...
    Seconds off;          ///< ... and then rests for so long; 0: never
};

/// Packets of a flow that are lost one after another, between two neighbours, both ways.
struct LossBursts {
    int part = 0;
    int other_part = 0;
    double probability = 0;  ///< that a packet is the first of a burst
    int length = 1;          ///< packets of a burst, all lost
};

struct Noise {
    bool has_ordinary_router = false;  ///< no real-time priority, and processors may fall asleep
    int busy_loops = 0;                ///< processes that compute without end, each in a session of its own
    std::vector<CrossTraffic> cross_traffic = {};
    std::vector<LossBursts> loss_bursts = {};
};

/// Reads the key "noise" of a grid file; `grid`: the rest of it. Throws InputError.
[[nodiscard]] Noise read_noise(const base::JsonInput& input, const Grid& grid);

/// The noise as read_noise() reads it.
[[nodiscard]] base::JsonOutput noise_json(const Noise& noise, const Grid& grid);

/// A line for each thing there is: "cross traffic from a0 to b1, 5 MB/s, on for 1 s and off for 2 s on average".
[[nodiscard]] std::vector<std::string> noise_lines(const Noise& noise, const Grid& grid);

}  // namespace causeway::testbed
