#include "causeway/platform/provenance_json.hpp"

#include <limits>
#include <string_view>

namespace causeway::platform {

namespace {

using base::JsonElements;
using base::JsonInput;
using base::JsonOutput;

int read_count(const JsonInput& input, std::string_view key) {
    return static_cast<int>(input.member(key).integer(0, std::numeric_limits<int>::max()));
}

Seconds read_seconds(const JsonInput& input, std::string_view key) {
    return input.member(key).non_negative_seconds();
}

Bytes read_bytes(const JsonInput& input, std::string_view key) {
    return input.member(key).non_negative_bytes();
}

double read_part(const JsonInput& input, std::string_view key) {
    const JsonInput part = input.member(key);
    if (!(part.number() >= 0.0)) {
        part.refuse("a number >= 0");
    }
    return part.number();
}

Cost read_cost(const JsonInput& input) {
    input.require_keys_among({"budget", "spent"});
    return {.budget = read_seconds(input, "budget"), .spent = read_seconds(input, "spent")};
}

JsonOutput cost_json(const Cost& cost) {
    return {{"budget", cost.budget.value()}, {"spent", cost.spent.value()}};
}

MonitoringEvidence read_monitoring_evidence(const JsonInput& input) {
    input.require_keys_among({"files", "hosts", "pairs", "checked", "discarded", "contradictions"});
    MonitoringEvidence result;
    for (const JsonInput& file : input.member("files").elements()) {
        result.files.push_back(file.string());
    }
    result.hosts = read_count(input, "hosts");
    result.pairs = read_count(input, "pairs");
    result.checked = read_count(input, "checked");
    result.discarded = read_count(input, "discarded");
    if (const auto contradictions = input.optional_member("contradictions")) {
        for (const JsonInput& one : contradictions->elements()) {
            one.require_keys_among({"from", "to", "monitored", "measured"});
            result.contradictions.push_back({.from = one.member("from").string(),
                                             .to = one.member("to").string(),
                                             .monitored = read_seconds(one, "monitored"),
                                             .measured = read_seconds(one, "measured")});
        }
    }
    return result;
}

JsonOutput monitoring_json(const MonitoringEvidence& monitoring) {
    JsonOutput result = {{"files", monitoring.files},
                         {"hosts", monitoring.hosts},
                         {"pairs", monitoring.pairs},
                         {"checked", monitoring.checked},
                         {"discarded", monitoring.discarded}};
    for (const Contradiction& one : monitoring.contradictions) {
        result["contradictions"].push_back({{"from", one.from},
                                            {"to", one.to},
                                            {"monitored", one.monitored.value()},
                                            {"measured", one.measured.value()}});
    }
    return result;
}

LatencyEvidence read_latency_evidence(const JsonInput& input) {
    input.require_keys_among({"pairs", "measured", "monitored", "round_trips", "settled", "rushed", "drifted",
                              "median_uncertainty", "largest_uncertainty", "resolution"});
    return {.pairs = read_count(input, "pairs"),
            .measured = read_count(input, "measured"),
            .monitored = read_count(input, "monitored"),
            .round_trips = read_count(input, "round_trips"),
            .settled = read_count(input, "settled"),
            .rushed = read_count(input, "rushed"),
            .drifted = read_count(input, "drifted"),
            .median_uncertainty = read_part(input, "median_uncertainty"),
            .largest_uncertainty = read_part(input, "largest_uncertainty"),
            .resolution = read_seconds(input, "resolution")};
}

JsonOutput latency_json(const LatencyEvidence& latencies) {
    return {{"pairs", latencies.pairs},
            {"measured", latencies.measured},
            {"monitored", latencies.monitored},
            {"round_trips", latencies.round_trips},
            {"settled", latencies.settled},
            {"rushed", latencies.rushed},
            {"drifted", latencies.drifted},
            {"median_uncertainty", latencies.median_uncertainty},
            {"largest_uncertainty", latencies.largest_uncertainty},
            {"resolution", latencies.resolution.value()}};
}

TransferEvidence read_transfer_evidence(const JsonInput& input) {
    input.require_keys_among({"round_trip", "samples", "outliers", "gaps", "protocol_changes", "drift"});
    TransferEvidence result;
    const JsonInput round_trip = input.member("round_trip");
    round_trip.require_keys_among({"median", "low", "high", "samples"});
    result.round_trip = {.median = read_seconds(round_trip, "median"),
                         .low = read_seconds(round_trip, "low"),
                         .high = read_seconds(round_trip, "high"),
                         .samples = read_count(round_trip, "samples")};
    result.samples = read_count(input, "samples");
    result.outliers = read_count(input, "outliers");
    if (const auto gaps = input.optional_member("gaps")) {
        for (const JsonInput& row : gaps->elements()) {
            const JsonElements cells = row.elements();
            if (cells.size() != 3) {
                row.refuse("[bytes, least seconds, most seconds]");
            }
            result.gaps.push_back({.size = cells[0].non_negative_bytes(),
                                   .low = cells[1].non_negative_seconds(),
                                   .high = cells[2].non_negative_seconds()});
        }
    }
    if (const auto changes = input.optional_member("protocol_changes")) {
        for (const JsonInput& change : changes->elements()) {
            change.require_keys_among({"above", "at_most", "step"});
            result.protocol_changes.push_back({.above = read_bytes(change, "above"),
                                               .at_most = read_bytes(change, "at_most"),
                                               .step = read_seconds(change, "step")});
        }
    }
    if (const auto drift = input.optional_member("drift")) {
        drift->require_keys_among({"before", "after", "probability"});
        result.drift = Drift{.before = read_seconds(*drift, "before"),
                             .after = read_seconds(*drift, "after"),
                             .probability = read_part(*drift, "probability")};
    }
    return result;
}

JsonOutput transfer_json(const TransferEvidence& transfer) {
    JsonOutput result = {{"round_trip",
                          {{"median", transfer.round_trip.median.value()},
                           {"low", transfer.round_trip.low.value()},
                           {"high", transfer.round_trip.high.value()},
                           {"samples", transfer.round_trip.samples}}},
                         {"samples", transfer.samples},
                         {"outliers", transfer.outliers}};
    for (const GapInterval& gap : transfer.gaps) {
        result["gaps"].push_back(JsonOutput::array({gap.size.value(), gap.low.value(), gap.high.value()}));
    }
    for (const ProtocolChange& change : transfer.protocol_changes) {
        result["protocol_changes"].push_back(
            {{"above", change.above.value()}, {"at_most", change.at_most.value()}, {"step", change.step.value()}});
    }
    if (transfer.drift) {
        result["drift"] = {{"before", transfer.drift->before.value()},
                           {"after", transfer.drift->after.value()},
                           {"probability", transfer.drift->probability}};
    }
    return result;
}

RouteEvidence read_route_evidence(const JsonInput& input) {
    input.require_keys_among({"kind", "from", "to", "source", "measured", "directions"});
    RouteEvidence result;
    result.kind = input.member("kind").string();
    result.from = input.member("from").string();
    result.to = input.member("to").string();
    const JsonInput source = input.member("source");
    if (source.string() == "measured") {
        result.measured = read_transfer_evidence(input.member("measured"));
    } else if (source.string() != "monitoring") {
        source.refuse("measured, monitoring");
    }
    if (const auto directions = input.optional_member("directions")) {
        directions->require_keys_among({"size", "there", "back", "differ"});
        result.directions = DirectionTest{.size = read_bytes(*directions, "size"),
                                          .there = read_seconds(*directions, "there"),
                                          .back = read_seconds(*directions, "back"),
                                          .differ = directions->member("differ").boolean()};
    }
    return result;
}

JsonOutput route_json(const RouteEvidence& route) {
    JsonOutput result = {{"kind", route.kind},
                         {"from", route.from},
                         {"to", route.to},
                         {"source", route.measured ? "measured" : "monitoring"}};
    if (route.measured) {
        result["measured"] = transfer_json(*route.measured);
    }
    if (route.directions) {
        result["directions"] = {{"size", route.directions->size.value()},
                                {"there", route.directions->there.value()},
                                {"back", route.directions->back.value()},
                                {"differ", route.directions->differ}};
    }
    return result;
}

UplinkEvidence read_uplink_evidence(const JsonInput& input) {
    input.require_keys_among({"of", "way", "low", "high"});
    UplinkEvidence result;
    result.of = input.member("of").string();
    const JsonInput way = input.member("way");
    result.is_outwards = way.string() == "out";
    if (!result.is_outwards && way.string() != "in") {
        way.refuse("out, in");
    }
    result.low = BytesPerSecond(read_part(input, "low"));
    result.high = input.optional_positive_rate("high");
    return result;
}

JsonOutput uplink_json(const UplinkEvidence& uplink) {
    JsonOutput result = {{"of", uplink.of}, {"way", uplink.is_outwards ? "out" : "in"}, {"low", uplink.low.value()}};
    if (uplink.high) {
        result["high"] = uplink.high->value();
    }
    return result;
}

}  // namespace

Provenance read_provenance(const JsonInput& input) {
    input.require_keys_among(
        {"measured", "by", "tolerance", "remarks", "cost", "monitoring", "latencies", "routes", "uplinks"});
    Provenance result;
    if (const auto text = input.optional_member("measured")) {
        result.measured = text->string();
    }
    if (const auto text = input.optional_member("by")) {
        result.by = text->string();
    }
    if (const auto tolerance = input.optional_member("tolerance")) {
        result.tolerance = tolerance->number();
    }
    if (const auto remarks = input.optional_member("remarks")) {
        for (const JsonInput& remark : remarks->elements()) {
            result.remarks.push_back(remark.string());
        }
    }
    if (const auto cost = input.optional_member("cost")) {
        result.evidence.cost = read_cost(*cost);
    }
    if (const auto monitoring = input.optional_member("monitoring")) {
        result.evidence.monitoring = read_monitoring_evidence(*monitoring);
    }
    if (const auto latencies = input.optional_member("latencies")) {
        result.evidence.latencies = read_latency_evidence(*latencies);
    }
    if (const auto routes = input.optional_member("routes")) {
        for (const JsonInput& route : routes->elements()) {
            result.evidence.routes.push_back(read_route_evidence(route));
        }
    }
    if (const auto uplinks = input.optional_member("uplinks")) {
        for (const JsonInput& uplink : uplinks->elements()) {
            result.evidence.uplinks.push_back(read_uplink_evidence(uplink));
        }
    }
    return result;
}

JsonOutput provenance_json(const Provenance& provenance) {
    JsonOutput result = {{"measured", provenance.measured}, {"by", provenance.by}};
    if (provenance.tolerance) {
        result["tolerance"] = *provenance.tolerance;
    }
    if (!provenance.remarks.empty()) {
        result["remarks"] = provenance.remarks;
    }
    const Evidence& evidence = provenance.evidence;
    if (evidence.cost) {
        result["cost"] = cost_json(*evidence.cost);
    }
    if (evidence.monitoring) {
        result["monitoring"] = monitoring_json(*evidence.monitoring);
    }
    if (evidence.latencies) {
        result["latencies"] = latency_json(*evidence.latencies);
    }
    for (const RouteEvidence& route : evidence.routes) {
        result["routes"].push_back(route_json(route));
    }
    for (const UplinkEvidence& uplink : evidence.uplinks) {
        result["uplinks"].push_back(uplink_json(uplink));
    }
    return result;
}

}  // namespace causeway::platform
