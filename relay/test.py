#!/usr/bin/env python3
"""The relay against Debian's gammu on a pretended modem: messages, calls, repeats, power cuts, and a real device.

usage: relay/test.py VIGIA      VIGIA is the device's program
"""
import contextlib
import hashlib
import os
import pathlib
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from io import StringIO

from smspdudecoder.fields import SMSSubmit

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts" / "measure"))

from mailserver import certificates  # noqa: E402
from pretend_modem import Modem  # noqa: E402

TOKEN = "una frase larga de la familia"
ANA, LUIS = "+593991234567", "+593987654321"
LINK = "http://maps.google.com/maps?q=-2.898738,-79.004520"
NOTICE = f"Rosa ha salido del perímetro.\n\nLa posición está a 45 m fuera, 195 m al norte de casa.\nMapa: {LINK}\nñ — fin\n"

SMSD = """\
[gammu]
device = {device}
connection = at
[smsd]
service = files
logfile = {folder}/smsd.log
inboxpath = {folder}/in/
outboxpath = {folder}/out/
sentsmspath = {folder}/sent/
errorsmspath = {folder}/error/
checksecurity = 0
checkbattery = 0
commtimeout = 1
loopsleep = 1
maxretries = 1
retrytimeout = 1
"""

RELAY = """\
[relay]
listen = 127.0.0.1:0
token = {folder}/token
state = {folder}/state
certificate = {folder}/server.pem
key = {folder}/server.key
[modem]
gammu = {folder}/smsdrc
daemon = {folder}/smsd.pid
ring_s = 5
[Ana]
email = ana@example.org
phone = +593 99 123 4567
call = always
[Luis]
phone = {luis}
call = never
"""


def who(*words):
    value = 0x811C9DC5
    for byte in "\0".join(words).encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"w{value:x}"


def wait(what, condition, seconds=90):
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise SystemExit(f"relay: NOT KEPT: {what} did not happen")
        time.sleep(0.1)
    return found


class Town:
    """Modem, daemon and relay in a folder."""

    def __init__(self, folder):
        self.folder, self.modem, self.daemon, self.relay, self.number = folder, Modem(), None, None, 0
        for name in ("in", "out", "sent", "error"):
            os.makedirs(f"{folder}/{name}")
        certificates(folder)
        self.write("token", TOKEN + "\n")
        self.write("smsdrc", SMSD.format(device=self.modem.path, folder=folder))
        self.write("relay.conf", RELAY.format(folder=folder, luis=LUIS))

    def write(self, name, text):
        path = pathlib.Path(self.folder, name)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)

    def start_daemon(self):
        self.daemon = subprocess.Popen(
            ["gammu-smsd", "-c", f"{self.folder}/smsdrc", "-p", f"{self.folder}/smsd.pid"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait("the daemon", lambda: os.path.exists(f"{self.folder}/smsd.pid"))

    def start(self):
        self.relay = subprocess.Popen(
            [ROOT / "relay" / "vigia-relay", f"{self.folder}/relay.conf"], stdout=subprocess.PIPE,
            stderr=open(f"{self.folder}/said", "a", encoding="utf-8"), text=True)
        self.address = "https://localhost:" + re.search(r":(\d+)$", self.relay.stdout.readline().strip()).group(1)

    def kill(self):
        self.relay.kill()
        self.relay.wait()

    def end(self):
        for process in (self.relay, self.daemon):
            if process and process.poll() is None:
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(20)
                process.kill()

    def key(self, person):
        self.number += 1
        return f"51b2.3.{self.number}.1.{person}"

    def post(self, key, text=NOTICE, token=TOKEN):
        context = ssl.create_default_context(cafile=f"{self.folder}/authorities/ca.pem")
        body = urllib.parse.urlencode({"token": token, "descripcion": text}).encode()
        request = urllib.request.Request(self.address, body, {"Idempotency-Key": key} if key else {})
        try:
            with urllib.request.urlopen(request, context=context, timeout=60) as answer:
                return answer.status, answer.read().decode().strip()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode().strip()

    def messages(self):
        """Number and text of what the modem was given, several parts together."""
        found = []
        for pdu in self.modem.sent:
            read = SMSSubmit.decode(StringIO(pdu))
            phone, data = read["recipient"]["number"], read["user_data"]
            header = data.get("header")
            part = header["elements"][0]["data"] if header and header.get("elements") else {}
            phone = "+" + phone.lstrip("+")
            if part.get("part_number", 1) > 1 and found and found[-1][0] == phone:
                found[-1] = (phone, found[-1][1] + data["data"])
            else:
                found.append((phone, data["data"]))
        return found


def promises(town, program):
    town.start_daemon()
    town.start()
    ana, luis = who("Ana", "ana@example.org", "yes"), who("Luis", "", "yes")
    key = town.key(ana)
    yield town.post(key) == (200, "queued"), "a notice is taken once the daemon has it on its disk"
    wait("the message", lambda: town.messages() and town.messages()[-1][1].endswith("fin"))
    phone, text = town.messages()[0]
    yield (phone, text) == (ANA, "\n".join(line for line in NOTICE.splitlines() if line)), (
        f"the message has the notice's own letters, in {len(town.modem.sent)} parts: {text!r}")
    wait("the call", lambda: town.modem.called)
    yield town.modem.called == ["T" + ANA], "and her telephone rings"
    wait("the end of the call", lambda: town.modem.hung_up, 30)
    yield town.post(key) == (200, "sent before"), "the same notice again is not sent again"
    yield town.post(town.key(luis), "Luis")[0] == 200, "somebody who wants no calls"
    wait("the second message", lambda: town.messages()[-1] == (LUIS, "Luis"))
    yield len(town.messages()) == 2 and len(town.modem.called) == 1, (
        "gets the message alone, and the daemon has its modem back after the call")
    long = "Rosa pide ayuda. " + "á" * 600 + f"\nMapa: {LINK}"
    town.post(town.key(luis), long)
    wait("the long message", lambda: town.messages()[-1][1].endswith(LINK))
    yield len(town.messages()[-1][1]) <= 400, "a long notice is cut, and its map link stays"
    sent = len(town.messages())
    for status, given in [
        (403, {"key": town.key(ana), "token": "x"}), (403, {"key": town.key(ana), "token": ""}),
        (400, {"key": None}), (400, {"key": "51b2.3.1.1.0"}), (400, {"key": town.key(ana) + "x"}),
        (400, {"key": town.key(ana), "text": " \n"}), (422, {"key": town.key(who("Ana", "otra@example.org", "yes"))}),
        (413, {"key": town.key(ana), "text": "x" * 20_000}),
    ]:
        found = town.post(**given)
        yield found[0] == status and "\n" not in found[1], f"{str(given)[:60]}: {found}"
    yield len(town.messages()) == sent, "none of these is sent to anybody"
    # The power goes while the telephone rings.
    town.post(town.key(ana), "Otra vez")
    wait("the next call", lambda: len(town.modem.called) == 2)
    town.kill()
    os.kill(town.daemon.pid, signal.SIGUSR2)
    town.start()
    wait("the call after the power cut", lambda: len(town.modem.called) == 3)
    wait("the end of the call", lambda: not os.listdir(f"{town.folder}/state/calls"), 60)
    yield True, "a call that a power cut broke off is made again"
    yield from full_disk(town, luis)
    yield from device(town, program)
    yield from sample(town)
    town.modem.takes = False
    yield town.post(town.key(luis), "Sin saldo")[0] == 200, "without credit a message is still taken"
    waiting = wait("the message that waits", lambda: list(pathlib.Path(town.folder, "out").iterdir()))
    for file in waiting:
        os.utime(file, (time.time() - 400, time.time() - 400))
    yield town.post(town.key(luis), "Nadie")[0] == 503, "once one has waited for minutes, the device takes another way"
    town.modem.takes = True
    wait("an empty outbox", lambda: not list(pathlib.Path(town.folder, "out").iterdir()))
    town.write("error/refused", "")
    yield town.post(town.key(luis), "Nadie")[0] == 503, "so it does when the daemon has just given one up"
    os.remove(f"{town.folder}/error/refused")
    town.daemon.terminate()
    town.daemon.wait()
    yield town.post(town.key(luis), "Nadie")[0] == 503, "nor without the daemon"
    said = pathlib.Path(town.folder, "said").read_text(encoding="utf-8")
    yield not any(secret in said for secret in (TOKEN, "maps.google", ANA, LUIS)), (
        "the log names neither token, places nor numbers")
    for old, new, line in [
        ("+593 99 123 4567", "099 123", "[Ana] phone is '099123'; expected as +593991234567"),
        ("call = never", "call = nigth", "[Luis] call is 'nigth'; expected never, night or always"),
        ("[Luis]", "[Luis", "cannot be read"), ("ring_s = 5", "ring_s = 1", "modem.ring_s is out of range"),
        ("ring_s", "rings", "unknown key rings"), ("listen = 127.0.0.1:0", "listen = 127.0.0.1", "is no address"),
        (f"certificate = {town.folder}/server.pem\n", "", "belong together"), ("/token", "/tokens", "No such file"),
    ]:
        text = pathlib.Path(town.folder, "relay.conf").read_text(encoding="utf-8")
        town.write("wrong.conf", text.replace(old, new))
        done = subprocess.run([ROOT / "relay" / "vigia-relay", f"{town.folder}/wrong.conf"], capture_output=True,
                              text=True, timeout=30)
        yield done.returncode == 2 and line in done.stderr and done.stderr.count("\n") == 1, (
            f"{done.stderr.strip().replace(town.folder, '')}")


def full_disk(town, luis):
    """A folder that is not there stands for a disk on which nothing can be written."""
    done, away = pathlib.Path(town.folder, "state", "done"), pathlib.Path(town.folder, "away")
    before, key = len(town.messages()), town.key(luis)
    done.rename(away)
    yield [town.post(key, "Lleno")[0] for _ in range(3)] == [503] * 3, "what cannot be written down is not taken"
    away.rename(done)
    yield town.post(key, "Con sitio") == (200, "queued"), "with room again it is"
    wait("the message", lambda: len(town.messages()) > before)
    yield [text for _, text in town.messages()[before:]] == ["Con sitio"], "and nothing was sent at each try before"
    name = hashlib.sha256(key.encode()).hexdigest()
    (done / name).write_text("taken", encoding="utf-8")
    yield town.post(key, "Otra vez") == (200, "queued"), "one that was claimed and perhaps not sent is sent again"
    wait("the second message", lambda: len(town.messages()) > before + 1)
    yield town.post(key, "Otra vez") == (200, "sent before"), "and once only"
    (done / name).write_text("", encoding="utf-8")
    yield town.post(key, "Otra vez") == (200, "sent before"), "the empty file of an older relay means that it went out"


def sample(town):
    """The configuration of the page, with this town's files and its comments."""
    page = (ROOT / "docs" / "relay.md").read_text(encoding="utf-8")
    lines = re.search(r"(?m)^    \[relay\]\n(?:    .*\n)+", page).group(0)
    for old, new in [
        ("0.0.0.0:8446", "127.0.0.1:0"), ("/etc/vigia-relay/fullchain.pem", f"{town.folder}/server.pem"),
        ("/etc/vigia-relay/privkey.pem", f"{town.folder}/server.key"),
        ("/etc/vigia-relay/token", f"{town.folder}/token"), ("/var/lib/vigia-relay", f"{town.folder}/other"),
        ("/etc/gammu-smsdrc", f"{town.folder}/smsdrc"), ("/run/gammu-smsd.pid", f"{town.folder}/smsd.pid"),
    ]:
        lines = lines.replace(old, new)
    town.write("page.conf", re.sub("(?m)^    ", "", lines))
    with subprocess.Popen([ROOT / "relay" / "vigia-relay", f"{town.folder}/page.conf"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as relay:
        said = relay.stdout.readline()
        relay.terminate()
        yield "takes notices at" in said, f"the page's configuration starts it: {said or relay.stderr.read()}".strip()


def device(town, program):
    """`vigia notice test` of a profile whose caregivers have the relay."""
    town.write("profile.yaml", f"""\
perimeter: {{lat: -2.9005, lon: -79.0045, radius_m: 150}}
wearer: {{name: Rosa}}
caregivers:
  - {{name: Ana, kinship: hija, email: ana@example.org, mail: no, relay: yes}}
  - {{name: Luis, kinship: hijo, relay: yes}}
routes:
  relay: {{url: "{town.address}/notice", credentials: token}}
""")
    before = len(town.messages())
    done = subprocess.run(
        [program, "notice", "test", "--profile", f"{town.folder}/profile.yaml",
         "--authorities", f"{town.folder}/authorities"], capture_output=True, text=True, timeout=120)
    yield done.returncode == 0, f"vigia notice test: {done.stdout.strip() or done.stderr.strip()}"
    wait("both messages", lambda: len(town.messages()) >= before + 2 and {
        phone for phone, _ in town.messages()[before:]} == {ANA, LUIS})
    yield True, f"the device's own notice is on both telephones: {town.messages()[-1][1].splitlines()[0]!r}"


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    failures = 0
    with tempfile.TemporaryDirectory(prefix="vigia-relay-") as folder:
        town = Town(folder)
        try:
            for holds, line in promises(town, str(pathlib.Path(arguments[0]).resolve())):
                print(f"relay: {'' if holds else 'NOT KEPT: '}{line}", flush=True)
                failures += not holds
        finally:
            town.end()
    print(f"relay: {failures} promises not kept")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
