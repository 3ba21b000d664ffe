"""The verb schedule."""

import json
import unittest

from program import CommandLineTest, PLATFORM


class ScheduleTest(CommandLineTest):
    def test_json_has_the_keys_of_the_contract_for_every_heuristic(self):
        listed = [entry["name"] for entry in self.json("list", "heuristics")["heuristics"]]
        for completion in ["sequential", "overlapped"]:
            result = self.json("schedule", PLATFORM, "--root", "b", "--bytes", "1M", "--heuristic", "all",
                               "--completion", completion)
            self.assertEqual([one["heuristic"] for one in result["schedules"]], listed)
            for one in result["schedules"]:
                self.assert_seconds(one["makespan"])
                self.assertEqual(set(one["completion"]), {"a", "b", "c"})
                self.assertAlmostEqual(one["makespan"], max(one["completion"].values()))
                self.assertEqual(sorted(send["to"] for send in one["sends"]), ["a", "c"])
                for send in one["sends"]:
                    self.assertIn(send["from"], "abc")
                    self.assertLess(send["start"], send["arrival"])

    def test_overlapped_is_never_later_than_sequential(self):
        sequential, overlapped = (
            self.json("schedule", PLATFORM, "--bytes", "1M", "--completion", completion)["schedules"]
            for completion in ["sequential", "overlapped"])
        for one, other in zip(sequential, overlapped):
            self.assertLessEqual(other["makespan"], one["makespan"])

    def test_sequential_is_the_default(self):
        self.assertEqual(self.json("schedule", PLATFORM),
                         self.json("schedule", PLATFORM, "--completion", "sequential"))

    def test_one_heuristic_alone(self):
        result = self.json("schedule", PLATFORM, "--heuristic", "flat", "--bytes", "1M")
        self.assertEqual([one["heuristic"] for one in result["schedules"]], ["flat"])
        first, second = result["schedules"][0]["sends"]
        # a sends 1 MiB to b, then to c: g is 52.5 ms, L is 5 and 12 ms.
        self.assertAlmostEqual(first["arrival"], 0.0525 + 0.005)
        self.assertAlmostEqual(second["start"], 0.0525)
        self.assertAlmostEqual(second["arrival"], 2 * 0.0525 + 0.012)

    def test_what_cannot_be_reached_is_null_and_said(self):
        platform = self.platform(lambda document: document["links"].clear())
        result = self.json("schedule", platform, "--root", "a")
        self.assertIsNone(result["schedules"][0]["makespan"])
        self.assertIsNone(result["schedules"][0]["completion"]["b"])
        self.assertRegex(self.good("schedule", platform, "--root", "a").splitlines()[0], "cannot be reached")

    def test_wrong_options_are_refused(self):
        self.refused("schedule", PLATFORM, "--root", "z", says=["--root", "'z'", "a, b, c"])
        self.refused("schedule", PLATFORM, "--heuristic", "magic", says=["--heuristic", "magic", "ecef"])
        self.refused("schedule", PLATFORM, "--completion", "soon", says=["--completion", "soon", "overlapped"])

    def grid(self, clusters):
        """A platform of many clusters, each joined to each."""
        plogp = {"latency": 0.001, "gap": 0.01}
        names = [f"c{i}" for i in range(clusters)]
        links = [{"from": a, "to": b, "plogp": {"latency": 0.001 * (i + 1), "gap": 0.1 + 0.01 * ((3 * i + 5 * j) % 7)}}
                 for i, a in enumerate(names) for j, b in enumerate(names) if i < j]
        document = {"causeway": "platform", "version": 1, "name": "many", "links": links,
                    "clusters": [{"name": name, "hosts": 4, "plogp": plogp} for name in names]}
        return self.file("many.json", json.dumps(document))

    def test_those_that_search_say_how_good_their_answer_is(self):
        for heuristic in ["search", "optimal"]:
            result, = self.json("schedule", PLATFORM, "--heuristic", heuristic)["schedules"]
            self.assertEqual(result["lower_bound"], result["makespan"])
            self.assertFalse(result["stopped_early"])
            self.assertIn("proven", self.good("schedule", PLATFORM, "--heuristic", heuristic))
        result, = self.json("schedule", self.grid(20), "--heuristic", "optimal", "--steps", "5")["schedules"]
        self.assertTrue(result["stopped_early"])
        self.assertLess(result["lower_bound"], result["makespan"])
        self.assertIn("stopped", self.good("schedule", self.grid(20), "--heuristic", "optimal", "--steps", "5"))

    def test_all_leaves_out_what_is_meant_for_fewer_clusters_and_says_so(self):
        platform = self.grid(17)
        result = self.json("schedule", platform, "--steps", "100")
        names = [schedule["heuristic"] for schedule in result["schedules"]]
        self.assertIn("search", names)
        self.assertNotIn("optimal", names)
        self.assertEqual(result["left_out"], [{"heuristic": "optimal", "most_clusters": 16}])
        self.assertIn("optimal is left out", self.good("schedule", platform, "--steps", "100"))
        self.assertNotIn("left_out", self.json("schedule", self.grid(16), "--steps", "100"))

    def test_the_same_seed_and_steps_give_the_same_schedule(self):
        arguments = ["schedule", self.grid(30), "--heuristic", "search", "--steps", "3000", "--seed", "5"]
        self.assertEqual(self.good(*arguments), self.good(*arguments))

    def test_heuristics_can_be_chosen(self):
        def names(heuristic):
            result = self.json("schedule", PLATFORM, "--heuristic", heuristic)
            return [schedule["heuristic"] for schedule in result["schedules"]]

        self.assertEqual(names("ecef,flat,ecef"), ["ecef", "flat"])
        self.assertEqual(set(names("all")) - set(names("constructive")), {"search", "optimal"})

    def test_wrong_efforts_are_refused(self):
        self.refused("schedule", PLATFORM, "--budget", "-1", says=["--budget", "-1", ">= 0"])
        self.refused("schedule", PLATFORM, "--steps", "-1", says=["--steps", "-1"])


if __name__ == "__main__":
    unittest.main()
