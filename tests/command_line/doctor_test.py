"""The verb doctor: what keeps this machine, or a job's hosts, from being fast."""

import json
import re
import unittest

from program import CommandLineTest, LAUNCH, PLATFORM

# More than any kernel's buffers hold: 100 GB/s over a round trip of 2 s.
FAR = {"from": "a", "to": "b", "plogp": {"latency": 1.0, "gap": [[0, 1e-6], [1048576, 1.048576e-5]],
                                         "send_overhead": 1e-6, "receive_overhead": 1e-6}}


def found(result, check):
    return [finding for finding in result["findings"] if finding["check"] == check]


class DoctorTest(CommandLineTest):
    def far_platform(self):
        cluster = {"hosts": 1}
        document = {"causeway": "platform", "version": 1, "name": "far",
                    "clusters": [{"name": "a", **cluster}, {"name": "b", **cluster}], "links": [FAR]}
        return self.file("far.json", json.dumps(document))

    def test_every_check_is_made_or_said_why_not(self):
        result = self.json("doctor")
        names = set(result["checked"]) | {gap["check"] for gap in result["not_checked"]}
        self.assertEqual(names, {"tcp_buffers", "single_flow", "idle_restart", "congestion", "interfaces", "host_names",
                                 "ports", "oversubscription", "power_saving", "mpi_versions", "preload"})
        self.assertIn("tcp_buffers", [gap["check"] for gap in result["not_checked"]])
        for gap in result["not_checked"]:
            self.assertTrue(gap["why"])
        for finding in result["findings"]:
            self.assertIn(finding["severity"], ["problem", "hint"])
            self.assertTrue(finding["fact"] and finding["remedy"] and finding["hosts"])

    def test_settings_are_held_against_the_platforms_routes(self):
        for arguments, variables in [([self.far_platform()], {}), ([], {"CAUSEWAY_PLATFORM": str(self.far_platform())})]:
            result = json.loads(self.good("doctor", *arguments, "--format", "json", **variables))
            self.assertIn("tcp_buffers", result["checked"])
            finding = found(result, "tcp_buffers")[0]
            self.assertEqual(finding["severity"], "problem")
            self.assertIn("100 GB/s x 2.00 s = 200 GB", finding["fact"])
            self.assertRegex(finding["remedy"], r"sysctl -w net\.ipv4\.tcp_rmem='\d+ \d+ \d+'")

    def test_what_mpi_is_told_is_held_against_the_machine(self):
        result = json.loads(self.good("doctor", "--format", "json", OMPI_MCA_btl_tcp_if_include="nowhere7",
                                      OMPI_COMM_WORLD_LOCAL_SIZE="1", SLURM_NTASKS_PER_NODE="100000"))
        self.assertIn("'nowhere7', which is not there", found(result, "interfaces")[0]["what"])
        self.assertEqual(found(result, "oversubscription"), [])  # the launcher of the job counts, not what was asked for
        result = json.loads(self.good("doctor", "--format", "json", SLURM_NTASKS_PER_NODE="100000"))
        self.assertIn("100000 ranks here (SLURM_NTASKS_PER_NODE)", found(result, "oversubscription")[0]["fact"])

    def test_settings_that_are_not_understood_are_found_and_no_error(self):
        text = self.good("doctor", CAUSEWAY_STRATGY="x")
        self.assertRegex(text, r"^\d+ things? keeps? jobs here from being fast")
        self.assertIn("CAUSEWAY_STRATEGY", text)

    def test_text_says_the_conclusion_and_then_fact_and_remedy(self):
        text = self.good("doctor", PLATFORM, LD_PRELOAD="")
        self.assert_conclusion_first(text)
        self.assertRegex(text, r"^(nothing found that keeps|\d+ things? keeps?) jobs here from being fast")
        self.assertEqual(len(re.findall(r"(?m)^(problem|hint): ", text)), len(re.findall(r"(?m)^   fact    ", text)))
        self.assertIn("\nchecked: ", text)

    def test_a_platform_that_is_none_is_wrong_input(self):
        self.refused("doctor", "nowhere.json", says=["nowhere.json"])
        self.refused("doctor", self.file("x.json", "{}"), says=["x.json"])


class UnderMpiDoctorTest(CommandLineTest):
    def test_ranks_are_counted_on_each_host_and_findings_told_once(self):
        done = self.run_program("doctor", "--format", "json", launch=LAUNCH)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["num_hosts"], 2)
        self.assertIn("oversubscription", result["checked"])
        self.assertEqual(found(result, "mpi_versions"), [])
        # No host has the library, and that is said once for both.
        self.assertEqual([finding["hosts"] for finding in found(result, "preload")], [["a0", "b0"]])

    def test_wrong_input_is_told_once(self):
        self.refused("doctor", "nowhere.json", says=["nowhere.json"], launch=LAUNCH)


if __name__ == "__main__":
    unittest.main()
