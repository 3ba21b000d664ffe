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
    bool settles = false;  ///< what the preloaded library does, which tries before it chooses
    std::vector<double> alone = {};
    std::vector<double> in_a_row = {};
    RunningPlan plan = {};
};

/// Columns of the table of those who are measured, by name. `with_library`: the first two of them are the MPI library's
/// own collective and what the preloaded library does.
[[nodiscard]] std::vector<std::string> row_columns(const std::vector<std::string>& contenders, bool with_library);

/// `calls`: in a row. Adds the row to the table, and returns it as JSON.
[[nodiscard]] base::JsonOutput add_row(Bytes size, int calls, Seconds bound, const std::vector<Measured>& all,
                                       report::Document& document);

}  // namespace causeway::app
