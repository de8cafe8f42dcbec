#!/usr/bin/env python3
"""Builds the portal with one bug after the other, and says whether its tests find it.

usage: portal/scripts/mutants.py [--only NAME]

Works in a copy, build/portal-mutants. Ends with status 1 where a bug is not found.
"""
import argparse
import pathlib
import re
import subprocess
import sys

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


def copy():
    """The tracked files as they are now; the copy's build folder stays."""
    COPY.mkdir(parents=True, exist_ok=True)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    archive = subprocess.Popen(
        ["tar", "--null", "--files-from=-", "--ignore-failed-read", "-cf", "-"], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    unpack = subprocess.Popen(["tar", "-xf", "-", "-C", COPY], stdin=archive.stdout)
    archive.stdin.write(files)
    archive.stdin.close()
    unpack.wait()


def build():
    done = subprocess.run(
        ["swift", "build", "--build-tests"], cwd=COPY / "portal", capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("the copy does not build:\n" + done.stdout[-3000:] + done.stderr[-3000:])


def passes(test):
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=COPY / "portal", check=True, capture_output=True,
        text=True).stdout.strip()
    bundle = folder + "/vigia-portalPackageTests.xctest"
    command = [bundle, "--testing-library", "swift-testing", "--filter", test]
    done = subprocess.run(command, cwd=COPY / "portal", capture_output=True, text=True)
    if "Test run with 0 tests" in done.stdout + done.stderr:
        sys.exit(f"there is no test {test}")
    return done.returncode == 0


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--only")
    only = options.parse_args().only
    chosen = [m for m in mutants((ROOT / "portal/Tests/mutants.txt").read_text()) if only in (None, m[0])]
    if not chosen:
        sys.exit(f"there is no bug {only}")
    copy()
    build()
    for test in sorted({m[2] for m in chosen}):
        if not passes(test):
            sys.exit(f"{test} fails without any bug")
    missed = []
    for name, file, test, old, new in chosen:
        path = COPY / "portal" / file
        text = path.read_text()
        before, after = "\n".join(old) + "\n", "".join(line + "\n" for line in new)
        if text.count(before) != 1:
            sys.exit(f"{name}: {file} has its lines {text.count(before)} times; expected once")
        path.write_text(text.replace(before, after))
        try:
            build()
            found = not passes(test)
        finally:
            path.write_text(text)
        print(f"{name}: {'found by ' + test if found else 'NOT FOUND'}", flush=True)
        if not found:
            missed.append(name)
    print(f"{len(chosen) - len(missed)} of {len(chosen)} bugs of the portal are found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
