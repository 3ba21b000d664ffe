"""The verb characterize."""

import unittest

from program import CommandLineTest, TABLE_1, TRAFFIC


class CharacterizeTest(CommandLineTest):
    def test_the_sources_table_1_has_two_clusters(self):
        for options in [[], ["--by", "messages"]]:  # a matrix holds what is asked for
            document = self.json("characterize", TABLE_1, *options)
            self.assertEqual(len(document["partitions"]), 8)
            best = document["partitions"][document["best"]]
            self.assertEqual(best["clusters"], [[0, 1, 2, 3], [4, 5, 6, 7]])
            self.assertAlmostEqual(best["similarity"], 1.8576, delta=1e-3)
            self.assertAlmostEqual(best["dissimilarity"], 0.14239, delta=1e-3)
            self.assertAlmostEqual(best["grouping_coefficient"], 13.043, delta=1e-3)
            whole = document["partitions"][-1]
            self.assertEqual(whole["clusters"], [list(range(8))])
            self.assertIsNone(whole["dissimilarity"])
            self.assertIsNone(whole["grouping_coefficient"])
        self.assertIn("8 processes in 2 clusters", self.good("characterize", TABLE_1))
        self.assertEqual(len(self.rows("characterize", TABLE_1)), 8)

    def test_uniform_traffic_is_not_grouped(self):
        table = self.file("uniform.txt", "0 5 5 5\n5 0 5 5\n5 5 0 5\n5 5 5 0\n")
        document = self.json("characterize", table)
        self.assertFalse(document["worth_grouping"])
        self.assertLess(document["partitions"][document["best"]]["grouping_coefficient"], 1.0)
        self.assertIn("4 processes that are best not grouped", self.good("characterize", table))
        self.assertTrue(self.json("characterize", TRAFFIC)["worth_grouping"])

    def test_infinity_is_null_in_json(self):
        table = self.file("apart.txt", "0 5 0 0\n5 0 0 0\n0 0 0 5\n0 0 5 0\n")
        document = self.json("characterize", table)
        best = document["partitions"][document["best"]]
        self.assertEqual(best["clusters"], [[0, 1], [2, 3]])
        self.assertEqual(best["dissimilarity"], 0)
        self.assertIsNone(best["grouping_coefficient"])
        self.assertIn("infinite", self.good("characterize", table))

    def test_tables_without_anything_to_group_are_answered(self):
        for name, text in {"one": "7\n", "zeros": "0 0 0\n0 0 0\n0 0 0\n"}.items():
            table = self.file(name, text)
            with self.subTest(name):
                document = self.json("characterize", table)
                self.assertEqual(document["best"], 0)
                self.assertIsNone(document["partitions"][0]["grouping_coefficient"])
                self.assert_conclusion_first(self.good("characterize", table))

    def test_figures_are_svg_files(self):
        self.good("characterize", TRAFFIC, "--figure", "curve.svg", "--heat-map", "table.svg")
        for name in ["curve.svg", "table.svg"]:
            self.assertIn("<svg", (self.folder / name).read_text())

    def test_malformed_tables_are_refused_with_file_and_line(self):
        tables = {"ragged": ("0 1\n2\n", "line 2"), "negative": ("0 -1\n2 3\n", "line 1"),
                  "number": ("0 1 2\n3 4 5\n", "line 2"), "word": ("0 1\nx 3\n", "line 2"), "empty": ("", "")}
        for name, (text, place) in tables.items():
            with self.subTest(name):
                self.refused("characterize", self.file(name, text), says=[name, place])
        self.refused("characterize", "missing.csv", says=["missing.csv"])

    def test_options_are_checked(self):
        self.refused("characterize", TRAFFIC, "--by", "packets", says=["--by", "packets", "bytes, messages"])
        self.refused("characterize", TRAFFIC, "--orders", "0", says=["--orders", "0"])
        self.refused("characterize", TRAFFIC, "--processes", "0", says=["--processes", "0"])
        table = self.file("bytes.csv", "src,dst,bytes\n0,1,5\n")
        self.refused("characterize", table, "--by", "messages", says=["no messages", "--by bytes"])
        self.refused("characterize", TRAFFIC, table, says=["bytes.csv", "a second file"])

    def test_the_same_seed_gives_the_same(self):
        first = self.good("characterize", TRAFFIC, "--seed", "9", "--format", "json")
        self.assertEqual(self.good("characterize", TRAFFIC, "--seed", "9", "--format", "json"), first)


if __name__ == "__main__":
    unittest.main()
