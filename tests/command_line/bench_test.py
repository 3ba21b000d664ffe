"""The verb bench, under mpirun."""

import unittest

from program import CommandLineTest, LAUNCH, PLATFORM


class UnderMpiBenchTest(CommandLineTest):
    ARGUMENTS = ["bench", "--platform", PLATFORM, "--bytes", "1K,64K", "--repetitions", "2"]

    def test_json_has_the_keys_of_the_contract(self):
        result = self.json(*self.ARGUMENTS, "--collective", "broadcast", "--compare", "native,each", launch=LAUNCH)
        self.assertEqual([row["bytes"] for row in result["rows"]], [1 << 10, 64 << 10])
        for row in result["rows"]:
            for key in ["native_seconds", "causeway_seconds", "predicted_seconds"]:
                self.assert_seconds(row[key])
            self.assertTrue(row["plan"])

    def test_every_collective_is_measured_alike(self):
        for collective in ["broadcast", "reduce", "allreduce", "barrier", "gather", "scatter", "allgather", "alltoall",
                           "reduce_scatter"]:
            with self.subTest(collective):
                result = self.json(*self.ARGUMENTS, "--collective", collective, "--root", "1",
                                   "--compare", "native,own,one-tree", "--against", PLATFORM, launch=LAUNCH)
                self.assertEqual(result["collective"], collective)
                sizes = [0] if collective == "barrier" else [1 << 10, 64 << 10]
                self.assertEqual([row["bytes"] for row in result["rows"]], sizes)
                for row in result["rows"]:
                    for key in ["native_seconds", "causeway_seconds", "bound_seconds", "model_seconds"]:
                        self.assert_seconds(row[key])
                    self.assertAlmostEqual(row["ratio"], row["native_seconds"] / row["causeway_seconds"])
                    self.assertLessEqual(row["native_minimum_seconds"], row["native_seconds"])
                    self.assertGreaterEqual(row["in_a_row"]["calls"], 3)
                    for key in ["native_seconds", "causeway_seconds", "ratio"]:
                        self.assert_seconds(row["in_a_row"][key])
                    self.assertEqual(set(row["contenders"]), {"own", "one-tree", "against"})
                    # The other platform file says the same, so that the same plan is the best.
                    self.assertEqual(row["contenders"]["own"]["plan"], row["contenders"]["against"]["plan"])
                    self.assertNotIn("native", row["contenders"]["own"]["plan"])

    def test_parts_that_differ_in_size_are_drawn_with_a_seed(self):
        for collective in ["gather", "scatter", "allgather", "alltoall"]:
            with self.subTest(collective):
                result = self.json(*self.ARGUMENTS, "--collective", collective, "--uneven", "--seed", "7", launch=LAUNCH)
                self.assertEqual(result["uneven_seed"], 7)
                for row in result["rows"]:
                    self.assertIsNone(row["bound_seconds"])
                    self.assertTrue(row["plan"])
                    self.assert_seconds(row["causeway_seconds"])

    def test_each_scheme_of_a_collective_takes_part(self):
        result = self.json(*self.ARGUMENTS, "--collective", "gather", "--compare", "each", launch=LAUNCH)
        for row in result["rows"]:
            self.assertIn("gather_direct", row["contenders"])
            self.assertIn("gather_over_tree", row["contenders"])
            plans = [contender["plan"] for contender in row["contenders"].values()]
            self.assertEqual(len(set(plans)), len(plans))

    def test_contenders_alone(self):
        arguments = [*self.ARGUMENTS, "--collective", "allreduce", "--contenders-only"]
        result = self.json(*arguments, "--compare", "own,one-tree", launch=LAUNCH)
        for row in result["rows"]:
            self.assertEqual(set(row), {"bytes", "in_a_row", "bound_seconds", "contenders"})
            for contender in row["contenders"].values():
                self.assert_seconds(contender["seconds"])
        columns = self.rows(*arguments, "--compare", "own,one-tree", launch=LAUNCH)[0]
        self.assertEqual(list(columns), ["size", "bound", "own", "one-tree", "plan"])
        self.refused(*arguments, says=["--contenders-only", "no contenders", "--compare"], launch=LAUNCH)

    def test_text_and_csv(self):
        self.assert_conclusion_first(self.good(*self.ARGUMENTS, launch=LAUNCH))
        rows = self.rows(*self.ARGUMENTS, launch=LAUNCH)
        self.assertEqual([row["size"] for row in rows], ["1024", "65536"])

    def test_osu_tables_have_the_times_of_the_rows(self):
        result = self.json(*self.ARGUMENTS, "--compare", "own", "--osu", "osu", launch=LAUNCH)
        for name, times in [("native", [row["native_seconds"] for row in result["rows"]]),
                            ("causeway", [row["causeway_seconds"] for row in result["rows"]]),
                            ("own", [row["contenders"]["own"]["seconds"] for row in result["rows"]])]:
            lines = (self.folder / f"osu.{name}").read_text().split("\n")
            self.assertEqual(lines[:3], ["", "# OSU MPI Broadcast Latency Test v7.0", "# Size       Avg Latency(us)"])
            self.assertEqual([line.split() for line in lines[3:] if line],
                             [["1024", f"{times[0] * 1e6:.2f}"], ["65536", f"{times[1] * 1e6:.2f}"]])

    def test_wrong_input_is_refused_once(self):
        self.refused("bench", "--collective", "sort", says=["--collective", "sort", "allreduce"], launch=LAUNCH)
        self.refused("bench", "--bytes", "1K..", says=["--bytes"], launch=LAUNCH)
        self.refused(*self.ARGUMENTS, "--root", "2", says=["--root", "2", "0 to 1"], launch=LAUNCH)
        self.refused("bench", "--compare", "magic", "--collective", "gather",
                     says=["--compare", "magic", "gather_direct"], launch=LAUNCH)
        self.refused("bench", "--bytes", "3G", says=["--bytes", "3 GiB", "2 GiB - 1"], launch=LAUNCH)
        self.refused("bench", "--budget", "0", says=["--budget"], launch=LAUNCH)
        self.refused("bench", "--compare", "magic", says=["--compare", "magic"], launch=LAUNCH)
        self.refused(*self.ARGUMENTS, "--uneven", says=["--uneven", "broadcast", "alltoall"], launch=LAUNCH)
        self.refused(*self.ARGUMENTS, "--uneven", "--collective", "gather", "--compare", "each",
                     says=["--uneven", "--compare", "--strategy"], launch=LAUNCH)
        self.refused("bench", "--platform", "nowhere.json", says=["nowhere.json"], launch=LAUNCH)

    def two_hosts(self):
        """PLATFORM with what this job runs on alone."""
        def leave(document):
            document["clusters"] = document["clusters"][:2]
            for cluster in document["clusters"]:
                cluster["hosts"] = cluster["hosts"][:1]
            kept = [cluster["name"] for cluster in document["clusters"]]
            document["links"] = [link for link in document["links"] if link["from"] in kept and link["to"] in kept]

        return self.platform(leave)

    def test_a_plan_from_a_file_is_what_runs(self):
        platform = self.two_hosts()
        for collective, scheme in [("broadcast", "broadcast_over_tree"), ("allreduce", "allreduce_over_tree"),
                                   ("gather", "gather_direct"), ("alltoall", "alltoall_direct"), ("barrier", "barrier_over_tree")]:
            with self.subTest(collective):
                self.good("plan", platform, "--collective", collective, "--bytes", "64K", "--strategy", scheme,
                          "--save", "plan.json")
                plan = self.json("plan", platform, "--collective", collective, "--bytes", "64K", "--strategy", scheme)
                result = self.json("bench", "--platform", platform, "--plan", self.folder / "plan.json",
                                   "--repetitions", "2", launch=LAUNCH)
                self.assertEqual(result["collective"], collective)
                self.assertEqual([row["bytes"] for row in result["rows"]], [0 if collective == "barrier" else 64 << 10])
                self.assertEqual(result["rows"][0]["plan"], plan["choice"]["description"])

    def test_a_plan_over_the_best_trees_is_what_runs(self):
        platform = self.two_hosts()
        for collective in ["broadcast", "reduce"]:
            with self.subTest(collective):
                plan = self.json("tree", platform, "--collective", collective, "--bytes", "512K", "--save", "plan.json")
                result = self.json("bench", "--platform", platform, "--plan", self.folder / "plan.json",
                                   "--repetitions", "2", launch=LAUNCH)
                self.assertEqual((result["collective"], result["rows"][0]["bytes"]), (collective, 512 << 10))
                self.assertEqual(result["rows"][0]["plan"], plan["plan"]["description"])

    def test_a_plan_for_other_processes_is_refused(self):
        self.good("plan", PLATFORM, "--bytes", "64K", "--save", "plan.json")
        self.refused("bench", "--platform", PLATFORM, "--plan", self.folder / "plan.json",
                     says=["plan.json", "processes of this job"], launch=LAUNCH)
        self.refused("bench", "--platform", self.two_hosts(), "--plan", self.folder / "plan.json",
                     says=["plan.json", "fingerprint"], launch=LAUNCH)
        self.refused("bench", "--plan", self.folder / "plan.json", says=["--plan", "--platform"], launch=LAUNCH)

    def test_a_host_that_is_not_on_the_platform_is_named(self):
        def rename(document):
            document["clusters"][1]["hosts"][0] = "other"

        self.refused("bench", "--platform", self.platform(rename), "--bytes", "1K",
                     says=["platform.json", "hosts", "'b0'", "discover"], launch=LAUNCH)


if __name__ == "__main__":
    unittest.main()
