#include "bench_row.hpp"

#include "causeway/statistics/sample.hpp"

namespace causeway::app {

namespace {

using base::JsonOutput;

/// Null where it is not known.
JsonOutput seconds_json(Seconds time) {
    return time < Seconds::infinity() ? JsonOutput(time.value()) : JsonOutput(nullptr);
}

/// Of a broadcast that inside the first cluster, else the scheme.
std::string_view strategy_of(const plan::Plan& plan) {
    if (plan.scheme == nullptr) {
        return "native";
    }
    return plan.operation == scheme::Operation::kBroadcast
               ? plan.trees.front().local.front().between_hosts.strategy->name
               : plan.scheme->name;
}

bool has_library(const std::vector<Measured>& all) {
    return all.size() > 1 && all[1].settles;
}

/// The library's own collective against what the preloaded library does.
void add_library(int calls, Seconds bound, const std::vector<Measured>& all, JsonOutput& row,
                 std::vector<report::Cell>& cells) {
    const statistics::Summary native = statistics::summarise(all[0].alone);
    const statistics::Summary ours = statistics::summarise(all[1].alone);
    const double native_in_a_row = statistics::median(all[0].in_a_row);
    const double ours_in_a_row = statistics::median(all[1].in_a_row);
    const RunningPlan& plan = all[1].plan;
    row.update({{"native_seconds", native.median},
                {"causeway_seconds", ours.median},
                {"ratio", native.median / ours.median},
                {"in_a_row",
                 {{"calls", calls},
                  {"native_seconds", native_in_a_row},
                  {"causeway_seconds", ours_in_a_row},
                  {"ratio", native_in_a_row / ours_in_a_row}}},
                {"predicted_seconds", seconds_json(plan.predicted())},
                {"bound_seconds", seconds_json(bound)},
                {"native_minimum_seconds", native.minimum},
                {"causeway_minimum_seconds", ours.minimum},
                {"model_seconds", seconds_json(plan.modelled)},
                {"basis", plan.choice ? JsonOutput(planner::name_of(plan.choice->basis)) : nullptr},
                {"strategy", plan.choice ? strategy_of(plan.choice->plan) : "native"},
                {"plan", plan.description}});
    cells.insert(cells.end(),
                 {report::cell(Seconds(native.median)), report::cell(Seconds(ours.median)),
                  report::number_cell(native.median / ours.median, 2),
                  report::number_cell(native_in_a_row / ours_in_a_row, 2), report::cell(plan.predicted())});
}

}  // namespace

std::vector<std::string> row_columns(const std::vector<std::string>& contenders, bool with_library) {
    std::vector<std::string> columns{"size"};
    if (with_library) {
        columns.insert(columns.end(), {"native", "causeway", "ratio", "in a row", "predicted"});
    }
    columns.emplace_back("bound");
    columns.insert(columns.end(), contenders.begin(), contenders.end());
    columns.emplace_back("plan");
    return columns;
}

JsonOutput add_row(Bytes size, int calls, Seconds bound, const std::vector<Measured>& all, report::Document& document) {
    JsonOutput row = {{"bytes", size.value()}};
    std::vector<report::Cell> cells{report::cell(size)};
    if (has_library(all)) {
        add_library(calls, bound, all, row, cells);
    } else {
        row.update({{"in_a_row", {{"calls", calls}}}, {"bound_seconds", seconds_json(bound)}});
    }
    cells.push_back(bound < Seconds::infinity() ? report::cell(bound) : report::cell("-"));
    for (std::size_t i = has_library(all) ? 2 : 0; i < all.size(); ++i) {
        const double median = statistics::median(all[i].alone);
        cells.push_back(report::cell(Seconds(median)));
        row["contenders"][all[i].name] = {{"seconds", median},
                                          {"in_a_row_seconds", statistics::median(all[i].in_a_row)},
                                          {"predicted_seconds", seconds_json(all[i].plan.predicted())},
                                          {"model_seconds", seconds_json(all[i].plan.modelled)},
                                          {"plan", all[i].plan.description}};
    }
    cells.push_back(report::cell(has_library(all) ? all[1].plan.description : all[0].plan.description));
    document.table.rows.push_back(std::move(cells));
    return row;
}

}  // namespace causeway::app
