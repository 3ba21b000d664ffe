"""The verb report: in words, and as a page."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from job_report import job, kind, plan, way
from program import CommandLineTest, PLATFORM

SORT = """<script>
const rows = () => [...document.querySelectorAll("#calls tbody")[0].rows].map(row => row.cells[0].textContent);
const button = document.querySelector("#calls th button");
const before = rows(); button.focus(); button.click(); const once = rows(); button.click(); const twice = rows();
const said = {before, once, twice, focused: document.activeElement === button,
              wide: document.documentElement.scrollWidth <= document.documentElement.clientWidth,
              background: getComputedStyle(document.body).backgroundColor, sections: document.querySelectorAll("section").length};
document.body.innerHTML = "<pre id=said></pre>"; document.getElementById("said").textContent = JSON.stringify(said);
</script></body>"""


class ReportTest(CommandLineTest):
    def report(self, **how):
        won = kind("broadcast", [way("abc", 0.01, chosen=True), way("native", 0.1)], 3.5)
        lost = kind("allreduce", [way("def", 0.3), way("native", 0.2, chosen=True)], 0.0)
        return self.file("run.json", job([plan("broadcast", 39)], [won, lost], **how))

    def page(self, *files):
        self.good("report", *files, "-o", "report.html")
        return (self.folder / "report.html").read_text()

    def test_says_in_words_what_a_run_was_worth(self):
        said = self.good("report", self.report(noticed=["rank 7 comes late"]))
        self.assertRegex(said.splitlines()[0], "39 calls of MPI went by plan and took 3.5.* s less")
        self.assertIn("rank 7 comes late", said)
        self.assertEqual(len(self.json("report", self.report())["summary"]), 3)
        self.assertIn("3 clusters", self.good("report", PLATFORM))

    def test_a_platform_need_not_have_a_name(self):
        platform = json.loads(pathlib.Path(PLATFORM).read_text())
        platform["name"] = ""
        said = self.good("report", self.file("nameless.json", json.dumps(platform)))
        self.assertTrue(said.startswith("the platform has 3 clusters\n"), said)

    def test_is_a_page_of_its_own(self):
        page = self.page(self.report(noticed=["rank 7 <comes> late"]), PLATFORM)
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        self.assertEqual(re.findall('<section id="([a-z]*)"', page), ["outcome", "noticed", "network", "calls"])
        self.assertIn("rank 7 &lt;comes&gt; late", page)
        self.assertIn("<svg", page)

    def test_what_is_neither_report_nor_platform_is_refused(self):
        self.refused("report", says=["files"])
        self.refused("report", "nowhere.json", says=["nowhere.json"])
        self.refused("report", self.file("x.json", '{"causeway": "plan"}'), says=["x.json", "plan", "report"])
        self.refused("report", PLATFORM, PLATFORM, "-o", "report.html", says=["platform", "one of each"])
        self.refused("report", self.file("y.json", '{"causeway": "report", "version": 1}'), "-o", "report.html", says=["y.json"])
        self.assertFalse((self.folder / "report.html").exists())

    @unittest.skipUnless(shutil.which("chromium"), "no browser")
    def test_works_in_a_browser_in_a_narrow_window_and_in_the_dark(self):
        page = self.page(self.report(), PLATFORM).replace("</body>", SORT)
        file = self.file("sorted.html", page)
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        seen = {}
        for look, options in (("light", []), ("dark", ["--blink-settings=preferredColorScheme=0", "--force-dark-mode"])):
            done = subprocess.run(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=500,800", "--dump-dom",
                                   "--virtual-time-budget=2000", f"--user-data-dir={self.folder / look}", *options, file.as_uri()],
                                  capture_output=True, text=True, timeout=100, check=True, env=environment)
            said = re.search('<pre id="said">(.*?)</pre>', done.stdout, re.S)
            self.assertTrue(said, done.stdout[-2000:] + done.stderr[-2000:])
            seen[look] = json.loads(said[1].replace("&amp;", "&"))
        light = seen["light"]
        self.assertEqual(light["before"], ["broadcast", "allreduce"])
        self.assertEqual(light["once"], ["allreduce", "broadcast"])
        self.assertEqual(light["twice"], ["broadcast", "allreduce"])
        self.assertTrue(light["focused"] and light["wide"], light)
        self.assertNotEqual(light["background"], seen["dark"]["background"])


if __name__ == "__main__":
    unittest.main()
