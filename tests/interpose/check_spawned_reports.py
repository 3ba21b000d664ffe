"""Checks that processes that a program has started have reports of their own, beside that of the program.

Usage: check_spawned_reports.py REPORT COMMAND...
"""

import json
import pathlib
import subprocess
import sys

report = pathlib.Path(sys.argv[1])


def spawned(number):
    return report.with_name(f"{report.stem}.spawned-{number}{report.suffix}")


# What an earlier job has left goes; what is something else stays.
for file in report.parent.glob(f"{report.stem}.spawned-*"):
    file.unlink()
for number in (1, 2, 3):
    spawned(number).write_text(json.dumps({"causeway": "report", "started_by": {"processes": 9, "report": "old"}}))
spawned(4).write_text("something else")

result = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
print(result.stdout)
if "cannot start processes" in result.stdout:
    print("skipped: the MPI library cannot start processes here")
    sys.exit(0)
assert result.returncode == 0, result.returncode
assert result.stdout.count("spawning: right") == 2 + 2 * 2, "some process has not got its results"

own = json.loads(report.read_text())
assert own["started_by"] is None and own["processes"] == 2, own["started_by"]
for number in (1, 2):
    theirs = json.loads(spawned(number).read_text())
    assert theirs["started_by"] == {"processes": 2, "report": report.name}, theirs["started_by"]
    assert theirs["causeway"] == "report" and theirs["processes"] == 2, theirs
    assert theirs["passes_through"] or theirs["plans"], theirs
assert not spawned(3).exists() and spawned(4).read_text() == "something else"
print("reports: one of the program, two of those that it has started")
