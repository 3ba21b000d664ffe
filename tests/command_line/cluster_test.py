"""The verb cluster."""

import unittest

from program import CommandLineTest, MATRIX, TESTS

ZONES = str(TESTS / "data" / "ibm_30zones_2024-03-03.csv")


class ClusterTest(CommandLineTest):
    def test_json_has_the_keys_of_the_contract(self):
        result = self.json("cluster", self.file("m.csv", MATRIX), "--tolerance", "0.3", "--method", "lowekamp")
        self.assertEqual(result["method"], "lowekamp")
        self.assertEqual(result["tolerance"], 0.3)
        self.assertEqual(result["clusters"], [["a", "b"], ["c", "d"]])

    def test_csv_lists_the_clusters(self):
        rows = self.rows("cluster", self.file("m.csv", MATRIX))
        self.assertEqual([row["members"] for row in rows], ["a b", "c d"])

    def test_cells_that_are_missing_join_nobody(self):
        matrix = self.file("m.csv", ",a,b,c\na,,1,\nb,1,,\nc,,,\n")
        self.assertEqual(self.json("cluster", matrix)["clusters"], [["a", "b"], ["c"]])

    def test_what_stands_on_the_diagonal_is_ignored(self):
        matrix = self.file("m.csv", ",a,b\na,77,1\nb,1,nonsense\n")
        self.assertEqual(self.json("cluster", matrix)["clusters"], [["a", "b"]])

    def test_wrong_matrices_are_refused_with_file_and_place(self):
        wrong = {
            "a row too few": (",a,b,c\na,,1,1\nb,1,,1\n", ["square"]),
            "a cell too few": (",a,b\na,,1\nb,1\n", ["line 3"]),
            "a cell too many": (",a,b\na,,1,5\nb,1,\n", ["line 2"]),
            "a row too many": (",a\na,\nb,1\n", ["line 3"]),
            "other names": (",a,b\na,,1\nc,1,\n", ["line 3", "c"]),
            "a negative distance": (",a,b\na,,-1\nb,1,\n", ["line 2", "-1"]),
            "a word": (",a,b\na,,x\nb,1,\n", ["line 2", "x"]),
            "nothing": ("", []),
        }
        for what, (text, words) in wrong.items():
            with self.subTest(what):
                self.refused("cluster", self.file("m.csv", text), says=["m.csv", "found", "accepted", *words])

    def test_wrong_options_are_refused(self):
        matrix = self.file("m.csv", MATRIX)
        self.refused("cluster", matrix, "--tolerance", "-0.1", says=["--tolerance", "-0.1"])
        self.refused("cluster", matrix, "--tolerance", "nan", says=["--tolerance"])
        self.refused("cluster", matrix, "--tolerance", "much", says=["--tolerance", "much"])
        self.refused("cluster", matrix, "--method", "magic", says=["--method", "magic", "lowekamp"])
        self.refused("cluster", "nowhere.csv", says=["nowhere.csv"])

    def test_multilevel_finds_the_ten_regions_of_thirty_zones_without_a_tolerance(self):
        result = self.json("cluster", ZONES, "--method", "multilevel")
        self.assertIsNone(result["tolerance"])
        regions = {frozenset(name.rstrip("123") for name in cluster) for cluster in result["clusters"]}
        self.assertEqual(sorted(map(len, result["clusters"])), [3] * 10)
        self.assertTrue(all(len(region) == 1 for region in regions))
        self.assertEqual(result["levels"][result["most_stable"]]["clusters"], result["clusters"])
        self.assertEqual(len(result["levels"][-1]["clusters"]), 1)
        for level in result["levels"]:
            self.assertTrue(0.5 <= level["stability"] <= 1.0)
        text = self.good("cluster", ZONES, "--method", "multilevel", "--tolerance", "0.3")
        self.assert_conclusion_first(text)
        self.assertIn("--tolerance was not used", text)

    def test_zones_are_as_the_sources_of_the_other_methods_say(self):
        for tolerance, sizes in [("0.2", [1, 2] + [3] * 9), ("0.5", [3] * 10), ("2", [3] * 10)]:
            result = self.json("cluster", ZONES, "--tolerance", tolerance)
            self.assertEqual(sorted(map(len, result["clusters"])), sizes)

    def test_records_and_matrices_of_several_sites_are_merged(self):
        one = self.file("one.csv", "latency_us,a,b\na,,50\nb,52,\n")
        two = self.file("two.csv", "src,dst,latency_ms,bandwidth_mbps,time\nc,d,0.05,1000,10\nc,d,0.06,,20\nd,a,9,,30\n")
        result = self.json("cluster", one, two)
        self.assertEqual(result["clusters"], [["a", "b"], ["c", "d"]])
        self.assertEqual(result["unit"], "s")
        self.assertIn("us", self.good("cluster", one, two))

    def test_wrong_records_are_refused_with_file_and_line(self):
        good = self.file("good.csv", "src,dst,latency_ms\na,b,1\n")
        wrong = {
            "cut": ("src,dst,latency_ms\na,b,1\nb,", ["line 3", "2 cells"]),
            "contradictory": ("src,dst,latency_ms\na,b,5\n", ["line 2", "line 2 of", "good.csv"]),
            "absurd": ("src,dst,latency_s\nc,d,150\n", ["line 2", "150 s", "unit"]),
            "without a unit": ("src,dst,latency\nc,d,1\n", ["line 1", "no unit", "--latency-unit"]),
        }
        for what, (text, words) in wrong.items():
            with self.subTest(what):
                self.refused("cluster", good, self.file("bad.csv", text), says=["bad.csv", "found", "accepted", *words])
        self.refused("cluster", good, "--latency-unit", "hours", says=["--latency-unit", "hours", "ms"])


if __name__ == "__main__":
    unittest.main()
