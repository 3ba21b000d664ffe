/// The options of `bench`.
#pragma once

#include "../completion_option.hpp"
#include "../verb.hpp"
#include "progress_option.hpp"

#include "causeway/probe/discover.hpp"

#include <string>

namespace causeway::app {

struct BenchOptions {
    std::string collective = "broadcast";
    std::string bytes = "1K..16M";
    std::string compare = "native";
    bool contenders_only = false;
    std::string platform;
    std::string against;
    int root = 0;
    int repetitions = 5;
    bool uneven = false;
    int seed = 1;
    double budget = probe::DiscoveryOptions().budget.value();  // seconds
    std::string strategy;
    std::string heuristic;
    CompletionOption completion;
    std::string plan;
    int trees = 8;
    std::string osu;
    ProgressOption progress;
    OutputOptions output;

    void declare(command_line::Command& command);
    /// Throws InputError for what is wrong in a job of so many processes, but for what only a file or the planner
    /// tells.
    void check(int num_processes) const;
};

}  // namespace causeway::app
