"""The verb discover, under mpirun."""

import itertools
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from program import CommandLineTest, LAUNCH, PROGRAM


def processes_in(folder):
    """The numbers of those that work there."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.path.samefile(process / "cwd", folder):
                yield int(process.name)
        except OSError:  # it has ended
            pass


def end_all_in(folder):
    """Ends the processes of a job whose launcher was killed: they would write there later."""
    end = time.monotonic() + 20
    while (left := list(processes_in(folder))) and time.monotonic() < end:
        for number in left:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.05)


class UnderMpiHelpTest(CommandLineTest):
    def test_help_shows_an_example(self):
        for verb in ["discover", "bench", "probe", "tune"]:
            self.assertRegex(self.good(verb, "--help"), rf"Example:\n\s+mpirun .*causeway {verb}\b")


class UnderMpiDiscoverTest(CommandLineTest):
    def test_the_file_is_a_platform_that_the_other_verbs_read(self):
        text = self.good("discover", "-o", "found.json", "--budget", "1", launch=LAUNCH)
        self.assert_conclusion_first(text)
        platform = json.loads((self.folder / "found.json").read_text())
        self.assertEqual((platform["causeway"], platform["version"]), ("platform", 1))
        hosts = [host for cluster in platform["clusters"] for host in cluster["hosts"]]
        self.assertEqual(sorted(hosts), ["a0", "b0"])
        self.assertTrue(self.json("plan", "found.json", "--bytes", "64K")["choice"])

    def test_every_format_goes_to_the_standard_output(self):
        platform = self.json("discover", "--budget", "1", launch=LAUNCH)
        self.assertEqual(platform["causeway"], "platform")
        self.assertTrue(self.rows("discover", "--budget", "1", launch=LAUNCH))

    def test_at_a_glance_everything_is_there_that_a_plan_needs(self):
        platform = self.json("discover", "--quick", launch=LAUNCH)
        self.assertEqual(platform["provenance"]["cost"]["budget"], 2)
        self.assertNotIn("native", platform)
        self.assertTrue(all("plogp" in link for link in platform["links"]))
        self.assertTrue(platform["links"] or len(platform["clusters"]) == 1)

    def test_what_monitoring_knows_is_not_measured(self):
        # Far from the truth would be measured anew; what wakes up late on this machine is not.
        known = self.file("known.csv", "src,dst,latency_us\na0.site.org,B0,40\n")
        found = self.json("discover", "--budget", "1", "--monitoring", known, launch=LAUNCH)
        said = found["provenance"]["monitoring"]
        self.assertEqual((said["files"], said["hosts"], said["pairs"], said["checked"]), ([str(known)], 2, 1, 1))
        elsewhere = self.file("elsewhere.csv", "src,dst,latency_us\nx,y,3\n")
        found = self.json("discover", "--budget", "1", "--monitoring", known, elsewhere, launch=LAUNCH)
        self.assertEqual(found["provenance"]["monitoring"]["hosts"], 2)
        strange = self.file("strange.csv", "src,dst,latency_s\na0,b0,60\n")
        found = self.json("discover", "--budget", "1", "--monitoring", strange, launch=LAUNCH)
        said = found["provenance"]["monitoring"]
        self.assertEqual([(one["from"], one["to"], one["monitored"]) for one in said["contradictions"]],
                         [("a0", "b0", 60.0)])
        self.assertTrue(any("monitoring" in remark for remark in found["provenance"]["remarks"]))
        self.assertEqual(found["provenance"]["latencies"]["monitored"], 0)

    def test_wrong_monitoring_files_are_refused_once_and_the_old_file_stays(self):
        self.file("found.json", "old")
        for text, says in [("src,dst,latency\na0,b0,5\n", ["known.csv", "unit", "--latency-unit"]),
                           ("src,dst,latency_ms\na0,b0,-5\n", ["known.csv", "line 2", "-5"]),
                           ("src,dst,latency_ms\na0,b0,nan\n", ["known.csv", "line 2", "nan"]),
                           ("src,dst,latency_s\na0,b0,1e9\n", ["known.csv", "line 2", "1e+09 s"]),
                           ("src,dst,latency_ms,bandwidth_mbps\na0,b0,5,0\n", ["known.csv", "line 2", "'0'"]),
                           ("src,dst,latency_ms\na0,b0,5\na0,b0,6\n", ["known.csv", "line 3", "line 2"]),
                           ("src,dst,latency_ms\na0,b0\n", ["known.csv", "line 2", "2 cells"])]:
            with self.subTest(text):
                self.refused("discover", "-o", "found.json", "--monitoring", self.file("known.csv", text), says=says,
                             launch=LAUNCH)
                self.assertEqual((self.folder / "found.json").read_text(), "old")
        self.refused("discover", "--monitoring", "nowhere.csv", says=["nowhere.csv"], launch=LAUNCH)
        self.refused("discover", "--monitoring", self.file("known.csv", "src,dst,latency\na0,b0,5\n"),
                     "--latency-unit", "weeks", says=["--latency-unit", "weeks"], launch=LAUNCH)

    def test_the_file_says_what_it_cost(self):
        """How the budget is kept is tested with clocks that do as they are told (tests/discovery)."""
        cost = self.json("discover", "--budget", "0.5", launch=LAUNCH)["provenance"]["cost"]
        self.assertEqual(cost["budget"], 0.5)
        self.assert_seconds(cost["spent"])
        self.assertGreater(cost["spent"], 0)

    def test_interrupted_at_any_moment_it_leaves_the_old_file_whole(self):
        """Ends the job, or its launcher alone, at moments from its start to its end."""
        self.file("found.json", "old")
        ended_early = 0
        for kill, (moment, number) in enumerate(itertools.product(
                [0.05, 0.2, 0.5, 0.8, 1.1, 1.4, 1.7], [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])):
            job = subprocess.Popen([*LAUNCH, PROGRAM, "discover", "-o", "found.json", "--budget", "1"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder,
                                   env=dict(os.environ), start_new_session=True)
            try:
                job.wait(timeout=moment)
            except subprocess.TimeoutExpired:
                ended_early += 1
                if kill % 2 == 0:
                    os.killpg(job.pid, number)
                else:
                    job.send_signal(number)
            try:
                job.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(job.pid, signal.SIGKILL)
                job.wait()
            end_all_in(self.folder)
            text = (self.folder / "found.json").read_text()
            if text != "old":
                self.assertEqual(json.loads(text)["causeway"], "platform")
                self.assertTrue(self.json("plan", "found.json", "--bytes", "64K")["choice"])
                self.file("found.json", "old")
        self.assertGreater(ended_early, 0)

    def test_wrong_options_are_refused_once(self):
        self.refused("discover", "--tolerance", "-1", says=["--tolerance", "-1"], launch=LAUNCH)
        self.refused("discover", "--budget", "0", says=["--budget", "0"], launch=LAUNCH)
        self.refused("discover", "--method", "magic", says=["--method", "magic", "lowekamp"], launch=LAUNCH)
        self.refused("discover", "--format", "yaml", says=["--format", "yaml"], launch=LAUNCH)
        self.refused("discover", "--colour", "red", says=["--colour"], launch=LAUNCH)


if __name__ == "__main__":
    unittest.main()
