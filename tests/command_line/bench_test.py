"""The verb bench, under mpirun."""

import unittest

from program import CommandLineTest, LAUNCH, PLATFORM


class UnderMpiBenchTest(CommandLineTest):
    ARGUMENTS = ["bench", "--platform", PLATFORM, "--bytes", "1K,64K", "--repetitions", "2"]

    def test_json_has_the_keys_of_the_contract(self):
        result = self.json(*self.ARGUMENTS, "--collective", "broadcast", "--compare", "native,each", launch=LAUNCH)
        self.assertEqual([row["bytes"] for row in result["rows"]], [1 << 10, 64 << 10])
        for row in result["rows"]:
            for key in ["native_seconds", "causeway_seconds", "predicted_seconds"]:
                self.assert_seconds(row[key])
            self.assertTrue(row["plan"])

    def test_text_and_csv(self):
        self.assert_conclusion_first(self.good(*self.ARGUMENTS, launch=LAUNCH))
        rows = self.rows(*self.ARGUMENTS, launch=LAUNCH)
        self.assertEqual([row["size"] for row in rows], ["1024", "65536"])

    def test_wrong_input_is_refused_once(self):
        self.refused("bench", "--collective", "scan", says=["--collective", "scan", "allreduce"], launch=LAUNCH)
        self.refused("bench", "--bytes", "1K..", says=["--bytes"], launch=LAUNCH)
        self.refused(*self.ARGUMENTS, "--root", "2", says=["--root", "2", "0 to 1"], launch=LAUNCH)
        self.refused("bench", "--compare", "magic", says=["--compare", "magic"], launch=LAUNCH)
        self.refused("bench", "--platform", "nowhere.json", says=["nowhere.json"], launch=LAUNCH)

    def test_a_host_that_is_not_on_the_platform_is_named(self):
        def rename(document):
            document["clusters"][1]["hosts"][0] = "other"

        self.refused("bench", "--platform", self.platform(rename), "--bytes", "1K",
                     says=["platform.json", "hosts", "'b0'", "discover"], launch=LAUNCH)


if __name__ == "__main__":
    unittest.main()
