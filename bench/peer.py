"""How a short script decides inside or outside: the usual library for each format, and geopy.

usage: peer.py json|nmea|gpx FILE LAT LON RADIUS_M     prints the number of fixes and of those inside
"""

import sys

from geopy.distance import geodesic


def json_positions(path):
    import orjson

    with open(path, "rb") as file:
        for line in file:
            report = orjson.loads(line)
            if report["class"] == "TPV" and report["mode"] >= 2:
                yield report["lat"], report["lon"]


def nmea_positions(path):
    import pynmea2

    with open(path, encoding="ascii") as file:
        for line in file:
            # One sentence of each epoch is enough here; reading them all takes several times longer.
            if line.startswith("$GPRMC"):
                sentence = pynmea2.parse(line)
                if sentence.status == "A":
                    yield sentence.latitude, sentence.longitude


def gpx_positions(path):
    import gpxpy

    with open(path, encoding="utf-8") as file:
        for point in gpxpy.parse(file).walk(only_points=True):
            yield point.latitude, point.longitude


def main():
    kind, path = sys.argv[1:3]
    latitude, longitude, radius = map(float, sys.argv[3:])
    positions = {"json": json_positions, "nmea": nmea_positions, "gpx": gpx_positions}[kind]
    fixes = inside = 0
    for position in positions(path):
        fixes += 1
        inside += geodesic((latitude, longitude), position).m <= radius
    print(fixes, inside)


main()
