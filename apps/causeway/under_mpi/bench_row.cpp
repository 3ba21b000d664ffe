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

}  // namespace

JsonOutput add_row(Bytes size, int calls, Seconds bound, const std::vector<Measured>& all, report::Document& document) {
    const statistics::Summary native = statistics::summarise(all[0].alone);
    const statistics::Summary ours = statistics::summarise(all[1].alone);
    const double native_in_a_row = statistics::median(all[0].in_a_row);
    const double ours_in_a_row = statistics::median(all[1].in_a_row);
    const RunningPlan& plan = all[1].plan;
    JsonOutput row = {{"bytes", size.value()},
                      {"native_seconds", native.median},
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
                      {"plan", plan.description}};
    std::vector<report::Cell> cells{report::cell(size),
                                    report::cell(Seconds(native.median)),
                                    report::cell(Seconds(ours.median)),
                                    report::number_cell(native.median / ours.median, 2),
                                    report::number_cell(native_in_a_row / ours_in_a_row, 2),
                                    report::cell(plan.predicted()),
                                    bound < Seconds::infinity() ? report::cell(bound) : report::cell("-")};
    for (std::size_t i = 2; i < all.size(); ++i) {
        const double median = statistics::median(all[i].alone);
        cells.push_back(report::cell(Seconds(median)));
        row["contenders"][all[i].name] = {{"seconds", median},
                                          {"in_a_row_seconds", statistics::median(all[i].in_a_row)},
                                          {"predicted_seconds", seconds_json(all[i].plan.predicted())},
                                          {"model_seconds", seconds_json(all[i].plan.modelled)},
                                          {"plan", all[i].plan.description}};
    }
    cells.push_back(report::cell(plan.description));
    document.table.rows.push_back(std::move(cells));
    return row;
}

}  // namespace causeway::app
