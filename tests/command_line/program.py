"""The program as its users meet it: output forms, exit codes, and one clear message for wrong input.

Environment: CAUSEWAY_PROGRAM, the program. For the classes UnderMpi...: CAUSEWAY_LAUNCH, the command that starts two ranks
that believe they run on the hosts a0 and b0, or for the classes UnderMpiOnThreeHosts... three, on a0, b0 and c0;
CAUSEWAY_WHO_WAITS, an MPI program that says which ranks wait for which in a broadcast.
"""

import csv
import io
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.pop("CAUSEWAY_PROGRAM")
LAUNCH = os.environ.pop("CAUSEWAY_LAUNCH", "").split()
WHO_WAITS = os.environ.pop("CAUSEWAY_WHO_WAITS", "")
TESTS = pathlib.Path(__file__).resolve().parent.parent
PLATFORM = str(TESTS / "data" / "three-clusters.json")
TRAFFIC = str(TESTS / "data" / "communication" / "cg.csv")
TABLE_1 = str(TESTS / "data" / "communication" / "table_1.txt")  # of Orduna, Arnau, Duato: CG on 8 processes
EXPERIENCE = str(TESTS / "inputs" / "corpus" / "experience" / "two-kinds.json")
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
        return subprocess.run([*launch, PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=600,
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
