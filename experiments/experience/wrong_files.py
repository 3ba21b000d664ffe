"""Platform files whose rates are wrong at random, and what calls make of them."""

import copy
import json
import math
import random
import statistics

OPERATIONS = ("broadcast", "allreduce")
BYTES = 4 << 20
DISCOVERY = 30  # seconds
CALLS = 100
LEARNT_AFTER = 60
MOST = 1.15
FACTORS = (0.2, 5.0)
COLUMNS = ["collective", "seed", "first_10_seconds", "seconds", "by_true_file_seconds", "ratio", "corrections"]


def true_platform(grid, folder):
    """What discovery finds where it may take its time, without the MPI library's own collectives."""
    file = folder / "true.json"
    grid.run(grid.build / "bin" / "causeway", "discover", "--no-native", "--budget", DISCOVERY, "-o", file)
    return json.loads(file.read_text(encoding="utf-8"))


def wrong(platform, seed):
    """The platform with the rate of each link, uplink and downlink off by a factor of its own."""
    numbers = random.Random(seed)
    factor = lambda: math.exp(numbers.uniform(*map(math.log, FACTORS)))
    result = copy.deepcopy(platform)
    for link in result["links"]:
        times = factor()
        (_, least), *_ = gap = link["plogp"]["gap"]
        link["plogp"]["gap"] = [[size, least + (seconds - least) / times] for size, seconds in gap]
        link["plogp"].pop("delivery", None)
        for limit in ("shared_capacity", "per_flow_limit"):
            if limit in link:
                link[limit] /= times
    for cluster in result["clusters"]:
        for capacity in ("uplink_capacity", "downlink_capacity"):
            if capacity in cluster:
                cluster[capacity] *= factor()
    return result


def calls_with(grid, library, folder, platform, operation):
    """Seconds of each call by a job that knows the platform and nothing else, and how often it corrected that."""
    file = folder / "believed.json"
    file.write_text(json.dumps(platform), encoding="utf-8")
    report = folder / "report.json"
    out = grid.run(grid.build / "bin" / "benchmark_repeated_calls", operation, BYTES, CALLS, timeout=600,
                   settings=[library, f"CAUSEWAY_PLATFORM={file}", "CAUSEWAY_CACHE=none", f"CAUSEWAY_REPORT={report}"])
    found = [event for event in json.loads(report.read_text(encoding="utf-8"))["drift"] if event["changed"]]
    return [float(line.split(",")[1]) for line in out.splitlines() if line[:1].isdigit()], found


def table(grid, library, folder, platform, seeds, operations=OPERATIONS):
    """Lines of the table. The true file has its turn before every fifth wrong one, as machines have their moods."""
    lines = []
    print(f"{'collective':>10} {'seed':>4} {'first ten':>10} {'later':>8} {'true':>8} {'ratio':>6}  corrected", flush=True)
    for operation in operations:
        by_true_file = 0.0
        for seed in range(1, seeds + 1):
            if seed % 5 == 1:
                by_true_file = statistics.median(calls_with(grid, library, folder, platform, operation)[0][LEARNT_AFTER:])
            seconds, found = calls_with(grid, library, folder, wrong(platform, seed), operation)
            later = statistics.median(seconds[LEARNT_AFTER:])
            line = {"collective": operation, "seed": seed, "first_10_seconds": round(sum(seconds[:10]), 4), "seconds": later,
                    "by_true_file_seconds": by_true_file, "ratio": round(later / by_true_file, 3), "corrections": len(found)}
            lines.append(line)
            print(f"{operation:>10} {seed:4} {sum(seconds[:10]):8.2f} s {1e3 * later:5.0f} ms {1e3 * by_true_file:5.0f} ms"
                  f" {line['ratio']:5.2f}{'!' if line['ratio'] > MOST else ' '}  "
                  + "; ".join(f"call {event['call']}: {event['found']}" for event in found), flush=True)
    return lines


def conclusion(lines):
    ratios = [line["ratio"] for line in lines]
    behind = sum(ratio > MOST for ratio in ratios)
    return (f"wrong files: {statistics.fmean(ratios):.2f} times what the true file gives, the mean of {len(ratios)} files; "
            f"{behind} beyond {MOST}, the most {max(ratios):.2f}"), behind
