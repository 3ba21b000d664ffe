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
    assert report["communicators"][entry["communicator"]] and entry["bytes"] > 0 and entry["reason"], entry
    own = report["plan_files"].get(entry["digest"])
    assert (own is None) == (entry["digest"] == "native"), entry
    assert own is None or own["collective"] == entry["collective"] and own["platform"] == report["platform"], own
hosts = report["rank_hosts"]
assert len(hosts) == report["processes"] and len(set(hosts)) == report["hosts"]
assert all(0 <= rank < len(hosts) for ranks in report["communicators"].values() for rank in ranks)
assert report["network"]["causeway"] == "platform" and len(report["network"]["clusters"]) == report["clusters"]
assert report["observed_calls"] == [] and report["observed_clock"] is None, "nothing is traced"
assert {"collective", "why", "calls"} == set(report["passed"][0]), report["passed"]
assert any(entry["why"] == "there is no data" for entry in report["passed"])
assert {entry["processes"] for entry in report["experience"]} <= {entry["processes"] for entry in plans}
assert report["experience"], "nothing was tried"
for entry in report["experience"]:
    assert entry["calls"] > 0 and len(entry["ways"]) > 1, entry
    assert sum(way["chosen"] for way in entry["ways"]) == 1, entry
print(f"{len(plans)} kinds of calls, {len(ours)} by plans of our own")
