"""What it is measured on, without its name."""

import os
import re
import subprocess


def first(path, pattern):
    with open(path, encoding="utf-8") as file:
        found = re.search(pattern, file.read(), re.MULTILINE)
    return found.group(1).strip() if found else "unknown"


def version(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return "none"


def description():
    memory = int(first("/proc/meminfo", r"^MemTotal:\s+(\d+)")) / (1 << 20)
    return (
        f"{os.cpu_count()} cores of {first('/proc/cpuinfo', r'^model name[^:]*:(.*)$')}"
        f" ({os.uname().machine}), {memory:.0f} GiB,"
        f" {first('/etc/os-release', r'^PRETTY_NAME=.(.*).$')}, kernel {os.uname().release.split('-')[0]},"
        f" gpsd {version(['/usr/sbin/gpsd', '-V']).split(' ')[1]}\n" + load()
    )


def load():
    """How much else was going on."""
    return "load average over 1, 5, 15 min: " + " ".join(f"{x:.2f}" for x in os.getloadavg())
