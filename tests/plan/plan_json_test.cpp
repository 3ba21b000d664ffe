/// The plan file, written and read back, and what it refuses.
#include "causeway/plan/plan_json.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

namespace causeway::plan {
namespace {

using base::JsonInput;
using base::JsonOutput;
using ::testing::HasSubstr;

platform::Platform some_platform(unsigned seed = 3) {
    std::mt19937_64 random(seed);
    return test::random_platform(random, 3, 2);
}

Tree some_tree() {
    const auto named = [](std::string_view name) { return strategy::parse_tuned(name, "test"); };
    Tree tree;
    tree.shape = Shape::kTwoLevel;
    tree.root = 2;
    tree.message = Bytes(std::int64_t{3} << 30U);
    tree.block = Bytes(1 << 20);
    tree.order = "ecef";
    tree.cluster_sends = {{1, 0}, {1, 2}};
    tree.local = {{1, named("segmented_chain"), named("flat_tree"), Bytes(4 << 20)},
                  {0, named("flat_tree"), named("flat_tree"), Bytes(0)},
                  {2, named("dary_tree/3"), named("segmented_chain"), Bytes(1 << 20)}};
    return tree;
}

Plan some_plan() {
    return broadcast_over(some_tree());
}

/// Two segments a period, over c1>c0>c2 and c1>c2>c0.
Plan plan_of_two_trees() {
    Tree tree = some_tree();
    tree.shape = Shape::kTrees;
    tree.cluster_sends.clear();
    tree.period = {{0, 0, 1, 1}, {0, 0, 1, 0}, {1, 0, 1, 1}, {1, 0, 1, 2}, {0, 1, 0, 0},
                   {0, 1, 0, 2}, {1, 1, 2, 2}, {1, 1, 2, 0}, {1, 2, 0, 0}, {0, 2, 2, 2}};
    return broadcast_over(tree);
}

TEST(PlanFile, GivesPlansOfSeveralTreesBack) {
    const platform::Platform platform = some_platform();
    const Plan plan = plan_of_two_trees();
    EXPECT_EQ(parse_plan(to_json_text(plan, platform), "plan.json", platform), plan);
    EXPECT_THAT(trees_of(plan.trees.front()),
                testing::ElementsAre(ClusterTree{1, {{1, 0}, {0, 2}}}, ClusterTree{1, {{1, 2}, {2, 0}}}));
}

TEST(PlanFile, GivesEveryPlanBack) {
    const platform::Platform platform = some_platform();
    for (const Shape shape : {Shape::kTwoLevel, Shape::kPipeline}) {
        Plan plan = some_plan();
        plan.trees.front().shape = shape;
        plan.trees.front().exit = shape == Shape::kPipeline ? Exit::kLast : Exit::kCoordinator;
        EXPECT_EQ(parse_plan(to_json_text(plan, platform), "plan.json", platform), plan);
    }
    Plan native;
    native.root = 5;
    native.message = Bytes(17);
    EXPECT_EQ(parse_plan(to_json_text(native, platform), "plan.json", platform), native);
}

TEST(PlanFile, NamesTheClustersAndThePlatform) {
    const platform::Platform platform = some_platform();
    const std::string text = to_json_text(some_plan(), platform);
    const JsonInput json = JsonInput::parse(text, "plan.json");
    EXPECT_EQ(json.member("causeway").string(), "plan");
    EXPECT_EQ(json.member("version").integer(0, 9), 2);
    EXPECT_EQ(json.member("platform").string(), platform::fingerprint(platform));
    EXPECT_EQ(json.member("collective").string(), "broadcast");
    EXPECT_EQ(json.member("shape").string(), "two-level");
    EXPECT_EQ(JsonOutput::parse(text)["cluster_sends"].dump(), R"([["c1","c0"],["c1","c2"]])");
}

/// What reading the plan says after `change` was made to it.
std::string complaint(const std::function<void(JsonOutput&)>& change, const Plan& plan = some_plan(),
                      const platform::Platform& platform = some_platform()) {
    JsonOutput json = JsonOutput::parse(to_json_text(plan, platform));
    change(json);
    try {
        (void)parse_plan(json.dump(), "plan.json", platform);
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("plan.json"));
        return error.what();
    }
    return "accepted";
}

TEST(PlanFile, IsRefusedForAnotherPlatform) {
    const std::string text = to_json_text(some_plan(), some_platform(3));
    const platform::Platform other = some_platform(4);
    try {
        (void)parse_plan(text, "plan.json", other);
        FAIL() << "accepted";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("plan.json: platform"));
        EXPECT_THAT(error.what(), HasSubstr(platform::fingerprint(other)));
    }
}

TEST(PlanFile, GivesTheOrderOfMembersBackAndRefusesWhatIsNone) {
    const platform::Platform platform = some_platform();
    Plan plan = some_plan();
    plan.trees.front().local[0].order = {0, 2, 1};
    EXPECT_EQ(parse_plan(to_json_text(plan, platform), "plan.json", platform), plan);
    for (const JsonOutput& bad : {JsonOutput{1, 0, 2}, JsonOutput{0, 1, 1}, JsonOutput{0, 3, 1}, JsonOutput{0, -1}}) {
        EXPECT_THAT(complaint([&](JsonOutput& changed) { changed["local"][0]["order"] = bad; }),
                    HasSubstr("local[0].order"));
    }
}

TEST(PlanFile, WrongWordsAreNamedWithTheirPlace) {
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["local"][1]["between_hosts"] = "flat_trie"; }),
                testing::AllOf(HasSubstr("local[1].between_hosts"), HasSubstr("'flat_trie'"), HasSubstr("flat_tree")));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["local"][1]["between_hosts"] = "dary_tree"; }),
                testing::AllOf(HasSubstr("local[1].between_hosts"), HasSubstr("'dary_tree/DEGREE'")));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["local"][0]["cluster"] = "nowhere"; }),
                testing::AllOf(HasSubstr("local[0].cluster"), HasSubstr("'nowhere'")));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["shape"] = "round"; }),
                testing::AllOf(HasSubstr("shape"), HasSubstr("two-level, pipeline, trees")));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["collective"] = "produce"; }),
                testing::AllOf(HasSubstr("collective"), HasSubstr("produce"), HasSubstr("broadcast")));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["scheme"] = "reduce_over_tree"; }),
                testing::AllOf(HasSubstr("scheme"), HasSubstr("reduce_over_tree"), HasSubstr("broadcast_over_tree")));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["colour"] = "red"; }), HasSubstr("colour"));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["local"][0]["colour"] = "red"; }), HasSubstr("colour"));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["causeway"] = "platform"; }), HasSubstr("plan"));
}

TEST(PlanFile, WrongNumbersAreNamedWithTheirPlace) {
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["root"] = -1; }), HasSubstr("root"));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["bytes"] = -4; }), HasSubstr("bytes"));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["block_bytes"] = 0; }), HasSubstr("block_bytes"));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["version"] = 1; }), HasSubstr("version"));
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["cluster_sends"][0] = JsonOutput::array({"c1"}); }),
                HasSubstr("cluster_sends[0]"));
    // 3 GiB in blocks of one byte: more blocks than a schedule counts.
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["block_bytes"] = 1; }), HasSubstr("block_bytes"));
}

TEST(PlanFile, MissingMembersAreNamed) {
    for (const char* key : {"causeway", "version", "platform", "collective", "scheme", "shape", "root", "bytes",
                            "block_bytes", "order", "cluster_sends", "local"}) {
        EXPECT_THAT(complaint([&](JsonOutput& plan) { plan.erase(key); }), HasSubstr(key));
    }
    for (const char* key : {"cluster", "between_hosts", "within_host", "segment_bytes"}) {
        EXPECT_THAT(complaint([&](JsonOutput& plan) { plan["local"][0].erase(key); }), HasSubstr(key));
    }
}

TEST(PlanFile, ATreeThatIsNoneIsRefused) {
    EXPECT_THAT(complaint([](JsonOutput& plan) {
                    plan["cluster_sends"][1] = JsonOutput::array({"c1", "c0"});
                }),
                HasSubstr("cluster_sends[1]"));  // c0 a second time
    EXPECT_THAT(complaint([](JsonOutput& plan) {
                    plan["cluster_sends"][0] = JsonOutput::array({"c2", "c0"});
                }),
                HasSubstr("cluster_sends[1]"));  // c2, which has sent, receives
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["local"][1]["cluster"] = "c1"; }), HasSubstr("local[1].cluster"));
}

TEST(PlanFile, APeriodThatDoesNotBringEverySegmentEverywhereIsRefused) {
    const auto complaint_of_period = [](const std::function<void(JsonOutput&)>& change) {
        return complaint([&](JsonOutput& plan) { change(plan["period"]); }, plan_of_two_trees());
    };
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period.erase(9); }), HasSubstr("period"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period = JsonOutput::array(); }), HasSubstr("period"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[5]["lag"] = 0; }), HasSubstr("accepted"))
        << "c0 passes on what it gets in the same repetition, earlier in it";
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[7]["lag"] = 0; }), HasSubstr("accepted"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { std::swap(period[0], period[3]); }),
                HasSubstr("accepted"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { std::swap(period[5], period[1]); }),
                HasSubstr("accepted"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[1]["lag"] = 2; }), HasSubstr("period["))
        << "c0 passes on what it gets later";
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[2]["segment"] = -1; }),
                HasSubstr("period[2].segment"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[2]["inside"] = "nowhere"; }),
                HasSubstr("period[2].inside"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[1]["to"] = "c1"; }), HasSubstr("period[1].to"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[1]["from"] = "c2"; }), HasSubstr("period["));
}

TEST(PlanFile, GivesSeveralCoordinatorsBackAndRefusesThoseThatCannotHaveTheSegment) {
    platform::Platform platform = some_platform();
    for (platform::Cluster& cluster : platform.clusters) {
        cluster.hosts.clear();
        cluster.num_hosts = 3;
    }
    Plan plan = plan_of_two_trees();
    plan.trees.front().period[1].sender = 1;    // of c1, which has passed the segment on inside
    plan.trees.front().period[1].receiver = 2;  // of c0
    plan.trees.front().period[3].receiver = 1;
    EXPECT_EQ(parse_plan(to_json_text(plan, platform), "plan.json", platform), plan);
    EXPECT_THAT(coordinators_of(plan.trees.front(), 0), testing::ElementsAre(0, 2));
    EXPECT_THAT(coordinators_of(plan.trees.front(), 1), testing::ElementsAre(0, 1));

    const auto complaint_of_period = [&](const std::function<void(JsonOutput&)>& change) {
        return complaint([&](JsonOutput& changed) { change(changed["period"]); }, plan, platform);
    };
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { std::swap(period[0], period[1]); }), HasSubstr("by then"))
        << "the sender gets it only when the cluster passes it on inside";
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[1]["sender"] = 3; }),
                HasSubstr("period[1].sender"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[1]["receiver"] = -1; }),
                HasSubstr("period[1].receiver"));
    EXPECT_THAT(complaint_of_period([](JsonOutput& period) { period[0]["sender"] = 1; }), HasSubstr("sender"));
}

TEST(PlanFile, ASegmentIsAMultipleOfTheBlock) {
    EXPECT_THAT(complaint([](JsonOutput& plan) { plan["local"][0]["segment_bytes"] = (1 << 20) + 1; }),
                HasSubstr("local[0].segment_bytes"));
}

/// A plan of a scheme over one tree, over one from each cluster, or over some that share the data.
Plan plan_of(std::string_view name) {
    Plan plan;
    plan.scheme = scheme::schemes().find(name);
    plan.operation = plan.scheme->operation;
    plan.message = Bytes(100'000);
    plan.block = Bytes(30'000);
    plan.grain = schedule::Grain::kRelayed;
    const int trees = plan.scheme->trees == scheme::Trees::kOne ? 1 : scheme::shares_data(plan.scheme->trees) ? 3 : 0;
    for (int root = 0; root < trees; ++root) {
        Tree tree = some_tree();
        tree.shape = Shape::kPipeline;
        tree.root = root;
        if (plan.scheme->trees == scheme::Trees::kShared) {
            tree.carries = {{0, root + 1}, {1, 2, 250 * root}};
            plan.lag = 5;
        }
        plan.trees.push_back(tree);
    }
    return plan;
}

TEST(PlanFile, GivesPlansOfEverySchemeBack) {
    const platform::Platform platform = some_platform();
    for (const scheme::Scheme* scheme : scheme::schemes().members()) {
        if (scheme->trees == scheme::Trees::kWhole) {
            Plan plan = plan_of_two_trees();
            plan.operation = scheme->operation;
            plan.scheme = scheme;
            EXPECT_EQ(parse_plan(to_json_text(plan, platform), "plan.json", platform), plan) << scheme->name;
            continue;
        }
        Plan plan = plan_of(scheme->name);
        plan.in_rank_order = scheme::combines(plan.operation);
        EXPECT_EQ(parse_plan(to_json_text(plan, platform), "plan.json", platform), plan) << scheme->name;
        plan.is_by_rank = true;
        plan.trees.clear();
        if (!scheme::shares_data(scheme->trees)) {
            EXPECT_EQ(parse_plan(to_json_text(plan, platform), "plan.json", platform), plan) << scheme->name;
        }
    }
}

TEST(PlanFile, TakesABarrierWhoseBlockIsEmpty) {
    const platform::Platform platform = some_platform();
    Plan plan = plan_of("barrier_by_dissemination");
    plan.trees.clear();
    plan.message = Bytes(0);
    plan.block = Bytes(0);
    const Plan found = parse_plan(to_json_text(plan, platform), "plan.json", platform);
    EXPECT_EQ(found.scheme, plan.scheme);
    EXPECT_EQ(found.num_blocks(), 1);
}

TEST(PlanFile, GivesNeighboursBackAndRefusesThoseThatCannotBe) {
    const platform::Platform platform = some_platform();
    Plan plan = plan_of("neighbor_alltoall_direct");
    plan.neighbourhood = scheme::Neighbourhood({{1, 2, 1}, {}, {0}});
    EXPECT_EQ(parse_plan(to_json_text(plan, platform), "plan.json", platform), plan);
    Plan native = plan;
    native.scheme = nullptr;
    EXPECT_EQ(parse_plan(to_json_text(native, platform), "plan.json", platform).neighbourhood, plan.neighbourhood);
    Plan others = plan;
    others.neighbourhood = scheme::Neighbourhood({{1, 1, 2}, {}, {0}});
    EXPECT_NE(digest_text(plan, platform), digest_text(others, platform)) << "who gets what first is another order";
    EXPECT_THAT(complaint([](JsonOutput& json) { json["neighbours"][2][0] = 3; }, plan), HasSubstr("neighbours[2][0]"));
    EXPECT_THAT(complaint([](JsonOutput& json) { json["neighbours"][2][0] = 2; }, plan), HasSubstr("another process"));
    EXPECT_THAT(complaint([](JsonOutput& json) { json["neighbours"] = JsonOutput::parse("[[1], [0]]"); },
                          plan_of("alltoall_direct")),
                HasSubstr("neighbours"));
}

TEST(PlanFile, NamesTheClustersThatAreServedInTurn) {
    const platform::Platform platform = some_platform();
    Plan plan = plan_of("scatter_direct");
    plan.turns = {2, 0, 1};
    JsonOutput json = to_json(plan, platform);
    EXPECT_EQ(json["turns"].dump(), "[\"" + platform.clusters[2].name + "\",\"" + platform.clusters[0].name + "\",\"" +
                                        platform.clusters[1].name + "\"]");
    EXPECT_EQ(parse_plan(json.dump(), "plan.json", platform), plan);
    EXPECT_THAT(describe(plan, platform), HasSubstr("; to " + platform.clusters[2].name + ", "));
    EXPECT_THAT(complaint([](JsonOutput& changed) { changed["turns"][1] = "nowhere"; }, plan), HasSubstr("turns[1]"));
    EXPECT_THAT(complaint([](JsonOutput& changed) { changed["turns"][1] = changed["turns"][0]; }, plan),
                HasSubstr("turns[1]"));
    EXPECT_THAT(complaint([&](JsonOutput& changed) { changed["turns"] = json["turns"]; }, plan_of("gather_direct")),
                HasSubstr("turns"));
}

TEST(PlanFile, RefusesTreesThatTheSchemeDoesNotWorkOver) {
    const auto complaint_of = [](std::string_view scheme, const std::function<void(JsonOutput&)>& change) {
        return complaint(change, plan_of(scheme));
    };
    EXPECT_THAT(complaint_of("reduce_over_tree", [](JsonOutput& plan) { plan["trees"] = JsonOutput::array(); }),
                HasSubstr("one tree"));
    EXPECT_THAT(complaint_of("gather_direct",
                             [](JsonOutput& plan) {
                                 plan["trees"] = JsonOutput::parse(
                                     to_json_text(plan_of("reduce_over_tree"), some_platform()))["trees"];
                             }),
                HasSubstr("trees"));
    EXPECT_THAT(complaint_of("allgather_over_cluster_trees", [](JsonOutput& plan) { plan["trees"][1]["root"] = 0; }),
                HasSubstr("trees[1].root"));
    EXPECT_THAT(complaint_of("allgather_over_cluster_trees",
                             [](JsonOutput& plan) {
                                 plan["trees"][1]["carries"] = JsonOutput::parse(to_json_text(
                                     plan_of("allgather_over_several_trees"), some_platform()))["trees"][1]["carries"];
                             }),
                HasSubstr("trees[1].carries"));
    EXPECT_THAT(complaint_of("reduce_over_tree", [](JsonOutput& plan) { plan["lag"] = 1; }), HasSubstr("lag"));
    const auto of_shared = [&](const std::function<void(JsonOutput&)>& change) {
        return complaint_of("allgather_over_several_trees", change);
    };
    EXPECT_THAT(of_shared([](JsonOutput& plan) { plan["trees"][1].erase("carries"); }), HasSubstr("carries"));
    EXPECT_THAT(of_shared([](JsonOutput& plan) { plan["trees"][2]["carries"][1]["cluster"] = "nowhere"; }),
                HasSubstr("trees[2].carries[1].cluster"));
    EXPECT_THAT(of_shared([](JsonOutput& plan) { plan["trees"][2]["carries"][1]["parts"] = 0; }),
                HasSubstr("trees[2].carries[1].parts"));
    EXPECT_THAT(of_shared([](JsonOutput& plan) { plan["trees"][2]["carries"][1]["late"] = 1001; }),
                HasSubstr("trees[2].carries[1].late"));
    EXPECT_THAT(of_shared([](JsonOutput& plan) { plan["trees"][0]["carries"] = JsonOutput::array(); }),
                HasSubstr("trees[0].carries"));
    EXPECT_THAT(of_shared([](JsonOutput& plan) { plan["lag"] = -1; }), HasSubstr("lag"));
    EXPECT_THAT(of_shared([](JsonOutput& plan) {
                    const JsonOutput one = plan["trees"][0];
                    for (std::size_t i = 0; i < scheme::kMostSharedTrees; ++i) {
                        plan["trees"].push_back(one);
                    }
                }),
                HasSubstr("at most"));
    EXPECT_THAT(complaint_of("reduce_over_tree", [](JsonOutput& plan) { plan["trees"][0]["shape"] = "two-level"; }),
                HasSubstr("trees[0].shape"));
    EXPECT_THAT(complaint_of("reduce_over_tree", [](JsonOutput& plan) { plan["trees"][0]["colour"] = "red"; }),
                HasSubstr("colour"));
    EXPECT_THAT(complaint_of("reduce_over_tree", [](JsonOutput& plan) { plan["grain"] = "fine"; }), HasSubstr("grain"));
    EXPECT_THAT(complaint_of("reduce_over_tree", [](JsonOutput& plan) { plan["block_bytes"] = 0; }),
                HasSubstr("block_bytes"));
    EXPECT_THAT(complaint_of("reduce_over_tree", [](JsonOutput& plan) { plan["colour"] = "red"; }),
                HasSubstr("colour"));
}

}  // namespace
}  // namespace causeway::plan
