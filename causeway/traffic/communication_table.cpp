#include "causeway/traffic/communication_table.hpp"

#include "causeway/base/error.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

namespace causeway::traffic {

Quantity quantity_named(std::string_view name, std::string_view source) {
    for (const Quantity quantity : {Quantity::kBytes, Quantity::kMessages}) {
        if (name == name_of(quantity)) {
            return quantity;
        }
    }
    throw base::InputError({.source = std::string(source),
                            .place = {},
                            .found = "'" + std::string(name) + "'",
                            .accepted = "bytes, messages"});
}

std::string_view name_of(Quantity quantity) {
    return quantity == Quantity::kBytes ? "bytes" : "messages";
}

CommunicationTable::CommunicationTable(int num_processes, std::vector<Flow> flows)
    : num_processes_(num_processes), flows_(std::move(flows)) {
    const auto before = [](const Flow& a, const Flow& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); };
    if (!std::is_sorted(flows_.begin(), flows_.end(), before)) {
        std::sort(flows_.begin(), flows_.end(), before);
    }
    std::size_t kept = 0;
    for (const Flow& flow : flows_) {
        assert(flow.from >= 0 && flow.from < num_processes && flow.to >= 0 && flow.to < num_processes);
        assert(flow.volume.messages >= 0.0 && flow.volume.bytes >= 0.0);
        if (flow.volume.is_zero()) {
            continue;
        }
        if (kept > 0 && flows_[kept - 1].from == flow.from && flows_[kept - 1].to == flow.to) {
            flows_[kept - 1].volume += flow.volume;
        } else {
            flows_[kept++] = flow;
        }
    }
    flows_.resize(kept);
    flows_.shrink_to_fit();
    first_.assign(static_cast<std::size_t>(num_processes) + 1, 0);
    for (const Flow& flow : flows_) {
        ++first_[static_cast<std::size_t>(flow.from) + 1];
        total_ += flow.volume;
    }
    for (std::size_t p = 1; p < first_.size(); ++p) {
        first_[p] += first_[p - 1];
    }
}

Volume CommunicationTable::volume(int from, int to) const {
    const std::span<const Flow> sent = flows_from(from);
    const auto found =
        std::lower_bound(sent.begin(), sent.end(), to, [](const Flow& flow, int wanted) { return flow.to < wanted; });
    return found != sent.end() && found->to == to ? found->volume : Volume{};
}

}  // namespace causeway::traffic
