"""Prints the figures of docs/measurements.md. Usage: python3 scripts/measure VIGIA [PART...]

VIGIA is the static program. Parts: size, memory, press, rest, day; all when none is named.
MEASURE_SECONDS (600) is how long the device rests at 1 Hz; MEASURE_HOURS (24) is how long the day is,
and MEASURE_SCALE (240) how many times as fast it is played.
"""

import os
import shutil
import sys
import tempfile

import day
import machine
import memory
import press
import rest
import size

PARTS = {"size": size, "memory": memory, "press": press, "rest": rest, "day": day}


def number(name, usual, least, most):
    text = os.environ.get(name, str(usual))
    if not text.isdigit() or not least <= int(text) <= most:
        complain(f"{name} is {text!r}; expected a number from {least} to {most}")
    return int(text)


def complain(text):
    print(f"measure: {text}", file=sys.stderr)
    sys.exit(2)


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        complain("usage: python3 scripts/measure VIGIA [" + "|".join(PARTS) + "]...")
    vigia, *names = arguments
    if not os.access(vigia, os.X_OK):
        complain(f"{vigia}: is no program; expected the static vigia, as make measure builds it")
    for name in names:
        if name not in PARTS:
            complain(f"{name!r} is no part; expected " + ", ".join(PARTS))
    for program in ["gpsd", "cc", "openssl", "unshare", "strip"]:
        if not shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin"):
            complain(f"{program} is missing; scripts/setup.sh measure installs it")
    options = {
        "seconds": number("MEASURE_SECONDS", 600, 10, 86400),
        "hours": number("MEASURE_HOURS", 24, 1, 1000),
        "scale": number("MEASURE_SCALE", 240, 1, 1000),
    }
    print(machine.description())
    with tempfile.TemporaryDirectory(prefix="vigia-measure-") as folder:
        os.chmod(folder, 0o755)
        for name in names or PARTS:
            print(f"\n## {name}\n", flush=True)
            for line in PARTS[name].figures(os.path.abspath(vigia), folder, options):
                print(line, flush=True)
    print("\n" + machine.load())


main(sys.argv[1:])
