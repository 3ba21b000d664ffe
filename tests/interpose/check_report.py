"""Checks that a report of CAUSEWAY_REPORT is whole and that plans of our own ran.

Usage: check_report.py REPORT
"""

import json
import sys

report = json.load(open(sys.argv[1]))
assert report["causeway"] == "report" and report["version"] == 1
plans = report["plans"]
ours = [entry for entry in plans if not entry["plan"].startswith("native")]
assert len(ours) > 20, f"only {len(ours)} of {len(plans)} kinds of calls were planned"
assert any(entry["plan"].startswith("pipeline") for entry in ours)
assert any(entry["plan"].startswith("two-level") for entry in ours)
for entry in plans:
    assert entry["calls"] > 0 and entry["observed_seconds"] > 0, entry
    assert entry["predicted_seconds"] is None or entry["predicted_seconds"] > 0, entry
    assert entry["collective"] in ("broadcast", "allreduce", "barrier") and 0 <= entry["root"] < 5, entry
assert report["experience"], "nothing was tried"
for entry in report["experience"]:
    assert entry["calls"] > 0 and len(entry["ways"]) > 1, entry
    assert sum(way["chosen"] for way in entry["ways"]) == 1, entry
print(f"{len(plans)} kinds of calls, {len(ours)} by plans of our own")
