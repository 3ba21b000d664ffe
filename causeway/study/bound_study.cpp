#include "causeway/study/bound_study.hpp"

#include "causeway/bound/platform_bound.hpp"
#include "causeway/planner/modelled_time.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/several_trees/propose_trees.hpp"
#include "causeway/study/requirement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace causeway::study {

namespace {

constexpr std::string_view kBoundsSource = "study of bounds";

void require_valid(const BoundStudy& study) {
    require(kBoundsSource, study.runs >= 1, "runs", fmt::format("{}", study.runs), "at least 1");
    require(kBoundsSource, !study.operations.empty(), "collectives", "none", "at least one");
    require(kBoundsSource, study.most_trees >= 1, "trees", fmt::format("{}", study.most_trees), "at least 1");
    const PlatformRanges& platforms = study.platforms;
    require(kBoundsSource, platforms.fewest_sites >= 1 && platforms.most_sites >= platforms.fewest_sites, "sites",
            fmt::format("{}..{}", platforms.fewest_sites, platforms.most_sites), "a range of at least one site");
    require(kBoundsSource, platforms.most_hosts >= 1, "hosts", fmt::format("{}", platforms.most_hosts), "at least 1");
}

/// Of what each process has, see plan::Plan::message.
Bytes message_of(const BoundStudy& study, scheme::Operation operation, int num_processes) {
    if (operation == scheme::Operation::kBarrier) {
        return Bytes(0);
    }
    return scheme::has_owned_blocks(operation) ? Bytes(std::max<std::int64_t>(1, study.message.value() / num_processes))
                                               : study.message;
}

/// g(m) - g(0), everywhere; all clusters and links were drawn, so that they have one.
platform::Platform without_starts(platform::Platform platform) {
    const auto let_go = [](platform::Plogp& plogp) {
        std::vector<statistics::PiecewiseLinear::Point> points(plogp.gap.points().begin(), plogp.gap.points().end());
        const double start = points.front().y;
        for (statistics::PiecewiseLinear::Point& point : points) {
            point.y -= start;
        }
        plogp.gap = statistics::PiecewiseLinear(std::move(points));
    };
    for (platform::Cluster& cluster : platform.clusters) {
        let_go(cluster.plogp.value());
    }
    for (platform::Link& link : platform.links) {
        let_go(link.plogp.value());
    }
    return platform;
}

double share_of(Seconds bound, Seconds time) {
    return time > Seconds(0.0) ? bound / time : 1.0;
}

BoundRun result_of(const BoundStudy& study, scheme::Operation operation, int run) {
    const DrawnPlatform drawn = platform_of(study, run);
    const platform::Placement placement = platform::full_placement(drawn.platform);
    const auto started = std::chrono::steady_clock::now();
    planner::Request request;
    request.operation = operation;
    request.root = drawn.root;
    request.message = message_of(study, operation, placement.num_processes());
    request.least_gain = 0.0;
    if (study.most_trees > 1 && planner::may_gain_from_trees(operation, drawn.platform, placement, request.message)) {
        request.trees =
            planner::of_at_most(study.most_trees, operation,
                                several_trees::propose_trees(drawn.platform, placement, operation, drawn.root));
    }
    BoundRun result;
    const planner::Candidate choice = planner::decide(drawn.platform, placement, request).choice();
    result.time = choice.time;
    const auto bound_on = [&](const platform::Platform& platform) {
        return bound::bound_on_platform(operation, platform, placement, drawn.root, request.message).time.time;
    };
    result.ratio = share_of(bound_on(drawn.platform), result.time);
    result.planning = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count());
    const platform::Platform instant = without_starts(drawn.platform);
    result.ratio_without_starts = share_of(bound_on(instant), planner::modelled_time(instant, placement, choice.plan));
    return result;
}

}  // namespace

double BoundRow::reached_by(double share, double BoundRun::*ratio) const {
    std::vector<double> ratios;
    for (const BoundRun& one : runs) {
        ratios.push_back(one.*ratio);
    }
    std::sort(ratios.begin(), ratios.end(), std::greater<>());
    const auto reaching = static_cast<std::size_t>(std::ceil(share * static_cast<double>(ratios.size())));
    return ratios[std::clamp<std::size_t>(reaching, 1, ratios.size()) - 1];
}

double BoundRow::share_reaching(double ratio) const {
    const auto count = std::count_if(runs.begin(), runs.end(), [&](const BoundRun& one) { return one.ratio >= ratio; });
    return static_cast<double>(count) / static_cast<double>(runs.size());
}

int BoundRow::worst() const {
    const auto least = std::min_element(runs.begin(), runs.end(),
                                        [](const BoundRun& a, const BoundRun& b) { return a.ratio < b.ratio; });
    return static_cast<int>(least - runs.begin());
}

DrawnPlatform platform_of(const BoundStudy& study, int run) {
    base::Random random(base::Random::stream(study.seed, static_cast<std::uint64_t>(run)));
    DrawnPlatform result{.platform = random_platform(study.platforms, random)};
    result.root = random.below(platform::full_placement(result.platform).num_processes());
    return result;
}

std::vector<BoundRow> run(const BoundStudy& study, const ThreadTeam& team) {
    require_valid(study);
    std::vector<BoundRow> rows;
    for (const scheme::Operation operation : study.operations) {
        rows.push_back({operation, std::vector<BoundRun>(static_cast<std::size_t>(study.runs))});
    }
    const auto num_rows = static_cast<std::int64_t>(rows.size());
    team.share(num_rows * study.runs, [&](std::int64_t piece) {
        BoundRow& row = rows[static_cast<std::size_t>(piece % num_rows)];
        const auto number = static_cast<int>(piece / num_rows);
        row.runs[static_cast<std::size_t>(number)] = result_of(study, row.operation, number);
    });
    return rows;
}

}  // namespace causeway::study
