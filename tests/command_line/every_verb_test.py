"""What is alike for every verb of the command line."""

import json
import subprocess
import unittest

from job_report import job, plan
from program import CommandLineTest, EXPERIENCE, MATRIX, PLATFORM, PROGRAM, TRAFFIC, ethernet_samples

UNDER_MPI = {"discover", "bench", "probe", "tune"}
OUTPUT_OF_THEIR_OWN = {"run", "map"}


class EveryVerbTest(CommandLineTest):
    ARGUMENTS = {"predict": [PLATFORM], "schedule": [PLATFORM], "plan": [PLATFORM],
                 "study": ["grids", "--clusters", "2..3", "--runs", "20"], "list": [], "info": [], "doctor": [],
                 "characterize": [TRAFFIC], "experience": [EXPERIENCE], "trace": ["--library", "lib.so"]}

    def arguments(self):
        matrix = self.file("matrix.csv", MATRIX)
        self.good("schedule", PLATFORM, "--format", "json", "-o", "schedule.json")
        return {**self.ARGUMENTS, "cluster": [matrix], "tree": [self.graph(), "--trees", "1"],
                "simulate": ["schedule.json", PLATFORM], "fit": ["ethernet", self.file("samples.csv", ethernet_samples())],
                "report": [self.file("report.json", job([plan("broadcast", 1)], noticed=["a rank comes late"]))]}

    def verbs(self):
        """What the program says of its verbs, by their names, but for those that run under mpirun."""
        return {verb["name"]: verb for verb in json.loads(self.good("--interface"))["subcommands"]
                if verb["name"] not in UNDER_MPI}

    def test_no_verb_is_forgotten_here(self):
        self.assertEqual(set(self.verbs()), set(self.arguments()) | OUTPUT_OF_THEIR_OWN)

    def test_the_list_of_verbs_is_in_the_help(self):
        text = self.good("--help")
        for verb in self.verbs():
            self.assertRegex(text, rf"(?m)^\s+{verb}\s")

    def test_help_shows_an_example_that_names_the_verb(self):
        for verb in self.verbs():
            text = self.good(verb, "--help")
            self.assertRegex(text, rf"Example:\n\s+.*causeway {verb}\b")
            if verb in self.arguments():
                self.assertIn("--format", text)
                self.assertIn("-o", text)

    def test_the_interface_as_data_has_what_the_options_of_verbs_are(self):
        verbs = self.verbs()
        for verb in [*verbs.values(), *(each for verb in verbs.values() for each in verb["subcommands"])]:
            self.assertIn("causeway", verb["example"])
            for option in verb["arguments"] + verb["options"]:
                self.assertTrue(option["help"] and option["names"], verb["name"])
        options = {option["names"][-1]: option for option in verbs["plan"]["options"]}
        self.assertEqual(options["--output"]["kind"], "file")
        self.assertEqual(options["--format"]["words"], ["text", "json", "csv"])
        self.assertEqual((options["--trees"]["kind"], options["--trees"]["limits"]), ("whole number", "1 to 8"))
        self.assertEqual((options["--bytes"]["value"], options["--bytes"]["default"]), ("BYTES", "4M"))

    def test_an_output_that_cannot_be_written_is_an_error(self):
        for verb, arguments in self.arguments().items():
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([PROGRAM, verb, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE,
                                      text=True, timeout=600, cwd=self.folder, check=False)
            self.assertEqual(done.returncode, 1, verb)
            self.assertRegex(done.stderr, r"^causeway: the standard output cannot be written: ")

    def test_version(self):
        self.assertRegex(self.good("--version"), r"^\d+\.\d+\.\d+\n$")

    def test_text_begins_with_a_conclusion(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.assert_conclusion_first(self.good(verb, *arguments))

    def test_json_and_csv_parse(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.assertIsInstance(self.json(verb, *arguments), dict)
                self.assertTrue(self.rows(verb, *arguments))

    def test_output_goes_to_the_file_whole_and_nowhere_else(self):
        for verb, arguments in self.arguments().items():
            for form in ["text", "json", "csv"]:
                with self.subTest(verb, form=form):
                    expected = self.good(verb, *arguments, "--format", form)
                    self.assertEqual(self.good(verb, *arguments, "--format", form, "-o", "out"), "")
                    self.assertEqual((self.folder / "out").read_text(), expected)

    def test_what_cannot_be_written_is_exit_code_1(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.refused(verb, *arguments, "-o", "missing/out", says=["missing/out"], code=1)

    def test_an_error_leaves_the_old_file_alone_and_no_new_one(self):
        self.file("out", "old")
        self.refused("plan", "nowhere.json", "-o", "out", says=["nowhere.json"])
        self.refused("plan", PLATFORM, "--bytes", "4X", "-o", "out", "--save", "saved", says=["--bytes"])
        self.refused("plan", PLATFORM, "--format", "yaml", "-o", "out", "--save", "saved", says=["--format"])
        self.assertEqual((self.folder / "out").read_text(), "old")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["out"])

    def test_an_unknown_format_is_answered_with_the_known_ones(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.refused(verb, *arguments, "--format", "yaml", says=["--format", "yaml", "text, json, csv"])

    def test_an_unknown_verb_is_answered_with_the_known_ones(self):
        self.refused("plna", says=["'plna'", *self.verbs()])
        self.refused(says=self.verbs())

    def test_an_unknown_option_is_named_with_where_to_look(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.refused(verb, *arguments, "--colour", "red", says=["--colour", f"causeway {verb} --help"])

    def test_a_missing_argument_is_named(self):
        for verb in ["predict", "schedule", "plan"]:
            self.refused(verb, says=["platform", f"causeway {verb} --help"])
        self.refused("cluster", says=["matrix"])


if __name__ == "__main__":
    unittest.main()
