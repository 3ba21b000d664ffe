"""The verb probe, under mpirun."""

import json
import unittest

from program import CommandLineTest, LAUNCH


class UnderMpiProbeTest(CommandLineTest):
    def test_two_hosts_are_refused_with_the_reason(self):
        says = ["2 hosts", "at least 3", "only sums"]
        self.refused("probe", "ethernet", says=says, launch=LAUNCH)
        self.refused("discover", "--model", "ethernet", says=says, launch=LAUNCH)

    def test_wrong_options_are_refused_once(self):
        self.refused("probe", "ethernet", "--sizes", "1K,4K", says=["--sizes", "1K,4K", "0"], launch=LAUNCH)
        self.refused("probe", "ethernet", "--collective-sizes", "some", says=["--collective-sizes", "some"],
                     launch=LAUNCH)
        self.refused("probe", "token-ring", says=["token-ring", "ethernet"], launch=LAUNCH)
        self.refused("discover", "--model", "token-ring", says=["--model", "token-ring", "plogp, ethernet, ethernets"],
                     launch=LAUNCH)


class UnderMpiOnThreeHostsProbeTest(CommandLineTest):
    def test_what_probe_writes_fit_reads(self):
        self.good("probe", "ethernet", "-o", "samples.csv", "--sizes", "0,16K", "--collective-sizes", "1K,16K",
                  "--late-sends", "0", "--repetitions", "3", "--collective-repetitions", "3", "--rounds", "2", launch=LAUNCH)
        result = self.json("fit", "ethernet", "samples.csv")
        self.assertEqual([host["name"] for host in result["hosts"]], ["a0", "b0", "c0"])
        counts = {one["experiment"]: one["samples"] for one in result["experiments"]}
        self.assertEqual(counts, {"roundtrip": 12, "one_to_two": 12, "one_to_many": 4, "broadcast": 4,
                                  "disjoint_pairs": 4, "many_to_one": 12})

    def test_which_sends_wait_is_found_or_that_none_does(self):
        self.good("probe", "ethernet", "-o", "samples.csv", "--sizes", "0,16K", "--collective-sizes", "none",
                  "--late-sends", "1M", "--repetitions", "1", "--rounds", "1", launch=LAUNCH)
        waits = self.json("fit", "ethernet", "samples.csv")["sends_wait"]
        self.assertTrue(waits["return_up_to_bytes"] is not None or waits["wait_above_bytes"] is not None)

    def test_discovery_knows_the_hosts_of_clusters_that_are_on_switches_of_their_own(self):
        self.good("discover", "--model", "ethernets", "-o", "found.json", "--budget", "1", launch=LAUNCH)
        for cluster in json.loads((self.folder / "found.json").read_text())["clusters"]:
            # A cluster of fewer than three hosts has nothing to tell them apart by.
            self.assertTrue("ethernet" not in cluster or len(cluster["hosts"]) > 2)

    def test_discovery_brings_the_costs_of_each_host_into_the_platform(self):
        self.good("discover", "--model", "ethernet", "-o", "found.json", "--budget", "1", launch=LAUNCH)
        cluster, = json.loads((self.folder / "found.json").read_text())["clusters"]
        self.assertEqual(cluster["hosts"], ["a0", "b0", "c0"])
        self.assertEqual([host["name"] for host in cluster["ethernet"]["hosts"]], cluster["hosts"])
        self.assertTrue(self.json("plan", "found.json", "--bytes", "64K")["choice"])
        # Our own plans by this platform and by another, in turn.
        result = self.json("bench", "--platform", "found.json", "--against", "found.json", "--compare", "own",
                           "--bytes", "4K", "--repetitions", "2", launch=LAUNCH)
        row, = result["rows"]
        for name in ["own", "against"]:
            self.assert_seconds(row["contenders"][name]["seconds"])
            self.assertNotIn("native", row["contenders"][name]["plan"])


if __name__ == "__main__":
    unittest.main()
