#!/usr/bin/env python3
"""Writes the cores that this process may use as CTest's resource specification, to the standard output; and as many places
for tests that run beside those that have a core, at least two.

  core_list.py [--jobs]      --jobs: how many tests run at once, instead
"""

import json
import os
import sys

cores = sorted(os.sched_getaffinity(0))
beside = max(2, len(cores))
if sys.argv[1:] == ["--jobs"]:
    print(len(cores) + beside)
else:
    json.dump({"version": {"major": 1, "minor": 0},
               "local": [{"cores": [{"id": str(core), "slots": 1} for core in cores],
                          "beside": [{"id": "0", "slots": beside}]}]}, sys.stdout)
