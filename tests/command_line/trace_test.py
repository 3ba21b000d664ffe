"""The verb trace: command lines for people to copy."""

import json
import shlex
import unittest

from program import CommandLineTest


class TraceTest(CommandLineTest):
    def commands(self, *arguments):
        result = json.loads(self.good("trace", "--format", "json", "--library", "li b.so", *arguments))
        self.assertEqual(result["library"], str(self.folder / "li b.so"))
        self.assertEqual(len(result["commands"]), len(self.json("list", "launchers")["launchers"]))
        return result["trace"], [shlex.split(command["command"]) for command in result["commands"]]

    def test_every_launcher_brings_the_variables_to_the_program(self):
        trace, commands = self.commands("--trace", "a job.trace", "--", "./halo", "100", "it's")
        self.assertEqual(trace, str(self.folder / "a job.trace"))
        for command in commands:
            self.assertEqual(command[-3:], ["./halo", "100", "it's"])
            words = " ".join(command)
            for value in [f"{self.folder}/li b.so", trace, "CAUSEWAY_DISABLE"]:
                self.assertIn(value, words)

    def test_without_a_program_one_stands_for_it(self):
        trace, commands = self.commands()
        self.assertEqual(trace, str(self.folder / "program.trace"))
        for command in commands:
            self.assertEqual(command[-1], "./program")

    def test_text_has_the_commands_and_what_comes_next(self):
        text = self.good("trace", "--library", "lib.so")
        self.assertIn("causeway characterize", text)
        for command in self.commands()[1]:
            self.assertIn(command[0], text)


if __name__ == "__main__":
    unittest.main()
