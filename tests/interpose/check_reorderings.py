"""Checks that a report of CAUSEWAY_REPORT says which communicators got new ranks.

Usage: check_reorderings.py REPORT
"""

import json
import sys

entries = json.load(open(sys.argv[1]))["reorderings"]
assert len(entries) > 20, f"only {len(entries)} communicators"
for entry in entries:
    assert entry["topology"].startswith(("grid of ", "graph of ")), entry
    assert 0 <= entry["moved"] <= entry["processes"] <= 6, entry
    before, after = entry["predicted_seconds_before"], entry["predicted_seconds_after"]
    assert after < before if entry["moved"] else after == before, entry
assert any(entry["moved"] for entry in entries) and not all(entry["moved"] for entry in entries)
print(f"{len(entries)} communicators, {sum(1 for entry in entries if entry['moved'])} with new ranks")
