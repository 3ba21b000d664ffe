/// Communication tables for tests.
#pragma once

#include "causeway/traffic/dendrogram.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace causeway::traffic {

/// Orduna et al., Table 1: messages of CG on 8 processes.
inline CommunicationTable orduna_table_1() {
    const std::vector<std::vector<int>> rows{
        {416, 1266, 1266, 0, 2, 0, 0, 0}, {1267, 416, 0, 1266, 0, 2, 0, 0}, {1267, 0, 0, 1266, 416, 0, 2, 0},
        {0, 1266, 1267, 0, 0, 416, 0, 2}, {3, 0, 416, 0, 0, 1266, 1266, 0}, {0, 2, 0, 416, 1267, 0, 0, 1266},
        {0, 0, 2, 0, 1267, 0, 416, 1266}, {0, 0, 0, 2, 0, 1266, 1267, 416},
    };
    std::vector<Flow> flows;
    for (std::size_t from = 0; from < rows.size(); ++from) {
        for (std::size_t to = 0; to < rows.size(); ++to) {
            flows.push_back({static_cast<int>(from), static_cast<int>(to), {static_cast<double>(rows[from][to]), 0.0}});
        }
    }
    return {8, std::move(flows)};
}

/// A table whose processes belong to blocks, drawn by lot: inside a block everybody talks to everybody, between
/// blocks each process to a few others, and a tenth as much at most.
struct Planted {
    CommunicationTable table;
    Partition blocks;
};

inline Planted planted_blocks(int num_processes, int num_blocks, int few, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<int> block_of(static_cast<std::size_t>(num_processes));
    for (std::size_t p = 0; p < block_of.size(); ++p) {
        block_of[p] = static_cast<int>(p) % num_blocks;
    }
    for (std::size_t i = block_of.size(); i > 1; --i) {
        std::swap(block_of[i - 1], block_of[random() % i]);
    }
    std::vector<std::vector<int>> members(static_cast<std::size_t>(num_blocks));
    for (int p = 0; p < num_processes; ++p) {
        members[static_cast<std::size_t>(block_of[static_cast<std::size_t>(p)])].push_back(p);
    }
    std::vector<Flow> flows;
    for (const std::vector<int>& block : members) {
        for (const int a : block) {
            for (const int b : block) {
                if (a != b) {
                    flows.push_back({a, b, {100.0 + static_cast<double>(random() % 20), 0.0}});
                }
            }
            for (int k = 0; k < few; ++k) {
                const int other = static_cast<int>(random() % static_cast<std::uint64_t>(num_processes));
                if (block_of[static_cast<std::size_t>(other)] != block_of[static_cast<std::size_t>(a)]) {
                    flows.push_back({a, other, {1.0 + static_cast<double>(random() % 9), 0.0}});
                }
            }
        }
    }
    std::sort(members.begin(), members.end());
    return {CommunicationTable(num_processes, std::move(flows)), members};
}

/// Each pair with a flow by the given chance; small whole numbers, so that many sums tie.
inline CommunicationTable random_table(int num_processes, double chance, int most, std::mt19937_64& random) {
    std::vector<Flow> flows;
    for (int from = 0; from < num_processes; ++from) {
        for (int to = 0; to < num_processes; ++to) {
            if (static_cast<double>(random() % 1000) < 1000.0 * chance) {
                const double messages = 1.0 + static_cast<double>(random() % static_cast<std::uint64_t>(most));
                flows.push_back({from, to, {messages, 100.0 * messages}});
            }
        }
    }
    return {num_processes, std::move(flows)};
}

}  // namespace causeway::traffic
