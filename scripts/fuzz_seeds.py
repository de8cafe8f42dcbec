#!/usr/bin/env python3
"""Makes the small seeds of Tests/Fuzz out of our own traces, scenarios and profiles.

usage: scripts/fuzz_seeds.py VIGIA   (the program, built; found inputs stay as they are)
"""

import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FUZZ = ROOT / "Tests/Fuzz"
VIGIA = sys.argv[1]
LIVES = ["help-and-power-cut", "dose-and-power-cut", "low-again-before-it-was-measured-again", "accompanied",
         "battery-runs-low", "pill-put-off", "dose-taken-back", "low-during-everything", "lunch-changed-by-hand",
         "exit-told-after-the-dark", "pill-while-the-calendar-lags", "help-on-a-full-disk"]
SCENARIOS = ["lunch", "accompanied", "spring-night", "where-is-she", "calls-cut-short", "receiver-that-floods",
             "low-during-everything", "dose-taken-back", "mailbox-says-no", "a-disk-that-lies", "forged-answer",
             "pill-past-the-last-year", "another-circle", "exit-mail", "first-word-an-era-ahead"]


def seed(entry, name, content):
    folder = FUZZ / entry
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def vigia(*arguments):
    subprocess.run([VIGIA, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def sentence(text):
    total = 0
    for letter in text:
        total ^= ord(letter)
    return f"${text}*{total:02X}\r\n"


def token(number):
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    crc = 0xFFFF
    for byte in number.to_bytes(8, "big"):
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    symbols = [alphabet[number >> shift & 31] for shift in range(60, -1, -5)]
    symbols += [alphabet[(crc & 0x7FFF) >> shift & 31] for shift in (10, 5, 0)]
    return "[vigia:" + "-".join("".join(symbols[i:i + 4]) for i in range(0, 16, 4)) + "]"


def lives(folder):
    """What devices saw in some scenarios: of each class of line a few, and every record."""
    records = []
    for name in LIVES:
        scenario = ROOT / f"simulations/{name}.yaml"
        if not scenario.exists():
            continue
        trace = folder / f"{name}.jsonl"
        vigia("simulate", scenario, "--trace", trace)
        counts, kept = {}, []
        for line in trace.read_text().splitlines(keepends=True):
            kind = json.loads(line)["class"]
            counts[kind] = counts.get(kind, 0) + 1
            if kind == "SETTING" or counts[kind] <= 4:
                kept.append(line)
            if kind in ("RESTORED", "EDITED"):
                records.append([int(word, 16) for word in json.loads(line)["record"]])
        seed("lines", name, "".join(kept))
        short = folder / f"{name}-short.jsonl"
        short.write_text("".join(kept))
        vigia("replay", short, "--packed", folder / f"{name}.packed")
        seed("packed", name, (folder / f"{name}.packed").read_bytes())
    return records


def blob(words):
    return b"".join(word.to_bytes(8, "little") for word in words).ljust(80, b"\0")


def log_records(records):
    kinds = {}
    for words in records:
        key = (words[0] & 0xFF, words[0] >> 8 & 0xFF if words[0] & 0xFF == 4 else 0)
        kinds.setdefault(key, words)
    for (kind, matter), words in kinds.items():
        seed("records", f"kind-{kind}-{matter}", blob(words))
    seed("records", "all", b"".join(blob(words) for words in kinds.values()))
    diary = [words for words in records if words[0] & 0xFF in (11, 12, 13, 14)][:4]
    changes = [{"record": base64.b64encode(blob(words)).decode(), "written": 1426950245000} for words in diary]
    if changes:
        changes[0] |= {"category": "en ayunas", "notes": "después de caminar"}
    ask = {"after": 0, "changes": changes}
    seed("diary", "changes", json.dumps(ask) + "\n")
    seed("diary", "twice", (json.dumps({"after": 0, "changes": changes[:1]}) + "\n") * 2)
    seed("diary", "nothing", '{"after":0,"changes":[]}\n')
    seed("diary", "others", 'hello\n\n{"after":-1}\n{"after":0,"changes":[{"record":"AAAA"}]}\n')


def receivers():
    fixes = [json.loads(line) for line in (ROOT / "traces/cuenca-3-gap.jsonl").read_text().splitlines()]
    fixes = [fix for fix in fixes if fix["class"] == "TPV" and "lat" in fix][:6]
    log = ""
    for fix in fixes:
        time, date = fix["time"][11:19].replace(":", "") + ".00", "210315"
        south, west = -fix["lat"], -fix["lon"]
        place = f"{int(south):02d}{south % 1 * 60:07.4f},S,{int(west):03d}{west % 1 * 60:07.4f},W"
        log += sentence(f"GPRMC,{time},A,{place},0.50,90.0,{date},,,A")
        log += sentence(f"GPGGA,{time},{place},1,09,1.3,2550.1,M,10.0,M,,")
        log += sentence("GPGSA,A,3,04,05,09,12,17,,,,,,,,2.5,1.3,2.1")
        log += sentence(f"GPGST,{time},1.0,,,,3.0,4.0,6.0")
    seed("nmea", "walk", log)
    place = "0254.0307,S,07900.2707,W"
    seed("nmea", "others", "".join(map(sentence, [
        f"GNGNS,150406.00,{place},AN,12,0.7,2560,10,,,S", f"GPGLL,{place},150407,A,A",
        "GPZDA,150408,21,03,2015,00,00", f"GPRMC,150409,V,{place},,,210315,,,N", "PUBX,00,1",
        f"GPGGA,150410,{place},2,03,1.0,,M,,M,,", "GPGSA,A,1,,,,,,,,,,,,,,,"])))
    reports = [
        {"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3, "proto_minor": 14},
        {"class": "DEVICES", "devices": [{"class": "DEVICE", "path": "/dev/ttyS0", "driver": "u-blox"}]},
        {"class": "WATCH", "enable": True, "json": True},
        {"class": "SKY", "device": "/dev/ttyS0", "xdop": 0.55, "hdop": 1.20, "satellites": [
            {"PRN": 23, "el": 6.0, "az": 84.0, "ss": 31.0, "used": True, "gnssid": 0, "svid": 23, "health": 1}]},
        {"class": "TPV", "device": "/dev/ttyS0", "status": 2, "mode": 3, "time": "2015-03-21T15:00:07.000Z",
         "ept": 0.005, "lat": -2.90051235, "lon": -79.004512349, "altHAE": 2550.1, "epx": 3.1, "epy": 4.2,
         "track": 10.3788, "speed": 0.091, "climb": -0.085, "eps": 0.67, "epc": 34.11},
        {"class": "TPV", "mode": 1}, {"class": "ERROR", "message": "no"}]
    daemon = "".join(json.dumps(report, separators=(",", ":")) + "\r\n" for report in reports)
    seed("gpsd", "reports", daemon)
    seed("gpsd", "walk", "".join(json.dumps(fix, separators=(",", ":")) + "\n" for fix in fixes))
    seed("lines", "gpsd", daemon)


def tracks(folder):
    head = (ROOT / "traces/cuenca-3-gap.jsonl").read_text().splitlines(keepends=True)[:14]
    (folder / "head.jsonl").write_text("".join(head))
    vigia("convert", folder / "head.jsonl", folder / "head.gpx")
    seed("gpx", "walk", (folder / "head.gpx").read_bytes())
    seed("gpx", "phone", """<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.0" creator="OsmAnd~"><wpt lat="1" lon="2"/><trk><trkseg><!-- c -->
<trkpt lat="-2.9" lon="-79.0"><ele>1</ele><time>2015-03-21T15:04:05Z</time><hdop>4.5</hdop></trkpt>
<trkpt lat="-2.9" lon="-79.0"><time>2015-03-21T15:04:06+05:30</time><![CDATA[x]]>&lt;</trkpt></trkseg><trkseg>
<trkpt lat=" 90 " lon="180"><extensions><a:hAcc xmlns:a="u">5</a:hAcc><speed>1.5</speed></extensions></trkpt>
</trkseg></trk></gpx>
""")


def settings(folder):
    for name in SCENARIOS:
        text = (ROOT / f"simulations/{name}.yaml").read_text()
        seed("scenario", name, text)
        section = re.search(r"^profile:\n((?:(?:  .*)?\n)+)", text, re.M)
        if section:
            seed("profile", name, re.sub(r"^  ", "", section[1], flags=re.M))
    for name, options in (("new", []), ("new-insulin", ["--insulin"])):
        vigia("profile", "init", folder / f"{name}.yaml", *options)
        seed("profile", name, (folder / f"{name}.yaml").read_bytes())


def mails():
    proof = token(0x0123456789ABCDEF)
    head = ("From: Ana <ana@example.org>\r\nTo: vigia@example.org\r\n"
            f"Subject: =?UTF-8?Q?Re:_Rosa_est=C3=A1_fuera?= {proof}\r\n")
    seed("mailHeaders", "reply", head + "Auto-Submitted: no\r\nMIME-Version: 1.0\r\n\r\n")
    seed("mailHeaders", "vouched", "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org;\r\n"
         "\tdkim=pass (ok) header.d=example.org\r\nFrom: \"Jos=\\\"e\" (home) <jose@example.org>\r\n\r\n")
    seed("mailHeaders", "machine", "From: otra@example.org\r\nReturn-Path: <>\r\nPrecedence: bulk\r\n"
         "Content-Type: multipart/report; boundary=\"a;b\"\r\nSubject: =?iso-8859-1?B?QXl1ZGE=?=\r\n\r\n")
    seed("mailHeaders", "date", "21-Nov-2026 05:45:44 +0000\nFrom: ana@example.org\n")
    seed("mailBody", "plain", head + "\r\nDÓNDE\r\n> Rosa ha salido\r\n")
    seed("mailBody", "alternative", head + "Content-Type: multipart/alternative; boundary=\"=_a\"\r\n\r\n"
         "--=_a\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
         "CON COMPA=D1=CDA HASTA 18:30=\r\n\r\n\r\n--=_a\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n--=_a--\r\n")
    seed("mailBody", "html", head + "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n"
         "\r\n" + base64.encodebytes("<style>p{}</style><p>SIN COMPAÑÍA<br>&lt;Ana&gt;</p>".encode()).decode())
    seed("mailBody", "nested", head + "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n"
         "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment\r\n\r\nx\r\n"
         "--b\r\n\r\nWHERE\r\n--b--\r\n--a--\r\n")
    seed("mailBody", "flowed", head + "Content-Type: text/plain; charset=windows-1252; format=flowed; delsp=yes\r\n"
         "Content-Transfer-Encoding: quoted-printable\r\n\r\nNo s=E9 si va a estar=85 =\r\ncon compa=F1=EDa hasta \r\n"
         "las 05:00\r\n> Rosa est=E1 \r\n> fuera \r\n>> ayer\r\n-- \r\nAna\r\n")
    seed("mailBody", "lines", (head + "Content-Type: text/html\r\n\r\n<p>Where&rsquo;s\n  Rosa?</p>\n"
         "<pre>CON COMPAÑÍA\nHASTA 05:00</pre>&foo;<hr>Ó\n").encode("latin-1"))
    for name, text in {
        "where": "Re: Rosa\n¿Dónde está Rosa?\n", "until": "CON COMPAÑÍA HASTA las 18h30, por favor\n",
        "alone": "Not accompanied. Thanks\n", "token": f"Re: ayuda {proof}\nOK\n-----\nWHERE\n",
        "quoted": "> DÓNDE\n| WHERE\nFrom: Vigía\nDÓNDE\n", "machine": "Respuesta automática: fuera\nWHERE\n",
    }.items():
        seed("command", name, text)


def relays():
    fine = "HTTP/1.1 200 OK\r\n"
    for name, text in {
        "fine": fine + "Content-Length: 2\r\n\r\nok", "created": "HTTP/1.1 201 Created\r\n\r\n",
        "pieces": fine + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "elsewhere": "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n",
        "wait": "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 Busy\r\nRetry-After: 120\r\n\r\n",
        "no": "HTTP/1.0 404 No\r\nSet-Cookie: a=b\r\nConnection: close\r\n\r\n", "nothing": "", "torn": "HTTP/1.1 2",
        "login": "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Encoding: gzip\r\n\r\n",
    }.items():
        seed("http", name, text)


def browsers():
    forms = {
        "login": "email=ana%40example.org&password=una+tarde+en+Cuenca&next=%2Fw%2F7f%2Fnotice%2F1",
        "elsewhere": "email=ana%40example.org&password=x&next=%2F%2Fevil.example%2F",
        "invitation": "name=Ana+L%C3%B3pez&password=una+tarde+en+Cuenca&language=es",
        "invite": "email=luis%40example.org%0D%0ABcc%3A+all%40example.org&name=Luis&right=help",
        "company": "until=18%3A30",
        "twice": "until=18:30&until=09:15",
        "empty": "a&b=&=c&&",
    }
    for name, text in forms.items():
        seed("form", name, text)
    key = "dHVuYQ_-" * 5 + "abc"
    cookies = {
        "ours": f"__Host-vigia={key}",
        "others": f"theme=dark; __Host-vigia={key}; lang=es",
        "two": f"__Host-vigia={key[::-1]};__Host-vigia={key}",
        "another": f"x__Host-vigia={key}; __host-vigia={key}",
        "short": "__Host-vigia=abc; =; ;;",
    }
    for name, text in cookies.items():
        seed("cookie", name, text)


with tempfile.TemporaryDirectory() as temporary:
    scratch = pathlib.Path(temporary)
    log_records(lives(scratch))
    receivers()
    tracks(scratch)
    settings(scratch)
mails()
relays()
browsers()
