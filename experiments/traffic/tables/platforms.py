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


def line_of(parameters):
    """(seconds to begin, seconds per byte, latency) of pLogP's line."""
    (least, at_least), (most, at_most) = parameters["gap"]
    return (at_least, (at_most - at_least) / (most - least), parameters["latency"])


class Judge:
    """What placements cost, worked out from the platform file alone."""

    def __init__(self, document):
        self.cluster_of = {host: cluster["name"] for cluster in document["clusters"] for host in cluster["hosts"]}
        self.inside = {cluster["name"]: line_of(cluster["plogp"]) for cluster in document["clusters"]}
        self.within_host = {cluster["name"]: line_of(cluster["within_host"]) for cluster in document["clusters"]}
        self.between = {}
        for link in document["links"]:
            for ends in [(link["from"], link["to"]), (link["to"], link["from"])]:
                self.between[ends] = line_of(link["plogp"])

    def line(self, a, b):
        """Between two hosts."""
        near, far = self.cluster_of[a], self.cluster_of[b]
        return self.within_host[near] if a == b else self.inside[near] if near == far else self.between[near, far]

    def price(self, a, b):
        """(per byte, per message) between two hosts, by name."""
        _, per_byte, latency = self.line(a, b)
        return per_byte, latency

    def cost(self, table, hosts):
        """Of processes on hosts, [process]: {"objective", "busiest", "wait", "sum"} in seconds. An interface is busy for what
        it takes inside its site, an uplink and a downlink for what the link takes."""
        busy = {}
        wait = total = 0.0
        for (p, q), (size, messages) in table.items():
            a, b = hosts[p], hosts[q]
            if p == q or size == messages == 0:
                continue
            start, per_byte, latency = self.line(a, b)
            wait = max(wait, messages * latency)
            total += messages * latency + size * per_byte
            if a == b:
                continue
            own = self.inside[self.cluster_of[a]], self.inside[self.cluster_of[b]]
            uses = [(("out of", a), *own[0][:2]), (("into", b), *own[1][:2])]
            if self.cluster_of[a] != self.cluster_of[b]:
                uses += [(("uplink", self.cluster_of[a]), start, per_byte), (("downlink", self.cluster_of[b]), start, per_byte)]
            for resource, begin, each in uses:
                busy[resource] = busy.get(resource, 0.0) + messages * begin + size * each
        busiest = max(busy.values(), default=0.0)
        return {"objective": busiest + wait + total / len(hosts), "busiest": busiest, "wait": wait, "sum": total}
