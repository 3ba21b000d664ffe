"""Scotch's gmap on a mapping problem: the files it reads, several ways to state the problem, the best of its answers."""

import itertools
import pathlib
import shutil
import subprocess
import tempfile

PROGRAM = "scotch_gmap"
# Weights and distances are whole numbers. gmap's answers become poor when their products grow large (in its builds with
# 64-bit numbers too), and coarse when they are small; and edges too light to count blur the picture or bring light into
# it. So: (the greatest weight, the greatest distance, whether light edges stay, as 1).
SCALES = [(100, 20, False), (1000, 20, False), (1000, 100, True), (10_000, 20, True), (10_000, 100, False)]
STRATEGIES = {"default": [], "balance": ["-cb"], "bipartitioning": ["-cr"], "exact balance": ["-b0"]}


def is_installed():
    return shutil.which(PROGRAM) is not None


def whole(value, greatest, scale):
    """0 ... scale, in proportion."""
    return round(value / greatest * scale)


def source_graph(weights, size, scale, keeps_light):
    """Scotch's .grf: undirected, a weight on every edge. `weights`: {(a, b): weight}, a < b."""
    greatest = max(weights.values())
    neighbours = [[] for _ in range(size)]
    for (a, b), weight in weights.items():
        load = max(1 if keeps_light and weight > 0 else 0, whole(weight, greatest, scale))
        if load > 0:
            neighbours[a].append((load, b))
            neighbours[b].append((load, a))
    edges = sum(map(len, neighbours))
    lines = ["0", f"{size} {edges}", "0 010"]
    for own in neighbours:
        lines.append(" ".join([str(len(own)), *(f"{load} {other}" for load, other in own)]))
    return "\n".join(lines) + "\n"


def decomposition(parts, distance, scale):
    """Scotch's .tgt: a terminal for each part, halved again and again in the order given, and all distances.
    parts: [(any slot of it, how many slots)]."""
    slots = [slot for slot, _ in parts]
    greatest = max(distance(a, b) for a in slots for b in slots if a != b)
    lines = ["deco", "0", f"{len(parts)} {2 * len(parts) - 1}"]
    lines += [f"{number} {size} {len(parts) + number}" for number, (_, size) in enumerate(parts)]
    for row in range(1, len(slots)):
        lines.append(" ".join(str(max(1, whole(distance(slots[row], slots[column]), greatest, scale)))
                              for column in range(row)))
    return "\n".join(lines) + "\n"


def tree(order, site_of, distance, scale):
    """The same as a tree of sites and slots, which knows one distance between sites only: their mean."""
    sites = len(set(map(site_of, order)))
    far = [distance(a, b) for a in order for b in order if site_of(a) != site_of(b)]
    near = [distance(a, b) for a in order for b in order if a != b and site_of(a) == site_of(b)]
    mean = sum(far) / len(far)
    return (f"tleaf 2 {sites} {scale} {len(order) // sites} "
            f"{max(1, whole(sum(near) / len(near), mean, scale))}\n")


def targets(order, site_of, distance, scale):
    """Ways to tell gmap of the machine, each with the slots that stand behind its terminals, [terminal]."""
    yield decomposition([(slot, 1) for slot in order], distance, scale), [[slot] for slot in order]
    yield tree(order, site_of, distance, scale), [[slot] for slot in order]
    by_site = [list(group) for _, group in itertools.groupby(order, site_of)]
    yield decomposition([(group[0], len(group)) for group in by_site], distance, scale), by_site


def site_orders(slots, site_of):
    """The slots, site by site, in every order of four sites that pairs them differently."""
    sites = sorted(set(map(site_of, slots)))
    first, *others = sites
    for second in others:
        order = [first, second, *(site for site in others if site != second)]
        yield [slot for site in order for slot in slots if site_of(slot) == site]


def run(grf, tgt, options, folder):
    (folder / "job.grf").write_text(grf)
    (folder / "machine.tgt").write_text(tgt)
    done = subprocess.run([PROGRAM, "job.grf", "machine.tgt", "job.map", *options], cwd=folder,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    lines = (folder / "job.map").read_text().split("\n")[1:]
    return {int(process): int(terminal) for process, terminal in (line.split() for line in lines if line)}


def placed(mapped, slots_of, size):
    """A slot for every process; None when gmap did not answer, or put more on a terminal than it takes."""
    if mapped is None:
        return None
    free = [list(slots) for slots in slots_of]
    placement = []
    for process in range(size):
        slots = free[mapped[process]]
        if not slots:
            return None
        placement.append(slots.pop(0))
    return placement


def symmetric(table, weigh):
    """{(a, b): weight of both directions}, a < b."""
    weights = {}
    for (a, b), volume in table.items():
        if a != b:
            key = (min(a, b), max(a, b))
            weights[key] = weights.get(key, 0.0) + weigh(volume)
    return weights


def unscaled(table, size, slots, site_of, price, cost):
    """The better cost of gmap's two answers when it is asked without further thought: bytes are the weights, as they
    are, the machine a table of distances or a tree, no options."""
    weights = symmetric(table, lambda volume: volume[0])
    costs = []
    with tempfile.TemporaryDirectory() as name:
        for tgt, slots_of in itertools.islice(targets(slots, site_of, lambda a, b: price(a, b)[0], 100), 2):
            grf = source_graph(weights, size, round(max(weights.values())), True)
            placement = placed(run(grf, tgt, [], pathlib.Path(name)), slots_of, size)
            if placement is not None:
                costs.append(cost(placement))
    return min(costs)


def best(table, size, slots, site_of, price, cost):
    """The cheapest placement (a slot for each process) of all that gmap answers, and how it was asked for it.

    table: {(from, to): (bytes, messages)}; price(slot, slot) -> (per byte, per message); cost(placement) is what
    everybody is judged by. Of answers that put more processes on a terminal than it takes none counts.
    """
    total_bytes = sum(volume[0] for volume in table.values())
    total_messages = sum(volume[1] for volume in table.values())
    prices = [price(a, b) for a in slots for b in slots if site_of(a) != site_of(b)]
    byte = sum(p[0] for p in prices) / len(prices)
    message = sum(p[1] for p in prices) / len(prices)
    weighings = {"bytes": lambda v: v[0], "messages": lambda v: v[1], "cost": lambda v: v[0] * byte + v[1] * message}
    distances = {"per byte": lambda p: p[0], "latency": lambda p: p[1],
                 "mean message": lambda p: total_bytes * p[0] + total_messages * p[1]}
    answers = []
    asked = set()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for (weigh_name, weigh), (distance_name, by), (weight, distance, keeps_light) in itertools.product(
                weighings.items(), distances.items(), SCALES):
            weights = symmetric(table, weigh)
            grf = source_graph(weights, size, weight, keeps_light)
            for order in site_orders(slots, site_of):
                for tgt, slots_of in targets(order, site_of, lambda a, b, by=by: by(price(a, b)), distance):
                    for strategy, options in STRATEGIES.items():
                        question = (grf, tgt, strategy, tuple(order))
                        if question in asked:
                            continue
                        asked.add(question)
                        placement = placed(run(grf, tgt, options, folder), slots_of, size)
                        if placement is not None:
                            answers.append((cost(placement),
                                            f"weights: {weigh_name} to {weight}; distances: {distance_name} to "
                                            f"{distance}; {tgt.split()[0]} of {len(slots_of)}; {strategy}"))
    answers.sort()
    return {"cost": answers[0][0], "how": answers[0][1], "answers": len(answers), "asked": len(asked)}
