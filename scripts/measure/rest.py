"""What a device costs that watches while nothing happens."""

import time

from device import Device
from mailserver import MailServer
from process import kilobytes, median, spent, threads
from receiver import Receiver

SLICES = 10


def watch(vigia, folder, seconds, receiver):
    """Share of a core in percent and waits per second, of each slice."""
    with receiver, MailServer(folder) as mail, Device(
            vigia, folder, mail, receiver, ["--sound", "null"]) as device:
        time.sleep(10)
        cores, waits = [], []
        begin, (used, waited) = time.monotonic(), spent(device.pid)
        first = begin, used, waited
        for index in range(SLICES):
            time.sleep(max(0, first[0] + (index + 1) * seconds / SLICES - time.monotonic()))
            now, (use, wait) = time.monotonic(), spent(device.pid)
            cores.append(100 * (use - used) / (now - begin))
            waits.append((wait - waited) / (now - begin))
            begin, used, waited = now, use, wait
        whole = now - first[0]
        fixes = device.text("state/blackbox.jsonl").count('"class":"TPV"')
        return (100 * (used - first[1]) / whole, (waited - first[2]) / whole, cores, waits, whole,
                kilobytes(device.pid, "RssAnon"), threads(device.pid), fixes)


def told(what, result):
    core, wait, cores, waits, whole, memory, names, fixes = result
    yield f"{what}, {whole:.0f} s, {fixes} fixes since its start, threads {', '.join(names)}"
    yield (f"- processor: {core:.3f} % of one core; tenths of it: median {median(cores):.3f},"
           f" {min(cores):.3f} to {max(cores):.3f}")
    yield (f"- wake-ups per second: {wait:.2f}; tenths of it: median {median(waits):.2f},"
           f" {min(waits):.2f} to {max(waits):.2f}")
    yield f"- RssAnon at the end: {memory / 1024:.2f} MiB"


def figures(vigia, folder, options):
    yield from told("a fix a second", watch(vigia, folder, options["seconds"], Receiver()))
    yield from told("gpsd without a receiver that speaks",
                    watch(vigia, folder, min(options["seconds"], 120), Receiver(is_mute=True)))
