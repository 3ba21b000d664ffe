"""The verb fit."""

import unittest

from program import CommandLineTest, ethernet_samples


class FitTest(CommandLineTest):
    def test_json_has_the_keys_of_the_contract(self):
        result = self.json("fit", "ethernet", self.file("samples.csv", ethernet_samples()))
        for i, host in enumerate(result["hosts"]):
            self.assertEqual(host["name"], "abcd"[i])
            self.assertAlmostEqual(host["fixed"], 1e-4 * (1 + i), delta=1e-9)
            self.assertAlmostEqual(host["per_byte"], 1e-8 * (4 - i % 3), delta=1e-13)
        self.assertEqual(len(result["links"]), 6)
        for link in result["links"]:
            self.assertAlmostEqual(link["bandwidth"], 5e7, delta=1e3)
        self.assertEqual(result["threshold_bytes"], 1000)
        self.assertIsNone(result["broadcast"])
        self.assertLess(result["residual"], 1e-6)

    def test_other_samples_can_be_checked(self):
        samples = self.file("samples.csv", ethernet_samples())
        rows = self.rows("fit", "ethernet", samples, "--check", samples)
        self.assertEqual({row["experiment"] for row in rows}, {"roundtrip", "one_to_two", "one_to_many"})
        for row in rows:
            self.assertAlmostEqual(float(row["error"]), 0, delta=1e-6)
        self.refused("fit", "ethernet", samples, "--check", self.file("x.csv", ethernet_samples("abcz")),
                     says=["x.csv", "'z'"])

    def test_two_hosts_are_refused_with_the_reason(self):
        self.refused("fit", "ethernet", self.file("two.csv", ethernet_samples("ab").split("one_to")[0]),
                     says=["two.csv", "2 hosts", "at least 3", "third host"])

    def test_what_is_wrong_in_the_samples_is_told_with_file_and_line(self):
        text = ethernet_samples().replace("one_to_many", "one_to_all", 1)
        line = text[:text.index("one_to_all")].count("\n") + 1
        self.refused("fit", "ethernet", self.file("s.csv", text), says=["s.csv", f"line {line}", "'one_to_all'"])
        self.refused("fit", "ethernet", "nowhere.csv", says=["nowhere.csv"])

    def test_models_are_listed(self):
        self.refused("fit", says=["ethernet"])
        self.refused("fit", "token-ring", says=["token-ring", "ethernet"])


if __name__ == "__main__":
    unittest.main()
