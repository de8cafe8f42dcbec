#!/usr/bin/env python3
"""A part of a GeoLife log (PLT) as GPX, which vigia reads.

usage: scripts/geolife.py LOG.plt FROM_S TO_S > OUT.gpx   (seconds since the log's first line)
"""
import sys
from datetime import datetime, timezone

HEADER_LINES = 6


def rows(path):
    for line in open(path, encoding="ascii").read().splitlines()[HEADER_LINES:]:
        fields = line.split(",")
        if len(fields) == 7:
            moment = datetime.fromisoformat(f"{fields[5]}T{fields[6]}").replace(tzinfo=timezone.utc)
            yield moment, fields[0], fields[1]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.strip().splitlines()[-1])
    first, last = float(sys.argv[2]), float(sys.argv[3])
    print('<?xml version="1.0" encoding="UTF-8"?>')
    print('<gpx version="1.1" creator="geolife.py"><trk><trkseg>')
    start = None
    for moment, latitude, longitude in rows(sys.argv[1]):
        start = start or moment
        if first <= (moment - start).total_seconds() < last:
            stamp = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
            print(f'<trkpt lat="{latitude}" lon="{longitude}"><time>{stamp}</time></trkpt>')
    print("</trkseg></trk></gpx>")


main()
