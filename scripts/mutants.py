#!/usr/bin/env python3
"""Builds the core with one bug at a time (Tests/Mutants/*.txt) and lets the simulator look for it.

A bug that lives through all seeds fails the run, and so does an invariant that no bug trips: a
checker that cannot fail is no checker.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutants"
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "mutant",
  dependencies: [.package(path: "%s")],
  targets: [
    .target(name: "HAL"), .target(name: "Device", dependencies: ["HAL"]),
    .target(
      name: "Simulated",
      dependencies: [
        "HAL", "Device", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(name: "Simulator", dependencies: ["HAL", "Device", "Simulated"]),
    .executableTarget(
      name: "hunt", dependencies: ["Simulator"], linkerSettings: [.linkedLibrary("m")]),
  ]
)
"""
SOURCES = {
    "HAL": "hal/HAL",
    "Device": "Sources/Device",
    "Simulated": "hal/Simulated",
    "Simulator": "Sources/Simulator",
    "hunt": "Tests/Hunt",
}


class Mutant:
    def __init__(self, name, file, old, new):
        self.name, self.file, self.old, self.new = name, file, old, new


def read_mutants():
    """Blocks of `name: file`, then the lines as they are (-) and with the bug (+)."""
    mutants = []
    for path in sorted((ROOT / "Tests" / "Mutants").glob("*.txt")):
        for block in re.split(r"\n\s*\n", path.read_text().strip()):
            lines = [line for line in block.splitlines() if not line.startswith("#")]
            if not lines:
                continue
            name, _, file = lines[0].partition(": ")
            old = "\n".join(line[1:] for line in lines[1:] if line.startswith("-"))
            new = "\n".join(line[1:] for line in lines[1:] if line.startswith("+"))
            text = (ROOT / file).read_text() if (ROOT / file).is_file() else ""
            if text.count(old) != 1:
                sys.exit(f"{path.name}: {name}: its lines are {text.count(old)} times in {file}; expected once")
            mutants.append(Mutant(name, file, old, new))
    return mutants


def prepare(place):
    place.mkdir(parents=True, exist_ok=True)
    (place / "Package.swift").write_text(MANIFEST % (ROOT / ".build/checkouts/swift-collections"))
    for name, source in SOURCES.items():
        target = place / "Sources" / name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(ROOT / source, target)


def hunt(place, mutant, seeds):
    """Which seed and invariant caught it."""
    if mutant:
        module, rest = next(
            (name, mutant.file[len(source) + 1 :])
            for name, source in SOURCES.items()
            if mutant.file.startswith(source + "/")
        )
        file = place / "Sources" / module / rest
        whole = file.read_text()
        file.write_text(whole.replace(mutant.old, mutant.new))
    try:
        build = subprocess.run(
            ["swift", "build", "-c", "release", "-j", "1", "--product", "hunt"],
            cwd=place, capture_output=True, text=True)
        if build.returncode != 0:
            return "does not compile: " + next(
                (line for line in build.stdout.splitlines() if "error:" in line), "?")
        result = subprocess.run(
            [place / ".build/release/hunt", str(seeds)], capture_output=True, text=True)
        if result.returncode != 0:
            return "crashed"
        return result.stdout.strip()
    finally:
        if mutant:
            file.write_text(whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="names of mutants, with commas")
    options = parser.parse_args()
    mutants = read_mutants()
    if options.only:
        mutants = [m for m in mutants if m.name in options.only.split(",")]
    places = [WORK / str(i) for i in range(options.jobs)]
    for place in places:
        prepare(place)
    healthy = hunt(places[0], None, min(options.seeds, 200))
    if healthy != "none":
        sys.exit(f"without a bug the simulator complains: {healthy}")

    free, found = list(places), {}

    def work(mutant):
        place = free.pop()
        try:
            found[mutant.name] = hunt(place, mutant, options.seeds)
        finally:
            free.append(place)
        print(f"{mutant.name:40} {found[mutant.name]}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(len(places)) as pool:
        list(pool.map(work, mutants))

    print(f"\n{'bug':40} {'seeds to catch':>15} {'steps':>6}  by")
    invariants, missed = {}, []
    for mutant in mutants:
        result = found[mutant.name]
        match = re.fullmatch(r"(\d+) (\S+) (\d+)", result)
        if match:
            invariants[match[2]] = invariants.get(match[2], 0) + 1
            print(f"{mutant.name:40} {int(match[1]) + 1:>15} {match[3]:>6}  {match[2]}")
        elif result == "crashed":
            print(f"{mutant.name:40} {'-':>15} {'-':>6}  a precondition")
        else:
            missed.append(mutant.name)
            print(f"{mutant.name:40} {'-':>15} {'-':>6}  {result}")
    known = re.findall(r'= "([a-z-]+)"', (ROOT / "Sources/Simulator/Invariant.swift").read_text())
    idle = [name for name in known if name not in invariants] if not options.only else []
    print(f"\n{len(mutants) - len(missed)} of {len(mutants)} bugs caught")
    if missed:
        print("lived through: " + ", ".join(missed))
    if idle:
        print("tripped by none: " + ", ".join(idle))
    sys.exit(1 if missed or idle else 0)


if __name__ == "__main__":
    main()
