#!/usr/bin/env python3
"""How far the clusters of a platform file agree with those that were described.

    compare_clusters.py PLATFORM CLUSTERS [--least R]

CLUSTERS: a line for each cluster, its hosts. Prints the adjusted Rand index (Hubert and Arabie 1985; 1: the same) and
the numbers of clusters; ends with 1 if the index is below R.
"""

import argparse
import collections
import json
import sys


def pairs(count):
    return count * (count - 1) / 2


def adjusted_rand_index(one, other):
    """Of two lists of lists of the same names."""
    cluster_of = {name: index for index, names in enumerate(other) for name in names}
    hosts = sum(len(names) for names in one)
    together = sum(pairs(count) for names in one
                   for count in collections.Counter(cluster_of[name] for name in names).values())
    in_one = sum(pairs(len(names)) for names in one)
    in_other = sum(pairs(len(names)) for names in other)
    by_chance = in_one * in_other / pairs(hosts)
    most = (in_one + in_other) / 2
    return 1.0 if most == by_chance else (together - by_chance) / (most - by_chance)


def compare(platform, clusters):
    """The index, and how many clusters were found and described; paths of files."""
    with open(platform) as file:
        found = [cluster["hosts"] for cluster in json.load(file)["clusters"]]
    with open(clusters) as file:
        described = [line.split() for line in file]
    if sorted(sum(found, [])) != sorted(sum(described, [])):
        sys.exit(f"{platform} and {clusters} are not of the same hosts")
    return adjusted_rand_index(found, described), len(found), len(described)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("platform")
    parser.add_argument("clusters")
    parser.add_argument("--least", type=float, default=0.0)
    arguments = parser.parse_args()
    index, found, described = compare(arguments.platform, arguments.clusters)
    print(f"adjusted Rand index {index:.6f}, {found} clusters of {described}")
    if index < arguments.least:
        sys.exit(1)


if __name__ == "__main__":
    main()
