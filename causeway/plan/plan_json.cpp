#include "causeway/plan/plan_json.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/plan/tree_json.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace causeway::plan {

namespace {

using base::JsonElements;
using base::JsonInput;
using base::JsonOutput;
using schedule::Grain;
using scheme::Operation;
using scheme::Scheme;
using scheme::Trees;

constexpr int kVersion = 2;
constexpr std::string_view kNative = "native";  ///< the MPI library's own
constexpr int kMostLag = 1 << 20;

Grain grain_named(const JsonInput& input) {
    for (const Grain grain : {Grain::kCombined, Grain::kRelayed}) {
        if (input.string() == name_of(grain)) {
            return grain;
        }
    }
    input.refuse("combined, relayed");
}

Operation operation_named(const JsonInput& input) {
    if (const auto operation = scheme::find_operation(input.string())) {
        return *operation;
    }
    std::vector<std::string_view> names;
    for (const Operation operation : scheme::operations()) {
        names.push_back(scheme::name_of(operation));
    }
    input.refuse(fmt::format("{}", fmt::join(names, ", ")));
}

/// Null for the MPI library's own.
const Scheme* scheme_named(const JsonInput& input, Operation operation) {
    std::vector<std::string_view> names;
    for (const Scheme* scheme : scheme::schemes_of(operation)) {
        names.push_back(scheme->name);
        if (input.string() == scheme->name) {
            return scheme;
        }
    }
    if (input.string() != kNative) {
        input.refuse(fmt::format("{}, {}", fmt::join(names, ", "), kNative));
    }
    return nullptr;
}

/// Trees of one segment, as many as the scheme works over.
std::vector<Tree> read_trees(const JsonInput& input, const Plan& plan, const platform::Platform& platform) {
    const bool is_shared = plan.scheme->trees == Trees::kShared;
    std::vector<std::string_view> keys(kTreeKeys.begin(), kTreeKeys.end());
    keys.emplace_back("carries");
    std::vector<Tree> trees;
    std::set<int> roots;
    for (const JsonInput& entry : input.elements()) {
        entry.require_keys_among(keys);
        trees.push_back(read_tree(entry, platform));
        if (trees.back().shape != Shape::kPipeline) {
            entry.member("shape").refuse("pipeline");
        }
        const auto carries = entry.optional_member("carries");
        if (carries) {
            trees.back().carries = read_parts(*carries, platform);
            if (!is_shared) {
                carries->refuse("none: this scheme's trees do not share what processes have");
            }
        } else if (!roots.insert(trees.back().root).second || is_shared) {
            entry.member("root").refuse(is_shared ? "a tree that carries parts (\"carries\")" : "each root once");
        }
    }
    if (const std::size_t most = is_shared ? scheme::most_shared_trees(plan.operation) : scheme::kMostClusterTrees;
        trees.size() > most) {
        input.refuse(fmt::format("{} trees", trees.size()), fmt::format("at most {}", most));
    }
    const bool has_one = plan.scheme->trees == Trees::kOne && !plan.is_by_rank;
    const bool has_any = scheme::shares_data(plan.scheme->trees);
    if (has_one ? trees.size() != 1 : trees.empty() == has_any) {
        input.refuse(fmt::format("{} trees", trees.size()), has_one     ? "one tree"
                                                            : is_shared ? "trees that carry parts"
                                                            : has_any   ? "a tree from each cluster"
                                                                        : "none: this scheme works over no tree");
    }
    return trees;
}

/// What all plans but those whose tree takes all the data have besides their head.
void read_scheme_into(Plan& plan, const JsonInput& input, const platform::Platform& platform) {
    input.require_keys_among({"causeway", "version", "platform", "collective", "scheme", "root", "bytes", "block_bytes",
                              "blocks", "grain", "lag", "turns", "by_rank", "in_rank_order", "trees", "neighbours"});
    plan.block = read_block(input.member("block_bytes"), plan.message);
    plan.grain = grain_named(input.member("grain"));
    if (const auto lag = input.optional_member("lag")) {
        if (plan.scheme->trees != Trees::kShared) {
            lag->refuse("none: no data of this scheme takes several trees");
        }
        plan.lag = static_cast<int>(lag->integer(0, kMostLag));
    }
    if (const auto turns = input.optional_member("turns")) {
        if (!plan.scheme->takes_turns) {
            turns->refuse("none: nobody sends to one cluster after another in this scheme");
        }
        for (const JsonInput& entry : turns->elements()) {
            const int cluster = cluster_index(entry, platform);
            if (std::ranges::find(plan.turns, cluster) != plan.turns.end()) {
                entry.refuse("each cluster once");
            }
            plan.turns.push_back(cluster);
        }
    }
    if (const auto by_rank = input.optional_member("by_rank")) {
        plan.is_by_rank = by_rank->boolean();
    }
    if (const auto in_rank_order = input.optional_member("in_rank_order")) {
        plan.in_rank_order = in_rank_order->boolean();
        if (plan.in_rank_order && !scheme::combines(plan.operation)) {
            in_rank_order->refuse("none: nothing is combined");
        }
    }
    plan.trees = read_trees(input.member("trees"), plan, platform);
}

/// [process]: its receivers' numbers.
scheme::Neighbourhood read_neighbourhood(const JsonInput& input) {
    const JsonElements processes = input.elements();
    scheme::Receivers receivers;
    for (const JsonInput& process : processes) {
        std::vector<int>& own = receivers.emplace_back();
        for (const JsonInput& receiver : process.elements()) {
            own.push_back(static_cast<int>(receiver.integer(0, static_cast<int>(processes.size()) - 1)));
            if (own.back() + 1 == static_cast<int>(receivers.size())) {
                receiver.refuse("another process: nobody sends to itself");
            }
        }
    }
    return scheme::Neighbourhood(std::move(receivers));
}

/// All but what kind of file it is, and for which platform.
JsonOutput contents(const Plan& plan, const platform::Platform& platform) {
    JsonOutput result = {{"collective", scheme::name_of(plan.operation)},
                         {"scheme", plan.scheme != nullptr ? plan.scheme->name : kNative}};
    if (plan.scheme != nullptr && plan.scheme->trees == Trees::kWhole) {
        result.update(to_json(plan.trees.front(), platform));
        return result;
    }
    if (plan.operation == Operation::kBroadcast) {
        result["shape"] = kNative;
    }
    result["root"] = plan.root;
    result["bytes"] = plan.message.value();
    if (!plan.neighbourhood.is_of_all()) {
        result["neighbours"] = plan.neighbourhood.receivers(0);
    }
    if (plan.scheme == nullptr) {
        return result;
    }
    result["block_bytes"] = plan.block.value();
    result["blocks"] = plan.num_blocks();
    result["grain"] = name_of(plan.grain);
    if (plan.scheme->trees == Trees::kShared) {
        result["lag"] = plan.lag;
    }
    if (!plan.turns.empty()) {
        result["turns"] = JsonOutput::array();
        for (const int cluster : plan.turns) {
            result["turns"].push_back(platform.clusters[static_cast<std::size_t>(cluster)].name);
        }
    }
    if (plan.is_by_rank) {
        result["by_rank"] = true;
    }
    if (plan.in_rank_order) {
        result["in_rank_order"] = true;
    }
    result["trees"] = JsonOutput::array();
    for (const Tree& tree : plan.trees) {
        result["trees"].push_back(to_json(tree, platform));
    }
    return result;
}

}  // namespace

JsonOutput to_json(const Plan& plan, const platform::Platform& platform) {
    return to_json(plan, platform, platform::fingerprint(platform));
}

JsonOutput to_json(const Plan& plan, const platform::Platform& platform, std::string_view fingerprint) {
    JsonOutput result = {{"causeway", "plan"}, {"version", kVersion}, {"platform", fingerprint}};
    result.update(contents(plan, platform));
    return result;
}

std::string digest_text(const Plan& plan, const platform::Platform& platform) {
    return plan.scheme == nullptr ? std::string(kNative) : base::digest(contents(plan, platform).dump()).hexadecimal();
}

std::string to_json_text(const Plan& plan, const platform::Platform& platform) {
    return to_json(plan, platform).dump(1) + "\n";
}

Plan parse_plan(std::string_view text, const std::string& source, const platform::Platform& platform) {
    return plan_from(JsonInput::parse(text, source), platform);
}

Plan plan_from(const JsonInput& input, const platform::Platform& platform) {
    input.require_head("plan", kVersion);
    const JsonInput made_for = input.member("platform");
    if (made_for.string() != platform::fingerprint(platform)) {
        made_for.refuse(fmt::format("\"{}\", the fingerprint of this platform", platform::fingerprint(platform)));
    }
    Plan plan;
    plan.operation = operation_named(input.member("collective"));
    plan.scheme = scheme_named(input.member("scheme"), plan.operation);
    plan.root = read_root(input);
    plan.message = input.member("bytes").non_negative_bytes();
    if (const auto neighbours = input.optional_member("neighbours")) {
        if (!scheme::is_among_neighbours(plan.operation)) {
            neighbours->refuse("none: all processes take part in this collective alike");
        }
        plan.neighbourhood = read_neighbourhood(*neighbours);
    }
    if (plan.scheme == nullptr) {
        input.require_keys_among(
            {"causeway", "version", "platform", "collective", "scheme", "shape", "root", "bytes", "neighbours"});
        return plan;
    }
    if (plan.scheme->trees != Trees::kWhole) {
        read_scheme_into(plan, input, platform);
        return plan;
    }
    std::vector<std::string_view> keys{"causeway", "version", "platform", "collective", "scheme"};
    keys.insert(keys.end(), kTreeKeys.begin(), kTreeKeys.end());
    input.require_keys_among(keys);
    plan.trees = {read_tree(input, platform)};
    plan.block = plan.trees.front().block;
    return plan;
}

}  // namespace causeway::plan
