"""A real gpsd with a receiver of ours: RMC, GGA and GSA of each second, at true pace or faster."""

import datetime
import os
import random
import socket
import subprocess
import threading
import time

HOME = (-2.9005, -79.0045)
METRES_A_DEGREE = 110_574
BEGIN = datetime.datetime(2026, 1, 5, 6)
OUT_EVERY = 3 * 3600
FARTHEST = 180


def sentence(body):
    checksum = 0
    for letter in body.encode():
        checksum ^= letter
    return f"${body}*{checksum:02X}\r\n"


def angle(degrees, width, plus, minus):
    whole = int(abs(degrees))
    return f"{whole:0{width}d}{(abs(degrees) - whole) * 60:08.5f},{plus if degrees > 0 else minus}"


def metres_out(second, walks):
    """At home, but for a walk of 180 m and back half an hour into the first of every three hours."""
    walked = second % OUT_EVERY - 1800
    return max(0, FARTHEST - abs(walked - FARTHEST)) if walks and walked >= 0 else 0


def epoch(second, walks, noise):
    north = metres_out(second, walks) + noise.gauss(0, 1.5)
    place = angle(HOME[0] + north / METRES_A_DEGREE, 2, "N", "S")
    place += "," + angle(HOME[1] + noise.gauss(0, 1.5) / METRES_A_DEGREE, 3, "E", "W")
    moment = BEGIN + datetime.timedelta(seconds=second)
    clock = f"{moment:%H%M%S}.00"
    return (
        sentence(f"GPRMC,{clock},A,{place},0.0,0.0,{moment:%d%m%y},,,A")
        + sentence(f"GPGGA,{clock},{place},1,09,1.1,2560.0,M,10.0,M,,")
        + sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,2.0,1.1,1.8")
    ).encode()


class Receiver:
    """gpsd that hears it, until the end of `with`."""

    def __init__(self, pace=1, walks=False, is_mute=False):
        self.pace, self.walks, self.is_mute = pace, walks, is_mute
        self.said = 0

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.is_over = threading.Event()
        threading.Thread(target=self.speak, daemon=True).start()
        source = f"tcp://127.0.0.1:{self.listener.getsockname()[1]}"
        self.gpsd = subprocess.Popen(
            ["/usr/sbin/gpsd", "-N", "-n", "-S", str(self.port), source],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.gpsd.terminate()
        self.gpsd.wait()
        self.listener.close()

    def speak(self):
        connection, _ = self.listener.accept()
        noise = random.Random(1)
        begin = time.monotonic()
        while not self.is_over.is_set():
            due = int((time.monotonic() - begin) * self.pace)
            while self.said <= due and not self.is_mute:
                try:
                    connection.sendall(epoch(self.said, self.walks, noise))
                except OSError:
                    return
                self.said += 1
            self.is_over.wait(max(0.002, begin + self.said / self.pace - time.monotonic()))
