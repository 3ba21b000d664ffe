#!/usr/bin/env python3
"""Writes the cores that this process may use as CTest's resource specification, to the standard output."""

import json
import os
import sys

cores = [{"id": str(core), "slots": 1} for core in sorted(os.sched_getaffinity(0))]
json.dump({"version": {"major": 1, "minor": 0}, "local": [{"cores": cores}]}, sys.stdout)
