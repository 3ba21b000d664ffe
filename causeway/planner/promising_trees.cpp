#include "causeway/planner/promising_trees.hpp"

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/planner/cluster_orders.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Tree;

}  // namespace

Rule rule_of(const Tree& tree) {
    std::string inside;
    for (const plan::LocalChoice& choice : tree.local) {
        inside += strategy::to_text(choice.between_hosts) + " ";
    }
    return {tree.order, inside + std::string(plan::name_of(tree.exit))};
}

std::vector<TreeCandidate> best_first(std::vector<TreeCandidate> all) {
    std::erase_if(all, [](const TreeCandidate& one) { return one.time == Seconds::infinity(); });
    std::stable_sort(all.begin(), all.end(),
                     [](const TreeCandidate& a, const TreeCandidate& b) { return a.time < b.time; });
    return all;
}

std::vector<TreeCandidate> trees_from(const Task& asked, int root, Bytes message) {
    const Request request{.root = root,
                          .message = std::max(message, Bytes(1)),
                          .heuristic = asked.request.heuristic,
                          .completion = asked.request.completion};
    const Task task(asked, request);
    return best_first(task.request.message <= policy::kLargestWhole ? pipeline_and_one_segment_candidates(task)
                                                                    : pipeline_candidates(task));
}

std::vector<TreeCandidate> promising(const std::vector<TreeCandidate>& all, Wanted is_wanted) {
    std::vector<TreeCandidate> result;
    const auto add_first = [&](const auto& is_such) {
        const auto found = std::find_if(all.begin(), all.end(), is_such);
        if (found != all.end() && std::ranges::find(result, found->tree, &TreeCandidate::tree) == result.end()) {
            result.push_back(*found);
        }
    };
    for (auto one = all.begin(); one != all.end() && result.size() < policy::kMostTrees; ++one) {
        if (is_wanted(*one)) {
            result.push_back(*one);
        }
    }
    const auto is_star_between = [](const TreeCandidate& one) { return one.tree.order == "flat"; };
    const auto is_star_inside = [](const TreeCandidate& one) {
        return std::all_of(one.tree.local.begin(), one.tree.local.end(), [](const plan::LocalChoice& choice) {
            return choice.between_hosts.strategy->name == std::string_view("segmented_flat_tree");
        });
    };
    add_first([](const TreeCandidate& one) { return is_by_levels(one.tree.order); });
    add_first([](const TreeCandidate& one) { return one.tree.order == kLeastBusy; });
    add_first(is_star_between);
    add_first(is_star_inside);
    add_first([&](const TreeCandidate& one) { return is_star_between(one) && is_star_inside(one); });
    return result;
}

std::vector<TreeCandidate> promising(const std::vector<TreeCandidate>& all) {
    return promising(all, [](const TreeCandidate&) { return true; });
}

Tree with_longest_branch_first(Tree tree, const Task& task) {
    if (tree.cluster_sends.empty()) {
        return tree;
    }
    const inter_cluster::PairTimes times = task.times_between(tree.block);
    std::map<int, Seconds> ready;    // [cluster]: to send what it has
    std::map<int, int> branch_with;  // [cluster]: which send from the root leads there
    const int root = tree.cluster_sends.front().from;
    Seconds latest;
    int longest = 0;
    for (int number = 0; const plan::ClusterSend& send : tree.cluster_sends) {
        const std::optional<inter_cluster::PairTimes::Times> pair = times.between(send.from, send.to);
        const Seconds gap = pair ? pair->gap : Seconds::infinity();
        const Seconds arrival = pair ? ready[send.from] + gap + pair->latency : Seconds::infinity();
        ready[send.from] += gap;
        ready[send.to] = arrival;
        const int branch = send.from == root ? number : branch_with.at(send.from);
        branch_with[send.to] = branch;
        if (arrival > latest) {
            latest = arrival;
            longest = branch;
        }
        ++number;
    }
    const auto first = tree.cluster_sends.begin();
    std::rotate(first, first + longest, first + longest + 1);
    return tree;
}

}  // namespace causeway::planner
