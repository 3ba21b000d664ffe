"""Checks in a report of CAUSEWAY_REPORT that a slow link was found, planned around, and found again when it recovered.

Usage: check_drift.py REPORT
"""

import json
import re
import sys

report = json.load(open(sys.argv[1]))
events = [event for event in report["drift"] if event["communicator"].startswith("4 processes")]
for event in report["drift"]:
    print(f"call {event['call']:4} {event['seconds']:.2f} s {event['reason']}: {event['found']}")


def slowness(event):
    """By link out of b: how many times slower than measured first, where something was found."""
    return {link: float(times) if times else 1.0
            for link, times in re.findall(r"(b > [ac]) (?:([0-9.]+) times slower|as measured)", event["found"])}


# The link is four times slower for a while. On a busy machine it is not found as fast as before afterwards, but faster.
slow = next((event for event in events if event["changed"] and max(slowness(event).values(), default=1.0) > 2.0), None)
assert slow, "the slow uplink was not found"
recovered = [event for event in events if event["call"] > slow["call"]
             and any(slowness(event).get(link, times) < times / 2.0 for link, times in slowness(slow).items())]
assert recovered, "that it recovered was not found"
plans = {entry["plan"] for entry in report["plans"]
         if entry["communicator"] == events[0]["communicator"] and entry["root"] == 0 and entry["bytes_up_to"] > 100000}
print(plans)
assert len(plans) >= 2, "the plan has not changed"
