"""The beginning of SimGrid's platform files, with what is set for SMPI, SimGrid's MPI: the same on every simulated grid."""

PAYLOAD = 0.94  # of what a link carries: 1448 of the 1538 bytes that a full Ethernet frame takes on the wire
EAGER = 65536  # bytes from which a send waits for its receiver
SETTINGS = {
    "network/TCP-gamma": 4194304,  # the TCP window: no limit that anyone meets
    "network/crosstraffic": 1,
    "smpi/lat-factor": "0:1",
    "smpi/bw-factor": f"0:{PAYLOAD}",
    "smpi/os": None,
    "smpi/or": None,
    "smpi/async-small-thresh": EAGER,
    "smpi/send-is-detached-thresh": EAGER,
    "smpi/simulate-computation": "no",
    "smpi/test": "1e-6",
    "smpi/iprobe": "1e-6",
    "smpi/grow-injected-times": "no",
}


def beginning(title="", zone="grid", changed={}):
    """The lines up to the first of the zone's; `changed`: settings that are others, None: that are left out."""
    settings = {**SETTINGS, **changed}
    return [
        "<?xml version='1.0'?>",
        '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
        *([f"<!-- {title}. Written by describe_grid.py. -->"] if title else []),
        '<platform version="4.1">',
        '<config id="settings">',
        *(f'  <prop id="{key}" value="{value}"/>' for key, value in settings.items() if value is not None),
        "</config>",
        f'<zone id="{zone}" routing="Full">',
    ]
