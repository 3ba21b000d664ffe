"""The platforms of the experiment: four sites of 16 slots each."""

# Between sites: one-way latency in seconds, bytes per second of one connection. Lines of different length and rate, as
# between the sites of a grid.
UNLIKE = {("a", "b"): (0.005, 2e7), ("a", "c"): (0.012, 1e7), ("a", "d"): (0.015, 5e6),
          ("b", "c"): (0.0054, 2e7), ("b", "d"): (0.010, 1e7), ("c", "d"): (0.006, 2e7)}
ALIKE = {pair: (0.010, 1e7) for pair in UNLIKE}
LAN = (5e-5, 1.1e8)
MEMORY = (1e-6, 5e9)


def plogp(line):
    latency, rate = line
    start = 1e-5
    far = 1 << 20
    return {"latency": latency, "gap": [[0, start], [far, start + far / rate]]}


def platform(name, lines, hosts, slots):
    clusters = []
    machines = []
    for site in "abcd":
        names = [f"{site}{number}" for number in range(hosts)]
        clusters.append({"name": site, "hosts": names, "plogp": plogp(LAN), "within_host": plogp(MEMORY)})
        machines += [{"name": host, "cluster": site, "slots": slots} for host in names]
    links = [{"from": a, "to": b, "plogp": plogp(line)} for (a, b), line in lines.items()]
    return {"causeway": "platform", "version": 1, "name": name, "clusters": clusters, "links": links, "hosts": machines}


PLATFORMS = {
    "unlike-links": platform("four sites of one host with 16 slots, unlike links", UNLIKE, 1, 16),
    "alike-links": platform("four sites of one host with 16 slots, links alike", ALIKE, 1, 16),
    "unlike-links-4x4": platform("four sites of four hosts with four slots, unlike links", UNLIKE, 4, 4),
}


def price_between(document):
    """(per byte, per message) between two hosts, by name, worked out from the platform file alone."""
    cluster_of = {host: cluster["name"] for cluster in document["clusters"] for host in cluster["hosts"]}
    inside = {cluster["name"]: cluster for cluster in document["clusters"]}
    between = {}
    for link in document["links"]:
        between[link["from"], link["to"]] = between[link["to"], link["from"]] = link["plogp"]

    def of(parameters):
        (least, at_least), (most, at_most) = parameters["gap"]
        return ((at_most - at_least) / (most - least), parameters["latency"])

    def price(a, b):
        if a == b:
            return of(inside[cluster_of[a]]["within_host"])
        if cluster_of[a] == cluster_of[b]:
            return of(inside[cluster_of[a]]["plogp"])
        return of(between[cluster_of[a], cluster_of[b]])

    return price, cluster_of
