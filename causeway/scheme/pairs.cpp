#include "causeway/scheme/pairs.hpp"

#include <cassert>
#include <cstddef>
#include <numeric>

namespace causeway::scheme {

namespace {

using schedule::BlockRange;

/// The place whose number has the bits backwards.
int turned(int place, int num_places) {
    int result = 0;
    for (int bit = 1; bit < num_places; bit *= 2) {
        result = 2 * result + ((place & bit) != 0 ? 1 : 0);
    }
    return result;
}

/// The blocks of `count` places that follow each other.
std::vector<BlockRange> blocks_of(const Line& line, const Parts& parts, int place, int count) {
    const auto begin = line.first_part.begin() + place;
    return parts.of(*begin, *(begin + count) - *begin);
}

/// The first of the `count` places among which the place is, a power of two.
int group_of(int place, int count) {
    return place & ~(count - 1);
}

}  // namespace

PairedProcesses::PairedProcesses(int processes, int root) : processes_(processes), root_(root) {
    while (2 * num_places_ <= processes) {
        num_places_ *= 2;
    }
}

void PairedProcesses::fold(BlockRange blocks, schedule::Builder& builder) const {
    for (int pair = 0; pair < num_pairs(); ++pair) {
        builder.reduce(second_of(pair), process_at(pair), blocks);
    }
}

void PairedProcesses::unfold(BlockRange blocks, schedule::Builder& builder) const {
    for (int pair = 0; pair < num_pairs(); ++pair) {
        builder.transfer(process_at(pair), second_of(pair), blocks);
    }
}

Line PairedProcesses::nearest_first() const {
    Line line;
    for (int place = 0; place < num_places_; ++place) {
        line.processes.push_back(process_at(turned(place, num_places_)));
    }
    line.first_part.resize(line.processes.size() + 1);
    std::iota(line.first_part.begin(), line.first_part.end(), 0);
    return line;
}

Line PairedProcesses::farthest_first() const {
    assert(root_ == 0);
    Line line;
    for (int place = 0; place < num_places_; ++place) {
        line.processes.push_back(process_at(place));
        line.first_part.push_back(line.processes.back());
    }
    line.first_part.push_back(processes_);
    return line;
}

void combine_by_halving(const Line& line, const Parts& parts, schedule::Builder& builder) {
    for (int distance = line.size() / 2; distance >= 1; distance /= 2) {
        for (int place = 0; place < line.size(); ++place) {
            const int partner = place ^ distance;
            for (const BlockRange blocks : blocks_of(line, parts, group_of(partner, distance), distance)) {
                builder.reduce(line.processes[static_cast<std::size_t>(place)],
                               line.processes[static_cast<std::size_t>(partner)], blocks);
            }
        }
    }
}

void pass_by_doubling(const Line& line, const Parts& parts, schedule::Builder& builder) {
    for (int distance = 1; distance < line.size(); distance *= 2) {
        for (int place = 0; place < line.size(); ++place) {
            for (const BlockRange blocks : blocks_of(line, parts, group_of(place, distance), distance)) {
                builder.transfer(line.processes[static_cast<std::size_t>(place)],
                                 line.processes[static_cast<std::size_t>(place ^ distance)], blocks);
            }
        }
    }
}

void pass_to_first(const Line& line, const Parts& parts, schedule::Builder& builder) {
    for (int distance = 1; distance < line.size(); distance *= 2) {
        for (int place = distance; place < line.size(); place += 2 * distance) {
            for (const BlockRange blocks : blocks_of(line, parts, place, distance)) {
                builder.transfer(line.processes[static_cast<std::size_t>(place)],
                                 line.processes[static_cast<std::size_t>(place - distance)], blocks);
            }
        }
    }
}

}  // namespace causeway::scheme
