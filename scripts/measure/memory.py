"""Memory of the device, beside a C program that only initialises the same libraries."""

import os
import subprocess
import time

from device import Device
from mailserver import MailServer
from process import kilobytes, spread, threads
from receiver import Receiver

RUNS = 5
REST = 15


def baseline(folder):
    """Built here, from libraries.c."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libraries.c")
    libraries = ["gps", "asound", "curl", "expat", "sqlite3"]
    subprocess.run(["cc", "-O2", "-o", f"{folder}/libraries", source] + ["-l" + l for l in libraries],
                   check=True)
    for name in os.listdir(folder):
        if name.startswith("libraries.sqlite"):
            os.remove(f"{folder}/{name}")
    process = subprocess.Popen([f"{folder}/libraries", f"{folder}/libraries.sqlite"],
                               stdout=subprocess.PIPE)
    process.stdout.readline()
    found = kilobytes(process.pid, "RssAnon"), kilobytes(process.pid, "VmRSS")
    process.kill()
    process.wait()
    return found


def figures(vigia, folder, _):
    ours, mailed, theirs, names = [], [], [], None
    with Receiver() as receiver:
        for _ in range(RUNS):
            theirs.append(baseline(folder))
            with MailServer(folder) as mail, Device(
                    vigia, folder, mail, receiver, ["--sound", "null"], has_keys=True) as device:
                time.sleep(REST)
                ours.append((kilobytes(device.pid, "RssAnon"), kilobytes(device.pid, "VmRSS")))
                names = threads(device.pid)
                device.press("h")
                if not mail.has_mail.wait(60):
                    raise RuntimeError("no mail came")
                time.sleep(2)
                mailed.append((kilobytes(device.pid, "RssAnon"), kilobytes(device.pid, "VmRSS")))
    for what, values in [("vigia run at rest", ours), ("vigia run after its first mail", mailed),
                         ("C program with the same libraries", theirs)]:
        for index, name in enumerate(["RssAnon", "VmRSS"]):
            yield f"{what}, {name}: " + spread([v[index] / 1024 for v in values], 2, " MiB")
    yield f"threads of vigia run at rest: {len(names)}: " + ", ".join(names)
