"""The verb list."""

import unittest

from program import CommandLineTest

FAMILIES = ["strategies", "schemes", "heuristics", "trees", "formats", "models", "methods", "mappings", "launchers",
            "rules"]


class ListTest(CommandLineTest):
    def test_every_family_of_the_contract_is_listed(self):
        for family in FAMILIES:
            entries = self.json("list", family)
            self.assertEqual(list(entries), [family])
            for entry in entries[family]:
                self.assertTrue(entry["name"] and entry["summary"] and entry["source"])

    def test_all_is_every_family(self):
        self.assertEqual(set(self.json("list")), set(FAMILIES))

    def test_numbers_of_policy_are_listed_when_asked_for(self):
        numbers = self.json("list", "policy")["policy"]
        self.assertEqual(len(numbers), len({number["name"] for number in numbers}))
        for number in numbers:
            self.assertTrue(number["name"].startswith("k") and ": " in number["summary"] and number["source"])

    def test_an_unknown_family_is_answered_with_the_known_ones(self):
        self.refused("list", "fruits", says=["fruits", *FAMILIES])


if __name__ == "__main__":
    unittest.main()
