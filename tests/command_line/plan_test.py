"""The verb plan."""

import json
import unittest

from goal import Goal
from program import CommandLineTest, PLATFORM, TESTS

CAPPED_FLOWS = str(TESTS / "data" / "capped-flows.json")


class PlanTest(CommandLineTest):
    def test_json_has_the_choice_the_runners_up_their_margins_the_bound_and_why(self):
        result = self.json("plan", PLATFORM, "--collective", "broadcast", "--bytes", "4M", "--root", "3")
        self.assertEqual(result["collective"], "broadcast")
        self.assertEqual(result["bytes"], 4 << 20)
        self.assertEqual(result["root"], 3)
        for one in [result["choice"], *result["runners_up"]]:
            self.assert_seconds(one["seconds"])
            self.assertAlmostEqual(one["margin"], one["seconds"] / result["choice"]["seconds"])
            self.assertGreaterEqual(one["seconds"], result["bound"]["seconds"] * (1 - 1e-9))
            self.assertIn(one["basis"], ["closed form", "simulated", "measured"])
            self.assertEqual(one["plan"]["causeway"], "plan")
        self.assertIn("native", [one["plan"]["shape"] for one in result["runners_up"]])
        self.assertTrue(result["reason"])
        self.assertTrue(result["bound"]["reason"])

    def test_every_root_and_size_is_planned(self):
        for root in range(6):
            for size in ["0", "1", "64K", "4M", "3G"]:
                result = self.json("plan", PLATFORM, "--root", root, "--bytes", size)
                self.assertEqual(result["choice"]["plan"]["root"], root)

    def test_the_saved_plan_is_the_choice(self):
        result = self.json("plan", PLATFORM, "--bytes", "4M", "--save", "plan.json")
        saved = json.loads((self.folder / "plan.json").read_text())
        self.assertEqual(saved, result["choice"]["plan"])
        self.assertEqual(saved["shape"], "pipeline")

    def test_every_operation_has_a_choice_runners_up_margins_and_a_plan_to_save(self):
        for collective in ["reduce", "allreduce", "barrier", "gather", "scatter", "allgather", "alltoall", "reduce_scatter"]:
            with self.subTest(collective):
                result = self.json("plan", PLATFORM, "--collective", collective, "--bytes", "64K", "--save", "plan.json")
                self.assertEqual(result["collective"], collective)
                self.assertEqual(json.loads((self.folder / "plan.json").read_text()), result["choice"]["plan"])
                self.assertIn("native", [one["plan"]["scheme"] for one in [result["choice"], *result["runners_up"]]])
                for one in [result["choice"], *result["runners_up"]]:
                    self.assert_seconds(one["seconds"])
                    self.assertAlmostEqual(one["margin"], one["seconds"] / result["choice"]["seconds"])
                    self.assertIn(one["basis"], ["closed form", "simulated", "measured"])
                    self.assertEqual(one["plan"]["collective"], collective)
                    self.assertGreaterEqual(one["seconds"], result["bound"]["seconds"] * (1 - 1e-9))
                self.assertTrue(result["reason"])

    def test_goal_has_the_messages_of_the_plan_in_an_order_that_is_possible(self):
        size, others = 1 << 20, 5
        for collective, strategy, expected in [
                ("broadcast", "", others * size), ("broadcast", "binomial_tree", others * size),
                ("reduce", "reduce_over_tree", others * size), ("allreduce", "allreduce_over_tree", 2 * others * size),
                ("gather", "gather_direct", others * size), ("scatter", "scatter_direct", others * size),
                ("alltoall", "alltoall_direct", 6 * others * size)]:
            with self.subTest(collective, strategy=strategy):
                self.good("plan", PLATFORM, "--collective", collective, "--bytes", "1M", "--goal", "plan.goal",
                          "--combining", "1e-9", *(["--strategy", strategy] if strategy else []))
                goal = Goal((self.folder / "plan.goal").read_text())
                self.assertEqual(goal.num_ranks, others + 1)
                self.assertEqual(goal.bytes, expected)
                combined = others * size if collective in ["reduce", "allreduce"] else 0
                self.assertAlmostEqual(goal.calculated, combined, delta=len(goal.sends))

    def test_draws_when_messages_go_and_where(self):
        self.good("plan", PLATFORM, "--bytes", "1M", "--chrome-trace", "trace.json", "--map", "map.svg")
        trace = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        self.assertEqual({event["args"]["to"] for event in trace if event["ph"] == "X"}, {1, 2, 3, 4, 5})
        drawn = (self.folder / "map.svg").read_text()
        self.assertEqual(drawn.count("<line"), 3)
        self.assertEqual(drawn.count('stroke="#D55E00"'), 2, "a tree over three clusters has two links")
        for option in ("--chrome-trace", "--map"):
            self.refused("plan", PLATFORM, "--strategy", "native", option, "x", says=[option, "own collective"])

    def test_goal_of_every_scheme_can_be_carried_out(self):
        tried = []
        for scheme in self.json("list", "schemes")["schemes"]:
            name = scheme["name"]
            if name.startswith("neighbor_"):  # who is whose neighbour, a program says
                continue
            collective = next((one for one in ["reduce_scatter", "broadcast", "allreduce", "reduce", "barrier", "gather",
                                               "scatter", "allgather", "alltoall", "scan"] if name.startswith(one)))
            with self.subTest(name):
                done = self.run_program("plan", PLATFORM, "--collective", collective, "--bytes", "4K", "--strategy", name,
                                        "--goal", "plan.goal")
                if done.returncode == 0:  # the others are for other numbers of processes
                    self.assertEqual(Goal((self.folder / "plan.goal").read_text()).num_ranks, 6)
                    tried.append(name)
        self.assertGreater(len(tried), 20, tried)

    def test_goal_needs_a_schedule(self):
        self.refused("plan", PLATFORM, "--strategy", "native", "--goal", "plan.goal", says=["--goal", "--strategy"])
        self.refused("plan", PLATFORM, "--goal", "plan.goal", "--combining", "-1", says=["--combining", "-1"])
        self.assertFalse((self.folder / "plan.goal").exists())

    def test_the_bound_over_all_ways_comes_with_its_proof(self):
        for collective in ["broadcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "reduce_scatter"]:
            with self.subTest(collective):
                bound = self.json("plan", PLATFORM, "--collective", collective, "--bytes", "1M")["bound"]
                proof = bound["certificate"]
                self.assertLessEqual(proof["seconds"], bound["seconds"])
                self.assertLess(proof["gap"], 1e-9)
                self.assertAlmostEqual(sum(proof["prices"].values()), 1)
                self.assertTrue(proof["binding"])
        self.assertNotIn("certificate", self.json("plan", PLATFORM, "--collective", "barrier")["bound"])

    def test_several_coordinators_are_told_where_one_flow_does_not_fill_a_route(self):
        text = self.good("plan", CAPPED_FLOWS, "--bytes", "16M")
        self.assertRegex(text, "coordinators: [2-4] of a")
        choice = self.json("plan", CAPPED_FLOWS, "--bytes", "16M")["choice"]["plan"]
        self.assertEqual(choice["shape"], "trees")
        self.assertGreater(len({step["receiver"] for step in choice["period"] if "receiver" in step}), 1)
        self.assertNotIn("coordinators", self.good("plan", CAPPED_FLOWS, "--bytes", "64"))

    def test_a_strategy_can_be_forced(self):
        forced = self.json("plan", PLATFORM, "--strategy", "binomial_tree@8K", "--bytes", "1M")["choice"]["plan"]
        self.assertEqual({local["between_hosts"] for local in forced["local"]}, {"binomial_tree"})
        native = self.json("plan", PLATFORM, "--strategy", "native")["choice"]["plan"]
        self.assertEqual(native["shape"], "native")

    def test_an_order_of_the_clusters_can_be_forced(self):
        for heuristic in ["flat", "ecef-la-t-max", "bottom-up"]:
            for collective in ["broadcast", "allreduce"]:
                with self.subTest(heuristic=heuristic, collective=collective):
                    plan = self.json("plan", PLATFORM, "--collective", collective, "--bytes", "1M", "--heuristic", heuristic,
                                     "--completion", "overlapped")
                    self.assertIn(f"({heuristic})", plan["choice"]["description"])

    def test_a_plan_is_held_against_what_the_library_takes(self):
        def native(*options):
            plan = self.json("plan", PLATFORM, "--collective", "scan", "--bytes", "1M", *options)
            ways = [plan["choice"], *plan["runners_up"]]
            return next(one["seconds"] for one in ways if one["description"].startswith("native"))

        chain, doubling = native("--library", "open-mpi"), native("--library", "mpich")
        self.assertNotEqual(chain, doubling)
        self.assertAlmostEqual(native(), (chain * doubling) ** 0.5)

    def test_clusters_that_are_not_joined_are_left_to_the_library_and_that_is_said(self):
        platform = self.platform(lambda document: document["links"].clear())
        result = self.json("plan", platform)
        self.assertEqual(result["choice"]["plan"]["shape"], "native")
        self.assertIsNone(result["choice"]["seconds"])
        text = self.good("plan", platform)
        self.assertIn("does not join", text)
        self.assertNotIn("nan", text)

    def test_wrong_platforms_are_refused_with_file_and_place(self):
        def set_latency(value):
            return lambda document: document["clusters"][0]["plogp"].update(latency=value)

        wrong = {
            "a missing field": (lambda d: d["clusters"][0].pop("name"), ["clusters[0]", "name"]),
            "a missing latency": (lambda d: d["links"][1]["plogp"].pop("latency"), ["links[1].plogp", "latency"]),
            "no clusters": (lambda d: d.pop("clusters"), ["clusters"]),
            "a negative latency": (set_latency(-1), ["clusters[0].plogp.latency", "-1", ">= 0"]),
            "a latency in words": (set_latency("fast"), ["clusters[0].plogp.latency", "fast"]),
            "an unknown key": (lambda d: d["links"][0].update(colour="red"), ["links[0]", "colour", "symmetric"]),
            "an unknown cluster": (lambda d: d["links"][0].update(to="z"), ["links[0].to", "'z'", "a, b, c"]),
            "sizes that fall": (lambda d: d["clusters"][1]["plogp"].update(gap=[[8, 1], [4, 2]]),
                                ["clusters[1].plogp.gap[1]"]),
            "another kind": (lambda d: d.update(causeway="graph"), ["graph", "platform"]),
            "another version": (lambda d: d.update(version=2), ["version", "2"]),
        }
        for what, (change, words) in wrong.items():
            with self.subTest(what):
                self.refused("plan", self.platform(change), says=["platform.json", "found", "accepted", *words])
        self.refused("plan", self.file("broken.json", '{"causeway": "platform",\n'), says=["broken.json", "line"])
        self.refused("plan", self.folder, says=[str(self.folder), "directory"])

    def test_wrong_options_are_refused(self):
        self.refused("plan", PLATFORM, "--heuristic", "magic", says=["--heuristic", "magic", "ecef-la-t-max"])
        self.refused("plan", PLATFORM, "--library", "lam", says=["--library", "lam", "open-mpi, mpich"])
        self.refused("plan", PLATFORM, "--completion", "late", says=["--completion", "late", "sequential, overlapped"])
        self.refused("plan", PLATFORM, "--root", "6", says=["--root", "6", "0 to 5"])
        self.refused("plan", PLATFORM, "--root", "-1", says=["--root", "-1", "0 to 5"])
        self.refused("plan", PLATFORM, "--root", "first", says=["--root", "first"])
        self.refused("plan", PLATFORM, "--bytes", "4X", says=["--bytes", "4X", "4K"])
        self.refused("plan", PLATFORM, "--collective", "sort", says=["--collective", "sort", "broadcast", "allreduce"])
        self.refused("plan", PLATFORM, "--strategy", "magic", says=["--strategy", "magic", "flat_tree", "native"])


if __name__ == "__main__":
    unittest.main()
