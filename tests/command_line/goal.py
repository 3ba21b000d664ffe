"""Reads GOAL, the language of LogGOPSim, by its grammar, and holds a schedule against what any must keep."""

import collections
import graphlib
import re

OPERATION = re.compile(r"(l\d+): (?:(send) (\d+)b to (\d+) tag (\d+)|(recv) (\d+)b from (\d+) tag (\d+)|(calc) (\d+))$")
DEPENDENCY = re.compile(r"(l\d+) (i?requires) (l\d+)$")


class Goal:
    """The messages of a schedule; raises ValueError for text that is none, or one that cannot be carried out."""

    def __init__(self, text):
        lines = [line for line in text.splitlines() if line and not line.startswith("//")]
        self.num_ranks = int(re.fullmatch(r"num_ranks (\d+)", lines[0]).group(1))
        self.calculated = 0  # nanoseconds
        self.sends, self.receives = collections.Counter(), collections.Counter()  # (from, to, tag, bytes)
        ranks, after = [], graphlib.TopologicalSorter()
        rank = None
        ends = collections.defaultdict(dict)
        for line in lines[1:]:
            if opening := re.fullmatch(r"rank (\d+) \{", line):
                rank, labels = int(opening.group(1)), set()
                ranks.append(rank)
            elif line == "}":
                rank = None
            elif match := OPERATION.match(line):
                label, send, *sent, receive, size, source, tag, calc, time = match.groups()
                if label in labels:
                    raise ValueError(f"rank {rank} has {label} twice")
                labels.add(label)
                after.add((rank, label))
                if send:
                    size, to, tag = map(int, sent)
                    self.sends[rank, to, tag, size] += 1
                    ends[rank, to, tag]["send"] = (rank, label)
                elif receive:
                    self.receives[int(source), rank, int(tag), int(size)] += 1
                    ends[int(source), rank, int(tag)]["recv"] = (rank, label)
                elif calc:
                    self.calculated += int(time)
            elif match := DEPENDENCY.match(line):
                later, _, earlier = match.groups()
                if not {later, earlier} <= labels:
                    raise ValueError(f"rank {rank}: '{line}' names what is not there")
                after.add((rank, later), (rank, earlier))
            else:
                raise ValueError(f"rank {rank}: '{line}'")
        if ranks != list(range(self.num_ranks)):
            raise ValueError(f"the ranks {ranks} of {self.num_ranks}")
        if self.sends != self.receives:
            raise ValueError(f"no match: {self.sends - self.receives} {self.receives - self.sends}")
        if max(self.sends.values(), default=1) > 1:
            raise ValueError("two messages of a pair have one tag")
        for message in ends.values():
            after.add(message["recv"], message["send"])
        after.prepare()  # raises CycleError, a ValueError

    @property
    def bytes(self):
        """Of all messages but those without data, which have 1 byte."""
        return sum(size for _, _, _, size in self.sends.elements() if size > 1)
