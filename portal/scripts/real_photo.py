"""A real device that fetches photos from a real portal, also when they come broken on their way."""
import base64
import hashlib
import json
import pathlib
import re
import subprocess
import threading

from real_people import Caregiver, known
from real_world import Portal, Walks, Way, Wrist, wait
from mailserver import MailServer


class Looker:
    """Somebody who looks at the page: the device's call is held, and what is set comes at once."""

    def __init__(self, ana):
        self.ana, self.is_over = ana, threading.Event()
        threading.Thread(target=self.look, daemon=True).start()

    def look(self):
        while not self.is_over.wait(10):
            self.ana.call("GET", f"/w/{self.ana.wearer}")


class Album:
    """The wearer's photo as Ana sets it, and as the device has it."""

    def __init__(self, ana, wrist, folder):
        self.ana, self.wrist, self.folder = ana, wrist, folder

    def text(self):
        return self.ana.portal.read(self.ana.wearer, "SELECT yaml FROM revision ORDER BY revision DESC")[0][0]

    def send(self, bright, **fields):
        """Sends a photo by curl, as a program does that is not ours; gives the hash that the profile names."""
        photo = f"{self.folder}/{bright}.png"
        subprocess.run(["vips", "black", f"{photo}.v", "800", "600"], check=True)
        subprocess.run(["vips", "linear", f"{photo}.v", photo, "1", str(bright), "--uchar"], check=True)
        number = self.ana.portal.read(self.ana.wearer, "SELECT max(revision) FROM revision")[0][0]
        said = subprocess.run(
            ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", f"Cookie: {self.ana.cookie}",
             "-F", f"revision={number}", *[f"-F{name}={value}" for name, value in fields.items()],
             "-F", f"photo=@{photo};filename=../../\"a\".jpg",
             f"http://127.0.0.1:{self.ana.portal.port}/w/{self.ana.wearer}/people/wearer/photo"],
            check=True, capture_output=True, text=True).stdout
        if said != "303":
            return said
        found = re.search(r"photo: sha256-([0-9a-f]{64})\.jpg", self.text())
        return found.group(1) if found else ""

    def kept(self):
        """Hashes of the pictures in the state, each by its content."""
        files = pathlib.Path(self.wrist.state, "pictures").glob("*")
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}

    def has(self, *hashes):
        return self.kept() == {f"sha256-{name}.jpg": name for name in hashes}

    def confirmed(self):
        return not self.ana.portal.read(
            self.ana.wearer, "SELECT 1 FROM revision WHERE NOT is_device AND applied_ms IS NULL")


def broken(bring, body):
    """The answer with another picture under the same hash."""
    status, text = bring()
    answer = json.loads(text) if status == 200 else {}
    if "picture" not in answer:
        return status, text
    answer["picture"]["jpeg"] = base64.b64encode(b"something else").decode()
    return status, json.dumps(answer).encode()


def photo(programs, folder):
    """A photo comes down, is replaced, comes broken without harm, and goes."""
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal, Way(portal) as way:
        wrist = Wrist(programs[0], f"{folder}/Rosa", mail)
        ana = Caregiver(portal, None)
        ana.join()
        wrist.pair(way.address, ana.code())
        album = Album(ana, wrist, folder)
        ana.call("GET", f"/w/{ana.wearer}")
        looker = Looker(ana)
        try:
            with Walks(wrist.folder, 0) as walks:
                wrist.start(walks.port)
                wait("the profile in the portal", lambda: known(portal, ana.wearer))
                first = album.send(40)
                yield len(first) == 64, f"curl's form is taken: {first}"
                wait("the picture on the device", lambda: album.has(first))
                yield album.confirmed(), "the device confirmed the profile"
                second = album.send(200)
                wait("the second picture alone", lambda: album.has(second))
                yield second != first, "the photo that was replaced is deleted on the device"
                way.judge = broken
                album.send(90)
                wait("the third profile", album.confirmed)
                wait("the second picture's end", lambda: album.has())
                yield True, "a picture that comes broken is not kept, and its profile counts"
                way.judge = lambda bring, body: bring()
                yield album.send(90, remove="yes") == "", "the photo is taken away"
                wait("the profile without a photo", album.confirmed)
                yield album.has(), "no picture is left on the device"
        finally:
            looker.is_over.set()
            wrist.close()
