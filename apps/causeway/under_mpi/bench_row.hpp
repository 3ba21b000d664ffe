/// A line of the table of `bench`: what everybody took at one size.
#pragma once

#include "causeway/base/json_output.hpp"
#include "causeway/base/units.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/report/document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

/// What runs, and what was predicted of it.
struct RunningPlan {
    std::string description = "native: everything passes through here";
    std::optional<planner::Candidate> choice = {};
    Seconds modelled = Seconds::infinity();  ///< by the model alone; infinite: not known

    [[nodiscard]] Seconds predicted() const { return choice ? choice->time : Seconds::infinity(); }
};

/// What one of those who are measured took: seconds a call, turn by turn.
struct Measured {
    std::string name;
    std::vector<double> alone = {};
    std::vector<double> in_a_row = {};
    RunningPlan plan = {};
};

/// Of `all` the first is the MPI library's own collective, the second what the preloaded library does. `calls`: in a
/// row. Adds the row to the table, and returns it as JSON.
[[nodiscard]] base::JsonOutput add_row(Bytes size, int calls, Seconds bound, const std::vector<Measured>& all,
                                       report::Document& document);

}  // namespace causeway::app
