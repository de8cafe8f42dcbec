#!/usr/bin/env python3
"""Lets the simulator look for bugs, all of which sleep in one build until one is chosen by its number.

  scripts/mutants.py                      the named list (Tests/Mutants/*.txt): all must be caught
  scripts/mutants.py --only NAME,NAME     some of it
  scripts/mutants.py --few .build/debug   one a feature, by eight days, linked with that build: `make test` does it
  scripts/mutants.py --hazards            those of docs/hazards.md: the check named there must fail first
  scripts/mutants.py --random 500         statements of the core left out, conditions turned round, by chance
  scripts/mutants.py --random 60 --under Sources/Device/Outbox --most 400 --without-tests
                                          a quick look at one folder, by fewer seeds

Behind the first 200 seeds come the changed days of Tests/Kept/days.txt, then the other seeds (docs/teeth.md).
A named bug that lives through all days fails the run, and so does an invariant that no bug trips: a
checker that cannot fail is no checker. What is known is kept in build/mutants; the same call goes on.
--random with --part PART/PARTS (or as a task of a Slurm array) takes one part of the bugs, and --report adds them up.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutants"
TOOL = ROOT / "Tests" / "Mutation"
# Where bugs may sleep, and what needs what.
MODULES = {
    "HAL": ("hal/HAL", []),
    "Device": ("Sources/Device", ["HAL"]),
    "Names": ("Sources/Names", ["HAL", "Device"]),
    "Findings": ("Sources/Findings", ["HAL", "Device"]),
    "Words": ("Sources/Words", ["HAL", "Device", "Names", "Findings"]),
    "Mail": ("Sources/Mail", ["HAL", "Words"]),
    "Sync": ("Sources/Sync", ["HAL", "Words"]),
    "Link": ("Sources/Link", ["HAL", "Device", "Sync", "Entries"]),
    "Entries": ("Sources/Entries", ["HAL", "Device"]),
    "Agenda": ("Sources/Agenda", ["HAL", "Device", "Words"]),
    "Simulated": ("hal/Simulated", ["HAL", "Device"]),
    "Checkers": ("Sources/Checkers", ["HAL", "Device"]),
    "Simulator": (
        "Sources/Simulator",
        ["HAL", "Device", "Simulated", "Names", "Words", "Mail", "Agenda", "Sync", "Link", "Entries", "Checkers"]),
}
# Where none sleeps, for the kept days among the tests.
READERS = {
    "CExpat": ("hal/C/expat", []),
    "CCrypto": ("hal/C/crypto", []),
    "CZlib": ("hal/C/zlib", []),
    "Packed": ("Sources/Packed", ["HAL", "Device"]),
    "Traces": ("Sources/Traces", ["HAL", "Device", "Names", "Words", "CCrypto", "CExpat"]),
    "Quit": ("Sources/Quit", ["HAL", "Device", "Names", "Words", "Agenda"]),
    "Profile": ("Sources/Profile", ["HAL", "Device", "Names", "Words", "Agenda", "Quit", "Yams"]),
    "Trial": (
        "Sources/Trial",
        ["HAL", "Device", "Findings", "Packed", "Simulated", "Traces", "Names", "Words", "Profile", "CZlib"]),
    "Scenarios": (
        "Sources/Scenarios",
        ["HAL", "Device", "Agenda", "Checkers", "Simulator", "Traces", "Trial", "Profile", "Names", "Words"]),
}
OTHERS = {
    "Simulated": [("DequeModule", "swift-collections"), ("HeapModule", "swift-collections")],
    "Trial": [("Mustache", "swift-mustache")],
}
LIBRARIES = {"CExpat": "expat", "CCrypto": "libcrypto", "CZlib": "zlib"}
# The script of the report's page; its module is not built here, so that pages have no tools.
SCRIPT = sorted(path.name for path in (ROOT / "Sources/Trial/Report/Living").glob("*.js"))
TRIAL_ALSO = (
    f', resources: [{", ".join(f".embedInCode({chr(34)}Report/Living/{name}{chr(34)})" for name in SCRIPT)}],'
    ' plugins: ["EmbedModule"]')
PACKAGES = {
    "apple/swift-collections": "1.1.0", "hummingbird-project/swift-mustache": "2.0.0", "jpsim/Yams": "6.0.0"}
MUTATED = [path for path, _ in MODULES.values()]
CORE = "Sources/Device"
# The number is there before any Swift runs. A place that was come by is remembered.
C_SOURCES = {
    "include/mutation.h": """#include <stdbool.h>
#include <stdint.h>
enum { vigia_mutants_most = 8192 };
extern const int32_t vigia_mutants;
extern int32_t vigia_mutant;
extern uint8_t vigia_reached[vigia_mutants_most];
static inline bool vigia_is_mutant(int32_t number) {
  vigia_reached[number] = 1;
  return vigia_mutant == number;
}
void vigia_forget_reached(void);
bool vigia_was_reached(int32_t number);
""",
    "mutation.c": """#include "mutation.h"
#include <stdlib.h>
#include <string.h>
const int32_t vigia_mutants = vigia_mutants_most;
int32_t vigia_mutant = -1;
uint8_t vigia_reached[vigia_mutants_most];
__attribute__((constructor)) static void choose(void) {
  const char *number = getenv("VIGIA_MUTANT");
  if (number) vigia_mutant = atoi(number);
}
void vigia_forget_reached(void) { memset(vigia_reached, 0, sizeof vigia_reached); }
bool vigia_was_reached(int32_t number) { return vigia_reached[number]; }
""",
}
# One a feature, each caught within FEW_SEEDS days.
FEW = [
    "exit-without-a-page", "lost-too-soon", "reminder-neither-heard-nor-seen", "meal-without-a-page",
    "insulin-on-board-ignored", "age-of-a-low-stands-still", "reading-unwritten", "help-makes-no-notice",
    "never-escalates", "other-route-not-after-a-failure", "notice-without-a-place",
    "time-shown-without-a-clock", "company-not-shown", "no-sign-of-life", "ok-silences-nothing",
    "high-alarm-of-two-pulses", "earth-ten-percent-larger", "doses-without-their-parts-in-the-digest",
]
FEW_SEEDS = 8
# Invariants that others forestall, with bugs that trip them on another day.
LATER = {
    "waiting-notice-moves-on": "medicine-waits-for-ever",
    "answer-is-shown": "answer-looks-like-a-yes",
    "deadlines-are-kept": "loop-waits-past-its-deadline",
    "disputed-clock-stays": "receiver-overrules-the-network",
}
# A life of a healthy device takes 50 ms; some bugs make one endless.
SECONDS_A_SEED = 20
# Seeds that come before the changed days, which take longer and are no fair measure of what is drawn.
FIRST_SEEDS = 200
# Of a folder that the sample holds fewer of.
LEAST_IN_FOLDER = 20


def run(command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)


def fail(text):
    sys.exit(f"mutants: {text}")


# The build


def build_tool():
    """The program that writes sources with sleeping bugs, from the toolchain's own SwiftSyntax."""
    tool = WORK / "mutation"
    sources = sorted(TOOL.glob("*.swift"))
    if tool.exists() and all(tool.stat().st_mtime > source.stat().st_mtime for source in sources):
        return tool
    info = json.loads(run(["swiftc", "-print-target-info"]).stdout)
    host = pathlib.Path(info["paths"]["runtimeResourcePath"]) / "host"
    command = ["swiftc", "-O", "-swift-version", "6", "-I", host, "-L", host, "-o", tool]
    command += ["-Xlinker", "-rpath", "-Xlinker", host, *sources]
    result = run(command + ["-lSwiftSyntax", "-lSwiftParser", "-lSwiftOperators"])
    if result.returncode:
        fail("the tool does not compile:\n" + result.stderr)
    return tool


def manifest(with_tests):
    def quoted(names):
        return ", ".join(f'"{name}"' for name in names)

    def target(name, path, needs):
        others = [f'.product(name: "{product}", package: "{package}")' for product, package in OTHERS.get(name, [])]
        more = TRIAL_ALSO if name == "Trial" else ""
        return f'.target(name: "{name}", dependencies: [{", ".join([quoted(needs), *others])}], path: "{path}"{more})'

    targets = ['.target(name: "CMutation", path: "CMutation")']
    targets += [target(name, path, ["CMutation", *needs]) for name, (path, needs) in MODULES.items()]
    targets.append('.executableTarget(name: "hunt", dependencies: ["CMutation", "Device", "Checkers", "Simulator"], path: "Tests/Hunt")')
    if with_tests:
        targets.append(
            '.testTarget(name: "DeviceTests", dependencies: ["HAL", "Device", "TestSupport"], path: "Tests/DeviceTests")')
        targets.append('.target(name: "TestSupport", path: "Tests/TestSupport")')
        targets += [target(name, *rest) for name, rest in READERS.items() if name not in LIBRARIES]
        targets += [
            f'.systemLibrary(name: "{name}", path: "{READERS[name][0]}", pkgConfig: "{package}")'
            for name, package in LIBRARIES.items()]
        targets.append('.plugin(name: "EmbedModule", capability: .buildTool())')
        targets.append(
            '.executableTarget(name: "lives", dependencies: ["Simulator", "Scenarios", "Trial"], path: "Tests/Lives")')
    packages = [f'.package(url: "https://github.com/{name}", from: "{since}")' for name, since in PACKAGES.items()]
    return (
        "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"mutants\","
        f" dependencies: [{', '.join(packages if with_tests else packages[:1])}],"
        f" targets: [{', '.join(targets)}])\n")


def write_if_new(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def prepare(place, with_tests):
    """All of a package but the sources with the bugs."""
    write_if_new(place / "Package.swift", manifest(with_tests))
    for name, text in C_SOURCES.items():
        write_if_new(place / "CMutation" / name, text)
    for path in MUTATED:
        write_if_new(
            place / path / "Mutation.swift",
            "internal import CMutation\n@inline(__always)\n"
            "func isMutant(_ number: Int32) -> Bool { vigia_is_mutant(number) }\n")
    tests = ["DeviceTests", "TestSupport", "Oracles", "Hunt", "Lives"]
    for path in [*(f"Tests/{name}" for name in tests), *(path for path, _ in READERS.values()), "Plugins", "scripts"]:
        link = place / path
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(ROOT / path)


class Mutant:
    def __init__(self, row):
        number, self.name, self.file, line, self.text = row.split("\t")
        self.number, self.line = int(number), int(line)

    @property
    def folder(self):
        parts = pathlib.Path(self.file).relative_to(CORE).parts if self.file.startswith(CORE) else ()
        return parts[0] if len(parts) > 1 else ("(top)" if parts else str(pathlib.Path(self.file).parent))

    @property
    def where(self):
        return f"{self.file}:{self.line} {self.name}: {self.text}"


def write_sources(tool, place, arguments):
    """Leaves no file of a source that is gone."""
    result = run([tool, ROOT, place, *MUTATED, *arguments])
    if result.returncode:
        fail(result.stderr.removeprefix("mutants: ").strip())
    for path in MUTATED:
        for file in (place / path).rglob("*.swift"):
            if file.name != "Mutation.swift" and not (ROOT / file.relative_to(place)).exists():
                file.unlink()
    return [Mutant(row) for row in result.stdout.splitlines()]


def compile_errors(place):
    result = run(["swift", "build", "-c", "release", "--product", "hunt"], cwd=place)
    return "" if result.returncode == 0 else result.stdout + result.stderr


def complain_of(output):
    errors = [line for line in output.splitlines() if "error:" in line]
    fail("does not compile:\n" + "\n".join(errors[:20] or [output[-2000:]]))


def build_named(place):
    prepare(place, with_tests=False)
    lists = sorted((ROOT / "Tests/Mutants").glob("*.txt"))
    mutants = write_sources(build_tool(), place, ["--named", *lists])
    if output := compile_errors(place):
        complain_of(output)
    return mutants


def build_random(place, count, seed, under):
    """So many by chance. One that does not compile makes way for the next."""
    prepare(place, with_tests=True)
    tool = build_tool()
    every = write_sources(tool, place, ["--random", under])
    wrong = set()
    for _ in range(30):
        chosen = sample(every, wrong, count, seed)
        numbers = ",".join(str(m.number) for m in chosen)
        write_sources(tool, place, ["--random", under, numbers])
        output = compile_errors(place)
        if not output:
            return chosen
        more = refused(output, place, chosen)
        if not more:
            complain_of(output)
        wrong |= more
    fail("did not come to an end of what does not compile")


def sample(mutants, wrong, count, seed):
    """So many of the core by chance, and of folders with fewer than 20 some more."""
    order = random.Random(int(seed, 16)).sample(mutants, len(mutants))
    order = [m for m in order if m.number not in wrong]
    chosen = order[:count]
    per_folder = collections.Counter(m.folder for m in chosen)
    for mutant in order[count:]:
        if per_folder[mutant.folder] < LEAST_IN_FOLDER:
            per_folder[mutant.folder] += 1
            chosen.append(mutant)
    return chosen


def refused(output, place, mutants):
    """Numbers of the bugs that stand on the lines of which the compiler complains, else nearest before."""
    wrong = set()
    for file, line, said in set(re.findall(r"(\S+\.swift):(\d+):\d+: error: (.*)", output)):
        path = os.path.relpath(file, place)
        text = (place / path).read_text().splitlines()
        line = int(line)
        if name := re.match(r"(?:constant|variable) '(\w+)' used before being initialized", said):
            near = range(line - 60, line + 1)
            gave = [
                m.number for m in mutants
                if m.file == path and m.line in near and m.text.startswith(f"{name[1]} = ")]
            if gave:
                wrong |= set(gave)
                continue
        here = [int(n) for n in re.findall(r"isMutant\((\d+)\)", text[line - 1])]
        if not here:
            before = [m for m in mutants if m.file == path and m.line <= line]
            here = [max(before, key=lambda m: m.line).number] if before else []
        wrong |= set(here)
    return wrong


# The hunt


def environment(number):
    return os.environ | ({"VIGIA_MUTANT": str(number)} if number is not None else {})


def all_days(seeds):
    """Seeds as the program takes them, and the changed days that are kept."""
    kept = (ROOT / "Tests/Kept/days.txt").read_text().split() if seeds > FIRST_SEEDS else []
    return [str(day) for day in [*range(seeds)[:FIRST_SEEDS], *kept, *range(seeds)[FIRST_SEEDS:]]]


def said(day):
    """How many days it takes, or which of the changed ones."""
    return str(int(day) + 1) if day.isdigit() else day


def hunt(place, number, days, asked=None, kind="release"):
    """("caught", day, invariant[, what was asked for]), ("crashed",), ("hung",) or ("none", digests)."""
    if not days:
        return ("none", [])
    command = [place / f".build/{kind}/hunt", ",".join(days)] + ([asked] if asked else [])
    try:
        limit = max(120, SECONDS_A_SEED * len(days) // 20) + (600 if asked else 0)
        result = run(command, env=environment(number), timeout=limit)
    except subprocess.TimeoutExpired:
        return ("hung",)
    if result.returncode:
        return ("crashed",)
    words = result.stdout.split()
    return ("none", words[1:]) if words[0] == "none" else ("caught", *words[1:])


class Healthy:
    """Of each day the digest without a bug, and the bugs whose places it comes by; cores share the days."""

    def __init__(self, place, days, jobs):
        self.lives, self.programs = {}, 0
        size = max(1, -(-len(days) // (4 * jobs)))
        pieces = [days[first:first + size] for first in range(0, len(days), size)]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for piece, lives in zip(pieces, pool.map(lambda piece: self.live(place, piece), pieces)):
                self.lives |= {day: lives[day] for day in piece if day in lives}
        self.days = list(self.lives)

    def live(self, place, piece):
        """A day that fails without a bug is named, and left out."""
        lives, rest = {}, piece
        while rest:
            self.programs += 1
            result = run([place / ".build/release/hunt", ",".join(rest), "--reach"], env=environment(None))
            lines = [line.split(" ") for line in result.stdout.splitlines()]
            caught = lines.pop() if lines and lines[-1][0] == "caught" else None
            if result.returncode or not caught and len(lines) < len(rest):
                fail(f"without a bug day {rest[len(lines)]} ends the program: {result.stderr[-500:]}")
            lives |= {day: (line[0], {int(n) for n in line[1].split(",") if n}) for day, line in zip(rest, lines)}
            if caught:
                print(f"mutants: without a bug day {caught[1]} fails {caught[2]}, and is left out", flush=True)
            rest = rest[len(lines) + 1:]
        return lives

    def passing_by(self, mutant, days=None):
        """The days on which a bug can change anything. A constant is read once in the life of a program."""
        among = [day for day in days or self.days if day in self.lives]
        passing = [day for day in among if mutant.number in self.lives[day][1]]
        return passing if len(passing) > self.programs else among


class Results:
    """A file to which each bug adds a line when it is judged, so that a second call goes on."""

    def __init__(self, path, key):
        self.path, self.found = path, {}
        if path.exists():
            lines = [json.loads(line) for line in path.read_text().splitlines() if line]
            if lines and lines[0] == key:
                self.found = {line["number"]: line for line in lines[1:]}
                return
        path.write_text(json.dumps(key) + "\n")

    def add(self, result):
        self.found[result["number"]] = result
        with self.path.open("a") as file:
            file.write(json.dumps(result) + "\n")


def each(mutants, judge, results, jobs):
    todo = [m for m in mutants if m.number not in results.found]

    def work(mutant):
        result = {"number": mutant.number, "where": mutant.where, **judge(mutant)}
        results.add(result)
        print(f"{len(results.found)}/{len(mutants)} {result['how']:28} {mutant.where[:150]}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, todo))


def commit():
    head = run(["git", "rev-parse", "HEAD"], cwd=ROOT).stdout.strip()
    changed = run(["git", "status", "--porcelain", "hal", "Sources", "Tests"], cwd=ROOT).stdout.strip()
    if not changed:
        return head
    return f"{head}-{hashlib.sha256(run(['git', 'diff', 'HEAD'], cwd=ROOT).stdout.encode()).hexdigest()[:8]}"


# The two ways


def named(options):
    place = WORK / "named"
    mutants = build_named(place)
    if options.only:
        names = options.only.split(",")
        unknown = set(names) - {m.name for m in mutants}
        if unknown:
            fail(f"{', '.join(sorted(unknown))}: no such bug in Tests/Mutants")
        mutants = [m for m in mutants if m.name in names]
    healthy = Healthy(place, all_days(options.seeds), options.jobs)
    results = Results(WORK / "named.jsonl", {"commit": commit(), "seeds": options.seeds, "steps": options.steps})

    def judge(mutant):
        result = hunt(place, mutant.number, healthy.passing_by(mutant), "--steps" if options.steps else "--all")
        return {"how": result[0], "by": list(result[1:]) if result[0] == "caught" else []}

    each(mutants, judge, results, options.jobs)
    print(f"\n| bug | days |{' steps |' if options.steps else ''} by |\n|---|---|{'---|' if options.steps else ''}---|")
    invariants, missed = collections.Counter(), []
    for mutant in mutants:
        result = results.found[mutant.number]
        if result["how"] == "caught":
            day, invariant, *more = result["by"]
            steps = f" {more[0]} |" if options.steps else ""
            invariants.update([invariant] if options.steps else more[0].split(","))
            print(f"| {mutant.name} | {said(day)} |{steps} {invariant} |")
        elif result["how"] in ("crashed", "hung"):
            print(f"| {mutant.name} | - |{' - |' if options.steps else ''} {result['how']} |")
        else:
            missed.append(mutant.name)
    names = {m.name for m in mutants}
    for invariant, name in LATER.items():
        if invariant in invariants or name not in names:
            continue
        mutant = next(m for m in mutants if m.name == name)
        result = hunt(place, mutant.number, healthy.passing_by(mutant), f"--for={invariant}")
        if result[0] == "caught":
            invariants[invariant] += 1
            print(f"| {name} | {said(result[1])} |{' - |' if options.steps else ''} {invariant} (others first) |")
    text = (ROOT / "Sources/Checkers/World/Invariant.swift").read_text()
    known = re.findall(r'= "([a-z-]+)"', text)
    idle = [name for name in known if name not in invariants] if not options.only else []
    print(f"\n{len(mutants) - len(missed)} of {len(mutants)} bugs caught")
    if missed:
        print("lived through: " + ", ".join(missed))
    if idle:
        print("tripped by none: " + ", ".join(idle))
    sys.exit(1 if missed or idle else 0)


def build_few(place, built):
    """Only the rooms of these bugs are compiled, and linked with what the tests have built."""
    listed = built / "hunt.product/Objects.LinkFileList"
    if not listed.exists():
        fail(f"{built} has no hunt; expected the folder of a debug build with tests (make debug)")
    lists = sorted((ROOT / "Tests/Mutants").glob("*.txt"))
    prepare(place, with_tests=False)
    mutants = {m.name: m for m in write_sources(build_tool(), place, ["--named", *lists])}
    files = [mutants[name].file for name in FEW]
    rooms = [room for room, (path, _) in MODULES.items() if any(file.startswith(path + "/") for file in files)]
    made = place / "objects"
    made.mkdir(exist_ok=True)
    write_if_new(made / "module.modulemap", 'module CMutation { header "../CMutation/include/mutation.h" export * }\n')
    objects = [made / "mutation.o"]
    compile_with = [["cc", "-c", "-I", place / "CMutation/include", place / "CMutation/mutation.c", "-o", objects[0]]]
    for room in rooms:
        objects.append(made / f"{room}.o")
        compile_with.append([
            "swiftc", "-module-name", room, "-package-name", "vigia", "-swift-version", "6", "-parse-as-library",
            "-wmo", "-Onone", "-suppress-warnings", "-I", made, "-I", built / "Modules",
            "-emit-module", "-emit-module-path", made / f"{room}.swiftmodule",
            "-c", *sorted((place / MODULES[room][0]).rglob("*.swift")), "-o", objects[-1]])
    replaced = {f"{room}.build" for room in rooms}
    objects += [path for path in listed.read_text().splitlines() if pathlib.Path(path).parent.name not in replaced]
    write_if_new(made / "list", "\n".join(map(str, objects)))
    program = place / ".build/debug/hunt"
    program.parent.mkdir(parents=True, exist_ok=True)
    link = ["swiftc", "-emit-executable", "-Xlinker", "--defsym", "-Xlinker", "main=hunt_main", f"@{made}/list", "-lm"]
    for command in [*compile_with, [*link, "-o", program]]:
        if (result := run(command)).returncode:
            complain_of(result.stdout + result.stderr)
    return mutants


def few(options):
    """A checker that has gone blind shows in a minute."""
    place = WORK / "few"
    mutants = build_few(place, options.few)
    missed = []

    def judge(name):
        result = hunt(place, mutants[name].number, all_days(FEW_SEEDS), kind="debug")
        print(f"mutants: {name}: {' '.join(map(str, result[1:])) if result[0] == 'caught' else result[0]}", flush=True)
        if result[0] != "caught":
            missed.append(name)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(judge, FEW))
    if missed:
        fail(f"lived through {FEW_SEEDS} days: {', '.join(missed)}")
    print(f"mutants: {len(FEW)} bugs, one a feature, caught")


def hazard_table():
    """(control, check, bug) of each row in docs/hazards.md."""
    rows, hazard = [], ""
    for line in (ROOT / "docs/hazards.md").read_text().splitlines():
        if line.startswith("## "):
            hazard = line[3:]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.match(r"H\d", hazard) and line.startswith("|") and len(cells) == 3 and cells[0] not in ("control", "---"):
            rows.append((hazard.split(".")[0], *cells))
    return rows


def hazards(options):
    place = WORK / "named"
    mutants = {m.name: m for m in build_named(place)}
    rows = hazard_table()
    healthy = Healthy(place, all_days(options.seeds), options.jobs)

    def judge(row):
        others = row[2].split(", ")[1:]
        found = []
        for asked in [None, *(f"--for={check}" for check in others)]:
            result = hunt(place, mutants[row[3]].number, healthy.passing_by(mutants[row[3]]), asked)
            found.append(result[2] if result[0] == "caught" else result[0])
        print(f"{row[3]:40} {', '.join(found)}", flush=True)
        return ", ".join(found)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(judge, rows))
    print("| hazard | control | bug | the checks that fail |\n|---|---|---|---|")
    wrong = []
    for row, by in zip(rows, found):
        print(f"| {row[0]} | {row[1]} | {row[3]} | {by} |")
        if by != row[2]:
            wrong.append(f"{row[0]}: {row[3]} fails {by}, and {row[2]} is named")
    print(f"\n{len(rows) - len(wrong)} of {len(rows)} controls shown")
    for complaint in wrong:
        print(complaint)
    sys.exit(1 if wrong else 0)


def random_mutants(options):
    place = WORK / "random"
    chosen = build_random(place, options.random, options.seed, options.under)
    part, parts = (int(n) for n in options.part.split("/"))
    mine = chosen[part::parts]
    key = {"commit": commit(), "count": options.random, "seed": options.seed, "part": options.part}
    key |= {"under": options.under, "most": options.most}
    results = Results(WORK / f"random-{options.seed}-{part}-of-{parts}.jsonl", key)
    days = all_days(options.most)
    healthy = Healthy(place, days, options.jobs)
    if not options.without_tests:
        for build in (["--build-tests"], ["-c", "release", "--product", "lives"]):
            result = run(["swift", "build", *build], cwd=place)
            if result.returncode:
                fail("the tests do not compile:\n" + result.stdout[-3000:])
        if not passes(place, None):
            fail("without a bug the tests of the core fail")

    def seek(mutant, days):
        """What a day does that never comes by the bug is known."""
        days = healthy.passing_by(mutant, days)
        result = hunt(place, mutant.number, days)
        healthy_ones = [healthy.lives[day][0] for day in days]
        is_found = result[0] != "none"
        changes = is_found or result[1] != healthy_ones
        acts = is_found or any(a.split(".")[1] != b.split(".")[1] for a, b in zip(result[1], healthy_ones))
        return (" ".join(map(str, result)) if is_found else None), changes, acts

    def judge(mutant):
        """The explorer's 200 seeds, the tests, then all other days; and what each of them said."""
        explorer, changes, acts = seek(mutant, days[:FIRST_SEEDS])
        tests = None
        if not explorer:
            tests = None if options.without_tests else not passes(place, mutant.number)
            explorer, more, more_acts = seek(mutant, days[FIRST_SEEDS:])
            changes, acts = changes or more, acts or more_acts
        is_reached = any(mutant.number in reached for _, reached in healthy.lives.values())
        if explorer:
            how = explorer
        elif tests:
            how = "by the tests only"
        elif not is_reached:
            how = "lived, never come by"
        else:
            how = "lived, other acts" if acts else "lived, other state" if changes else "lived, changed nothing"
        said = {"explorer": explorer, "tests": tests, "changes": changes, "acts": acts, "reached": is_reached}
        return {"how": how, "folder": mutant.folder, **said}

    each(mine, judge, results, options.jobs)
    report([results.found[m.number] for m in mine])


def passes(place, number):
    """The tests of the core, and the kept days."""
    lives = [place / ".build/release/lives", *sorted((ROOT / "Tests/Kept/lives").glob("*.yaml"))]
    tests = [place / ".build/debug/mutantsPackageTests.xctest", "--testing-library", "swift-testing"]
    try:
        result = run(lives, env=environment(number), timeout=120)
        if result.returncode or result.stdout != (ROOT / "Tests/Kept/lives.txt").read_text():
            return False
        return run(tests, env=environment(number), timeout=600, cwd=place).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def report(results):
    """Rates by folder, of the bugs that change any digest and of those that change an act, and all that lived."""
    rows = collections.defaultdict(list)
    for result in results:
        rows[result["folder"]].append(result)
        rows["all"].append(result)
    print("\n| folder | bugs | change nothing | caught by the explorer | with the tests | the explorer, of other acts |")
    print("|---|---|---|---|---|---|")
    for folder in sorted(rows, key=lambda f: (f == "all", f)):
        some = rows[folder]
        active = [r for r in some if r["changes"]]
        acting = [r for r in some if r["acts"]]

        def rate(among, *judges):
            caught = sum(1 for r in among if any(r[judge] for judge in judges))
            return f"{caught} of {len(among)} ({100 * caught / len(among):.0f} %)" if among else "-"

        print(
            f"| {folder} | {len(some)} | {len(some) - len(active)} | {rate(active, 'explorer')}"
            f" | {rate(active, 'explorer', 'tests')} | {rate(acting, 'explorer')} |")
    for title, lived in [
        ("Never come by in 2,000 seeds", [r for r in results if not r["reached"]]),
        ("Change nothing in 2,000 seeds", [r for r in results if r["reached"] and not r["changes"]]),
        ("Change the state alone, no act", [r for r in results if r["changes"] and not r["acts"]]),
        ("Caught by the tests only", [r for r in results if r["acts"] and not r["explorer"] and r["tests"]]),
        ("Caught by nobody", [r for r in results if r["acts"] and not r["explorer"] and not r["tests"]]),
    ]:
        print(f"\n{title}: {len(lived)}\n")
        for result in sorted(lived, key=lambda r: r["where"]):
            print(f"- {result['where']}")


def reported(paths):
    results = []
    for path in paths:
        results += [json.loads(line) for line in path.read_text().splitlines()[1:]]
    report(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="names of bugs, with commas")
    parser.add_argument("--seeds", type=int, default=2000, help="for the named list")
    parser.add_argument("--steps", action="store_true", help="shrink the day of each named bug")
    parser.add_argument("--few", type=pathlib.Path, metavar="BUILT")
    parser.add_argument("--hazards", action="store_true")
    parser.add_argument("--random", type=int, metavar="COUNT")
    parser.add_argument("--seed", default=run(["git", "rev-parse", "HEAD"], cwd=ROOT).stdout[:8], help="eight hex digits")
    slurm = os.environ.get("SLURM_ARRAY_TASK_ID"), os.environ.get("SLURM_ARRAY_TASK_COUNT")
    parser.add_argument("--part", default="/".join(slurm) if all(slurm) else "0/1", metavar="PART/PARTS")
    parser.add_argument("--without-tests", action="store_true")
    parser.add_argument("--under", default=CORE, metavar="FOLDER", help="bugs by chance sleep there only; several with commas")
    parser.add_argument("--most", type=int, default=2000, metavar="SEEDS", help="for a bug by chance")
    parser.add_argument("--report", nargs="+", type=pathlib.Path, metavar="FILE", help="adds parts up")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if not re.fullmatch(r"[0-9a-f]{8}", options.seed):
        fail(f"--seed is {options.seed!r}; expected eight hex digits")
    if not re.fullmatch(r"\d+/\d+", options.part):
        fail(f"--part is {options.part!r}; expected PART/PARTS, such as 0/4")
    WORK.mkdir(parents=True, exist_ok=True)
    if options.report:
        reported(options.report)
    elif options.few:
        few(options)
    elif options.hazards:
        hazards(options)
    elif options.random is not None:
        random_mutants(options)
    else:
        named(options)


if __name__ == "__main__":
    main()
