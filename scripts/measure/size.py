"""The static program as it is installed: without symbols."""

import os
import subprocess


def figures(vigia, folder, _):
    stripped = f"{folder}/vigia"
    subprocess.run(["strip", "-o", stripped, vigia], check=True)
    yield f"static binary, stripped: {os.path.getsize(stripped) / 1e6:.1f} MB"
    sections = subprocess.run(["size", "-A", stripped], check=True, capture_output=True, text=True)
    largest = [line.split()[:2] for line in sections.stdout.splitlines() if line.startswith(".")]
    largest.sort(key=lambda section: -int(section[1]))
    yield "its largest sections: " + ", ".join(
        f"{name} {int(bytes) / 1e6:.1f} MB" for name, bytes in largest[:3])
    symbols = subprocess.run(["nm", "-S", "--size-sort", vigia], capture_output=True, text=True,
                             check=True).stdout.split("\n")
    if len(symbols) > 1:
        _, size, _, name = symbols[-2].split()
        yield f"its largest symbol: {name} {int(size, 16) / 1e6:.1f} MB"
