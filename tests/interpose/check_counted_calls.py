"""Runs counted_calls and holds the report against what it says it has called: no call is missing, none is there twice.

Usage: check_counted_calls.py REPORT COMMAND...
"""

import collections
import json
import os
import subprocess
import sys

report_file = sys.argv[1]
if os.path.exists(report_file):
    os.remove(report_file)
run = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, text=True, timeout=600)
assert run.returncode == 0, run.returncode
line = next(line for line in run.stdout.splitlines() if line.startswith("counted: "))
words = line.split()[1:]
expected = {name: int(number) for name, number in zip(words[::2], words[1::2])}
plans = json.load(open(report_file))["plans"]
counted = collections.Counter()
for entry in plans:
    counted[entry["collective"]] += entry["calls"]
for name, number in expected.items():
    assert counted[name] == number, f"{name}: {counted[name]} in the report, {number} were called"
kinds = [(entry["collective"], entry["root"], entry["bytes_up_to"], entry["plan"]) for entry in plans]
assert len(kinds) == len(set(kinds)), "a kind is there twice"
summed = [entry for entry in plans if entry["root"] is None]
assert summed, "more kinds were called than are told apart, and the others are not summed up"
print(line, "- all in the report")
