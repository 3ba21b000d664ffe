"""The verb predict."""

import unittest

from program import CommandLineTest, PLATFORM

# The strategies of Steffenel's Table 1.
TABLE_1 = {"flat_tree", "flat_tree_rendezvous", "segmented_flat_tree", "chain", "chain_rendezvous", "segmented_chain",
           "binary_tree", "binomial_tree", "binomial_tree_rendezvous", "segmented_binomial_tree", "scatter_collection"}


class PredictTest(CommandLineTest):
    def test_json_has_the_keys_of_the_contract_for_every_strategy(self):
        result = self.json("predict", PLATFORM, "--cluster", "a", "--processes", "16", "--bytes", "1M")
        listed = [entry["name"] for entry in self.json("list", "strategies")["strategies"]]
        self.assertLessEqual(TABLE_1, set(listed))
        self.assertEqual(sorted(row["strategy"] for row in result["predictions"]), sorted(listed))
        for row in result["predictions"]:
            self.assertIn("segment_bytes", row)
            if row["strategy"] in TABLE_1:
                self.assertEqual(row["segment_bytes"] is not None, row["strategy"].startswith("segmented"))
                self.assertIsNone(row["degree"])
            self.assertAlmostEqual(row["difference"], row["seconds"] / row["simulated_seconds"] - 1, places=9)
            self.assertEqual("why" in row, abs(row["difference"]) > 0.0005, row)
            self.assert_seconds(row["seconds"])
            self.assert_seconds(row["simulated_seconds"])

    def test_flat_tree_is_the_closed_form(self):
        result = self.json("predict", PLATFORM, "--cluster", "a", "--processes", "5", "--bytes", "1M")
        flat = next(row for row in result["predictions"] if row["strategy"] == "flat_tree")
        self.assertAlmostEqual(flat["seconds"], 1.5e-4 + 4 * 0.0096, places=12)
        self.assertAlmostEqual(flat["simulated_seconds"], 1.5e-4 + 4 * 0.0096, places=12)

    def test_sizes_have_suffixes(self):
        for text, size in {"4K": 4096, "1M": 1 << 20, "1000": 1000, "2MiB": 2 << 20}.items():
            self.assertEqual(self.json("predict", PLATFORM, "--bytes", text)["bytes"], size)

    def test_wrong_options_are_refused(self):
        self.refused("predict", PLATFORM, "--cluster", "z", says=["--cluster", "'z'", "a, b, c"])
        self.refused("predict", PLATFORM, "--processes", "-1", says=["--processes", "-1"])
        self.refused("predict", PLATFORM, "--bytes", "-1", says=["--bytes", "-1"])
        self.refused("predict", PLATFORM, "--cluster", "c", "--processes", "3", says=["three-clusters.json", "'c'"])


if __name__ == "__main__":
    unittest.main()
