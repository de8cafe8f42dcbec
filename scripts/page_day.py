#!/usr/bin/env python3
"""A day at 1 Hz as gpsd JSON on standard output: four walks of an hour, and home in between. The same bytes
on every machine: the noise comes from a small generator of its own (Park and Miller, 1988)."""
import math

seed = 20_260_321


def noise():
    """One coordinate's error in metres, roughly normal, sigma 3.5."""
    global seed
    total = 0.0
    for _ in range(4):
        seed = seed * 16807 % 2147483647
        total += seed / 2147483647 - 0.5
    return total * 3.5 * math.sqrt(3)


drift = [0.0, 0.0]
for second in range(86_400):
    hour = second / 3600
    reach = 0.0
    for start in (8, 11, 16, 19):
        if start <= hour < start + 1:
            reach = 1800 * math.sin((hour - start) * math.pi)
    angle = hour * 1.3
    # Errors last: a receiver does not jump about.
    drift = [0.95 * error + 0.31 * noise() for error in drift]
    east = reach * math.cos(angle) + drift[0]
    north = reach * math.sin(angle) + drift[1]
    lat = -2.9005 + north / 110_574
    lon = -79.0045 + east / (111_320 * math.cos(math.radians(2.9005)))
    time = f"2026-03-21T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"
    print(f'{{"class":"TPV","mode":3,"time":"{time}","lat":{lat:.7f},"lon":{lon:.7f},"eph":{6 + abs(drift[0]):.1f}}}')
