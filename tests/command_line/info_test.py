"""The verb info."""

import json
import os
import unittest

from program import CommandLineTest


class InfoTest(CommandLineTest):
    def test_shows_the_value_in_force_and_where_it_came_from(self):
        self.file("causeway.conf", "verbose = 1\nreport = r.json\n")
        done = self.good("info", "--format", "json", CAUSEWAY_VERBOSE="2")
        result = json.loads(done)
        settings = {setting["name"]: setting for setting in result["settings"]}
        self.assertEqual((settings["verbose"]["value"], settings["verbose"]["origin"]), ("2", "environment"))
        self.assertEqual(settings["report"]["value"], "r.json")
        self.assertEqual(settings["report"]["origin"], "causeway.conf, line 2")
        self.assertEqual((settings["strategy"]["value"], settings["strategy"]["origin"]), (None, "default"))
        self.assertTrue(result["version"] and result["mpi"])

    def test_a_file_of_settings_that_others_may_have_written_is_ignored_and_named(self):
        conf = self.file("causeway.conf", "report = r.json\n")
        os.chmod(conf, 0o666)
        result = json.loads(self.good("info", "--format", "json"))
        settings = {setting["name"]: setting for setting in result["settings"]}
        self.assertIsNone(settings["report"]["value"])
        self.assertEqual(len(result["ignored_files"]), 1)
        self.assertIn("causeway.conf is ignored: others may write to causeway.conf", self.good("info"))
        named = json.loads(self.good("info", "--format", "json", CAUSEWAY_CONF=str(conf)))
        self.assertEqual(named["ignored_files"], [])
        self.assertIn("r.json", [setting["value"] for setting in named["settings"]])

    def test_a_word_it_does_not_know_is_answered_with_the_known_ones(self):
        done = self.run_program("info", CAUSEWAY_STRATGY="x")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn("CAUSEWAY_STRATEGY", done.stderr)
        self.file("causeway.conf", "\nstratgy = x\n")
        self.refused("info", says=["causeway.conf", "line 2", "stratgy", "strategy"])


if __name__ == "__main__":
    unittest.main()
