"""The verb run: a launcher's own command line with what Causeway needs, and what is told at the end."""

import json
import pathlib
import unittest

from job_report import job, kind, plan, way
from program import CommandLineTest, PLATFORM

# A launcher that does what is asked of it here: says its version, notes its words, and writes the report of the job.
LAUNCHER = """#!/bin/sh
if [ "$1" = --version ]; then echo "VERSION"; exit; fi
printf '%s\\n' "$@" > words.txt
for word; do
  case "$word" in CAUSEWAY_REPORT=*) report="${word#CAUSEWAY_REPORT=}";; esac
done
[ ! -f job.json ] || cp job.json "$report"
exit CODE
"""


class RunTest(CommandLineTest):
    def launcher(self, version="mpirun (Open MPI) 4.1.4", code=0):
        path = pathlib.Path(self.file("mpirun", LAUNCHER.replace("VERSION", version).replace("CODE", str(code))))
        path.chmod(0o755)
        return str(path)

    def run_job(self, *options, launcher=None, words=("-n", "4", "./program"), expected=0):
        done = self.run_program("run", "--library", "lib.so", *options, "--", launcher or self.launcher(), *words)
        self.assertEqual(done.returncode, expected, done.stderr)
        return done.stderr.splitlines()

    def words(self):
        return (self.folder / "words.txt").read_text().splitlines()

    def test_all_processes_get_the_library_and_the_settings(self):
        self.run_job("--platform", PLATFORM, "--set", "CAUSEWAY_VERBOSE=1", words=("-n", "1", "./p", "a b", ":", "-n", "2", "./q"))
        words = self.words()
        for name in (f"LD_PRELOAD={self.folder}/lib.so", f"CAUSEWAY_PLATFORM={PLATFORM}", "CAUSEWAY_VERBOSE=1"):
            self.assertEqual(words.count(name), 2, words)
        self.assertIn("a b", words)
        self.assertEqual(words[-3:], ["-n", "2", "./q"])

    def test_each_launcher_is_told_in_its_own_way(self):
        self.run_job(launcher=self.launcher("HYDRA build details:"))
        self.assertEqual(self.words()[:2], ["-genv", "CAUSEWAY_REPORT"])
        self.run_job(launcher=self.launcher("slurm 22.05.8"))
        self.assertRegex(self.words()[0], "^--export=ALL,CAUSEWAY_REPORT=.*,LD_PRELOAD=")
        self.run_job("--launcher", "mpich", launcher=self.launcher("what you like"))
        self.assertEqual(self.words()[0], "-genv")

    def test_what_was_gained_is_said_in_three_lines(self):
        won = kind("broadcast", [way("abc", 0.01, chosen=True), way("native", 0.1)], 3.5)
        lost = kind("reduce", [way("def", 0.3), way("native", 0.2, chosen=True)], 0.0)
        self.file("job.json", job([plan("broadcast", 39), plan("reduce", 1)], [won, lost]))
        lines = self.run_job()
        self.assertEqual(len(lines), 3, lines)
        self.assertRegex(lines[0], "^causeway: 40 calls of MPI went by plan and took 3.5.* s less than .* has cost 500 ms")
        self.assertRegex(lines[1], "most by broadcast of up to 1 MiB from 0: 10.* ms each instead of 100.* ms, 40 calls")
        self.assertRegex(lines[2], "of 2 kinds .* 1 stays with the MPI library's own")
        self.file("job.json", job([plan("broadcast", 39)], [won], noticed=["rank 7 comes late", "the link is slow"]))
        self.assertEqual(self.run_job()[2], "causeway: noticed: rank 7 comes late (and 1 more)")
        self.assertEqual([path.name for path in self.folder.iterdir() if "causeway-run" in path.name], [])

    def test_why_nothing_was_gained_is_said(self):
        self.file("job.json", job(why="all processes share one host"))
        self.assertEqual(self.run_job(), ["causeway: nothing was gained: all processes share one host"])
        self.file("job.json", job())
        self.assertRegex(self.run_job()[0], "nothing was gained: no call of MPI was made")
        self.assertEqual(self.run_job("--quiet"), [])

    def test_a_run_without_effect_is_noticed(self):
        self.assertRegex(self.run_job()[0], "did not take effect")
        self.assertRegex(self.run_job(launcher=self.launcher(code=7), expected=7)[0], "has ended with code 7")

    def test_the_report_is_kept_where_it_is_wanted(self):
        self.file("job.json", job(why="one host"))
        lines = self.run_job("--report", "kept.json")
        self.assertIn("kept.json", lines[-1])
        self.assertEqual(json.loads((self.folder / "kept.json").read_text())["passes_through"], "one host")

    def test_the_command_line_is_shown_as_a_shell_takes_it(self):
        shown = self.good("run", "--show", "--library", "lib.so", "--", self.launcher(), "./p", "it's")
        self.assertRegex(shown.strip(), r"mpirun -x CAUSEWAY_REPORT=.* -x LD_PRELOAD=.*lib.so \./p 'it'\\''s'$")
        self.assertFalse((self.folder / "words.txt").exists())

    def test_what_is_no_launcher_is_refused(self):
        self.refused("run", "--library", "lib.so", "--", self.launcher("ls (GNU coreutils) 9.1"),
                     says=["is no launcher that is known", "ls (GNU coreutils) 9.1", "open-mpi, mpich, slurm"])
        self.refused("run", "--library", "lib.so", "--", "./there-is-none", says=["./there-is-none", "no launcher"])
        self.refused("run", "--library", "lib.so", "--set", "CAUSEWAY_VERBOS=1", "--", self.launcher(), says=["CAUSEWAY_VERBOS=1", "--set"])
        self.refused("run", says=["command"])
        self.refused("run", "--library", "lib.so", "--launcher", "ibrun", "--", "x", says=["ibrun", "open-mpi"])


if __name__ == "__main__":
    unittest.main()
