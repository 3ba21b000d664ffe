"""The command line as its users meet it: output forms, exit codes, and one clear message for wrong input.

Environment: CAUSEWAY_PROGRAM, the program; for the classes UnderMpi..., CAUSEWAY_LAUNCH, the command that starts two
ranks that believe they run on the hosts a0 and b0; for the classes UnderMpiOnThreeHosts... three, on a0, b0 and c0.
"""

import csv
import io
import itertools
import json
import math
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.pop("CAUSEWAY_PROGRAM")
LAUNCH = os.environ.pop("CAUSEWAY_LAUNCH", "").split()
PLATFORM = str(pathlib.Path(__file__).parent.parent / "data" / "three-clusters.json")
CAPPED_FLOWS = str(pathlib.Path(__file__).parent.parent / "data" / "capped-flows.json")
VERBS = ["cluster", "predict", "schedule", "tree", "plan", "study", "characterize", "map", "fit", "list", "info"]
FAMILIES = ["strategies", "schemes", "heuristics", "trees", "formats", "models", "methods", "mappings", "launchers"]
TRAFFIC = str(pathlib.Path(__file__).parent.parent / "data" / "communication" / "cg.csv")
LULESH = str(pathlib.Path(__file__).parent.parent / "data" / "communication" / "lulesh2.csv")
MATRIX = """,a,b,c,d
a,,1,9,9
b,1,,9,9
c,9,9,,1
d,9,9,1,
"""


def ethernet_samples(hosts="abcd", threshold=1000):
    """Samples of hosts that differ on a switched Ethernet, without noise."""
    fixed = {host: 1e-4 * (1 + i) for i, host in enumerate(hosts)}
    per_byte = {host: 1e-8 * (4 - i % 3) for i, host in enumerate(hosts)}
    wire = 2e-8

    def arrival(host, size):
        return fixed[host] + (per_byte[host] + wire) * size

    lines = ["experiment,from,to,bytes,seconds"]
    for size in [0, 1000, 10000]:
        for a in hosts:
            for b in hosts:
                if a < b:
                    seconds = 2 * (fixed[a] + per_byte[a] * size + arrival(b, size))
                    lines.append(f"roundtrip,{a},{b},{size},{seconds}")
                for c in hosts:
                    if b < c and a not in (b, c):
                        answer = max(fixed[x] + arrival(x, size) for x in (b, c))
                        lines.append(f"one_to_two,{a},{b} {c},{size},{4 * fixed[a] + 2 * per_byte[a] * size + answer}")
        root, *others = hosts
        join = sum if size > threshold else max
        seconds = fixed[root] + per_byte[root] * len(others) * size + join(arrival(x, size) for x in others)
        lines.append(f"one_to_many,{root},{' '.join(others)},{size},{seconds}")
    return "\n".join(lines) + "\n"


# Five nodes: a chain of fast edges, and slower ones from the source to all.
GRAPH = {"causeway": "graph", "version": 1, "nodes": ["p0", "p1", "p2", "p3", "p4"],
         "edges": [{"from": "p0", "to": "p1", "time": 0.01}, {"from": "p1", "to": "p2", "time": 0.01},
                   {"from": "p2", "to": "p3", "time": 0.01}, {"from": "p3", "to": "p4", "time": 0.01},
                   {"from": "p0", "to": "p2", "time": 0.02}, {"from": "p0", "to": "p3", "time": 0.02},
                   {"from": "p0", "to": "p4", "time": 0.02}]}


class CommandLineTest(unittest.TestCase):
    """What the tests below share; has no test of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, launch=(), **variables):
        environment = {**os.environ, **variables}
        return subprocess.run([*launch, PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                              cwd=self.folder, env=environment, check=False)

    def good(self, *arguments, launch=(), **variables):
        """The standard output of a run that must do."""
        done = self.run_program(*arguments, launch=launch, **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        if not launch:
            self.assertEqual(done.stderr, "")
        return done.stdout

    def json(self, *arguments, launch=()):
        return json.loads(self.good(*arguments, "--format", "json", launch=launch))

    def rows(self, *arguments, launch=()):
        """The rows of the CSV form, each as long as the header, as dictionaries."""
        lines = list(csv.reader(io.StringIO(self.good(*arguments, "--format", "csv", launch=launch))))
        for line in lines:
            self.assertEqual(len(line), len(lines[0]))
        return [dict(zip(lines[0], line)) for line in lines[1:]]

    def refused(self, *arguments, says, code=2, launch=()):
        """Runs what must be refused: nothing on the standard output, one line with all the words."""
        done = self.run_program(*arguments, launch=launch)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        own = [line for line in done.stderr.splitlines() if line.startswith("causeway:")]
        self.assertEqual(len(own), 1, done.stderr)
        if not launch:
            self.assertEqual(done.stderr.splitlines(), own)
        for word in says:
            self.assertIn(word, own[0])

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def platform(self, change):
        """The test platform as a file, after `change` was made to its JSON."""
        document = json.loads(pathlib.Path(PLATFORM).read_text())
        change(document)
        return self.file("platform.json", json.dumps(document))

    def graph(self, change=lambda document: None):
        """The graph above as a file, after `change` was made to its JSON."""
        document = json.loads(json.dumps(GRAPH))
        change(document)
        return self.file("graph.json", json.dumps(document))

    def assert_conclusion_first(self, text):
        first, second = (text + "\n").split("\n")[:2]
        self.assertGreater(len(first), 10, text)
        self.assertNotRegex(first, r"\S\s{2,}\S", "the first line is a row of a table")
        self.assertNotIn("\t", second)

    def assert_seconds(self, value):
        self.assertIsInstance(value, (int, float))
        self.assertTrue(math.isfinite(value) and value >= 0, value)


class EveryVerbTest(CommandLineTest):
    ARGUMENTS = {"predict": [PLATFORM], "schedule": [PLATFORM], "plan": [PLATFORM],
                 "study": ["grids", "--clusters", "2..3", "--runs", "20"], "list": [], "info": [],
                 "characterize": [TRAFFIC]}

    def arguments(self):
        matrix = self.file("matrix.csv", MATRIX)
        return {**self.ARGUMENTS, "cluster": [matrix], "tree": [self.graph(), "--trees", "1"],
                "fit": ["ethernet", self.file("samples.csv", ethernet_samples())]}

    def test_the_list_of_verbs_is_in_the_help(self):
        text = self.good("--help")
        for verb in VERBS:
            self.assertRegex(text, rf"(?m)^\s+{verb}\s")

    def test_help_shows_an_example_that_names_the_verb(self):
        for verb in VERBS:
            text = self.good(verb, "--help")
            self.assertRegex(text, rf"Example:\n\s+.*causeway {verb}\b")
            self.assertIn("--format", text)
            self.assertIn("-o", text)

    def test_version(self):
        self.assertRegex(self.good("--version"), r"^\d+\.\d+\.\d+\n$")

    def test_text_begins_with_a_conclusion(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.assert_conclusion_first(self.good(verb, *arguments))

    def test_json_and_csv_parse(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.assertIsInstance(self.json(verb, *arguments), dict)
                self.assertTrue(self.rows(verb, *arguments))

    def test_output_goes_to_the_file_whole_and_nowhere_else(self):
        for verb, arguments in self.arguments().items():
            for form in ["text", "json", "csv"]:
                with self.subTest(verb, form=form):
                    expected = self.good(verb, *arguments, "--format", form)
                    self.assertEqual(self.good(verb, *arguments, "--format", form, "-o", "out"), "")
                    self.assertEqual((self.folder / "out").read_text(), expected)

    def test_what_cannot_be_written_is_exit_code_1(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.refused(verb, *arguments, "-o", "missing/out", says=["missing/out"], code=1)

    def test_an_error_leaves_the_old_file_alone_and_no_new_one(self):
        self.file("out", "old")
        self.refused("plan", "nowhere.json", "-o", "out", says=["nowhere.json"])
        self.refused("plan", PLATFORM, "--bytes", "4X", "-o", "out", "--save", "saved", says=["--bytes"])
        self.refused("plan", PLATFORM, "--format", "yaml", "-o", "out", "--save", "saved", says=["--format"])
        self.assertEqual((self.folder / "out").read_text(), "old")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["out"])

    def test_an_unknown_format_is_answered_with_the_known_ones(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.refused(verb, *arguments, "--format", "yaml", says=["--format", "yaml", "text, json, csv"])

    def test_an_unknown_verb_is_answered_with_the_known_ones(self):
        self.refused("plna", says=["'plna'", *VERBS])
        self.refused(says=VERBS)

    def test_an_unknown_option_is_named_with_where_to_look(self):
        for verb, arguments in self.arguments().items():
            with self.subTest(verb):
                self.refused(verb, *arguments, "--colour", "red", says=["--colour", f"causeway {verb} --help"])

    def test_a_missing_argument_is_named(self):
        for verb in ["predict", "schedule", "plan"]:
            self.refused(verb, says=["platform", f"causeway {verb} --help"])
        self.refused("cluster", says=["matrix"])


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


    ZONES = str(pathlib.Path(__file__).parent.parent / "data" / "ibm_30zones_2024-03-03.csv")

    def test_multilevel_finds_the_ten_regions_of_thirty_zones_without_a_tolerance(self):
        result = self.json("cluster", self.ZONES, "--method", "multilevel")
        self.assertIsNone(result["tolerance"])
        regions = {frozenset(name.rstrip("123") for name in cluster) for cluster in result["clusters"]}
        self.assertEqual(sorted(map(len, result["clusters"])), [3] * 10)
        self.assertTrue(all(len(region) == 1 for region in regions))
        self.assertEqual(result["levels"][result["most_stable"]]["clusters"], result["clusters"])
        self.assertEqual(len(result["levels"][-1]["clusters"]), 1)
        for level in result["levels"]:
            self.assertTrue(0.5 <= level["stability"] <= 1.0)
        text = self.good("cluster", self.ZONES, "--method", "multilevel", "--tolerance", "0.3")
        self.assert_conclusion_first(text)
        self.assertIn("--tolerance was not used", text)

    def test_zones_are_as_the_sources_of_the_other_methods_say(self):
        for tolerance, sizes in [("0.2", [1, 2] + [3] * 9), ("0.5", [3] * 10), ("2", [3] * 10)]:
            result = self.json("cluster", self.ZONES, "--tolerance", tolerance)
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


class ScheduleTest(CommandLineTest):
    def test_json_has_the_keys_of_the_contract_for_every_heuristic(self):
        listed = [entry["name"] for entry in self.json("list", "heuristics")["heuristics"]]
        for completion in ["sequential", "overlapped"]:
            result = self.json("schedule", PLATFORM, "--root", "b", "--bytes", "1M", "--heuristic", "all",
                               "--completion", completion)
            self.assertEqual([one["heuristic"] for one in result["schedules"]], listed)
            for one in result["schedules"]:
                self.assert_seconds(one["makespan"])
                self.assertEqual(set(one["completion"]), {"a", "b", "c"})
                self.assertAlmostEqual(one["makespan"], max(one["completion"].values()))
                self.assertEqual(sorted(send["to"] for send in one["sends"]), ["a", "c"])
                for send in one["sends"]:
                    self.assertIn(send["from"], "abc")
                    self.assertLess(send["start"], send["arrival"])

    def test_overlapped_is_never_later_than_sequential(self):
        sequential, overlapped = (
            self.json("schedule", PLATFORM, "--bytes", "1M", "--completion", completion)["schedules"]
            for completion in ["sequential", "overlapped"])
        for one, other in zip(sequential, overlapped):
            self.assertLessEqual(other["makespan"], one["makespan"])

    def test_sequential_is_the_default(self):
        self.assertEqual(self.json("schedule", PLATFORM),
                         self.json("schedule", PLATFORM, "--completion", "sequential"))

    def test_one_heuristic_alone(self):
        result = self.json("schedule", PLATFORM, "--heuristic", "flat", "--bytes", "1M")
        self.assertEqual([one["heuristic"] for one in result["schedules"]], ["flat"])
        first, second = result["schedules"][0]["sends"]
        # a sends 1 MiB to b, then to c: g is 52.5 ms, L is 5 and 12 ms.
        self.assertAlmostEqual(first["arrival"], 0.0525 + 0.005)
        self.assertAlmostEqual(second["start"], 0.0525)
        self.assertAlmostEqual(second["arrival"], 2 * 0.0525 + 0.012)

    def test_what_cannot_be_reached_is_null_and_said(self):
        platform = self.platform(lambda document: document["links"].clear())
        result = self.json("schedule", platform, "--root", "a")
        self.assertIsNone(result["schedules"][0]["makespan"])
        self.assertIsNone(result["schedules"][0]["completion"]["b"])
        self.assertRegex(self.good("schedule", platform, "--root", "a").splitlines()[0], "cannot be reached")

    def test_wrong_options_are_refused(self):
        self.refused("schedule", PLATFORM, "--root", "z", says=["--root", "'z'", "a, b, c"])
        self.refused("schedule", PLATFORM, "--heuristic", "magic", says=["--heuristic", "magic", "ecef"])
        self.refused("schedule", PLATFORM, "--completion", "soon", says=["--completion", "soon", "overlapped"])

    def grid(self, clusters):
        """A platform of many clusters, each joined to each."""
        plogp = {"latency": 0.001, "gap": 0.01}
        names = [f"c{i}" for i in range(clusters)]
        links = [{"from": a, "to": b, "plogp": {"latency": 0.001 * (i + 1), "gap": 0.1 + 0.01 * ((3 * i + 5 * j) % 7)}}
                 for i, a in enumerate(names) for j, b in enumerate(names) if i < j]
        document = {"causeway": "platform", "version": 1, "name": "many", "links": links,
                    "clusters": [{"name": name, "hosts": 4, "plogp": plogp} for name in names]}
        return self.file("many.json", json.dumps(document))

    def test_those_that_search_say_how_good_their_answer_is(self):
        for heuristic in ["search", "optimal"]:
            result, = self.json("schedule", PLATFORM, "--heuristic", heuristic)["schedules"]
            self.assertEqual(result["lower_bound"], result["makespan"])
            self.assertFalse(result["stopped_early"])
            self.assertIn("proven", self.good("schedule", PLATFORM, "--heuristic", heuristic))
        result, = self.json("schedule", self.grid(20), "--heuristic", "optimal", "--steps", "5")["schedules"]
        self.assertTrue(result["stopped_early"])
        self.assertLess(result["lower_bound"], result["makespan"])
        self.assertIn("stopped", self.good("schedule", self.grid(20), "--heuristic", "optimal", "--steps", "5"))

    def test_all_leaves_out_what_is_meant_for_fewer_clusters_and_says_so(self):
        platform = self.grid(17)
        result = self.json("schedule", platform, "--steps", "100")
        names = [schedule["heuristic"] for schedule in result["schedules"]]
        self.assertIn("search", names)
        self.assertNotIn("optimal", names)
        self.assertEqual(result["left_out"], [{"heuristic": "optimal", "most_clusters": 16}])
        self.assertIn("optimal is left out", self.good("schedule", platform, "--steps", "100"))
        self.assertNotIn("left_out", self.json("schedule", self.grid(16), "--steps", "100"))

    def test_the_same_seed_and_steps_give_the_same_schedule(self):
        arguments = ["schedule", self.grid(30), "--heuristic", "search", "--steps", "3000", "--seed", "5"]
        self.assertEqual(self.good(*arguments), self.good(*arguments))

    def test_heuristics_can_be_chosen(self):
        def names(heuristic):
            result = self.json("schedule", PLATFORM, "--heuristic", heuristic)
            return [schedule["heuristic"] for schedule in result["schedules"]]

        self.assertEqual(names("ecef,flat,ecef"), ["ecef", "flat"])
        self.assertEqual(set(names("all")) - set(names("constructive")), {"search", "optimal"})

    def test_wrong_efforts_are_refused(self):
        self.refused("schedule", PLATFORM, "--budget", "-1", says=["--budget", "-1", ">= 0"])
        self.refused("schedule", PLATFORM, "--steps", "-1", says=["--steps", "-1"])


class StudyTest(CommandLineTest):
    GRIDS = ["study", "grids", "--clusters", "2..4", "--runs", "50"]

    def test_json_has_the_keys_of_the_contract(self):
        result = self.json(*self.GRIDS, "--seed", "7")
        self.assertEqual([row["clusters"] for row in result["rows"]], [2, 3, 4])
        self.assertEqual((result["runs"], result["seed"], result["completion"]), (50, 7, "sequential"))
        for row in result["rows"]:
            for name in ["flat", "fef", "ecef", "ecef-la", "ecef-la-t-min", "ecef-la-t-max", "bottom-up"]:
                self.assert_seconds(row["means"][name])
                self.assert_seconds(row["standard_errors"][name])
                self.assertTrue(0 <= row["hit_rates"][name] <= 1)
            self.assertNotIn("search", row["means"])

    def test_the_same_seed_gives_the_same_result_and_another_one_another(self):
        first, second, other = (self.good(*self.GRIDS, "--seed", seed) for seed in ["1", "1", "2"])
        self.assertEqual(first, second)
        self.assertNotEqual(first, other)

    def test_heuristics_completion_and_ranges_can_be_chosen(self):
        result = self.json(*self.GRIDS, "--heuristic", "ecef,optimal", "--completion", "overlapped", "--latency", "0",
                           "--gap", "1", "--local-time", "0..0")
        self.assertEqual(list(result["rows"][0]["means"]), ["ecef", "optimal"])
        # Everything takes one second: 2 clusters after 1 s, 3 and 4 after 2 s.
        self.assertEqual([row["means"]["optimal"] for row in result["rows"]], [1, 2, 2])

    def test_studies_are_listed(self):
        self.refused("study", says=["grids", "trees"])
        self.refused("study", "fruits", says=["fruits", "grids", "trees"])
        self.assertIn("grids", self.good("study", "--help"))
        self.assertRegex(self.good("study", "grids", "--help"), r"Example:\n\s+causeway study grids")

    def test_wrong_options_are_refused(self):
        for option, value in [("--clusters", "0..4"), ("--clusters", "many"), ("--heuristic", "magic"), ("--gap", "2..1"),
                              ("--completion", "soon"), ("--latency", "-1")]:
            self.refused("study", "grids", option, value, says=[option, value])
        self.refused("study", "grids", "--runs", "0", says=["runs", "at least 1"])


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


class TreeTest(CommandLineTest):
    def test_json_has_the_keys_of_the_contract_for_every_heuristic(self):
        listed = [entry["name"] for entry in self.json("list", "trees")["trees"]]
        self.assertIn("local-search", listed)
        for port in ["one", "one-unidirectional", "multi"]:
            result = self.json("tree", self.graph(), "--source", "p0", "--port", port, "--heuristic", "all",
                               "--trees", "3")
            self.assertEqual([one["heuristic"] for one in result["trees"]], listed)
            self.assertEqual((result["source"], result["port"]), ("p0", port))
            for one in result["trees"]:
                self.assertAlmostEqual(one["ratio"], one["throughput"] / result["bound"])
                self.assertLessEqual(one["ratio"], 1 + 1e-9)
                if one["heuristic"] != "binomial":
                    self.assertEqual(sorted(to for _, to in one["edges"]), ["p1", "p2", "p3", "p4"])
            packing = result["packing"]
            self.assertLessEqual(len(packing["trees"]), 3)
            self.assertAlmostEqual(packing["throughput"], sum(tree["weight"] for tree in packing["trees"]))
            self.assertEqual([one["most_trees"] for one in result["packing_ratios"]], [1, 2, 3])
            certificate = result["certificate"]
            self.assertLessEqual(certificate["gap"], 1e-9)
            self.assertTrue(certificate["binding"])
            self.assertAlmostEqual(sum(certificate["prices"].values()), result["bound"])
            self.assertAlmostEqual(sum(cut["weight"] for cut in certificate["cuts"]), 1)

    def test_throughput_is_that_of_the_edges(self):
        time = {(edge["from"], edge["to"]): edge["time"] for edge in GRAPH["edges"]}
        for one in self.json("tree", self.graph(), "--trees", "1")["trees"]:
            sends = {}
            for start, end in one["edges"]:
                sends[start] = sends.get(start, 0) + time[start, end]
            self.assertAlmostEqual(one["throughput"], 1 / max(sends.values()), places=6)

    def test_heuristics_can_be_chosen(self):
        result = self.json("tree", self.graph(), "--heuristic", "growing,simple-pruning", "--trees", "1")
        self.assertEqual([one["heuristic"] for one in result["trees"]], ["growing", "simple-pruning"])
        # The chain carries a slice each 0.01 s, and nothing is faster.
        self.assertAlmostEqual(result["bound"], 100)
        self.assertEqual(result["trees"][0]["edges"], [["p0", "p1"], ["p1", "p2"], ["p2", "p3"], ["p3", "p4"]])

    def test_the_conclusion_says_bound_best_tree_and_what_limits(self):
        text = self.good("tree", self.graph(), "--slice", "1000000")
        first = text.splitlines()[0]
        for words in ["p0", "100 slices/s", "100 MB/s", "reaches 1.00 of that with one tree", "limited by", "port of p"]:
            self.assertIn(words, first)
        self.assertRegex(text, r"(?m)^growing\s+100\.00\s+1\.000\s+100 MB/s$")

    def test_the_same_seed_gives_the_same_result(self):
        first, second = (self.good("tree", self.graph(), "--seed", "7", "--format", "json") for _ in range(2))
        self.assertEqual(first, second)

    def test_a_single_node_needs_nothing(self):
        graph = self.graph(lambda document: document.update(nodes=["p0"], edges=[]))
        self.assertIn("nothing is to be sent", self.good("tree", graph))
        self.assertIsNone(self.json("tree", graph)["bound"])

    def test_wrong_options_and_graphs_are_refused(self):
        graph = self.graph()
        self.refused("tree", graph, "--source", "p9", says=["graph.json", "p9", "p0"])
        self.refused("tree", graph, "--port", "two", says=["--port", "two", "one-unidirectional", "multi"])
        self.refused("tree", graph, "--heuristic", "magic", says=["--heuristic", "magic", "growing"])
        self.refused("tree", graph, "--trees", "0", says=["--trees", "0", "at least 1"])
        self.refused("tree", graph, "--steps", "-1", says=["--steps", "-1"])
        self.refused("tree", graph, "--slice", "many", says=["--slice", "many"])
        self.refused("tree", graph, "--slice", "0", says=["--slice", "0"])
        self.refused("tree", graph, "--source", "p3", says=["graph.json", "p3", "p0"])
        self.refused("tree", "nowhere.json", says=["nowhere.json"])
        self.refused("tree", graph, "--bandwidth", "fast", says=["--bandwidth", "fast", "bytes per second"])
        self.refused("tree", graph, "--bandwidth", "0", says=["--bandwidth", "0"])

    def test_bad_graphs_are_refused_with_their_place(self):
        for time in [0, -0.01]:
            wrong = self.graph(lambda document: document["edges"][0].update(time=time))
            self.refused("tree", wrong, says=["graph.json", "edges[0].time", "> 0"])
        twice = self.graph(lambda document: document["edges"].append(document["edges"][1]))
        self.refused("tree", twice, says=["graph.json", "edges[7]", "p1", "p2", "edges[1]"])
        stranger = self.graph(lambda document: document["edges"][2].update(to="p9"))
        self.refused("tree", stranger, says=["graph.json", "edges[2]", "p9"])
        cut_off = self.graph(lambda document: document.update(edges=document["edges"][:2]))
        self.refused("tree", cut_off, "--source", "p0", says=["graph.json", "p3", "p4"])
        self.refused("tree", self.file("graph.json", "not a graph"), says=["graph.json"])

    def test_links_without_a_speed_get_the_one_asked_for(self):
        graph = self.file("map.graphml", """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
            <key attr.name="LinkSpeedRaw" attr.type="double" for="edge" id="speed"/>
            <graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>
            <edge source="a" target="b"><data key="speed">8000000000</data></edge>
            <edge source="b" target="c"/></graph></graphml>""")
        slice_of_a_megabyte = ["--slice", "1000000", "--trees", "1"]
        self.assertAlmostEqual(self.json("tree", graph, *slice_of_a_megabyte)["bound"], 1000)
        result = self.json("tree", graph, *slice_of_a_megabyte, "--bandwidth", "5e7")
        self.assertAlmostEqual(result["bound"], 50)
        self.assertIn("50.0 MB/s", " ".join(result["remarks"]))


class StudyTreesTest(CommandLineTest):
    TREES = ["study", "trees", "--nodes", "5,8", "--density", "0.1..0.5:0.4", "--runs", "2", "--steps", "1000"]

    def test_json_has_the_keys_of_the_contract(self):
        result = self.json(*self.TREES, "--seed", "7", "--trees", "1,2")
        self.assertEqual([(row["nodes"], row["density"]) for row in result["rows"]],
                         [(5, 0.1), (5, 0.5), (8, 0.1), (8, 0.5)])
        self.assertEqual((result["runs"], result["seed"], result["port"]), (2, 7, "one"))
        listed = [entry["name"] for entry in self.json("list", "trees")["trees"]]
        for row in result["rows"]:
            self.assertEqual(list(row["means"]), listed)
            for name in listed:
                self.assertTrue(0 < row["least"][name] <= row["means"][name] <= 1 + 1e-9)
                self.assertGreaterEqual(row["deviations"][name], 0)
            self.assertEqual([one["most_trees"] for one in row["packings"]], [1, 2])

    def test_says_on_how_many_platforms_packings_reach_their_goals(self):
        arguments = [*self.TREES, "--heuristic", "growing", "--trees", "4,8"]
        result = self.json(*arguments)
        self.assertEqual([(goal["most_trees"], goal["ratio"]) for goal in result["goals"]], [(4, 0.90), (8, 0.97)])
        for goal, place in zip(result["goals"], [0, 1]):
            ratios = [ratio for row in result["rows"] for ratio in row["packings"][place]["ratios"]]
            self.assertEqual(goal["platforms"], len(ratios))
            self.assertEqual(goal["platforms"], 8)
            self.assertEqual(goal["reached"], sum(ratio >= goal["ratio"] for ratio in ratios))
            self.assertEqual(goal["least"], min(ratios))
            self.assertEqual([one["density"] for one in goal["by_density"]], [0.1, 0.5])
            self.assertEqual(sum(one["platforms"] for one in goal["by_density"]), 8)
        text = self.good(*arguments)
        self.assertRegex(text, r"(?m)^8 trees: 0\.97 of the bound or more on \d of 8 platforms, the worst [01]\.\d{3} ")

    def test_draws_a_figure(self):
        for axis in ["nodes", "density"]:
            self.good(*self.TREES, "--heuristic", "growing,binomial", "--trees", "1", "--figure", "out.svg",
                      "--over", axis)
            figure = (self.folder / "out.svg").read_text()
            for words in ["<svg", ">growing<", ">binomial<", ">1 tree<", f">{axis}<"]:
                self.assertIn(words, figure)

    def test_platforms_in_the_manner_of_tiers(self):
        result = self.json("study", "trees", "--platform", "tiers-30", "--runs", "2", "--heuristic", "growing",
                           "--trees", "1", "--steps", "1000")
        self.assertEqual([row["nodes"] for row in result["rows"]], [30])
        self.assertEqual(result["platform"], "tiers-30")

    def test_wrong_options_are_refused(self):
        for option, value in [("--nodes", "0"), ("--nodes", "2.5"), ("--nodes", "many"), ("--density", "-1"),
                              ("--port", "two"), ("--heuristic", "magic"), ("--trees", "0"), ("--platform", "moon"),
                              ("--over", "time")]:
            self.refused("study", "trees", option, value, says=[option, value])
        self.refused("study", "trees", "--density", "2", says=["density", "2"])
        self.refused("study", "trees", "--runs", "0", says=["runs", "at least 1"])


class PlanTest(CommandLineTest):
    def test_json_has_the_choice_the_runners_up_their_margins_the_bound_and_why(self):
        result = self.json("plan", PLATFORM, "--collective", "broadcast", "--bytes", "4M", "--root", "3")
        self.assertEqual(result["collective"], "broadcast")
        self.assertEqual(result["bytes"], 4 << 20)
        self.assertEqual(result["root"], 3)
        for one in [result["choice"], *result["runners_up"]]:
            self.assert_seconds(one["seconds"])
            self.assertAlmostEqual(one["margin"], one["seconds"] / result["choice"]["seconds"])
            self.assertGreaterEqual(one["seconds"], result["bound"]["seconds"] * (1 - 1e-9))
            self.assertIn(one["basis"], ["closed form", "simulated", "measured", "estimated"])
            self.assertEqual(one["plan"]["causeway"], "plan")
        self.assertIn("native", [one["plan"]["shape"] for one in result["runners_up"]])
        self.assertTrue(result["reason"])
        self.assertTrue(result["bound"]["reason"])

    def test_every_root_and_size_is_planned(self):
        for root in range(6):
            for size in ["0", "1", "64K", "4M", "3G"]:
                result = self.json("plan", PLATFORM, "--root", root, "--bytes", size)
                self.assertEqual(result["choice"]["plan"]["root"], root)

    def test_the_saved_plan_is_the_choice(self):
        result = self.json("plan", PLATFORM, "--bytes", "4M", "--save", "plan.json")
        saved = json.loads((self.folder / "plan.json").read_text())
        self.assertEqual(saved, result["choice"]["plan"])
        self.assertEqual(saved["shape"], "pipeline")

    def test_several_coordinators_are_told_where_one_flow_does_not_fill_a_route(self):
        text = self.good("plan", CAPPED_FLOWS, "--bytes", "16M")
        self.assertRegex(text, "coordinators: [2-4] of a")
        choice = self.json("plan", CAPPED_FLOWS, "--bytes", "16M")["choice"]["plan"]
        self.assertEqual(choice["shape"], "trees")
        self.assertGreater(len({step["receiver"] for step in choice["period"] if "receiver" in step}), 1)
        self.assertNotIn("coordinators", self.good("plan", CAPPED_FLOWS, "--bytes", "64"))

    def test_a_strategy_can_be_forced(self):
        forced = self.json("plan", PLATFORM, "--strategy", "binomial_tree@8K", "--bytes", "1M")["choice"]["plan"]
        self.assertEqual({local["between_hosts"] for local in forced["local"]}, {"binomial_tree"})
        native = self.json("plan", PLATFORM, "--strategy", "native")["choice"]["plan"]
        self.assertEqual(native["shape"], "native")

    def test_clusters_that_are_not_joined_are_left_to_the_library_and_that_is_said(self):
        platform = self.platform(lambda document: document["links"].clear())
        result = self.json("plan", platform)
        self.assertEqual(result["choice"]["plan"]["shape"], "native")
        self.assertIsNone(result["choice"]["seconds"])
        text = self.good("plan", platform)
        self.assertIn("does not join", text)
        self.assertNotIn("nan", text)

    def test_wrong_platforms_are_refused_with_file_and_place(self):
        def set_latency(value):
            return lambda document: document["clusters"][0]["plogp"].update(latency=value)

        wrong = {
            "a missing field": (lambda d: d["clusters"][0].pop("name"), ["clusters[0]", "name"]),
            "a missing latency": (lambda d: d["links"][1]["plogp"].pop("latency"), ["links[1].plogp", "latency"]),
            "no clusters": (lambda d: d.pop("clusters"), ["clusters"]),
            "a negative latency": (set_latency(-1), ["clusters[0].plogp.latency", "-1", ">= 0"]),
            "a latency in words": (set_latency("fast"), ["clusters[0].plogp.latency", "fast"]),
            "an unknown key": (lambda d: d["links"][0].update(colour="red"), ["links[0]", "colour", "symmetric"]),
            "an unknown cluster": (lambda d: d["links"][0].update(to="z"), ["links[0].to", "'z'", "a, b, c"]),
            "sizes that fall": (lambda d: d["clusters"][1]["plogp"].update(gap=[[8, 1], [4, 2]]),
                                ["clusters[1].plogp.gap[1]"]),
            "another kind": (lambda d: d.update(causeway="graph"), ["graph", "platform"]),
            "another version": (lambda d: d.update(version=2), ["version", "2"]),
        }
        for what, (change, words) in wrong.items():
            with self.subTest(what):
                self.refused("plan", self.platform(change), says=["platform.json", "found", "accepted", *words])
        self.refused("plan", self.file("broken.json", '{"causeway": "platform",\n'), says=["broken.json", "line"])
        self.refused("plan", self.folder, says=[str(self.folder), "directory"])

    def test_wrong_options_are_refused(self):
        self.refused("plan", PLATFORM, "--root", "6", says=["--root", "6", "0 to 5"])
        self.refused("plan", PLATFORM, "--root", "-1", says=["--root", "-1", "0 to 5"])
        self.refused("plan", PLATFORM, "--root", "first", says=["--root", "first"])
        self.refused("plan", PLATFORM, "--bytes", "4X", says=["--bytes", "4X", "4K"])
        self.refused("plan", PLATFORM, "--collective", "scan", says=["--collective", "scan", "broadcast", "allreduce"])
        self.refused("plan", PLATFORM, "--strategy", "magic", says=["--strategy", "magic", "flat_tree", "native"])


class ListTest(CommandLineTest):
    def test_every_family_of_the_contract_is_listed(self):
        for family in FAMILIES:
            entries = self.json("list", family)
            self.assertEqual(list(entries), [family])
            for entry in entries[family]:
                self.assertTrue(entry["name"] and entry["summary"] and entry["source"])

    def test_all_is_every_family(self):
        self.assertEqual(set(self.json("list")), set(FAMILIES))

    def test_an_unknown_family_is_answered_with_the_known_ones(self):
        self.refused("list", "fruits", says=["fruits", *FAMILIES])


class InfoTest(CommandLineTest):
    def test_shows_the_value_in_force_and_where_it_came_from(self):
        self.file("causeway.conf", "verbose = 1\nreport = r.json\n")
        done = self.good("info", "--format", "json", CAUSEWAY_VERBOSE="2")
        result = json.loads(done)
        settings = {setting["name"]: setting for setting in result["settings"]}
        self.assertEqual((settings["verbose"]["value"], settings["verbose"]["origin"]), ("2", "environment"))
        self.assertEqual(settings["report"]["value"], "r.json")
        self.assertEqual(settings["report"]["origin"], "causeway.conf, line 2")
        self.assertEqual((settings["strategy"]["value"], settings["strategy"]["origin"]), (None, "default"))
        self.assertTrue(result["version"] and result["mpi"])

    def test_a_file_of_settings_that_others_may_have_written_is_ignored_and_named(self):
        conf = self.file("causeway.conf", "report = r.json\n")
        os.chmod(conf, 0o666)
        result = json.loads(self.good("info", "--format", "json"))
        settings = {setting["name"]: setting for setting in result["settings"]}
        self.assertIsNone(settings["report"]["value"])
        self.assertEqual(len(result["ignored_files"]), 1)
        self.assertIn("causeway.conf is ignored: others may write to causeway.conf", self.good("info"))
        named = json.loads(self.good("info", "--format", "json", CAUSEWAY_CONF=str(conf)))
        self.assertEqual(named["ignored_files"], [])
        self.assertIn("r.json", [setting["value"] for setting in named["settings"]])

    def test_a_word_it_does_not_know_is_answered_with_the_known_ones(self):
        done = self.run_program("info", CAUSEWAY_STRATGY="x")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn("CAUSEWAY_STRATEGY", done.stderr)
        self.file("causeway.conf", "\nstratgy = x\n")
        self.refused("info", says=["causeway.conf", "line 2", "stratgy", "strategy"])


TRAFFIC_TABLE_1 = """416 1266 1266 0 2 0 0 0
1267 416 0 1266 0 2 0 0
1267 0 0 1266 416 0 2 0
0 1266 1267 0 0 416 0 2
3 0 416 0 0 1266 1266 0
0 2 0 416 1267 0 0 1266
0 0 2 0 1267 0 416 1266
0 0 0 2 0 1266 1267 416
"""


class CharacterizeTest(CommandLineTest):
    def test_the_sources_table_1_has_two_clusters(self):
        table = self.file("table1.txt", TRAFFIC_TABLE_1)
        for options in [[], ["--by", "messages"]]:  # a matrix holds what is asked for
            document = self.json("characterize", table, *options)
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
        self.assertIn("8 processes in 2 clusters", self.good("characterize", table))
        self.assertEqual(len(self.rows("characterize", table)), 8)

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


class MapTest(CommandLineTest):
    def sites(self, slots=16, hosts=1):
        """Four sites; the links of a are slower than the others."""
        def plogp(latency, rate):
            return {"latency": latency, "gap": [[0, 1e-5], [1 << 20, 1e-5 + (1 << 20) / rate]]}
        names = {site: [f"{site}{number}" for number in range(hosts)] for site in "abcd"}
        document = {
            "causeway": "platform", "version": 1, "name": "four sites",
            "clusters": [{"name": site, "hosts": names[site], "plogp": plogp(5e-5, 1e8), "within_host": plogp(1e-6, 5e9)}
                         for site in "abcd"],
            "links": [{"from": a, "to": b, "plogp": plogp(*((0.02, 5e6) if a == "a" else (0.005, 2e7)))}
                      for a in "abcd" for b in "abcd" if a < b],
            "hosts": [{"name": host, "cluster": site, "slots": slots} for site in "abcd" for host in names[site]]}
        return self.file("sites.json", json.dumps(document))

    def test_json_has_the_placement_the_costs_and_the_peers(self):
        document = self.json("map", LULESH, self.sites())
        self.assertEqual(sorted(document["slots"]), list(range(64)))
        self.assertEqual(document["placement"], ["abcd"[slot // 16] + "0" for slot in document["slots"]])
        self.assertEqual(set(document["peers"]),
                         {"identity", "round-robin", "random", "pairwise-swaps", "dendrogram"})
        for cost in [document["cost_before"], *document["peers"].values()]:
            self.assertLessEqual(document["cost_after"], cost * 1.001)
        self.assertLess(1.2 * document["cost_after"], document["peers"]["identity"])
        self.assertLessEqual(document["lower_bound"], document["cost_after"])
        self.assertEqual(document["cost_before"], document["peers"]["identity"])

    def test_text_and_csv_show_the_same_placement(self):
        platform = self.sites()
        text = self.good("map", LULESH, platform)
        self.assert_conclusion_first(text)
        for word in ["64 processes on 4 hosts in 4 clusters", "before", "round-robin", "bound", "a0: "]:
            self.assertIn(word, text)
        rows = self.rows("map", LULESH, platform)
        self.assertEqual([row["host"] for row in rows], self.json("map", LULESH, platform)["placement"])

    def test_every_launcher_gets_its_file(self):
        table = self.file("pairs.txt", "0 0 9 0\n0 0 0 9\n9 0 0 0\n0 9 0 0\n")
        for launcher, is_right in {"open-mpi": r"(rank \d=[abcd]0 slot=[01]\n){4}", "mpich": r"([abcd]0:[12]\n)+",
                                   "slurm": r"([abcd]0\n){4}"}.items():
            with self.subTest(launcher):
                text = self.good("map", table, self.sites(slots=2), "--launcher", launcher, "-o", "placement")
                self.assertRegex((self.folder / "placement").read_text(), f"^{is_right}$")
                self.assertIn("placement", text.splitlines()[-1])

    def test_before_is_where_a_trace_ran(self):
        lines = ["causeway trace 1", "processes 4", *(f"host {p} {host}0" for p, host in enumerate("abab")),
                 "message 0 2 5 5000", "message 1 3 5 5000", "end"]
        document = self.json("map", self.file("job.trace", "\n".join(lines) + "\n"), self.sites(slots=2))
        self.assertEqual(document["before"], "as traced")
        self.assertEqual(document["cost_before"], document["cost_after"])
        # Nothing is better, so nobody moves, though the other way round would be as good.
        self.assertTrue(document["kept"])
        self.assertEqual(document["placement"], ["a0", "b0", "a0", "b0"])
        self.assertIn("where they were", self.good("map", "job.trace", self.sites(slots=2)))
        elsewhere = "\n".join(lines).replace("b0", "x0") + "\n"
        document = self.json("map", self.file("job.trace", elsewhere), self.sites(slots=2))
        self.assertEqual(document["before"], "hosts filled one after another")
        self.assertFalse(document["kept"])

    def test_tables_with_nothing_to_gain_are_answered(self):
        for name, text in {"one": "7\n", "zeros": "0 0 0\n0 0 0\n0 0 0\n"}.items():
            with self.subTest(name):
                document = self.json("map", self.file(name, text), self.sites())
                self.assertEqual(document["cost_after"], 0)
                self.assertIn("costs nothing", self.good("map", name, self.sites()))

    def test_processes_that_do_not_talk_with_each_other_get_a_slot_too(self):
        table = self.file("apart.txt", "0 0 5 0 0\n0 0 0 0 0\n5 0 0 0 0\n0 0 0 0 5\n0 0 0 5 0\n")
        document = self.json("map", table, self.sites(slots=2))
        self.assertEqual(document["placement"][0], document["placement"][2])
        self.assertEqual(document["placement"][3], document["placement"][4])
        self.assertEqual(len(set(document["slots"])), 5)

    def test_wrong_input_is_refused_with_file_and_place(self):
        self.refused("map", TRAFFIC, self.sites(slots=15), says=["sites.json", "60 slots for 64 processes"])
        self.refused("map", self.file("ragged", "0 1\n2\n"), self.sites(), says=["ragged", "line 2"])
        self.refused("map", TRAFFIC, "missing.json", says=["missing.json"])
        self.refused("map", TRAFFIC, says=["cg.csv", "platform file"])
        self.refused("map", TRAFFIC, self.sites(), "--method", "magic", says=["--method", "magic", "search"])
        self.refused("map", TRAFFIC, self.sites(), "--launcher", "x", says=["--launcher", "open-mpi, mpich, slurm"])
        self.refused("map", TRAFFIC, self.sites(), "--steps", "-1", says=["--steps", "-1"])

    def test_a_refused_mapping_leaves_no_file(self):
        self.refused("map", TRAFFIC, self.sites(slots=15), "-o", "rankfile", says=["slots"])
        self.assertFalse((self.folder / "rankfile").exists())


class UnderMpiHelpTest(CommandLineTest):
    def test_help_shows_an_example(self):
        for verb in ["discover", "bench"]:
            self.assertRegex(self.good(verb, "--help"), rf"Example:\n\s+mpirun .*causeway {verb}\b")


class UnderMpiDiscoverTest(CommandLineTest):
    def test_the_file_is_a_platform_that_the_other_verbs_read(self):
        text = self.good("discover", "-o", "found.json", "--budget", "1", launch=LAUNCH)
        self.assert_conclusion_first(text)
        platform = json.loads((self.folder / "found.json").read_text())
        self.assertEqual((platform["causeway"], platform["version"]), ("platform", 1))
        hosts = [host for cluster in platform["clusters"] for host in cluster["hosts"]]
        self.assertEqual(sorted(hosts), ["a0", "b0"])
        self.assertTrue(self.json("plan", "found.json", "--bytes", "64K")["choice"])

    def test_every_format_goes_to_the_standard_output(self):
        platform = self.json("discover", "--budget", "1", launch=LAUNCH)
        self.assertEqual(platform["causeway"], "platform")
        self.assertTrue(self.rows("discover", "--budget", "1", launch=LAUNCH))

    def test_what_monitoring_knows_is_not_measured(self):
        # Far from the truth would be measured anew; what wakes up late on this machine is not.
        known = self.file("known.csv", "src,dst,latency_us\na0.site.org,B0,40\n")
        found = self.json("discover", "--budget", "1", "--monitoring", known, launch=LAUNCH)
        said = found["provenance"]["monitoring"]
        self.assertEqual((said["files"], said["hosts"], said["pairs"], said["checked"]), ([str(known)], 2, 1, 1))
        elsewhere = self.file("elsewhere.csv", "src,dst,latency_us\nx,y,3\n")
        found = self.json("discover", "--budget", "1", "--monitoring", known, elsewhere, launch=LAUNCH)
        self.assertEqual(found["provenance"]["monitoring"]["hosts"], 2)
        strange = self.file("strange.csv", "src,dst,latency_s\na0,b0,2\n")
        found = self.json("discover", "--budget", "1", "--monitoring", strange, launch=LAUNCH)
        said = found["provenance"]["monitoring"]
        self.assertEqual([(one["from"], one["to"], one["monitored"]) for one in said["contradictions"]],
                         [("a0", "b0", 2.0)])
        self.assertTrue(any("monitoring" in remark for remark in found["provenance"]["remarks"]))
        self.assertEqual(found["provenance"]["latencies"]["monitored"], 0)

    def test_wrong_monitoring_files_are_refused_once_and_the_old_file_stays(self):
        self.file("found.json", "old")
        for text, says in [("src,dst,latency\na0,b0,5\n", ["known.csv", "unit", "--latency-unit"]),
                           ("src,dst,latency_ms\na0,b0,-5\n", ["known.csv", "line 2", "-5"]),
                           ("src,dst,latency_ms\na0,b0,nan\n", ["known.csv", "line 2", "nan"]),
                           ("src,dst,latency_s\na0,b0,1e9\n", ["known.csv", "line 2", "1e+09 s"]),
                           ("src,dst,latency_ms,bandwidth_mbps\na0,b0,5,0\n", ["known.csv", "line 2", "'0'"]),
                           ("src,dst,latency_ms\na0,b0,5\na0,b0,6\n", ["known.csv", "line 3", "line 2"]),
                           ("src,dst,latency_ms\na0,b0\n", ["known.csv", "line 2", "2 cells"])]:
            with self.subTest(text):
                self.refused("discover", "-o", "found.json", "--monitoring", self.file("known.csv", text), says=says,
                             launch=LAUNCH)
                self.assertEqual((self.folder / "found.json").read_text(), "old")
        self.refused("discover", "--monitoring", "nowhere.csv", says=["nowhere.csv"], launch=LAUNCH)
        self.refused("discover", "--monitoring", self.file("known.csv", "src,dst,latency\na0,b0,5\n"),
                     "--latency-unit", "weeks", says=["--latency-unit", "weeks"], launch=LAUNCH)

    def test_the_budget_bounds_all_of_it(self):
        for budget in [0.5, 1, 2]:
            cost = self.json("discover", "--budget", budget, launch=LAUNCH)["provenance"]["cost"]
            self.assertEqual(cost["budget"], budget)
            # Twice leaves room for a machine that is busy with something else.
            self.assertLess(cost["spent"], 2 * budget)

    def test_interrupted_at_any_moment_it_leaves_the_old_file_whole(self):
        """Ends the job, or its launcher alone, at moments from its start to its end."""
        self.file("found.json", "old")
        ended_early = 0
        for kill, (moment, number) in enumerate(itertools.product(
                [0.05, 0.2, 0.5, 0.8, 1.1, 1.4, 1.7], [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])):
            job = subprocess.Popen([*LAUNCH, PROGRAM, "discover", "-o", "found.json", "--budget", "1"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder,
                                   env=dict(os.environ), start_new_session=True)
            try:
                job.wait(timeout=moment)
            except subprocess.TimeoutExpired:
                ended_early += 1
                if kill % 2 == 0:
                    os.killpg(job.pid, number)
                else:
                    job.send_signal(number)
            try:
                job.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(job.pid, signal.SIGKILL)
                job.wait()
            text = (self.folder / "found.json").read_text()
            if text != "old":
                self.assertEqual(json.loads(text)["causeway"], "platform")
                self.assertTrue(self.json("plan", "found.json", "--bytes", "64K")["choice"])
                self.file("found.json", "old")
        self.assertGreater(ended_early, 8)

    def test_wrong_options_are_refused_once(self):
        self.refused("discover", "--tolerance", "-1", says=["--tolerance", "-1"], launch=LAUNCH)
        self.refused("discover", "--budget", "0", says=["--budget", "0"], launch=LAUNCH)
        self.refused("discover", "--method", "magic", says=["--method", "magic", "lowekamp"], launch=LAUNCH)
        self.refused("discover", "--format", "yaml", says=["--format", "yaml"], launch=LAUNCH)
        self.refused("discover", "--colour", "red", says=["--colour"], launch=LAUNCH)


class UnderMpiProbeTest(CommandLineTest):
    def test_two_hosts_are_refused_with_the_reason(self):
        says = ["2 hosts", "at least 3", "only sums"]
        self.refused("probe", "ethernet", says=says, launch=LAUNCH)
        self.refused("discover", "--model", "ethernet", says=says, launch=LAUNCH)

    def test_wrong_options_are_refused_once(self):
        self.refused("probe", "ethernet", "--sizes", "1K,4K", says=["--sizes", "1K,4K", "0"], launch=LAUNCH)
        self.refused("probe", "ethernet", "--collective-sizes", "some", says=["--collective-sizes", "some"],
                     launch=LAUNCH)
        self.refused("probe", "token-ring", says=["token-ring", "ethernet"], launch=LAUNCH)
        self.refused("discover", "--model", "token-ring", says=["--model", "token-ring", "plogp, ethernet"],
                     launch=LAUNCH)


class UnderMpiOnThreeHostsTest(CommandLineTest):
    def test_what_probe_writes_fit_reads(self):
        self.good("probe", "ethernet", "-o", "samples.csv", "--sizes", "0,16K", "--collective-sizes", "1K,16K",
                  "--repetitions", "3", "--collective-repetitions", "3", "--rounds", "2", launch=LAUNCH)
        result = self.json("fit", "ethernet", "samples.csv")
        self.assertEqual([host["name"] for host in result["hosts"]], ["a0", "b0", "c0"])
        counts = {one["experiment"]: one["samples"] for one in result["experiments"]}
        self.assertEqual(counts, {"roundtrip": 12, "one_to_two": 12, "one_to_many": 4, "broadcast": 4,
                                  "disjoint_pairs": 4})

    def test_discovery_brings_the_costs_of_each_host_into_the_platform(self):
        self.good("discover", "--model", "ethernet", "-o", "found.json", "--budget", "1", launch=LAUNCH)
        cluster, = json.loads((self.folder / "found.json").read_text())["clusters"]
        self.assertEqual(cluster["hosts"], ["a0", "b0", "c0"])
        self.assertEqual([host["name"] for host in cluster["ethernet"]["hosts"]], cluster["hosts"])
        self.assertTrue(self.json("plan", "found.json", "--bytes", "64K")["choice"])
        # Our own plans by this platform and by another, in turn.
        result = self.json("bench", "--platform", "found.json", "--against", "found.json", "--compare", "own",
                           "--bytes", "4K", "--repetitions", "2", launch=LAUNCH)
        row, = result["rows"]
        for name in ["own", "against"]:
            self.assert_seconds(row["contenders"][name]["seconds"])
            self.assertNotIn("native", row["contenders"][name]["plan"])


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
