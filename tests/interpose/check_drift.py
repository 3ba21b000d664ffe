"""Checks in a report of CAUSEWAY_REPORT that a slow link was found, planned around, and found again when it recovered.

Usage: check_drift.py REPORT
"""

import json
import re
import sys

report = json.load(open(sys.argv[1]))
world = report["drift"][0]["communicator"]
events = [event for event in report["drift"] if event["communicator"].startswith("4 processes")]
for event in report["drift"]:
    print(f"call {event['call']:4} {event['seconds']:.2f} s {event['reason']}: {event['found']}")
slow = [event for event in events if event["changed"] and re.search(r"b > [ac] [0-9.]+ times slower", event["found"])]
assert slow, "the slow uplink was not found"
recovered = [event for event in events if event["call"] > slow[0]["call"] and re.search(r"b > [ac] as measured", event["found"])]
assert recovered, "that it recovered was not found"
plans = {entry["plan"] for entry in report["plans"]
         if entry["communicator"] == events[0]["communicator"] and entry["root"] == 0 and entry["bytes_up_to"] > 100000}
print(plans)
assert len(plans) >= 2, "the plan has not changed"
