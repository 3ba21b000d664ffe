#include "causeway/plan/plan_json.hpp"

#include "causeway/base/json_input.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace causeway::plan {

namespace {

using base::JsonInput;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

int cluster_index(const JsonInput& input, const platform::Platform& platform) {
    const auto index = platform.find_cluster(input.string());
    if (!index) {
        input.refuse(fmt::format("the unknown cluster '{}'", input.string()), "a cluster of the platform");
    }
    return *index;
}

const strategy::BroadcastStrategy* strategy_named(const JsonInput& input) {
    return &strategy::broadcast_strategies().at(input.string(), fmt::format("{}: {}", input.source(), input.place()));
}

Shape shape_named(const JsonInput& input) {
    for (const Shape shape : {Shape::kNative, Shape::kTwoLevel, Shape::kPipeline}) {
        if (input.string() == name_of(shape)) {
            return shape;
        }
    }
    input.refuse("native, two-level, pipeline");
}

}  // namespace

Json to_json(const Plan& plan, const platform::Platform& platform) {
    const auto name = [&](int cluster) { return platform.clusters[static_cast<std::size_t>(cluster)].name; };
    Json result = {
        {"causeway", "plan"},           {"version", kVersion},          {"platform", platform::fingerprint(platform)},
        {"collective", "broadcast"},    {"shape", name_of(plan.shape)}, {"root", plan.root},
        {"bytes", plan.message.value()}};
    if (plan.shape == Shape::kNative) {
        return result;
    }
    result["block_bytes"] = plan.block.value();
    result["order"] = plan.order;
    result["cluster_sends"] = Json::array();
    for (const ClusterSend& send : plan.cluster_sends) {
        result["cluster_sends"].push_back(Json::array({name(send.from), name(send.to)}));
    }
    result["local"] = Json::array();
    for (const LocalChoice& choice : plan.local) {
        result["local"].push_back({{"cluster", name(choice.cluster)},
                                   {"between_hosts", choice.between_hosts->name},
                                   {"within_host", choice.within_host->name},
                                   {"segment_bytes", choice.segment.value()}});
    }
    return result;
}

std::string to_json_text(const Plan& plan, const platform::Platform& platform) {
    return to_json(plan, platform).dump(1) + "\n";
}

Plan parse_plan(std::string_view text, const std::string& source, const platform::Platform& platform) {
    const JsonInput input = JsonInput::parse(text, source);
    input.require_head("plan", kVersion);
    input.require_keys_among({"causeway", "version", "platform", "collective", "shape", "root", "bytes", "block_bytes",
                              "order", "cluster_sends", "local"});
    const JsonInput made_for = input.member("platform");
    if (made_for.string() != platform::fingerprint(platform)) {
        made_for.refuse(fmt::format("\"{}\", the fingerprint of this platform", platform::fingerprint(platform)));
    }
    Plan plan;
    plan.shape = shape_named(input.member("shape"));
    plan.root = static_cast<int>(input.member("root").integer(0, std::numeric_limits<int>::max()));
    plan.message = input.member("bytes").non_negative_bytes();
    if (plan.shape == Shape::kNative) {
        return plan;
    }
    plan.block = Bytes(input.member("block_bytes").integer(1, std::numeric_limits<std::int64_t>::max() / 2));
    plan.order = input.member("order").string();
    for (const JsonInput& send : input.member("cluster_sends").elements()) {
        const std::vector<JsonInput> pair = send.elements();
        if (pair.size() != 2) {
            send.refuse("a pair [from, to] of clusters");
        }
        plan.cluster_sends.push_back({cluster_index(pair[0], platform), cluster_index(pair[1], platform)});
    }
    for (const JsonInput& local : input.member("local").elements()) {
        local.require_keys_among({"cluster", "between_hosts", "within_host", "segment_bytes"});
        plan.local.push_back(
            {cluster_index(local.member("cluster"), platform), strategy_named(local.member("between_hosts")),
             strategy_named(local.member("within_host")), local.member("segment_bytes").non_negative_bytes()});
    }
    return plan;
}

}  // namespace causeway::plan
