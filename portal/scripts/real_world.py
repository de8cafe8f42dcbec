"""A portal, a device and the world between them, each of them the real program, for real_device.py."""
import contextlib
import datetime
import fcntl
import glob
import http.client
import http.server
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import struct
import subprocess
import sys
import termios
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "measure"))

import receiver  # noqa: E402 (found by the line above)

FAKETIME = "/usr/lib/*/faketime/libfaketimeMT.so.1"
SIGN_OF_LIFE, ACKNOWLEDGED, ACCOMPANIED = 1, 6, 10

PROFILE = """\
wearer: {{name: {name}}}
caregivers:
  - {{name: Ana, kinship: hija, email: ana@example.org}}
  - {{name: Luis, kinship: hijo, email: luis@example.org}}
perimeter: {{lat: -2.9005, lon: -79.0045, radius_m: 100}}
reminders:
  - {{id: 1, type: medication, name: Pastilla, dose: 1 pastilla, at: 2026-01-05 08:30, repeat: daily}}
  - {{id: 2, type: reminder, name: Tomar agua, at: 2026-01-05 08:00, repeat: every 2 h}}
routes:
  mail: {{host: localhost, port: {mail}, user: vigia, credentials: mail.secret, from: vigia@example.org}}
{portal}language: es
time_zone: America/Guayaquil
"""


class Trouble(Exception):
    """Something that every part needs did not come about."""


def wait(what, condition, seconds=120):
    """The first true value of the condition. A long bound, and no claim about speed."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise Trouble(f"{what} did not happen within {seconds} s")
        time.sleep(0.05)
    return found


class Portal:
    """`vigia-portal serve` on one port, which may be killed, and started again at another time."""

    def __init__(self, program, folder, post=None):
        self.program, self.data, self.port = program, f"{folder}/portal", 0
        # A mail server for its own mails.
        self.mail = ["--mail", f"smtp://127.0.0.1:{post.port}", "--mail-from", "vigia@example.org"] if post else []
        self.errors = open(f"{folder}/portal.errors", "ab")
        # Seconds that its clock is ahead of the one on the wall.
        self.ahead = 0
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        self.errors.close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        command, environment = [self.program, "serve", "--data", self.data, "--listen", f"127.0.0.1:{self.port}"], None
        command += self.mail
        if self.ahead:
            library = glob.glob(FAKETIME)
            if not library:
                raise Trouble("faketime is missing; apt install faketime")
            # Its timers keep the true pace: only the time on the wall is another one. A program that has the library
            # from the start sees no arguments, so the shell makes way for it.
            command = ["sh", "-c", 'exec "$0" "$@"', *command]
            environment = dict(os.environ, LD_PRELOAD=library[0], FAKETIME=f"{self.ahead:+.3f}s",
                               FAKETIME_DONT_FAKE_MONOTONIC="1")
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        if not (found := re.search(r" at http://127\.0\.0\.1:(\d+)", line)):
            raise Trouble(f"the portal does not start: {line!r}; see {self.errors.name}")
        self.port = int(found.group(1))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.over()

    def end(self):
        self.process.terminate()
        self.over()

    def over(self):
        self.process.wait(90)
        self.process.stdout.close()
        # The other clock's memory outlives a kill.
        for file in glob.glob(f"/dev/shm/*faketime_*_{self.process.pid}"):
            os.remove(file)

    def again(self, ahead):
        """Starts it anew at another time."""
        self.end()
        self.ahead = ahead
        self.start()

    def invite(self, email, wearer):
        return subprocess.run(
            [self.program, "invite", "--data", self.data, "--wearer", wearer, "--url", self.address, email],
            check=True, capture_output=True, text=True).stdout.strip()

    def read(self, wearer, question):
        return rows(f"{self.data}/wearers/{wearer}.sqlite", question)

    def replica(self, wearer):
        """Number and words of each record that it has."""
        return self.read(wearer, "SELECT sequence, words FROM record ORDER BY sequence")

    def lose(self, wearer):
        for file in glob.glob(f"{self.data}/wearers/{wearer}.sqlite*"):
            os.remove(file)


def rows(file, question):
    """The rows of a database that somebody else writes; none where there is no file."""
    if not os.path.exists(file):
        return []
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)) as database:
        try:
            return database.execute(question).fetchall()
        except sqlite3.OperationalError as error:
            # Its tables come a moment after the file.
            if "no such table" in str(error):
                return []
            raise


def drain(descriptor):
    with contextlib.suppress(OSError):
        while os.read(descriptor, 65536):
            pass


class Wrist:
    """`vigia run` with a state of its own, paired by `vigia pair`."""

    def __init__(self, program, folder, mail, name="Rosa"):
        self.program, self.folder, self.mail, self.name = program, folder, mail, name
        self.state = f"{folder}/state"
        os.makedirs(folder, exist_ok=True)
        # A folder, as on a board: of a file every certificate is read for every call.
        os.makedirs(f"{folder}/authorities", exist_ok=True)
        shutil.copy(f"{mail.authorities}/ca.pem", f"{folder}/authorities")
        subprocess.run(["openssl", "rehash", f"{folder}/authorities"], check=True)
        self.write("mail.secret", "clave\n")
        self.write("profile.yaml", PROFILE.format(name=name, mail=mail.port, portal=""))
        self.process, self.keys = None, None

    def write(self, name, text):
        path = pathlib.Path(self.folder, name)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)

    def pair(self, address, code):
        """As the family does it: the command's own lines go into the profile."""
        said = subprocess.run(
            [self.program, "pair", address, code, "--profile", f"{self.folder}/profile.yaml",
             "--state", self.state, "--authorities", f"{self.folder}/authorities"],
            check=True, capture_output=True, text=True).stdout
        lines = [line for line in said.splitlines() if line.startswith("  portal:")]
        self.write("profile.yaml", PROFILE.format(
            name=self.name, mail=self.mail.port, portal="".join(line + "\n" for line in lines)))

    def start(self, gpsd, *more, has_keys=False):
        """With keys it has a terminal of ours: a letter is a key, and what it draws is read and forgotten."""
        command = [self.program, "run", "--profile", f"{self.folder}/profile.yaml", "--state", self.state,
                   "--gpsd", f"127.0.0.1:{gpsd}", "--sound", "null",
                   "--authorities", f"{self.folder}/authorities", *more]
        with open(f"{self.folder}/out", "ab") as out, open(f"{self.folder}/errors", "ab") as errors:
            if has_keys:
                self.keys, end = pty.openpty()
                fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
                self.process = subprocess.Popen(command, stdin=end, stdout=end, stderr=errors)
                os.close(end)
                threading.Thread(target=drain, args=(self.keys,), daemon=True).start()
            else:
                self.process = subprocess.Popen(
                    command + ["--format", "json"], stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
        wait("the device's state", lambda: os.path.exists(f"{self.state}/vigia.sqlite"))

    def press(self, letter):
        os.write(self.keys, letter.encode())

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.keys is not None:
            os.close(self.keys)
            self.keys = None

    @property
    def is_heard(self):
        """Whether the device knows that the portal has its file and some of its log."""
        kept = pathlib.Path(self.state, "portal.json")
        memory = json.loads(kept.read_text(encoding="utf-8"))["memory"] if kept.exists() else {}
        return memory.get("stored", 0) > 0 and "file" in memory

    def log(self):
        """Number and words of each record, without signs of life, which stay on the device."""
        return self.read(f"SELECT sequence, words FROM record WHERE kind != {SIGN_OF_LIFE} ORDER BY sequence")

    def read(self, question):
        return rows(f"{self.state}/vigia.sqlite", question)


class Walks:
    """Debian's gpsfake with a walk of its own: out of the perimeter and back, as often as asked, at true pace."""

    HOME, OUT, SPEED, FARTHEST = 24, 6, 20.0, 200.0

    def __init__(self, folder, times):
        way = [step * Walks.SPEED for step in range(1, int(Walks.FARTHEST / Walks.SPEED) + 1)]
        trip = [0.0] * Walks.HOME + way + [Walks.FARTHEST] * Walks.OUT + way[-2::-1] + [0.0]
        self.places = [0.0] * 20 + trip * times + [0.0] * 60
        self.file = f"{folder}/walks.nmea"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def __enter__(self):
        # The receiver tells the time of the day on which this runs: a clock that lies is another test's matter.
        begin = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2)
        with open(self.file, "w", encoding="ascii") as file:
            for second, north in enumerate(self.places):
                before = self.places[second - 1] if second else north
                file.write(self.epoch(begin + datetime.timedelta(seconds=second), north, north - before))
        command = ["gpsfake", "-q", "-1", "-n", "-c", f"{1 / 3:.4f}", "-P", str(self.port), self.file]
        for _ in range(5):
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(2)
            # It may call its own gpsd too early on a busy machine, and give up.
            if self.process.poll() is None:
                return self
        raise Trouble(f"{' '.join(command)} does not run")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    @staticmethod
    def epoch(moment, north, metres):
        place = receiver.angle(receiver.HOME[0] + north / receiver.METRES_A_DEGREE, 2, "N", "S")
        place += "," + receiver.angle(receiver.HOME[1], 3, "E", "W")
        clock, course = f"{moment:%H%M%S}.00", 180 if metres < 0 else 0
        return (
            receiver.sentence(f"GPRMC,{clock},A,{place},{abs(metres) / 0.514444:.1f},{course}.0,{moment:%d%m%y},,,A")
            + receiver.sentence(f"GPGGA,{clock},{place},1,09,0.9,2560.0,M,10.0,M,,")
            + receiver.sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.6,0.9,1.3"))


class Way:
    """The network between device and portal: it can be cut, and somebody can stand on it.

    `judge` is called with a function that brings the request to the portal; it returns the answer, or None for none.
    """

    def __init__(self, portal, context=None):
        self.portal, self.is_cut, self.judge = portal, False, lambda bring, body: bring()
        way = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = None
                if not way.is_cut:
                    answer = way.judge(lambda: way.bring(self.path, dict(self.headers), body), body)
                if answer is None or way.is_cut:
                    self.close_connection = True
                    self.connection.close()
                    return
                status, text = answer
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(text)))
                    self.end_headers()
                    self.wfile.write(text)

            def log_message(self, *words):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *who):
                if not isinstance(sys.exc_info()[1], OSError):
                    super().handle_error(*who)

        self.server = Server(("127.0.0.1", 0), Handler)
        if context:
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.address = f"http{'s' if context else ''}://localhost:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def bring(self, path, headers, body):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.portal.port, timeout=100)
            with contextlib.closing(connection):
                connection.request("POST", path, body, {
                    name: headers[name] for name in ("Authorization", "Content-Type") if name in headers})
                answer = connection.getresponse()
                return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return None


def encrypted(folder):
    """The mail server's pair of certificates serves a portal as well."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
    return context
