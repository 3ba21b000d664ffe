"""Checks the calls that the report of a traced job has message by message.

Usage: check_observed_calls.py REPORT
"""

import json
import sys

report = json.load(open(sys.argv[1]))
assert len(report["observed_calls"]) > 8 and report["observed_clock"], report["observed_clock"]
for call in report["observed_calls"]:
    ranks = range(len(report["communicators"][call["communicator"]]))
    assert call["plan"] in {entry["plan"] for entry in report["plans"]}, call["plan"]
    assert min(begin for _, _, _, begin, _ in call["messages"]) == 0, call["messages"]
    for source, target, size, begin, arrival in call["messages"]:
        assert source in ranks and target in ranks and source != target and size >= 0, call["messages"]
        assert 0 <= begin < arrival, (begin, arrival)
    if call["collective"] == "broadcast":
        got = {rank: sum(size for _, target, size, _, _ in call["messages"] if target == rank) for rank in ranks}
        assert got[call["root"]] == 0 and len({got[rank] for rank in ranks if rank != call["root"]}) == 1, got
print(f"{len(report['observed_calls'])} calls, {sum(len(call['messages']) for call in report['observed_calls'])} messages")
