"""The verb report: in words, as a page, and as a time line; the page in a browser."""

import json
import pathlib
import re
import struct
import sys
import unittest
import zlib

from job_report import job, kind, plan, way
from program import CommandLineTest, PLATFORM

sys.path.append(str(pathlib.Path(__file__).parent.parent / "support"))
import browser  # noqa: E402

HOSTS = ["a0", "a1", "a2", "b0", "b1", "c0"]
WORLD = "6 processes, of the world"
SECTIONS = ["outcome", "noticed", "network", "links", "calls", "timeline", "passed"]


def planned_calls(test, collective, size, calls):
    """An entry of a report's plans, and its plan, as the verb plan makes it for the platform of these tests."""
    file = test.folder / "plan.json"
    test.good("plan", test.platform_of_hosts(), "--collective", collective, "--bytes", size, "--save", file)
    own = json.loads(file.read_text())
    digest = f"{collective} {size}"
    entry = {**plan(collective, calls), "communicator": WORLD, "processes": "6 processes, abcdef", "digest": digest,
             "bytes_up_to": own["bytes"], "bytes": calls * own["bytes"], "reason": "it is the fastest"}
    return entry, {digest: own}


class ReportTest(CommandLineTest):
    def platform_of_hosts(self):
        return PLATFORM

    def run_of(self, *kinds, **how):
        """The report of a run that made calls of these kinds: (collective, size, calls)."""
        entries, files = [], {}
        for one in kinds:
            entry, own = planned_calls(self, *one)
            entries.append(entry)
            files.update(own)
        native = {**plan("scan", 3), "digest": "native", "plan": "native", "reason": "nothing is faster", "communicator": WORLD,
                  "processes": "6 processes, abcdef", "bytes": 300}
        tried = {**kind("broadcast", [way(files and list(files)[0], 0.01, chosen=True), way("native", 0.1)], 3.5),
                 "processes": "6 processes, abcdef"}
        report = json.loads(job([*entries, native], [tried], **how))
        report.update({"network": json.loads(pathlib.Path(PLATFORM).read_text()), "rank_hosts": HOSTS, "rank_nodes": [],
                       "communicators": {WORLD: list(range(6))}, "plan_files": files,
                       "passed": [{"collective": "reduce", "why": "there is no data", "calls": 3}]})
        return self.file("run.json", json.dumps(report))

    def report(self, **how):
        won = kind("broadcast", [way("abc", 0.01, chosen=True), way("native", 0.1)], 3.5)
        lost = kind("allreduce", [way("def", 0.3), way("native", 0.2, chosen=True)], 0.0)
        return self.file("run.json", job([plan("broadcast", 39)], [won, lost], **how))

    def page(self, *files):
        self.good("report", *files, "-o", "report.html")
        return (self.folder / "report.html").read_text()

    def sections(self, page):
        return re.findall('<section id="([a-z]*)"', page)

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
        self.assertEqual(self.sections(page), ["outcome", "noticed", "network", "links", "calls"])
        self.assertIn("rank 7 &lt;comes&gt; late", page)
        self.assertIn("<svg", page)

    def test_what_is_neither_report_nor_platform_is_refused(self):
        self.refused("report", says=["files"])
        self.refused("report", "nowhere.json", says=["nowhere.json"])
        self.refused("report", self.file("x.json", '{"causeway": "plan"}'), says=["x.json", "plan", "report"])
        self.refused("report", PLATFORM, PLATFORM, "-o", "report.html", says=["platform", "one of each"])
        self.refused("report", self.file("y.json", '{"causeway": "report", "version": 1}'), "-o", "report.html", says=["y.json"])
        self.assertFalse((self.folder / "report.html").exists())

    def test_the_format_is_that_of_the_name_or_of_the_option(self):
        for name in ("report.html", "report.htm"):
            self.good("report", PLATFORM, "-o", name)
            self.assertTrue((self.folder / name).read_text().startswith("<!DOCTYPE html>"))
        self.assertTrue(self.good("report", PLATFORM, "--format", "html").startswith("<!DOCTYPE html>"))
        self.good("report", PLATFORM, "--format", "json", "-o", "report.json")
        self.assertIn("summary", json.loads((self.folder / "report.json").read_text()))
        self.refused("report", PLATFORM, "--format", "json", "-o", "other.html", says=["--format", "json", "other.html"])
        self.refused("report", PLATFORM, "--format", "pdf", says=["--format", "pdf", "html, chrome-trace"])
        self.assertFalse((self.folder / "other.html").exists())

    def test_shows_what_plans_do_on_the_network(self):
        page = self.page(self.run_of(("broadcast", "1M", 20), ("allreduce", "64K", 10), noticed=["rank 7 comes late"]))
        self.assertEqual(self.sections(page), SECTIONS)
        for words in ("Of 30 calls by plan", "Not in it are 3 calls", "timeline-1", "broadcast of up to 1 MiB from 0",
                      "there is no data", "nothing is faster"):
            self.assertTrue(words in page, words)

    def test_is_a_time_line_for_trace_viewers(self):
        trace = json.loads(self.good("report", self.run_of(("broadcast", "1M", 20)), "--format", "chrome-trace"))
        slices = [event for event in trace["traceEvents"] if event["ph"] == "X"]
        self.assertEqual({event["args"]["to"] for event in slices}, {1, 2, 3, 4, 5})
        self.assertEqual(len({event["pid"] for event in slices}), 1)
        self.assertTrue(all(event["dur"] > 0 for event in slices))
        self.refused("report", PLATFORM, "--format", "chrome-trace", says=["no call that can be simulated"])

    def test_stays_small_for_many_ranks_and_kinds(self):
        hosts = [f"{cluster}{host}" for cluster in "abcdefgh" for host in range(125)]
        plogp = {"latency": 1e-4, "gap": [[0, 1e-5], [1 << 20, 1e-2]]}
        platform = {"causeway": "platform", "version": 1, "name": "many",
                    "clusters": [{"name": c, "hosts": [h for h in hosts if h[0] == c], "plogp": plogp} for c in "abcdefgh"],
                    "links": [{"from": one, "to": other, "plogp": {"latency": 0.01, "gap": [[0, 2e-5], [1 << 20, 0.05]]}}
                              for one in "abcdefgh" for other in "abcdefgh" if one < other]}
        report = json.loads(job([{**plan("broadcast", 9), "root": root, "communicator": WORLD, "processes": "1000 processes, abc"}
                                 for root in range(200)],
                                [{**kind("broadcast", [way("abc", 0.01, chosen=True), way("native", 0.1)], 3.5), "root": root,
                                  "processes": "1000 processes, abc"} for root in range(200)]))
        report.update({"network": platform, "rank_hosts": hosts, "rank_nodes": [], "communicators": {WORLD: list(range(1000))},
                       "plan_files": {}, "passed": []})
        page = self.page(self.file("run.json", json.dumps(report)))
        self.assertLess(len(page), 2 << 20)
        self.assertEqual(page.count("2 ways tried"), 200)


# What is seen of a page: sections with their places, what is wider than the window, contrasts of text.
LAYOUT = """(() => {
  const light = color => {
    const part = value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = color.match(/[0-9.]+/g).map(value => part(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = one => { const own = getComputedStyle(one).backgroundColor;
    return /rgba.*, 0\\)/.test(own) && one.parentElement ? behind(one.parentElement) : own; };
  const contrast = (one, color) => { const [less, more] = [light(color), light(behind(one))].sort((a, b) => a - b);
    return (more + 0.05) / (less + 0.05); };
  const text = [...document.querySelectorAll("h1, h2, p, a, dt, dd, li, caption span, th, figcaption, label, footer")];
  const drawn = [...document.querySelectorAll("svg text")];
  const box = one => one.getBoundingClientRect();
  return {
    sections: [...document.querySelectorAll("section")].map(one => ({name: one.id, top: box(one).top, bottom: box(one).bottom,
      figures: one.querySelectorAll("svg").length, tables: one.querySelectorAll("table").length})),
    width: document.documentElement.scrollWidth, window: innerWidth,
    outside: [...document.querySelectorAll("section > *, header > *")].filter(one => box(one).right > innerWidth + 1).length,
    contrast: Math.min(...text.map(one => contrast(one, getComputedStyle(one).color)),
                       ...drawn.map(one => contrast(document.body, getComputedStyle(one).fill))),
    smallest: Math.min(...text.filter(one => one.offsetParent).map(one => parseFloat(getComputedStyle(one).fontSize))),
    unnamed: [...document.querySelectorAll("svg[role=img], [role=region]")].filter(one => !one.getAttribute("aria-label")).length,
    hidden: [...document.querySelectorAll(".choice")].filter(one => getComputedStyle(one).display === "none").length,
  };
})()"""


def pixels(png):
    """A PNG of 8 bits as browsers write it: its rows, each a list of brightnesses."""
    place, data = 8, b""
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + length]
        if name == b"IHDR":
            width, height, _, kind_of_color = struct.unpack(">IIBB", body[:10])
        data += body if name == b"IDAT" else b""
        place += 12 + length
    size = {2: 3, 6: 4}[kind_of_color]
    raw = zlib.decompress(data)
    rows, above = [], bytearray(width * size)
    for row in range(height):
        begin = row * (1 + width * size)
        how, line = raw[begin], bytearray(raw[begin + 1:begin + 1 + width * size])
        for at in range(len(line)):
            left, up = line[at - size] if at >= size else 0, above[at]
            corner = above[at - size] if at >= size else 0
            near = min((abs(up - corner), left), (abs(left - corner), up), (abs(left + up - 2 * corner), corner),
                       key=lambda pair: pair[0])[1]
            line[at] = (line[at] + (0, left, up, (left + up) // 2, near)[how]) & 255
        rows.append([line[at] for at in range(1, len(line), size)])
        above = line
    return rows


def inked(rows):
    """Where something is drawn, whatever the colours: what differs from the corner."""
    paper = rows[0][0]
    return [[abs(value - paper) > 12 for value in row] for row in rows]


@unittest.skipUnless(browser.found(), "no browser (scripts/install-dependencies tests)")
class ReportInBrowserTest(CommandLineTest):
    platform_of_hosts = ReportTest.platform_of_hosts
    run_of = ReportTest.run_of

    def report_page(self):
        self.good("report", self.run_of(("broadcast", "1M", 20), ("allreduce", "64K", 10), ("reduce", "1M", 7),
                                        noticed=["rank 7 comes late"]), "-o", "report.html")
        return self.folder / "report.html"

    def setUp(self):
        super().setUp()
        self.browser = browser.Browser()
        self.addCleanup(self.browser.close)

    def test_is_laid_out_alike_in_every_look(self):
        page = self.report_page()
        seen = {}
        for name, how in (("light", {}), ("dark", {"dark": True}), ("phone", {"width": 360, "height": 740}),
                          ("print", {"medium": "print", "width": 1000})):
            self.browser.open(page, **how)
            seen[name] = self.browser.run(LAYOUT)
        for name, look in seen.items():
            with self.subTest(name):
                self.assertEqual([one["name"] for one in look["sections"]], SECTIONS)
                self.assertEqual([(one["figures"], one["tables"]) for one in look["sections"]],
                                 [(0, 0), (0, 0), (1, 2), (0, 2), (0, 1), (3, 3), (0, 1)])
                for one, other in zip(look["sections"], look["sections"][1:]):
                    self.assertLessEqual(one["bottom"], other["top"])
                self.assertLessEqual(look["width"], look["window"])
                self.assertEqual((look["outside"], look["unnamed"]), (0, 0))
                self.assertGreater(look["contrast"], 4.5)
                self.assertEqual(look["hidden"], 0 if name == "print" else 2)
                self.assertGreaterEqual(look["smallest"], 9 if name == "print" else 13)

    def test_the_dark_page_shows_what_the_light_one_does(self):
        page = self.report_page()
        places = {}
        for dark in (False, True):
            self.browser.open(page, width=900, height=700, dark=dark)
            for section in ("network", "timeline"):
                self.browser.run(f"document.querySelector('#{section} svg').scrollIntoView()")
                box = self.browser.run(f"(({{x, y, width, height}}) => ({{x: x + scrollX, y: y + scrollY, width, height}}))"
                                       f"(document.querySelector('#{section} svg').getBoundingClientRect())")
                picture = self.browser.picture({**box, "scale": 0.5})
                places[section, dark] = inked(pixels(picture))
        for section in ("network", "timeline"):
            light, dark = places[section, False], places[section, True]
            self.assertEqual((len(light), len(light[0])), (len(dark), len(dark[0])))
            both = [(one, other) for rows in zip(light, dark) for one, other in zip(*rows)]
            drawn = sum(one for one, _ in both)
            self.assertGreater(drawn, 200, "nothing is seen")
            self.assertLess(sum(one != other for one, other in both), 0.35 * drawn)

    def test_does_all_by_keyboard(self):
        self.browser.open(self.report_page())
        run = self.browser.run
        run("""window.reached = new Set(); document.addEventListener("focusin", event => reached.add(event.target))""")
        may = "[...document.querySelectorAll('a, button, select, summary, [tabindex=\"0\"]')].filter(one => one.checkVisibility())"
        for _ in range(run(may + ".length") + 2):
            self.browser.press("Tab")
        self.assertEqual(run(may + ".filter(one => !reached.has(one)).map(one => one.outerHTML)"), [])
        # A table is sorted by its headings.
        calls = "[...document.querySelectorAll('#calls tbody tr')].map(row => row.cells[0].textContent)"
        before = run(calls)
        run("document.querySelector('#calls th button').focus()")
        self.browser.press("Enter", "\r")
        self.assertEqual(run(calls), sorted(before))
        self.browser.press("Enter", "\r")
        self.assertEqual(run(calls), sorted(before, reverse=True))
        self.assertEqual(run("document.querySelector('#calls th').ariaSort"), "descending")
        # Another call is chosen.
        shown = "[...document.querySelectorAll('.choice')].filter(one => one.checkVisibility()).map(one => one.id)"
        self.assertEqual(run(shown), ["timeline-0"])
        run("document.querySelector('select').focus()")
        self.browser.press("ArrowDown")
        self.assertEqual(run(shown), ["timeline-1"])
        # What is folded opens.
        run("document.querySelector('#timeline-1 summary').focus()")
        self.browser.press("Enter", "\r")
        self.assertTrue(run("document.querySelector('#timeline-1 details').open"))

    def test_is_printed(self):
        self.browser.open(self.report_page())
        self.assertEqual(self.browser.pdf()[:5], b"%PDF-")
        self.assertEqual(self.browser.run("document.querySelectorAll('details[open]').length"), 0)

    def test_needs_no_network_and_says_nothing_to_the_console(self):
        page = self.report_page()
        page.write_text(page.read_text().replace("<script>", "<script>window.errors = []; window.onerror = what => errors.push(what);", 1))
        self.browser.open(page)
        self.assertEqual(self.browser.run("[errors, performance.getEntriesByType('resource').map(one => one.name)]"), [[], []])


if __name__ == "__main__":
    unittest.main()
