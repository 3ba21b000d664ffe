#include "causeway/plan/plan.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace causeway::plan {

namespace {

/// "a>b b>c"
std::string sends_text(const Plan& plan, const platform::Platform& platform) {
    std::vector<std::string> parts;
    for (const ClusterSend& send : plan.cluster_sends) {
        parts.push_back(fmt::format("{}>{}", platform.clusters[static_cast<std::size_t>(send.from)].name,
                                    platform.clusters[static_cast<std::size_t>(send.to)].name));
    }
    return fmt::format("{}", fmt::join(parts, " "));
}

/// The strategies inside the clusters, each named once: "segmented_chain" or "flat_tree (a), chain (b)".
std::string local_text(const Plan& plan, const platform::Platform& platform) {
    std::vector<std::string> texts;
    std::set<std::string> distinct;
    for (const LocalChoice& choice : plan.local) {
        std::string text = strategy::to_text(choice.between_hosts);
        if (plan.shape == Shape::kTwoLevel && choice.between_hosts.strategy->has_segments()) {
            text += "@" + base::to_text(choice.segment);
        }
        distinct.insert(text);
        texts.push_back(fmt::format("{} ({})", text, platform.clusters[static_cast<std::size_t>(choice.cluster)].name));
    }
    return distinct.size() == 1 ? *distinct.begin() : fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::string_view name_of(Shape shape) {
    switch (shape) {
        case Shape::kNative:
            return "native";
        case Shape::kTwoLevel:
            return "two-level";
        case Shape::kPipeline:
            return "pipeline";
    }
    return "unknown";
}

std::string_view name_of(Exit exit) {
    return exit == Exit::kLast ? "last" : "coordinator";
}

int Plan::num_blocks() const {
    return shape == Shape::kNative ? 1 : static_cast<int>(std::max<std::int64_t>(1, base::num_parts(message, block)));
}

std::string describe(const Plan& plan, const platform::Platform& platform) {
    if (plan.shape == Shape::kNative) {
        return "native: the MPI library's own broadcast";
    }
    std::string text;
    if (plan.shape == Shape::kPipeline) {
        text = fmt::format("pipeline of {} segments; ", base::to_text(plan.block));
    } else if (!plan.cluster_sends.empty()) {
        text = "two-level; ";
    }
    if (!plan.cluster_sends.empty()) {
        text += fmt::format("between clusters {} ({}{}); ", sends_text(plan, platform), plan.order,
                            plan.exit == Exit::kLast ? ", each from its last host" : "");
    }
    text += fmt::format("{} {}", plan.local.size() == 1 ? "inside one cluster" : "inside", local_text(plan, platform));
    return text;
}

}  // namespace causeway::plan
