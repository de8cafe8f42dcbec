#!/usr/bin/env python3
"""Builds the portal with one bug after the other, and says whether its tests find it.

usage: portal/scripts/mutants.py [--only NAME]

Works in a copy, build/portal-mutants. What is known of the same sources is kept there, and a second call goes on.
A test that takes much longer with a bug than without has found it. Ends with status 1 where a bug is not found.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / "build" / "portal-mutants"
HEAD = re.compile(r"^([a-z-]+): (\S+) (\w+)$")


def mutants(text):
    """Name, file, test, lines to go and lines to come of each bug."""
    found = []
    for line in text.splitlines():
        if head := HEAD.match(line):
            found.append((*head.groups(), [], []))
        elif line.startswith("-"):
            found[-1][3].append(line[1:])
        elif line.startswith("+"):
            found[-1][4].append(line[1:])
        elif line and not line.startswith("#"):
            sys.exit(f"portal/Tests/mutants.txt: cannot read {line!r}; expected name: file test")
    return found


def tracked():
    """The tracked files: a package builds only where the folders of all its targets are."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in names.split("\0") if name and (ROOT / name).is_file()]


def copy(names):
    """A file that is the same keeps its time, and what was built of it."""
    for name in names:
        old, new = COPY / name, (ROOT / name).read_bytes()
        if old.exists() and old.read_bytes() == new:
            continue
        old.parent.mkdir(parents=True, exist_ok=True)
        old.write_bytes(new)
    known = set(names)
    for folder in ("Sources", "hal", "portal/Sources", "portal/Tests"):
        for path in (COPY / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(COPY)) not in known:
                path.unlink()


def mark(names, mutant):
    """Stands for the sources and one bug."""
    digest = hashlib.sha256(repr(mutant).encode())
    for name in names:
        if name.startswith(("Sources/", "hal/", "portal/Package", "portal/Sources/", "portal/Tests/Portal")):
            digest.update(name.encode() + (ROOT / name).read_bytes())
    return digest.hexdigest()


def build():
    done = subprocess.run(
        ["swift", "build", "--build-tests"], cwd=COPY / "portal", capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("the copy does not build:\n" + done.stdout[-3000:] + done.stderr[-3000:])


def end(session):
    """Ends what a test left running: the portals that it had started, too, which have groups of their own."""
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                os.kill(int(entry.parent.name), signal.SIGKILL)
        except (OSError, ValueError):
            continue


def passes(test, limit):
    """Whether the test passes, and after how many seconds; None: it did not end in time."""
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=COPY / "portal", check=True, capture_output=True,
        text=True).stdout.strip()
    command = [folder + "/vigia-portalPackageTests.xctest", "--testing-library", "swift-testing", "--filter", test]
    log = COPY / "test.log"
    began = time.monotonic()
    with open(log, "wb") as out:
        process = subprocess.Popen(
            command, cwd=COPY / "portal", stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            return None, limit
        finally:
            end(process.pid)
            process.wait()
    if "Test run with 0 tests" in log.read_text(errors="replace"):
        sys.exit(f"there is no test {test}")
    return status == 0, time.monotonic() - began


def judge(mutant, limit):
    """Builds with the bug, and tells how it was found; an empty text: it was not."""
    name, file, test, old, new = mutant
    path = COPY / "portal" / file
    text = path.read_text()
    before, after = "\n".join(old) + "\n", "".join(line + "\n" for line in new)
    if text.count(before) != 1:
        sys.exit(f"{name}: {file} has its lines {text.count(before)} times; expected once")
    path.write_text(text.replace(before, after))
    try:
        build()
        is_good, seconds = passes(test, limit)
    finally:
        path.write_text(text)
    if is_good is None:
        return f"found by {test}, which did not end within {seconds:.0f} s"
    return "" if is_good else f"found by {test} in {seconds:.0f} s"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--only")
    only = options.parse_args().only
    chosen = [m for m in mutants((ROOT / "portal/Tests/mutants.txt").read_text()) if only in (None, m[0])]
    if not chosen:
        sys.exit(f"there is no bug {only}")
    names = tracked()
    kept = COPY / "results.json"
    results = json.loads(kept.read_text()) if kept.exists() else {}
    left = [m for m in chosen if not results.get(mark(names, m))]
    limits = {}
    if left:
        copy(names)
        build()
    for test in sorted({m[2] for m in left}):
        is_good, seconds = passes(test, 1800)
        if not is_good:
            sys.exit(f"{test} fails without any bug; see {COPY}/test.log")
        limits[test] = 120 + 4 * seconds
    missed = 0
    for mutant in chosen:
        key = mark(names, mutant)
        if mutant in left:
            results[key] = judge(mutant, limits[mutant[2]])
            kept.write_text(json.dumps(results))
        print(f"{mutant[0]}: {results[key] or 'NOT FOUND'}", flush=True)
        missed += not results[key]
    print(f"{len(chosen) - missed} of {len(chosen)} bugs of the portal are found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
