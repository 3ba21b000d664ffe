"""The verb study."""

import unittest

from program import CommandLineTest


class StudyTest(CommandLineTest):
    GRIDS = ["study", "grids", "--clusters", "2..4", "--runs", "50"]

    def test_json_has_the_keys_of_the_contract(self):
        result = self.json(*self.GRIDS, "--seed", "7")
        self.assertEqual([row["clusters"] for row in result["rows"]], [2, 3, 4])
        self.assertEqual((result["runs"], result["seed"], result["completion"]), (50, 7, "sequential"))
        for row in result["rows"]:
            for name in ["flat", "fef", "ecef", "ecef-la", "ecef-la-t-min", "ecef-la-t-max", "bottom-up"]:
                self.assert_seconds(row["means"][name])
                self.assert_seconds(row["standard_errors"][name])
                self.assertTrue(0 <= row["hit_rates"][name] <= 1)
            self.assertNotIn("search", row["means"])

    def test_the_same_seed_gives_the_same_result_and_another_one_another(self):
        first, second, other = (self.good(*self.GRIDS, "--seed", seed) for seed in ["1", "1", "2"])
        self.assertEqual(first, second)
        self.assertNotEqual(first, other)

    def test_heuristics_completion_and_ranges_can_be_chosen(self):
        result = self.json(*self.GRIDS, "--heuristic", "ecef,optimal", "--completion", "overlapped", "--latency", "0",
                           "--gap", "1", "--local-time", "0..0")
        self.assertEqual(list(result["rows"][0]["means"]), ["ecef", "optimal"])
        # Everything takes one second: 2 clusters after 1 s, 3 and 4 after 2 s.
        self.assertEqual([row["means"]["optimal"] for row in result["rows"]], [1, 2, 2])

    def test_studies_are_listed(self):
        self.refused("study", says=["bounds", "grids", "trees"])
        self.refused("study", "fruits", says=["fruits", "grids", "trees"])
        self.assertIn("grids", self.good("study", "--help"))
        self.assertRegex(self.good("study", "grids", "--help"), r"Example:\n\s+causeway study grids")

    def test_wrong_options_are_refused(self):
        for option, value in [("--clusters", "0..4"), ("--clusters", "many"), ("--heuristic", "magic"), ("--gap", "2..1"),
                              ("--completion", "soon"), ("--latency", "-1")]:
            self.refused("study", "grids", option, value, says=[option, value])
        self.refused("study", "grids", "--runs", "0", says=["runs", "at least 1"])


class StudyBoundsTest(CommandLineTest):
    BOUNDS = ["study", "bounds", "--sites", "3..4", "--hosts", "2", "--runs", "4", "--bytes", "1M"]

    def test_json_has_a_row_for_each_collective(self):
        result = self.json(*self.BOUNDS, "--collective", "reduce,alltoall", "--seed", "3")
        self.assertEqual((result["study"], result["runs"], result["seed"], result["bytes"]), ("bounds", 4, 3, 1 << 20))
        self.assertEqual([row["collective"] for row in result["rows"]], ["reduce", "alltoall"])
        for row in result["rows"]:
            self.assertEqual(len(row["ratios"]), 4)
            for ratio in row["ratios"]:
                self.assertTrue(0 < ratio <= 1 + 1e-9)
            self.assertAlmostEqual(row["ratios"][row["worst_run"]], min(row["ratios"]))
            self.assertAlmostEqual(row["reached_by_95_percent"], min(row["ratios"]))
            self.assert_seconds(row["mean_planning_seconds"])

    def test_the_worst_platform_can_be_had(self):
        self.assert_conclusion_first(self.good(*self.BOUNDS, "--collective", "barrier", "--worst", "worst.json"))
        self.json("plan", self.folder / "worst.json", "--collective", "barrier")

    def test_wrong_options_are_refused(self):
        for option, value in [("--collective", "sort"), ("--sites", "0..4"), ("--bytes", "much"), ("--trees", "9")]:
            self.refused("study", "bounds", option, value, says=[option, value])
        self.refused("study", "bounds", "--runs", "0", says=["runs", "at least 1"])
        self.refused("study", "bounds", "--hosts", "0", says=["hosts", "at least 1"])


class StudyTreesTest(CommandLineTest):
    TREES = ["study", "trees", "--nodes", "5,8", "--density", "0.1..0.5:0.4", "--runs", "2", "--steps", "1000"]

    def test_json_has_the_keys_of_the_contract(self):
        result = self.json(*self.TREES, "--seed", "7", "--trees", "1,2")
        self.assertEqual([(row["nodes"], row["density"]) for row in result["rows"]],
                         [(5, 0.1), (5, 0.5), (8, 0.1), (8, 0.5)])
        self.assertEqual((result["runs"], result["seed"], result["port"]), (2, 7, "one"))
        listed = [entry["name"] for entry in self.json("list", "trees")["trees"]]
        for row in result["rows"]:
            self.assertEqual(list(row["means"]), listed)
            for name in listed:
                self.assertTrue(0 < row["least"][name] <= row["means"][name] <= 1 + 1e-9)
                self.assertGreaterEqual(row["deviations"][name], 0)
            self.assertEqual([one["most_trees"] for one in row["packings"]], [1, 2])
            self.assertEqual(row["proved_makespans"], 2)
            for name in listed:
                self.assertEqual(len(row["ratios"][name]), 2)
                self.assertTrue(1 <= row["makespans"][name]["mean"] <= row["makespans"][name]["greatest"])

    def test_says_on_how_many_platforms_packings_reach_their_goals(self):
        arguments = [*self.TREES, "--heuristic", "growing", "--trees", "4,8"]
        result = self.json(*arguments)
        self.assertEqual([(goal["most_trees"], goal["ratio"]) for goal in result["goals"]], [(4, 0.90), (8, 0.97)])
        for goal, place in zip(result["goals"], [0, 1]):
            ratios = [ratio for row in result["rows"] for ratio in row["packings"][place]["ratios"]]
            self.assertEqual(goal["platforms"], len(ratios))
            self.assertEqual(goal["platforms"], 8)
            self.assertEqual(goal["reached"], sum(ratio >= goal["ratio"] for ratio in ratios))
            self.assertEqual(goal["least"], min(ratios))
            self.assertEqual([one["density"] for one in goal["by_density"]], [0.1, 0.5])
            self.assertEqual(sum(one["platforms"] for one in goal["by_density"]), 8)
        text = self.good(*arguments)
        self.assertRegex(text, r"(?m)^8 trees: 0\.97 of the bound or more on \d of 8 platforms, the worst [01]\.\d{3} ")

    def test_draws_a_figure(self):
        for axis in ["nodes", "density"]:
            self.good(*self.TREES, "--heuristic", "growing,binomial", "--trees", "1", "--figure", "out.svg",
                      "--over", axis)
            figure = (self.folder / "out.svg").read_text()
            for words in ["<svg", ">growing<", ">binomial<", ">1 tree<", f">{axis}<"]:
                self.assertIn(words, figure)

    def test_platforms_in_the_manner_of_tiers(self):
        result = self.json("study", "trees", "--platform", "tiers-30", "--runs", "2", "--heuristic", "growing",
                           "--trees", "1", "--steps", "1000")
        self.assertEqual([row["nodes"] for row in result["rows"]], [30])
        self.assertEqual(result["platform"], "tiers-30")

    def test_wrong_options_are_refused(self):
        for option, value in [("--nodes", "0"), ("--nodes", "2.5"), ("--nodes", "many"), ("--density", "-1"),
                              ("--port", "two"), ("--heuristic", "magic"), ("--trees", "0"), ("--platform", "moon"),
                              ("--over", "time")]:
            self.refused("study", "trees", option, value, says=[option, value])
        self.refused("study", "trees", "--density", "2", says=["density", "2"])
        self.refused("study", "trees", "--runs", "0", says=["runs", "at least 1"])


if __name__ == "__main__":
    unittest.main()
