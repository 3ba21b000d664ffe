"""What experiments call: the collectives, and messages' sizes as people write them."""

import argparse

COLLECTIVES = ["broadcast", "reduce", "allreduce", "barrier", "gather", "scatter", "allgather", "alltoall", "reduce_scatter",
               "scan"]


def bytes_of(text):
    """8, 1K, 4M"""
    return int(text.rstrip("KM")) * {"K": 1 << 10, "M": 1 << 20}.get(text[-1], 1)


def sizes_of(collective, texts):
    """Those of `texts` that there are calls of, as people write them: a barrier has no message."""
    return ["0"] if collective == "barrier" else list(texts)


def chosen(text):
    """The collectives that an option names: NAME,NAME,... For argparse."""
    names = text.split(",")
    unknown = [name for name in names if name not in COLLECTIVES]
    if unknown:
        raise argparse.ArgumentTypeError(f"unknown collective '{unknown[0]}'; accepted: {', '.join(COLLECTIVES)}")
    return [name for name in COLLECTIVES if name in names]
