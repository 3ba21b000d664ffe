#include "causeway/study/tree_comparison.hpp"

#include "causeway/base/comma_list.hpp"
#include "causeway/base/error.hpp"
#include "causeway/steady_state/timetable.hpp"
#include "causeway/steady_state/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace causeway::study {

namespace {

/// Where nothing is to be sent, both are infinite and nothing is lost.
double ratio_to(double bound, double throughput) {
    return std::isinf(bound) ? 1.0 : throughput / bound;
}

steady_state::Packing packing_of(const TreeAnswer& tree) {
    return {.throughput = tree.throughput, .trees = {{tree.throughput, tree.edges}}};
}

void require_valid(const steady_state::Packing& packing, const tree::TreeProblem& problem) {
    const std::vector<std::string> faults =
        steady_state::verify(packing, problem.graph, problem.resources, problem.source);
    if (!faults.empty()) {
        throw base::Error(fmt::format("a packing of {} trees is wrong: {}", packing.trees.size(), faults.front()));
    }
}

TreeAnswer answer_of(const tree::Heuristic& heuristic, const tree::TreeProblem& problem, double bound) {
    TreeAnswer answer{.heuristic = &heuristic, .edges = heuristic.build(problem), .makespan = {}};
    answer.throughput = tree::throughput(problem.resources, answer.edges);
    answer.ratio = ratio_to(bound, answer.throughput);
    answer.makespan =
        steady_state::makespan_of(problem.graph, problem.resources, answer.edges, steady_state::Passing::kCopied);
    return answer;
}

/// From the best of the trees on.
std::optional<tree::LeastMakespan> least_makespan_of(const tree::TreeProblem& problem,
                                                     const std::vector<TreeAnswer>& trees) {
    const auto shortest = std::min_element(trees.begin(), trees.end(),
                                           [](const auto& a, const auto& b) { return a.makespan < b.makespan; });
    if (shortest == trees.end() || problem.graph.num_nodes() > tree::kMostNodesForOptimum) {
        return std::nullopt;
    }
    return tree::least_makespan(problem.graph, problem.resources, problem.source, shortest->makespan, shortest->edges);
}

}  // namespace

TreeComparison compare(const graph::Graph& graph, const graph::Resources& resources, int source,
                       const TreeQuestion& question) {
    const auto pieces = static_cast<double>(1 + question.heuristics.size() + question.packings.size());
    double done = 0.0;
    const auto tell = [&] {
        done += 1.0;
        if (question.progress) {
            question.progress(done / pieces);
        }
    };
    TreeComparison result;
    result.bound = steady_state::throughput_bound(graph, resources, source);
    tell();
    const double bound = result.bound.throughput;
    const tree::TreeProblem problem{graph, resources, source, result.bound.rates, question.effort};
    for (const tree::Heuristic* heuristic : question.heuristics) {
        result.trees.push_back(answer_of(*heuristic, problem, bound));
        tell();
    }
    result.least_makespan = least_makespan_of(problem, result.trees);
    if (question.packings.empty()) {
        return result;
    }
    const tree::Heuristic& local_search = tree::heuristics().at("local-search", "packing of one tree");
    const auto searched = std::find_if(result.trees.begin(), result.trees.end(),
                                       [&](const TreeAnswer& tree) { return tree.heuristic == &local_search; });
    steady_state::Packing best =
        packing_of(searched != result.trees.end() ? *searched : answer_of(local_search, problem, bound));
    std::optional<steady_state::Packer> packer;
    for (const int most_trees : question.packings) {
        if (most_trees > 1) {
            if (!packer) {
                packer.emplace(graph, resources, source, result.bound);
            }
            steady_state::Packing packing = packer->pack({.most_trees = most_trees, .seed = question.effort.seed});
            if (packing.throughput > best.throughput) {
                best = std::move(packing);
            }
        }
        require_valid(best, problem);
        result.packings.push_back({most_trees, best, ratio_to(bound, best.throughput)});
        tell();
    }
    return result;
}

Seconds TreeComparison::shortest_makespan() const {
    Seconds shortest = least_makespan ? least_makespan->time : Seconds::infinity();
    for (const TreeAnswer& answer : trees) {
        shortest = std::min(shortest, answer.makespan);
    }
    return shortest;
}

std::vector<const tree::Heuristic*> tree_heuristics_named(std::string_view text, const std::string& option) {
    const auto members = tree::heuristics().members();
    if (text == "all") {
        return {members.begin(), members.end()};
    }
    std::vector<const tree::Heuristic*> result;
    for (const std::string& name : base::entries_of(text)) {
        const tree::Heuristic& named = tree::heuristics().at(name, option);
        if (std::find(result.begin(), result.end(), &named) == result.end()) {
            result.push_back(&named);
        }
    }
    return result;
}

std::vector<int> tree_counts_up_to(int most) {
    std::vector<int> result;
    for (int count = 1; count < most; count *= 2) {
        result.push_back(count);
    }
    result.push_back(most);
    return result;
}

}  // namespace causeway::study
