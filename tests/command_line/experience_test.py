"""The verb experience, and plans that are made with it."""

import json
import pathlib
import re
import unittest

from program import CommandLineTest, EXPERIENCE, PLATFORM


class ExperienceTest(CommandLineTest):
    def test_shows_what_was_tried_and_which_way_stays(self):
        result = self.json("experience", EXPERIENCE)
        self.assertEqual((result["calls"], len(result["kinds"])), (215, 2))
        broadcast = next(kind for kind in result["kinds"] if kind["collective"] == "broadcast")
        self.assertEqual([way["chosen"] for way in broadcast["ways"]], [True, False, False])
        self.assertEqual(broadcast["ways"][0]["calls"], 4)
        self.assertLessEqual(broadcast["ways"][0]["low_seconds"], broadcast["ways"][0]["median_seconds"])
        self.assertNotIn("median_seconds", broadcast["ways"][2])
        self.assertGreater(broadcast["regret_seconds"], 0)
        self.assertIn("1.1", self.good("experience", EXPERIENCE))

    def test_what_is_wrong_in_the_file_is_named_with_its_place(self):
        document = json.loads(pathlib.Path(EXPERIENCE).read_text())
        document["kinds"][1]["ways"][0]["seconds"] = [-1]
        broken = self.file("broken.json", json.dumps(document))
        self.refused("experience", broken, says=["broken.json", "kinds[1].ways[0].seconds[0]", "-1"])
        self.refused("experience", "nowhere.json", says=["nowhere.json"])
        self.refused("experience", PLATFORM, says=["three-clusters.json", "experience"])

    def made_for(self, native_seconds):
        """The file that says what the library's own broadcast of up to 1 MiB took on the platform, and another plan."""
        self.good("plan", PLATFORM, "--bytes", "1M", "--save", "plan.json")
        document = json.loads(pathlib.Path(EXPERIENCE).read_text())
        document["platform"] = json.loads((self.folder / "plan.json").read_text())["platform"]
        empty = self.file("experience.json", json.dumps({**document, "kinds": []}))
        said = self.good("plan", PLATFORM, "--bytes", "1M", "--experience", empty)
        processes = re.search(r"knows of no such calls over (\d+ processes, [0-9a-f]+)", said)[1]
        kind = document["kinds"][0]
        kind.update(processes=processes, bytes_up_to=1 << 20, since="2026-01-02 03:04:05 UTC")
        kind["ways"][1]["seconds"] = [native_seconds] * 4
        return self.file("experience.json", json.dumps({**document, "kinds": [kind]}))

    def test_a_plan_is_what_calls_have_found(self):
        predicted = self.json("plan", PLATFORM, "--bytes", "1M")
        self.assertNotEqual(predicted["choice"]["basis"], "measured")
        found = self.json("plan", PLATFORM, "--bytes", "1000000", "--experience", self.made_for(0.001))
        self.assertEqual((found["choice"]["basis"], found["choice"]["seconds"]), ("measured", 0.001))
        self.assertEqual(found["choice"]["plan"]["scheme"], "native")
        self.assertIn("since 2026-01-02", found["reason"])

    def test_what_was_best_and_is_no_candidate_any_more_is_told(self):
        found = self.json("plan", PLATFORM, "--bytes", "1M", "--experience", self.made_for(5.0))
        self.assertIn("no candidate any more", found["reason"])

    def test_experience_with_another_platform_is_refused(self):
        self.refused("plan", PLATFORM, "--experience", self.file("other.json", json.dumps(
            {**json.loads(pathlib.Path(EXPERIENCE).read_text()), "platform": "0123"})), says=["other.json", "platform", "0123"])


if __name__ == "__main__":
    unittest.main()
