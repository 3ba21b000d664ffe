#!/usr/bin/env python3
"""Writes the grid of 88 machines as Causeway's platform file and as SimGrid's, from one description.

    describe_grid.py [--wan MBPS] [--routes SITE-SITE=MBPS,...] [--window BYTES] [--platform FILE] [--simgrid FILE]
                     [--hosts FILE]

--wan: what each shared link between two sites carries, in MB/s (100); --routes: the same of some of them. --window: the TCP window in bytes, by which one
message crosses a route of latency L at window / 2L at most (4194304: no limit that anyone meets; 65536: the default of
the systems of 2006). --platform: Causeway's JSON; --simgrid: SimGrid's XML, settings of SMPI included; --hosts: one
host name a line, in the order of the ranks. A file named "-" goes to the standard output.
"""

import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from smpi_platform import PAYLOAD, beginning  # noqa: E402

# Steffenel, A Framework for Adaptive Collective Communications on Heterogeneous Hierarchical Networks (2006), table 4:
# clusters and their sites; one-way latencies in microseconds, the same both ways. "None": one machine, no such latency.
CLUSTERS = [
    ("orsay-a", "orsay", 31),
    ("orsay-b", "orsay", 29),
    ("idpot-a", "idpot", 6),
    ("idpot-b", "idpot", 1),
    ("idpot-c", "idpot", 1),
    ("toulouse", "toulouse", 20),
]
LATENCIES = [
    [47.56, 62.10, 12181.52, 12187.24, 12197.49, 5210.99],
    [62.10, 47.92, 12181.52, 12198.03, 12195.22, 5211.47],
    [12181.52, 12181.52, 35.52, 60.08, 60.08, 5388.49],
    [12187.24, 12198.03, 60.08, None, 242.47, 5393.98],
    [12197.49, 12195.22, 60.08, 242.47, None, 5394.10],
    [5210.99, 5211.47, 5388.49, 5393.98, 5394.10, 27.53],
]

# Not in the source: the rates, stated here.
NIC = 125e6  # bytes per second, each way: gigabit Ethernet
ACKNOWLEDGEMENTS = 0.05  # of a flow's rate goes back as acknowledgements: SimGrid's network/crosstraffic
ENVELOPE = 16  # bytes that SMPI puts before every message
NO_WINDOW = 4194304
LARGEST = 4194304  # bytes: where the tables end; they are straight lines


def hosts_of(cluster):
    name, _, size = CLUSTERS[cluster]
    return [f"{name}-{number}" for number in range(size)]


def pairs():
    return [(i, j) for i in range(len(CLUSTERS)) for j in range(i + 1, len(CLUSTERS))]


def are_one_site(i, j):
    return CLUSTERS[i][1] == CLUSTERS[j][1]


class Setting:
    """What the table leaves open."""

    def __init__(self, wan, window, routes=None):
        self.wan = wan  # bytes per second
        self.window = window  # bytes
        self.routes = routes or {}  # {two sites: bytes per second}

    def between(self, site, other):
        """What the shared link between two sites carries, in bytes per second."""
        return self.routes.get(frozenset((site, other)), self.wan)

    def rate(self, i, j):
        """What the route from cluster i to cluster j carries of messages, in bytes per second."""
        link = NIC if are_one_site(i, j) else min(NIC, self.between(CLUSTERS[i][1], CLUSTERS[j][1]))
        return PAYLOAD * link / (1 + ACKNOWLEDGEMENTS)

    def name(self):
        window = "" if self.window == NO_WINDOW else f", TCP window {self.window // 1024} KiB"
        routes = "".join(f", {'-'.join(sorted(sites))} {rate / 1e6:g}" for sites, rate in self.routes.items())
        return f"88 machines of Grid'5000, {self.wan / 1e6:g} MB/s between sites{routes}{window}"


def plogp(setting, i, j):
    """The parameters of pLogP between clusters i and j."""
    latency = LATENCIES[i][j] * 1e-6
    rate = setting.rate(i, j)

    def table(fixed, per_second):
        return [[size, float(f"{fixed + (size + ENVELOPE) / per_second:.7g}")] for size in (0, LARGEST)]

    result = {"latency": float(f"{latency:.7g}"), "gap": table(0.0, rate)}
    one_flow = setting.window / (2 * latency)
    if one_flow < rate:
        result["delivery"] = table(latency, one_flow)
    return result


def platform_text(setting):
    clusters = []
    for index, (name, _, size) in enumerate(CLUSTERS):
        cluster = {"name": name, "hosts": hosts_of(index)}
        if size > 1:
            cluster["plogp"] = plogp(setting, index, index)
        clusters.append(cluster)
    links = [{"from": CLUSTERS[i][0], "to": CLUSTERS[j][0], "symmetric": True, "plogp": plogp(setting, i, j)}
             for i, j in pairs()]
    lines = ['{"causeway": "platform", "version": 1, "name": ' + json.dumps(setting.name()) + ",", ' "clusters": [']
    lines.append(",\n".join("  " + json.dumps(cluster) for cluster in clusters) + "],")
    lines.append(' "links": [')
    lines.append(",\n".join("  " + json.dumps(link) for link in links) + "],")
    lines.append(' "provenance": {"measured": "latencies: Steffenel 2006, table 4; gaps: from stated link rates", '
                 '"by": "describe_grid.py"}}')
    return "\n".join(lines) + "\n"


def private_latency(cluster):
    """Of the link between a host of the cluster and its switch, in microseconds."""
    own = LATENCIES[cluster][cluster]
    return 0.0 if own is None else own / 2


def simgrid_text(setting):
    lines = beginning(setting.name(), changed={"network/TCP-gamma": setting.window})
    for index, (name, _, size) in enumerate(CLUSTERS):
        lines.append(f'  <cluster id="{name}" prefix="{name}-" suffix="" radical="0-{size - 1}" speed="1Gf" '
                     f'bw="{NIC:.0f}Bps" lat="{private_latency(index):.3f}us" sharing_policy="SPLITDUPLEX" '
                     f'router_id="{name}-router"/>')
    sites = sorted({(CLUSTERS[i][1], CLUSTERS[j][1]) for i, j in pairs() if not are_one_site(i, j)})
    for one, other in sites:
        lines.append(f'  <link id="{one}-{other}" bandwidth="{setting.between(one, other):.0f}Bps" latency="0" '
                     'sharing_policy="SHARED"/>')
    for i, j in pairs():
        between = LATENCIES[i][j] - private_latency(i) - private_latency(j)
        lines.append(f'  <link id="{CLUSTERS[i][0]}-{CLUSTERS[j][0]}" bandwidth="1TBps" latency="{between:.3f}us" '
                     'sharing_policy="FATPIPE"/>')
    for i, j in pairs():
        (one, site, _), (other, other_site, _) = CLUSTERS[i], CLUSTERS[j]
        shared = "" if are_one_site(i, j) else f'<link_ctn id="{site}-{other_site}"/>'
        lines.append(f'  <zoneRoute src="{one}" dst="{other}" gw_src="{one}-router" gw_dst="{other}-router">'
                     f'<link_ctn id="{one}-{other}"/>{shared}</zoneRoute>')
    return "\n".join(lines + ["</zone>", "</platform>"]) + "\n"


def hosts_text(_):
    return "".join(f"{host}\n" for index in range(len(CLUSTERS)) for host in hosts_of(index))


def write(path, text):
    if path == "-":
        sys.stdout.write(text)
    elif path:
        with open(path, "w") as file:
            file.write(text)


def routes_in(text):
    """{two sites: bytes per second} of "orsay-idpot=0.9,orsay-toulouse=3"."""
    routes = {}
    for entry in text.split(","):
        sites, _, rate = entry.partition("=")
        pair = frozenset(sites.split("-"))
        if len(pair) != 2 or not pair <= {site for _, site, _ in CLUSTERS} or not float(rate) > 0:
            raise argparse.ArgumentTypeError(f"'{entry}'; accepted: two sites and MB/s above 0, orsay-idpot=0.9")
        routes[pair] = float(rate) * 1e6
    return routes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wan", type=float, default=100, help="MB/s between two sites")
    parser.add_argument("--routes", type=routes_in, help="SITE-SITE=MBPS,...: of these")
    parser.add_argument("--window", type=int, default=NO_WINDOW, help="TCP window in bytes")
    parser.add_argument("--platform", help="Causeway's platform file")
    parser.add_argument("--simgrid", help="SimGrid's platform file")
    parser.add_argument("--hosts", help="host names in the order of the ranks")
    arguments = parser.parse_args()
    if arguments.wan <= 0 or arguments.window <= 0:
        parser.error("rates and windows are above 0")
    setting = Setting(arguments.wan * 1e6, arguments.window, arguments.routes)
    write(arguments.platform, platform_text(setting))
    write(arguments.simgrid, simgrid_text(setting))
    write(arguments.hosts, hosts_text(setting))


if __name__ == "__main__":
    main()
