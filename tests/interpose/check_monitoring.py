"""Checks that the report of a job whose network was measured at start says what monitoring knew.

Usage: check_monitoring.py REPORT
"""

import json
import sys

report = json.load(open(sys.argv[1]))
said = report["network"]["provenance"]["monitoring"]
assert [file.rsplit("/", 1)[-1] for file in said["files"]] == ["known-latencies.csv"], said
assert (said["hosts"], said["pairs"]) == (3, 2), said
print(f"{said['pairs']} pairs of {said['hosts']} hosts were known")
