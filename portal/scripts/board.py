"""What portal/scripts/board-test.sh does inside its booted Debian, with Python's own library alone.

usage: board.py card|first|second    card: the portal runs, and the family writes a card. first: the board starts with
it, without settings, and gets all from the portal. second: the next start, without a card.
"""
import contextlib
import datetime
import html.parser
import http.client
import os
import pathlib
import pwd
import re
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse
import zlib

NAME, PORT = "portal.example.org", 8443
OWN = pathlib.Path("/etc/vigia-portal")
IMAGE, BOOT = pathlib.Path("/var/tmp/try/card.img"), pathlib.Path("/boot/firmware")
STATE, PROFILE = pathlib.Path("/var/lib/vigia"), pathlib.Path("/etc/vigia/profile.yaml")
NETWORK = pathlib.Path("/etc/NetworkManager/system-connections/vigia-setup.nmconnection")
LATITUDE, LONGITUDE = -2.9005, -79.0045
KEPT = pathlib.Path("/var/tmp/try/kept")
UNITS = ["vigia-setup.service", "vigia-setup.timer", "vigia.service"]


class Trouble(Exception):
    """Something that should hold does not."""


def say(text):
    print(f"board-test: {text}", flush=True)


def expect(holds, text):
    if not holds:
        raise Trouble(text)


def run(*words, check=True):
    said = subprocess.run(words, check=False, capture_output=True, text=True)
    if check:
        expect(said.returncode == 0, f"{' '.join(words)}: status {said.returncode}: {said.stdout}{said.stderr}")
    return said.stdout.strip()


def until(what, holds, seconds=120):
    """A long bound, and no claim about speed."""
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            found = holds()
            if found:
                return found
        expect(time.monotonic() < end, f"{what} did not come")
        time.sleep(0.3)


def active(unit):
    return run("systemctl", "is-active", unit, check=False)


def owner(path):
    return f"{pwd.getpwuid(path.stat().st_uid).pw_name} {path.stat().st_mode & 0o777:o}"


def journal(unit):
    return run("journalctl", "-u", unit, "--no-pager", "-o", "cat", "-b")


class Form(html.parser.HTMLParser):
    """The fields of the form with that id, or to an address with that end, as a browser would send them untouched."""

    def __init__(self, page, name):
        super().__init__()
        self.name, self.fields, self.action = name, {}, None
        self.is_inside, self.select, self.area = False, None, None
        self.feed(page)
        expect(self.action is not None, f"the page has no form {name}")

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        if tag == "form" and (of.get("id") == self.name or of.get("action", "").endswith(self.name)):
            self.is_inside, self.action = True, of.get("action")
        if not self.is_inside or "disabled" in of:
            return
        if tag == "input" and (of.get("type") not in ("checkbox", "radio", "file") or "checked" in of):
            if of.get("name") and of.get("type") != "file":
                self.fields[of["name"]] = of.get("value", "")
        elif tag == "select":
            self.select = of.get("name")
        elif tag == "option" and self.select and ("selected" in of or self.select not in self.fields):
            self.fields[self.select] = of.get("value", "")
        elif tag == "textarea":
            self.area = of.get("name")
            self.fields[self.area] = ""

    def handle_endtag(self, tag):
        self.is_inside = self.is_inside and tag != "form"
        self.select = self.select if tag != "select" else None
        self.area = self.area if tag != "textarea" else None

    def handle_data(self, data):
        if self.area:
            self.fields[self.area] += data


class Ana:
    """A caregiver at a program that fills in forms."""

    def __init__(self, cookie=""):
        self.cookie = cookie
        self.trust = ssl.create_default_context(cafile=OWN / "fullchain.pem")

    def call(self, path, body=None, kind="application/x-www-form-urlencoded"):
        connection = http.client.HTTPSConnection(NAME, PORT, timeout=60, context=self.trust)
        try:
            connection.request("GET" if body is None else "POST", path, body, {
                "Sec-Fetch-Site": "same-origin", "Content-Type": kind, "Cookie": self.cookie,
                "Accept-Language": "en"})
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
            expect(answer.status < 400, f"{path}: status {answer.status}: {text[-600:]}")
            cookie, place = answer.getheader("Set-Cookie"), answer.getheader("Location")
            if cookie:
                self.cookie = cookie.split(";")[0]
            return place, text
        finally:
            connection.close()

    def page(self, path):
        return self.call(path)[1]

    def send(self, path, form, **fields):
        """Fills in a form of that page; the portal answers a form that it takes with another place."""
        found = Form(self.page(path), form)
        place, text = self.call(
            found.action or path, urllib.parse.urlencode({**found.fields, **fields}))
        problem = re.search(r'class="problem".*?</', text, re.S)
        expect(place or not problem, f"{form}: {problem and problem.group()}")
        return place, text

    def upload(self, path, form, picture):
        found, edge = Form(self.page(path), form), "edge-of-a-part"
        body = b"".join(
            f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in found.fields.items())
        body += (f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n'
                 "Content-Type: image/png\r\n\r\n").encode() + picture + f"\r\n--{edge}--\r\n".encode()
        place, text = self.call(found.action, body, f"multipart/form-data; boundary={edge}")
        expect(place, f"the photo was refused: {text[-600:]}")


def png(width, height):
    """A picture, written by hand."""
    def chunk(kind, data):
        return (len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big"))
    rows = b"".join(b"\0" + bytes((x * 7 % 256, y * 5 % 256, 90)[c] for x in range(width) for c in range(3))
                    for y in range(height))
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Receiver(threading.Thread):
    """A receiver at home that speaks NMEA to the system's own gpsd."""

    def __init__(self):
        super().__init__(daemon=True)
        self.start()

    def run(self):
        port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        while True:
            now = datetime.datetime.now(datetime.timezone.utc)
            place = "0254.0300,S,07900.2700,W"
            for text in (f"GPRMC,{now:%H%M%S}.00,A,{place},0.0,0.0,{now:%d%m%y},,,A",
                         f"GPGGA,{now:%H%M%S}.00,{place},1,09,0.9,2500.0,M,0.0,M,,"):
                check = 0
                for byte in text.encode():
                    check ^= byte
                with contextlib.suppress(OSError):
                    port.sendto(f"${text}*{check:02X}\r\n".encode(), ("127.0.0.1", 5001))
            time.sleep(1 - time.time() % 1)


def days_at_home(days, step=30):
    """Recordings of before: at home, with an hour at noon 300 m away, as gpsd tells them."""
    begin = int(time.time()) - (days + 1) * 86_400
    with open(STATE / "blackbox-1-0.jsonl", "w", encoding="utf-8") as file:
        for second in range(0, days * 86_400, step):
            moment = datetime.datetime.fromtimestamp(begin + second, datetime.timezone.utc)
            latitude = LATITUDE + 0.0027 if second // 3600 % 24 == 12 else LATITUDE
            file.write(f'{{"class":"TPV","mode":3,"time":"{moment:%Y-%m-%dT%H:%M:%SZ}",'
                       f'"lat":{latitude:.4f},"lon":{LONGITUDE},"eph":5.0}}\n')
    run("chown", "vigia:", f"{STATE}/blackbox-1-0.jsonl")


@contextlib.contextmanager
def card():
    """The boot partition: a FAT file system, mounted as far as this kernel can."""
    BOOT.mkdir(parents=True, exist_ok=True)
    run("fusefat", "-o", "rw+,allow_other", str(IMAGE), str(BOOT))
    try:
        yield
    finally:
        run("umount", str(BOOT))


def hosts():
    with open("/etc/hosts", "a", encoding="utf-8") as file:
        file.write(f"127.0.0.1 localhost {NAME}\n")


def result():
    """What the set-up says on the card; it may be a portal first that does not answer yet."""
    return (BOOT / "vigia-result.txt").read_text(encoding="utf-8-sig")


def portal_runs():
    until("the portal", lambda: Ana().page("/login"))


def write_card():
    """The first boot: a portal, an invitation, a code, and a card."""
    hosts()
    OWN.mkdir()
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
        "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(OWN / "privkey.pem"),
        "-out", str(OWN / "fullchain.pem"))
    run("chgrp", "vigia-portal", str(OWN / "privkey.pem"))
    os.chmod(OWN / "privkey.pem", 0o640)
    run("cp", str(OWN / "fullchain.pem"), "/usr/local/share/ca-certificates/portal.crt")
    run("update-ca-certificates")
    pathlib.Path("/etc/default/vigia-portal").write_text(
        f'PORTAL_OPTIONS="--url https://{NAME}:{PORT} --listen 127.0.0.1:{PORT} --tls-certificate {OWN}/fullchain.pem'
        f' --tls-key {OWN}/privkey.pem"\n', encoding="utf-8")
    run("systemctl", "enable", "--now", "vigia-portal")
    portal_runs()
    link = run("runuser", "-u", "vigia-portal", "--", "vigia-portal", "invite", "--data", "/var/lib/vigia-portal",
               "--url", f"https://{NAME}:{PORT}", "--wearer", "Rosa", "ana@example.org").split()[-1]
    ana = Ana()
    ana.call(urllib.parse.urlparse(link).path, urllib.parse.urlencode(
        {"name": "Ana", "password": "una tarde en Cuenca", "language": "en"}))
    path = ana.call("/")[0]
    _, page = ana.send(f"{path}/device", "/device/code")
    code = re.search(r'class="code">.*?([0-9A-Z]{4}-[0-9A-Z]{4})', page, re.S).group(1)
    with open(IMAGE, "wb") as file:
        file.truncate(34 << 20)
    run("mkfs.vfat", str(IMAGE))
    with card():
        (BOOT / "vigia-setup.txt").write_bytes((
            f"portal: https://{NAME}:{PORT}\r\ncódigo: {code}\r\nwifi: Casa de Rosa\r\n"
            "contraseña: una clave larga\r\ncorreo: localhost\r\nusuario del correo: vigia\r\n"
            "contraseña del correo: otra clave\r\nremitente: vigia@example.org\r\n").encode("utf-16"))
    KEPT.write_text(f"{ana.cookie}\n{path}\n{code}\n", encoding="utf-8")
    pathlib.Path("/etc/default/gpsd").write_text(
        'DEVICES="udp://127.0.0.1:5001"\nGPSD_OPTIONS="-n"\nUSBAUTO="false"\n', encoding="utf-8")
    # As docs/appliance.md has it, once on the board.
    run("systemctl", "enable", *UNITS)
    run("systemctl", "enable", "gpsd.service", "NetworkManager.service")
    say("the portal runs, Ana has a code, and a card lies in the board")


def confirmed(ana, path, count):
    page = ana.page(f"{path}/changes")
    changes = re.findall(r'class="change[^"]*"', page)
    return len(changes) == count and all("known" in change for change in changes)


def advised(ana, path):
    """The link that takes an advised radius into the form; None: there is none."""
    found = re.search(r'<section class="card" id="advice".*?</section>', ana.page(f"{path}/perimeter"), re.S)
    link = re.search(r'<a class="button".*?</a>', found.group(), re.S) if found else None
    return link and found.group()


def starts():
    """Everything that is enabled starts, as at each power on."""
    run("systemctl", "start", "--no-block", "multi-user.target", "timers.target")
    Receiver()
    portal_runs()


def first_boot():
    cookie, path, code = KEPT.read_text(encoding="utf-8").split("\n")[:3]
    ana = Ana(cookie)
    with card():
        starts()
        live(ana, path)
    with open(IMAGE, "rb") as file:
        card_holds = file.read()
    for text in (code, "una clave larga", "otra clave"):
        expect(text.encode("utf-16-le") not in card_holds, f"the card still holds {text}")
    say("the card holds no code and no key")


def live(ana, path):
    """From the card to a device with settings, a photo and an advice."""
    until("the card's word", lambda: "primeros ajustes" in result(), 400)
    expect((BOOT / "vigia-setup.txt").exists(), "the card's file is gone, and nothing was set up")
    expect(active("vigia.service") != "active", "a device without settings runs before its card is done")
    say("the board waits for the first settings, and says so on the card")
    expect("una clave larga" not in NETWORK.read_text(encoding="utf-8"), "the blanks of the key are not kept")
    expect(owner(NETWORK) == "root 600", f"the network is of {owner(NETWORK)}")
    expect("vigia-setup" in run("nmcli", "-t", "-f", "NAME", "connection", "show").split("\n"),
           "NetworkManager does not know the network")
    shown = run("nmcli", "-s", "-t", "-f", "802-11-wireless.ssid,802-11-wireless-security.psk", "connection", "show",
                "vigia-setup")
    expect("Casa de Rosa" in shown and "una clave larga" in shown, f"NetworkManager has {shown}")
    say("NetworkManager has the network, with its name and its key")

    ana.send(f"{path}/perimeter", "first", kinship="hija", lat=str(LATITUDE), lon=str(LONGITUDE), radius="300",
             time_zone="America/Guayaquil")
    begin = time.monotonic()
    until("the device", lambda: active("vigia.service") == "active", 400)
    say(f"the settings came {time.monotonic() - begin:.0f} s later, with the timer's next try, and the device runs")
    until("the card's word", lambda: "Listo" in result())
    expect(not (BOOT / "vigia-setup.txt").exists(), "the card's file is still there")
    for path_of, mine in ((PROFILE, "vigia"), (PROFILE.parent / "portal.secret", "vigia 600"),
                          (PROFILE.parent / "mail.secret", "vigia 600"), (STATE / "vigia.sqlite", "vigia 600")):
        expect(owner(path_of).startswith(mine), f"{path_of} is of {owner(path_of)}, not of {mine}")
    until("the device's word", lambda: confirmed(ana, path, 1))
    say("the device confirmed the settings; files and secrets are its own")

    ana.upload(f"{path}/people", "wearerPhoto", png(900, 700))
    until("the photo", lambda: list((STATE / "pictures").glob("*")))
    until("the device's word", lambda: confirmed(ana, path, 2))
    picture = next((STATE / "pictures").glob("*"))
    expect(picture.read_bytes()[:2] == b"\xff\xd8", "the picture is no JPEG")
    say(f"a photo went through both: {picture.stat().st_size} bytes on the device")

    days_at_home(3)
    expect(not advised(ana, path), "there is advice before anybody has asked")
    ana.send(f"{path}/perimeter", "/perimeter/advice")
    advice = until("the advice", lambda: advised(ana, path))
    expect("350 m" in advice, f"the advice is {advice}")
    say("the advice came out of its own process, within the unit's bounds: 350 m")
    expect(int(run("systemctl", "show", "-p", "NRestarts", "--value", "vigia.service")) == 0, "the device started anew")


def second_boot():
    cookie, path = KEPT.read_text(encoding="utf-8").split("\n")[:2]
    ana = Ana(cookie)
    starts()
    until("the device", lambda: active("vigia.service") == "active")
    said = run("systemctl", "show", "-p", "ConditionResult", "--value", "vigia-setup.service")
    expect(said == "no", "the set-up runs again, without a file on the card")
    until("the device's call", lambda: "Rosa" in ana.page(path))
    until("another life", lambda: re.search(r'"class":"BOOT","at_ms":[0-9]*,"number":[2-9]',
                                           (STATE / "blackbox.jsonl").read_text(encoding="utf-8")))
    expect(confirmed(ana, path, 2), "what was confirmed is not confirmed any more")
    say("at the next start it comes back by itself, with its settings")


if __name__ == "__main__":
    try:
        {"card": write_card, "first": first_boot, "second": second_boot}[sys.argv[1]]()
    except Trouble as trouble:
        say(f"FAILED: {trouble}")
        for unit in ("vigia-portal", "vigia-setup", "vigia", "NetworkManager", "gpsd"):
            print(f"--- {unit}\n" + "\n".join(journal(unit).split("\n")[-25:]))
        sys.exit(1)
