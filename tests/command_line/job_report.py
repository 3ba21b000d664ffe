"""Reports of jobs as the preloaded library writes them, for CAUSEWAY_REPORT."""

import json


def way(plan, median, chosen=False):
    return {"plan": plan, "description": "two-level" if plan != "native" else "native", "chosen": chosen,
            "promised_seconds": median, "calls": 3, "median_seconds": median, "low_seconds": median, "high_seconds": median}


def kind(collective, ways, won):
    return {"processes": "4 processes", "collective": collective, "root": 0, "bytes_up_to": 1 << 20, "calls": 40,
            "regret_seconds": 0.25, "won_seconds": won, "ways": ways}


def plan(collective, calls):
    return {"communicator": "4 processes", "collective": collective, "nonblocking": False, "root": 0, "bytes_up_to": 1 << 20,
            "plan": "two-level", "calls": calls, "predicted_seconds": 0.1, "observed_seconds": 0.1}


def job(plans=(), kinds=(), why=None, noticed=()):
    return json.dumps({"causeway": "report", "version": 1, "by": "causeway", "mpi": "M", "processes": 4,
                       "passes_through": why, "plans": list(plans), "experience": list(kinds), "reorderings": [], "drift": [],
                       "noticed": [{"check": "c", "text": text, "ranks": [], "places": [], "seconds": 0} for text in noticed]})
