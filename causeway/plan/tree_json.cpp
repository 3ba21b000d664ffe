#include "causeway/plan/tree_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace causeway::plan {

int cluster_index(const base::JsonInput& input, const platform::Platform& platform) {
    const auto index = platform.find_cluster(input.string());
    if (!index) {
        input.refuse(fmt::format("the unknown cluster '{}'", input.string()), "a cluster of the platform");
    }
    return *index;
}

namespace {

using base::JsonElements;
using base::JsonInput;
using base::JsonOutput;

/// Blocks are counted in an int, and ranges of them may end up to one range beyond the last.
constexpr std::int64_t kMostBlocks = std::int64_t{1} << 30U;

strategy::TunedStrategy read_strategy(const JsonInput& input) {
    const strategy::TunedStrategy result = strategy::parse_tuned(input.string(), input.source(), input.place());
    if (result.strategy->degrees != nullptr && result.degree == 0) {
        input.refuse(fmt::format("'{}/DEGREE'", result.strategy->name));
    }
    return result;
}

/// The sends of a tree: nobody receives twice, nobody sends before the message is there.
std::vector<ClusterSend> read_sends(const JsonInput& input, const platform::Platform& platform) {
    std::vector<ClusterSend> sends;
    std::set<int> holders;
    for (const JsonInput& entry : input.elements()) {
        const JsonElements pair = entry.elements();
        if (pair.size() != 2) {
            entry.refuse("a pair [from, to] of clusters");
        }
        const ClusterSend send{cluster_index(pair[0], platform), cluster_index(pair[1], platform)};
        if (holders.empty()) {
            holders.insert(send.from);
        }
        if (!holders.contains(send.from) || !holders.insert(send.to).second) {
            entry.refuse("a send from a cluster that has the message by then to one that has not");
        }
        sends.push_back(send);
    }
    return sends;
}

/// A permutation of 0, 1, ... that begins with 0.
std::vector<int> read_order(const JsonInput& input) {
    constexpr int kMostMembers = 10'000'000;
    std::vector<int> order;
    for (const JsonInput& member : input.elements()) {
        order.push_back(static_cast<int>(member.integer(0, kMostMembers)));
    }
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (sorted[i] != static_cast<int>(i) || order.front() != 0) {
            input.refuse("each number from 0 on once, 0 first");
        }
    }
    return order;
}

std::vector<LocalChoice> read_local(const JsonInput& input, const platform::Platform& platform, Bytes block) {
    std::vector<LocalChoice> result;
    std::set<int> clusters;
    for (const JsonInput& local : input.elements()) {
        local.require_keys_among({"cluster", "between_hosts", "within_host", "segment_bytes", "order"});
        LocalChoice choice{cluster_index(local.member("cluster"), platform),
                           read_strategy(local.member("between_hosts")), read_strategy(local.member("within_host")),
                           local.member("segment_bytes").non_negative_bytes()};
        if (!clusters.insert(choice.cluster).second) {
            local.member("cluster").refuse("each cluster once");
        }
        if (const auto order = local.optional_member("order")) {
            choice.order = read_order(*order);
        }
        if (choice.segment.value() % block.value() != 0) {
            local.member("segment_bytes").refuse(fmt::format("a multiple of block_bytes, {}", block.value()));
        }
        result.push_back(choice);
    }
    return result;
}

PeriodStep read_step(const JsonInput& input, const platform::Platform& platform) {
    constexpr int kMostSegments = 1 << 16;
    PeriodStep step;
    step.segment = static_cast<int>(input.member("segment").integer(0, kMostSegments));
    step.lag = static_cast<int>(input.member("lag").integer(0, kMostSegments));
    if (const auto inside = input.optional_member("inside")) {
        input.require_keys_among({"segment", "lag", "inside"});
        step.from = step.to = cluster_index(*inside, platform);
        return step;
    }
    input.require_keys_among({"segment", "lag", "from", "to", "sender", "receiver"});
    step.from = cluster_index(input.member("from"), platform);
    step.to = cluster_index(input.member("to"), platform);
    const auto member = [&](std::string_view key, int cluster) {
        const auto number = input.optional_member(key);
        const int last = platform.clusters[static_cast<std::size_t>(cluster)].num_hosts - 1;
        return number ? static_cast<int>(number->integer(0, last)) : 0;
    };
    step.sender = member("sender", step.from);
    step.receiver = member("receiver", step.to);
    if (step.is_inside()) {
        input.member("to").refuse("another cluster than \"from\"");
    }
    return step;
}

/// The steps of a period, each for a segment that is there by then: what precedes it in its own repetition or an
/// earlier one. Every cluster of `local` gets every segment once, and passes it on inside once.
std::vector<PeriodStep> read_period(const JsonInput& input, const platform::Platform& platform,
                                    const std::vector<LocalChoice>& local) {
    struct Found {
        PeriodStep step;
        JsonInput place;
    };
    std::vector<Found> all;
    for (const JsonInput& entry : input.elements()) {
        all.push_back({read_step(entry, platform), entry});
    }
    std::vector<PeriodStep> period;
    int segments = 0;
    for (const Found& found : all) {
        period.push_back(found.step);
        segments = std::max(segments, found.step.segment + 1);
    }
    if (static_cast<std::size_t>(segments) > all.size()) {
        input.refuse(fmt::format("segment {} among {} steps", segments - 1, all.size()),
                     "every segment from 0 on in all clusters of \"local\"");
    }
    std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) { return a.step.lag < b.step.lag; });
    std::optional<int> root;
    std::vector<std::map<int, int>> holders(static_cast<std::size_t>(segments));  // cluster -> who got it
    std::vector<std::set<int>> passed_on(static_cast<std::size_t>(segments));
    for (const auto& [step, place] : all) {
        const auto segment = static_cast<std::size_t>(step.segment);
        root = root.value_or(step.from);
        holders[segment].emplace(*root, 0);
        const bool is_known = std::any_of(
            local.begin(), local.end(), [&, to = step.to](const LocalChoice& choice) { return choice.cluster == to; });
        const bool is_new = is_known && (step.is_inside() ? passed_on[segment].insert(step.to).second
                                                          : holders[segment].emplace(step.to, step.receiver).second);
        const auto holder = holders[segment].find(step.from);
        const bool is_there = holder != holders[segment].end() && (step.is_inside() || holder->second == step.sender ||
                                                                   passed_on[segment].contains(step.from));
        if (!is_new || !is_there) {
            place.refuse(
                "a cluster of \"local\" that gets or passes on a segment for the first time, from one that has it by "
                "then");
        }
    }
    for (int segment = 0; segment < segments; ++segment) {
        const auto index = static_cast<std::size_t>(segment);
        if (holders[index].size() != local.size() || passed_on[index].size() != local.size()) {
            input.refuse(fmt::format("segment {} in {} clusters, passed on inside {}", segment, holders[index].size(),
                                     passed_on[index].size()),
                         fmt::format("every segment in all {} clusters of \"local\"", local.size()));
        }
    }
    if (segments == 0) {
        input.refuse("at least one segment");
    }
    return period;
}

Exit exit_named(const JsonInput& input) {
    for (const Exit exit : {Exit::kCoordinator, Exit::kLast}) {
        if (input.string() == name_of(exit)) {
            return exit;
        }
    }
    input.refuse("coordinator, last");
}

Shape shape_named(const JsonInput& input) {
    for (const Shape shape : {Shape::kTwoLevel, Shape::kPipeline, Shape::kTrees}) {
        if (input.string() == name_of(shape)) {
            return shape;
        }
    }
    input.refuse("two-level, pipeline, trees");
}

}  // namespace

Bytes read_block(const JsonInput& input, Bytes message) {
    // The only block of a barrier is empty; in what would divide by it it counts as a byte.
    const int least = message > Bytes(0) ? 1 : 0;
    const Bytes block(std::max<std::int64_t>(1, input.integer(least, std::numeric_limits<std::int64_t>::max() / 2)));
    if (base::num_parts(message, block) > kMostBlocks) {
        input.refuse(fmt::format("blocks of which at most {} cover the {} bytes", kMostBlocks, message.value()));
    }
    return block;
}

int read_root(const JsonInput& input) {
    return static_cast<int>(input.member("root").integer(0, std::numeric_limits<int>::max()));
}

Tree read_tree(const JsonInput& input, const platform::Platform& platform) {
    Tree tree;
    tree.shape = shape_named(input.member("shape"));
    tree.root = read_root(input);
    tree.message = input.member("bytes").non_negative_bytes();
    tree.block = read_block(input.member("block_bytes"), tree.message);
    tree.order = input.member("order").string();
    if (const auto exit = input.optional_member("exit")) {
        tree.exit = exit_named(*exit);
    }
    tree.local = read_local(input.member("local"), platform, tree.block);
    if (tree.shape == Shape::kTrees) {
        tree.period = read_period(input.member("period"), platform, tree.local);
    } else {
        tree.cluster_sends = read_sends(input.member("cluster_sends"), platform);
    }
    return tree;
}

std::vector<ClusterPart> read_parts(const JsonInput& input, const platform::Platform& platform) {
    constexpr int kMostParts = 1 << 16;
    std::vector<ClusterPart> result;
    std::set<int> clusters;
    for (const JsonInput& entry : input.elements()) {
        entry.require_keys_among({"cluster", "parts", "late"});
        result.push_back({cluster_index(entry.member("cluster"), platform),
                          static_cast<int>(entry.member("parts").integer(1, kMostParts))});
        if (const auto late = entry.optional_member("late")) {
            result.back().late = static_cast<int>(late->integer(0, ClusterPart::kWholeTime));
        }
        if (!clusters.insert(result.back().cluster).second) {
            entry.member("cluster").refuse("each cluster once");
        }
    }
    if (result.empty()) {
        input.refuse("at least one cluster");
    }
    return result;
}

JsonOutput to_json(const Tree& tree, const platform::Platform& platform) {
    const auto name = [&](int cluster) { return platform.clusters[static_cast<std::size_t>(cluster)].name; };
    JsonOutput result = {{"shape", name_of(tree.shape)},
                         {"root", tree.root},
                         {"bytes", tree.message.value()},
                         {"block_bytes", tree.block.value()},
                         {"order", tree.order}};
    if (tree.shape == Shape::kTrees) {
        result["period"] = JsonOutput::array();
        for (const PeriodStep& step : tree.period) {
            JsonOutput entry = {{"segment", step.segment}, {"lag", step.lag}};
            if (step.is_inside()) {
                entry["inside"] = name(step.to);
            } else {
                entry["from"] = name(step.from);
                entry["to"] = name(step.to);
                if (step.sender != 0 || step.receiver != 0) {
                    entry["sender"] = step.sender;
                    entry["receiver"] = step.receiver;
                }
            }
            result["period"].push_back(std::move(entry));
        }
    } else {
        result["cluster_sends"] = JsonOutput::array();
        for (const ClusterSend& send : tree.cluster_sends) {
            result["cluster_sends"].push_back(JsonOutput::array({name(send.from), name(send.to)}));
        }
    }
    if (tree.shape == Shape::kPipeline) {
        result["exit"] = name_of(tree.exit);
    }
    result["local"] = JsonOutput::array();
    for (const LocalChoice& choice : tree.local) {
        result["local"].push_back({{"cluster", name(choice.cluster)},
                                   {"between_hosts", strategy::to_text(choice.between_hosts)},
                                   {"within_host", strategy::to_text(choice.within_host)},
                                   {"segment_bytes", choice.segment.value()}});
        if (!choice.order.empty()) {
            result["local"].back()["order"] = choice.order;
        }
    }
    if (!tree.carries.empty()) {
        result["carries"] = JsonOutput::array();
    }
    for (const ClusterPart& part : tree.carries) {
        result["carries"].push_back({{"cluster", name(part.cluster)}, {"parts", part.parts}});
        if (part.late != 0) {
            result["carries"].back()["late"] = part.late;
        }
    }
    return result;
}

}  // namespace causeway::plan
