"""A real device whose diary is changed on a real portal, and power that goes between doing and remembering."""
import datetime
import json
import pathlib
import subprocess

from real_people import Caregiver, known
from real_world import Portal, Walks, Way, Wrist, wait
from mailserver import MailServer

WALL = datetime.timezone(datetime.timedelta(hours=-5))
NOT_KNOWN = "The device does not know yet."


class Diary:
    """The diary as Ana sees it, and as the device has it."""

    def __init__(self, ana, wrist):
        self.ana, self.wrist = ana, wrist
        self.path = f"/w/{ana.wearer}/diary"

    def page(self):
        status, _, text = self.ana.call("GET", self.path)
        return text.decode() if status == 200 else ""

    def dose(self, units):
        """Enters a dose of ten minutes ago."""
        then = datetime.datetime.now(WALL) - datetime.timedelta(minutes=10)
        status, _, text = self.ana.call(
            "POST", f"{self.path}/new", kind="dose", dose=units, meal="lunch", confirm="yes",
            date=f"{then:%Y-%m-%d}", time=f"{then:%H:%M}", notes=f"nota {units}")
        return status == 303 or text.decode()

    def own(self):
        """The entries of `vigia diary list`, which reads the device's state."""
        said = subprocess.run(
            [self.wrist.program, "diary", "list", "--state", self.wrist.state, "--history", "--format", "json"],
            check=True, capture_output=True, text=True).stdout
        return [json.loads(line) for line in said.splitlines()]

    def doses(self, units):
        return [entry for entry in self.own() if f"nota {units}" in json.dumps(entry)]


def diary(programs, folder):
    """A dose goes down and is known; the same with the power cut before the link wrote down that it was done."""
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal, Way(portal) as way:
        wrist = Wrist(programs[0], f"{folder}/Rosa", mail)
        ana = Caregiver(portal, None)
        ana.join()
        wrist.pair(way.address, ana.code())
        book = Diary(ana, wrist)
        memory = pathlib.Path(wrist.state, "portal.json")
        try:
            with Walks(wrist.folder, 0) as walks:
                wrist.start(walks.port)
                wait("the profile in the portal", lambda: known(portal, ana.wearer))
                yield not book.page(), "without a reading there is no diary"
                wait("the diary's socket", lambda: pathlib.Path(wrist.state, "device.sock").exists())
                subprocess.run(
                    [programs[0], "diary", "add", "--glucose", "104mg/dL", "--state", wrist.state], check=True,
                    stdout=subprocess.DEVNULL)
                wait("the page", book.page)
                yield book.dose("4.5") is True, "a dose is entered on the portal"
                wait("what the device knows", lambda: NOT_KNOWN not in book.page() and "nota 4.5" in book.page())
                yield len(book.doses("4.5")) == 1, "the device's own list has it once, with its note"
                # From here on the portal hears of nothing that was done.
                way.judge = lambda bring, body: None if json.loads(body)["did"] else bring()
                kept = memory.read_bytes()
                yield book.dose("6") is True, "another one is entered"
                wait("the record of it", lambda: book.doses("6"))
                yield NOT_KNOWN in book.page(), "while no outcome has come, the page says that it is not known"
                wrist.process.kill()
                wrist.process.wait()
                memory.write_bytes(kept)
                way.judge = lambda bring, body: bring()
                wrist.start(walks.port)
                wait("the outcome after the power cut", lambda: NOT_KNOWN not in book.page())
                fates = portal.read(ana.wearer, "SELECT outcome, why FROM message ORDER BY id")
                yield fates == [("applied", None), ("applied", None)], f"both were applied: {fates}"
                entries = book.doses("6")
                # The history has a line for each record.
                yield len(entries) == 1, "after the cut it was not made again"
        finally:
            wrist.close()
