#!/usr/bin/env python3
"""Replays walks in the page's module, in wasmtime and in Chromium, and compares with `vigia replay`.

usage: scripts/module_test.py VIGIA MODULE TRACE... [--real DIR] [--steps HOUR]

Of each trace the digests, every event with its fields, lateness and causes, and time outside must be the same as
those of `vigia replay --format json`; of traces with one circle also under other radii and sensitivities. --steps
measures a slider's steps on an hour's walk. Ends with status 1 on a difference. Needs Chromium and
scripts/page-requirements.txt.
"""
import argparse
import base64
import datetime as dt
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import wasmtime
from playwright.sync_api import sync_playwright

# Walks of strangers, in DIR of --real: of every format, with gaps, jumps, cold starts and no date.
REAL = ["walk_esslingen_applewatch_20241006.gpx", "walk_garden_mowing_20230614.gpx", "walk_mallorca_coast_20230611.gpx",
        "walk_newjersey_vito_20070310.gpx", "walk_oakland_rmc_20140716.nmea", "walk_palma_city_20230618.gpx",
        "walk_stockholm_sirf_20041214.nmea", "walk_stuttgart_strava_20240219.gpx",
        "walk_ypsilanti_gpslogger_20180719.gpx", "walk_zelenograd_osmand_20231224.gpx",
        "odd_gpsd_mtk3301_powerup_1980.log", "stat_taoyuan_coldstart_20220111.nmea"]
# Fields of an event that both have, as they are.
FIELDS = ["lat", "lon", "distance_m", "radius_m", "eph_m", "initial", "age_s", "late_s", "crossed_pm_s", "beyond_m", "why_s",
          "alarm", "priority", "percent", "page", "notice", "boot", "about", "caregiver", "route", "reminder", "call"]
SUMMARY = ["digest", "actions", "exits", "returns", "suspects", "losses", "duration_s"]
SENSITIVITIES = {"calm": 1, "normal": 2, "quick": 3}


class Wasmtime:
    """The module without a browser."""
    name = "wasmtime"

    def __init__(self, module):
        self.engine = wasmtime.Engine()
        self.module = wasmtime.Module(self.engine, module)
        if self.module.imports:
            sys.exit(f"module_test: the module imports {self.module.imports}; expected nothing")

    def replay(self, packed, changes):
        store = wasmtime.Store(self.engine)
        calls = wasmtime.Instance(store, self.module, []).exports(store)
        memory = calls["memory"]

        def call(function, *arguments):
            return calls[function](store, *arguments)

        place = call("vigia_input", len(packed))
        memory.write(store, packed, place)
        code = call("vigia_load", len(packed))
        if code:
            return code
        results = []
        for radius, sensitivity in changes:
            codes = call("vigia_radius", float(radius)), call("vigia_sensitivity", sensitivity), call("vigia_replay")
            if any(codes):
                return codes
            start = call("vigia_result")
            results.append(bytes(memory.read(store, start, start + call("vigia_result_length"))).decode())
        return results


class Chromium:
    name = "Chromium"
    SCRIPT = """([module, packed, changes, rounds]) => {
      const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
      const calls = new WebAssembly.Instance(new WebAssembly.Module(bytes(module)), {}).exports;
      const walk = bytes(packed);
      // The memory may grow, and is looked at behind that.
      const place = calls.vigia_input(walk.length);
      new Uint8Array(calls.memory.buffer, place, walk.length).set(walk);
      const code = calls.vigia_load(walk.length);
      if (code) return code;
      const results = [], times = [];
      for (let round = 0; round < rounds; round++) for (const [radius, sensitivity] of changes) {
        const begun = performance.now();
        const codes = [calls.vigia_radius(radius), calls.vigia_sensitivity(sensitivity), calls.vigia_replay()];
        if (codes.some(code => code)) return codes;
        const text = new TextDecoder().decode(
          new Uint8Array(calls.memory.buffer, calls.vigia_result(), calls.vigia_result_length()));
        JSON.parse(text);
        times.push(performance.now() - begun);
        results.push(text);
      }
      return rounds > 1 ? [times, calls.memory.buffer.byteLength] : results;
    }"""

    def __init__(self, page, module):
        self.page, self.module = page, base64.b64encode(module).decode()

    def replay(self, packed, changes, rounds=1):
        return self.page.evaluate(
            self.SCRIPT, [self.module, base64.b64encode(packed).decode(), changes, rounds])


def lines(vigia, *arguments):
    """The JSON lines of a replay."""
    done = subprocess.run([vigia, "replay", *arguments, "--format", "json"], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"module_test: vigia replay {' '.join(map(str, arguments))}: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def milliseconds(text):
    return None if text is None else round(dt.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def differences(told, result, outside):
    """The ways in which a result of the module differs from the lines of a replay."""
    found = []

    def compare(what, own, others):
        if own != others and len(found) < 5:
            found.append(f"{what} is {own}, expected {others}")

    summary = [line for line in told if line["event"] == "summary"][0]
    for field in SUMMARY:
        compare(field, result[field], summary[field])
    if outside:
        for field in ["outside_s", "late_s"]:
            compare(field, result[field], outside[field])
    expected = [line for line in told if line["event"] not in ("summary", "sweep")]
    own = [event for event in result["events"] if event["event"] not in ("sound", "vibrate", "hush")]
    compare("the list of events", [e["event"] for e in own], [e["event"] for e in expected])
    for event, other in zip(own, expected):
        what = f"{event['event']} at {other['time']}: "
        compare(what + "time", event["time"], milliseconds(other["time"]))
        compare(what + "crossed", event.get("crossed"), milliseconds(other.get("crossed")))
        for field in FIELDS:
            if event["event"].startswith("notice.") and field in ("lat", "lon"):
                continue
            compare(what + field, event.get(field), other.get(field))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("vigia")
    parser.add_argument("module")
    parser.add_argument("traces", nargs="*")
    parser.add_argument("--real", help="the folder of strangers' walks")
    parser.add_argument("--steps", metavar="HOUR", help="measures steps of the radius on that walk")
    options = parser.parse_args()
    module = pathlib.Path(options.module).read_bytes()
    folder = tempfile.TemporaryDirectory()
    scratch = pathlib.Path(folder.name)
    home = scratch / "home.yaml"
    home.write_text("home: first fix\nradius_m: 150\nexpect:\n- {event: device.started}\n")
    work = [(trace, []) for trace in options.traces]
    if options.real:
        work += [(str(pathlib.Path(options.real) / name), ["--expect", str(home)]) for name in REAL]
    failures = 0
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or sys.exit("module_test: chromium is missing; apt install chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        runners = [Wasmtime(module), Chromium(page, module)]
        for trace, arguments in work:
            failures += check(options.vigia, trace, arguments, scratch / "walk.packed", runners)
        if options.steps:
            measure(options.vigia, options.steps, home, scratch / "walk.packed", runners[1])
    print(f"module_test: {len(work)} walks, {failures} differences")
    sys.exit(1 if failures else 0)


def check(vigia, trace, arguments, packed, runners):
    told = lines(vigia, trace, *arguments, "--screens", "--packed", packed)
    changes, cases = [[0, 0]], [(told, None)]
    # A circle that changes on the way is none that a sweep would compare.
    for sweep, change in (("radius=100..1000:300", lambda row: [row["radius_m"], 0]),
                          ("sensitivity", lambda row: [0, SENSITIVITIES[row["sensitivity"]]])):
        for row in lines(vigia, trace, *arguments, "--sweep", sweep):
            if row["event"] == "sweep":
                changes.append(change(row))
                cases.append((None, row))
    # The last is the first again: a change leaves nothing behind.
    changes.append([0, 0])
    cases.append((told, None))
    found = []
    for runner in runners:
        results = runner.replay(packed.read_bytes(), changes)
        if not isinstance(results, list) or not all(isinstance(text, str) for text in results):
            found.append(f"{runner.name}: refused with {results}")
            continue
        for text, (whole, row), change in zip(results, cases, changes):
            result = json.loads(text)
            if whole:
                wrong = differences(whole, result, None)
            else:
                wrong = [f"{field} is {result[field]}, expected {row[field]}"
                         for field in ["digest", "exits", "returns", "suspects", "late_s", "outside_s"]
                         if result[field] != row[field]]
            found += [f"{runner.name}: circle {change}: {what}" for what in wrong]
    name = pathlib.Path(trace).name
    for what in found:
        print(f"{name}: {what}")
    if not found:
        print(f"{name}: {packed.stat().st_size} bytes, {len(changes)} circles, {len(told) - 1} events: the same")
    return len(found)


def measure(vigia, trace, home, packed, chromium):
    lines(vigia, trace, "--expect", home, "--packed", packed)
    radii = [[100 + 9 * step, 0] for step in range(100)]
    chromium.replay(packed.read_bytes(), radii, 1)
    times, memory = chromium.replay(packed.read_bytes(), radii, 2)
    steps = sorted(times[-100:])
    begun = time.monotonic()
    lines(vigia, trace, "--expect", home, "--sweep", "radius=100..991:9")
    native = (time.monotonic() - begun) * 1000 / 101
    print(f"module_test: a step on {pathlib.Path(trace).name} ({packed.stat().st_size} bytes): median {steps[49]:.1f} ms, "
          f"95th percentile {steps[94]:.1f} ms of 100 in Chromium with {memory >> 10} KB; natively {native:.1f} ms, "
          "reading the text anew")
    if steps[94] >= 30:
        sys.exit("module_test: expected less than 30 ms")


if __name__ == "__main__":
    main()
