"""What the kernel tells of a process."""

import os


def kilobytes(pid, name):
    """A line of /proc/PID/status: RssAnon, VmRSS, ..."""
    return counters(f"/proc/{pid}/status")[name]


def counters(path):
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, _, value = line.partition(":")
            word = value.split()[0] if value.split() else ""
            if word.isdigit():
                found[name] = int(word)
    return found


def threads(pid):
    """The names of its threads, the first one first."""
    names = []
    for task in sorted(os.listdir(f"/proc/{pid}/task"), key=int):
        with open(f"/proc/{pid}/task/{task}/comm", encoding="utf-8") as file:
            names.append(file.read().strip())
    return names


def spent(pid):
    """Seconds on a core, and how often it waited and was woken, of all threads that live."""
    seconds, waits = 0.0, 0
    for task in os.listdir(f"/proc/{pid}/task"):
        place = f"/proc/{pid}/task/{task}"
        with open(f"{place}/schedstat", encoding="utf-8") as file:
            seconds += int(file.read().split()[0]) / 1e9
        waits += counters(f"{place}/status")["voluntary_ctxt_switches"]
    return seconds, waits


def median(values):
    values = sorted(values)
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def spread(values, digits=1, unit=""):
    """Median and range, as all figures are printed."""
    shown = [f"{x:.{digits}f}" for x in (median(values), min(values), max(values))]
    return f"{shown[0]}{unit} ({shown[1]} to {shown[2]}, {len(values)} runs)"
