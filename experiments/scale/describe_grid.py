#!/usr/bin/env python3
"""Writes a nested grid as SimGrid's platform file: sites of LANs of hosts.

    describe_grid.py SITES LANS HOSTS [--shuffled SEED] [--simgrid FILE] [--hosts FILE]

SITES sites of LANS local networks of HOSTS hosts each. Hosts have gigabit Ethernet; what leaves a LAN shares an uplink, and so
does what leaves a site. Sites are 2 to 20 ms apart. --simgrid: SimGrid's XML, settings of SMPI included; --hosts: one host name
a line, in the order of the ranks: site by site, or shuffled.
"""

import argparse
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from smpi_platform import beginning  # noqa: E402

NIC = 125e6  # bytes per second, each way
LAN_UPLINK = 500e6
SITE_UPLINKS = (50e6, 100e6, 200e6)  # in turn
IN_LAN = 50e-6  # seconds one way, between two hosts
BETWEEN_LANS = 300e-6


class Grid:
    def __init__(self, sites, lans, hosts):
        rng = random.Random(1)
        self.hosts = hosts
        self.lans = [(f"s{site}l{lan}", site) for site in range(sites) for lan in range(lans)]
        self.distance = [[0.0] * sites for _ in range(sites)]
        for one in range(sites):
            for other in range(one):
                self.distance[one][other] = self.distance[other][one] = rng.uniform(2e-3, 20e-3)

    def names(self):
        return [f"{lan}h{host}" for lan, _ in self.lans for host in range(self.hosts)]

    def simgrid_text(self):
        # MPI_Probe looks more seldom: every rank waits at the start.
        lines = beginning(changed={"smpi/iprobe": "1e-4"})
        for lan, _ in self.lans:
            lines.append(f'  <cluster id="{lan}" prefix="{lan}h" suffix="" radical="0-{self.hosts - 1}" speed="1Gf" '
                         f'bw="{NIC:.0f}Bps" lat="{1e6 * IN_LAN / 2:.3f}us" sharing_policy="SPLITDUPLEX" '
                         f'router_id="{lan}-router"/>')
            lines.append(f'  <link id="{lan}-up" bandwidth="{LAN_UPLINK:.0f}Bps" latency="0" sharing_policy="SPLITDUPLEX"/>')
        sites = range(len(self.distance))
        for site in sites:
            rate = SITE_UPLINKS[site % len(SITE_UPLINKS)]
            lines.append(f'  <link id="s{site}-up" bandwidth="{rate:.0f}Bps" latency="0" sharing_policy="SPLITDUPLEX"/>')
            # What takes time and carries everything: between the LANs of the site, and to the others.
            lines.append(f'  <link id="s{site}-in" bandwidth="1TBps" latency="{1e6 * (BETWEEN_LANS - IN_LAN):.3f}us" '
                         'sharing_policy="FATPIPE"/>')
            lines += [f'  <link id="s{site}-s{other}" bandwidth="1TBps" latency="{1e6 * (self.distance[site][other] - IN_LAN):.3f}us"'
                      ' sharing_policy="FATPIPE"/>' for other in sites if other > site]
        for index, (lan, site) in enumerate(self.lans):
            for other, other_site in self.lans[index + 1:]:
                way = [f'<link_ctn id="{lan}-up" direction="UP"/>', f'<link_ctn id="{other}-up" direction="DOWN"/>']
                if site == other_site:
                    way.insert(1, f'<link_ctn id="s{site}-in"/>')
                else:
                    way[1:1] = [f'<link_ctn id="s{site}-up" direction="UP"/>', f'<link_ctn id="s{site}-s{other_site}"/>',
                                f'<link_ctn id="s{other_site}-up" direction="DOWN"/>']
                lines.append(f'  <zoneRoute src="{lan}" dst="{other}" gw_src="{lan}-router" gw_dst="{other}-router">'
                             f'{"".join(way)}</zoneRoute>')
        return "\n".join([*lines, "</zone>", "</platform>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("sites", "lans", "hosts_of_a_lan"):
        parser.add_argument(name, type=int)
    parser.add_argument("--shuffled", type=int, metavar="SEED")
    parser.add_argument("--simgrid")
    parser.add_argument("--hosts")
    options = parser.parse_args()
    grid = Grid(options.sites, options.lans, options.hosts_of_a_lan)
    names = grid.names()
    if options.shuffled is not None:
        random.Random(options.shuffled).shuffle(names)
    for path, text in ((options.simgrid, grid.simgrid_text()), (options.hosts, "".join(f"{name}\n" for name in names))):
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main()
