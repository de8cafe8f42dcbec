#!/usr/bin/python3
"""Crossings of the edge by somebody else's geodesy: the judge of `vigia replay`'s verdicts.

Reads NMEA or GPX by itself, smooths as docs/lateness.md says, and takes every distance from GeographicLib
(Debian: python3-geographiclib, python3-numpy). Compares with the JSON of `vigia replay`.

  scripts/lateness.py VIGIA LAT,LON,RADIUS_M TRACE...       prints one line an exit or return
With "first" in place of LAT,LON the first position is the centre. Exit status 1: a verdict differs by more
than 1 s or 1 m, or the seconds of a "why" do not add up.
"""
import datetime as dt
import json
import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
from geographiclib.geodesic import Geodesic


def utc(text):
    return dt.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def gpx(path):
    fixes = []
    for point in ET.parse(path).getroot().iter():
        if point.tag.endswith("}trkpt"):
            times = [c.text for c in point if c.tag.endswith("}time")]
            if times:
                fixes.append((utc(times[0].strip()), float(point.get("lat")), float(point.get("lon"))))
    return fixes


def degrees(text, half):
    point = text.index(".")
    value = int(text[: point - 2]) + float(text[point - 2:]) / 60
    return -value if half in "SW" else value


def nmea(path):
    fixes, day = [], None
    for raw in open(path, "rb"):
        line = raw.decode("ascii", "replace").strip()
        line = line[line.find("$"):] if "$" in line else ""
        if "*" not in line:
            continue
        body, check = line[1:].split("*", 1)
        total = 0
        for c in body:
            total ^= ord(c)
        if check[:2].upper() != f"{total:02X}":
            continue
        f = body.split(",")
        if f[0][2:] != "RMC" or f[2] != "A":
            continue
        d, t = f[9], f[1]
        day = dt.datetime(2000 + int(d[4:6]), int(d[2:4]), int(d[0:2]), tzinfo=dt.timezone.utc).timestamp()
        at = day + int(t[:2]) * 3600 + int(t[2:4]) * 60 + float(t[4:])
        fixes.append((at, degrees(f[3], f[4]), degrees(f[5], f[6])))
    return fixes


def counted(fixes):
    """Times go forward, and a place appears once."""
    kept = []
    for fix in fixes:
        if not kept or fix[0] > kept[-1][0]:
            kept.append(fix)
    return kept


class Track:
    def __init__(self, fixes, centre):
        self.t = np.array([f[0] for f in fixes])
        east, north = [], []
        for _, lat, lon in fixes:
            line = Geodesic.WGS84.Inverse(centre[0], centre[1], lat, lon)
            east.append(line["s12"] * math.sin(math.radians(line["azi1"])))
            north.append(line["s12"] * math.cos(math.radians(line["azi1"])))
        self.east, self.north = np.array(east), np.array(north)
        self.d = np.array([self.smooth(i) for i in range(len(self.t))])

    def smooth(self, i):
        low = np.searchsorted(self.t, self.t[i] - 5, "left")
        high = np.searchsorted(self.t, self.t[i] + 5, "right")
        t = self.t[low:high] - self.t[i]
        if len(t) < 2:
            return math.hypot(self.east[i], self.north[i])
        return math.hypot(
            np.polyfit(t, self.east[low:high], 1)[1], np.polyfit(t, self.north[low:high], 1)[1])

    def past(self, at, radius, back):
        d = np.interp(at, self.t, self.d) - radius
        return -d if back else d

    def crossing(self, announced, radius, back):
        past = (radius - self.d) if back else (self.d - radius)
        out = past > 0
        newest = np.searchsorted(self.t, announced + 1e-6, "right") - 1

        def moment(i):
            a, b = past[i - 1], past[i]
            return self.t[i - 1] + (self.t[i] - self.t[i - 1]) * min(max(-a / (b - a), 0), 1)

        def first(i):
            while i > 0 and out[i - 1] == out[i]:
                i -= 1
            return i

        i = newest
        while i >= 0 and not out[i] and announced - self.t[i] <= 120:
            i -= 1
        if i < 0 or not out[i]:
            later = [k for k in range(newest + 1, len(out)) if out[k] and self.t[k] <= announced + 61]
            return moment(later[0]) if later else None
        start = first(i)
        while start > 0:
            dip = first(start - 1)
            if dip == 0:
                break
            before = first(dip - 1)
            since = self.t[0] if before == 0 else moment(before)
            away, stay = moment(start) - moment(dip), moment(dip) - since
            if not (away < 10 and away < stay):
                break
            start = before
        return moment(start) if start > 0 else None


def main():
    vigia, circle, *traces = sys.argv[1:]
    worst, checked, bad = 0, 0, 0
    for path in traces:
        fixes = counted(gpx(path) if path.endswith(".gpx") else nmea(path))
        radius = float(circle.split(",")[-1])
        centre = fixes[0][1:] if circle.startswith("first") else tuple(map(float, circle.split(",")[:2]))
        out = subprocess.run(
            [vigia, "replay", path, "--perimeter", f"{centre[0]:.7f},{centre[1]:.7f},{radius}", "--format", "json"],
            capture_output=True, text=True).stdout
        track = Track(fixes, (round(centre[0], 7), round(centre[1], 7)))
        for line in out.splitlines():
            event = json.loads(line)
            if event["event"] not in ("perimeter.exit", "perimeter.return"):
                continue
            back = event["event"].endswith("return")
            at = utc(event["time"])
            mine = track.crossing(at, radius, back)
            theirs = utc(event["crossed"]) if event["crossed"] else None
            name = f"{path.rsplit('/', 1)[-1]:45} {event['event'][10:]:6}"
            checked += 1
            if (mine is None) != (theirs is None):
                bad += 1
                print(f"{name} DIFFERS: {mine} here, {event['crossed']} there: {event['why']}")
                continue
            metres = abs(track.past(at, radius, back) - event["beyond_m"])
            if mine is None:
                print(f"{name} no crossing in either; {metres:.2f} m apart")
                continue
            late = at - mine
            named = sum(int(n) for n in re.findall(r"(\d+) s\b", event["why"]))
            apart = max(abs(mine - theirs), abs(late - event["late_s"]))
            sums = abs(named - abs(late)) <= 1
            fine = apart <= 1 and metres <= 1 and sums
            bad += not fine
            worst = max(worst, apart)
            print(f"{name} {late:7.1f} s late; {apart:.3f} s and {metres:.3f} m apart;"
                  f" ± {event['crossed_pm_s']:.0f} s; {event['why']}{'' if fine else '  DIFFERS'}")
    print(f"{checked} crossings, {bad} differ; at most {worst:.3f} s apart")
    sys.exit(1 if bad or not checked else 0)


main()
