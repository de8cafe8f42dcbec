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
# What the simulator takes from others, which SwiftPM builds.
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "others",
  dependencies: [.package(path: "%s")],
  targets: [
    .executableTarget(
      name: "others",
      dependencies: [
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ])
  ]
)
"""
# In the order in which they need each other.
SOURCES = {
    "HAL": "hal/HAL",
    "Device": "Sources/Device",
    "Words": "Sources/Words",
    "Mail": "Sources/Mail",
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


def build_others():
    """Where the modules and the object files of other people's libraries are."""
    place = WORK / "others"
    source = place / "Sources" / "others"
    source.mkdir(parents=True, exist_ok=True)
    (place / "Package.swift").write_text(MANIFEST % (ROOT / ".build/checkouts/swift-collections"))
    (source / "main.swift").write_text("import DequeModule\nimport HeapModule\n")
    subprocess.run(["swift", "build", "-c", "release", "-q"], cwd=place, check=True)
    built = place / ".build/release"
    objects = [o for o in built.glob("*.build/*.o") if o.parent.name != "others.build"]
    return built / "Modules", objects


class Workshop:
    """Each module is compiled by itself, and none looks into another: a bug costs one of them."""

    def __init__(self):
        self.others, self.objects = build_others()
        self.modules = WORK / "modules"
        shutil.rmtree(self.modules, ignore_errors=True)
        self.modules.mkdir(parents=True)
        for name, source in SOURCES.items():
            if error := self.compile(name, ROOT / source, self.modules):
                sys.exit(f"{name} {error}")

    def compile(self, name, source, place):
        """The first error, or None."""
        command = ["swiftc", "-O", "-wmo", "-swift-version", "6", "-package-name", "vigia", "-module-name", name, "-c"]
        command += ["-Xfrontend", "-disable-cmo", "-I", self.modules, "-I", self.others]
        if name != "hunt":
            command += ["-parse-as-library", "-emit-module"]
            command += ["-emit-module-path", place / f"{name}.swiftmodule"]
        command += ["-o", place / f"{name}.o", *sorted(source.rglob("*.swift"))]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode == 0:
            return None
        errors = [line for line in result.stderr.splitlines() if "error:" in line]
        return "does not compile: " + (errors or ["?"])[0]

    def hunt(self, place, mutant, seeds):
        """Which seed and invariant caught it."""
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        objects = {name: self.modules / f"{name}.o" for name in SOURCES}
        if mutant:
            name, source = next(
                (name, source) for name, source in SOURCES.items()
                if mutant.file.startswith(source + "/"))
            shutil.copytree(ROOT / source, place / name)
            file = place / name / mutant.file[len(source) + 1 :]
            file.write_text(file.read_text().replace(mutant.old, mutant.new))
            if error := self.compile(name, place / name, place):
                return error
            objects[name] = place / f"{name}.o"
        program = place / "program"
        subprocess.run(
            ["swiftc", "-o", program, *objects.values(), *self.objects, "-lm"], check=True)
        result = subprocess.run([program, str(seeds)], capture_output=True, text=True)
        return "crashed" if result.returncode != 0 else result.stdout.strip()


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
    workshop = Workshop()
    healthy = workshop.hunt(places[0], None, min(options.seeds, 200))
    if healthy != "none":
        sys.exit(f"without a bug the simulator complains: {healthy}")

    free, found = list(places), {}

    def work(mutant):
        place = free.pop()
        try:
            found[mutant.name] = workshop.hunt(place, mutant, options.seeds)
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
