"""A device whose own file is edited while a portal's settings are in force: what stays, and who hears of the rest."""
import pathlib
import re
import signal
import subprocess

from real_people import Caregiver, known
from real_world import Portal, Walks, Way, Wrist, wait
from mailserver import MailServer

QUIT = "quit: {per_day: 10, price: 5, quit_at: 2026-01-05 08:00}\n"
LOST = "Changes that do not count"


def edit(wrist, change):
    """Changes the device's own file as an editor does, and lets the device read it."""
    path = pathlib.Path(wrist.folder, "profile.yaml")
    wrist.write("profile.yaml", change(path.read_text(encoding="utf-8")))
    if wrist.process.poll() is None:
        wrist.process.send_signal(signal.SIGHUP)


def own(programs, folder):
    """A cigarette leaves the portal's circle; a radius in the file takes it back, and both caregivers get a mail."""
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal, Way(portal) as way:
        wrist = Wrist(programs[0], f"{folder}/Rosa", mail)
        ana = Caregiver(portal, None)
        ana.join()
        wrist.pair(way.address, ana.code())
        edit_before(wrist)

        def page(path):
            return ana.call("GET", f"/w/{ana.wearer}{path}")[2].decode()

        def circle():
            found = re.search(r'data-radius="([0-9.]+)"', page(""))
            return found and float(found.group(1))

        def widen(metres):
            form = page("/perimeter")
            revision = re.search(r'name="revision" value="(\d+)"', form).group(1)
            status, _, _ = ana.call("POST", f"/w/{ana.wearer}/perimeter", lat="-2.9005", lon="-79.0045",
                                    radius=metres, sensitivity="normal", revision=revision)
            return status == 303

        def own_texts(words):
            return [text for text, in portal.read(ana.wearer, "SELECT yaml FROM revision WHERE is_device")
                    if words in text]

        try:
            with Walks(wrist.folder, 0) as walks:
                wrist.start(walks.port)
                wait("the profile in the portal", lambda: known(portal, ana.wearer))
                mails = mail.mails
                yield widen(300), "a circle of 300 m is set on the portal"
                wait("the circle of the portal", lambda: circle() == 300)
                wait("the mails of the change", lambda: mail.mails >= mails + 2)
                yield True, "both caregivers get a mail of it, from the device"
                subprocess.run(
                    [programs[0], "quit", "slip", "--profile", f"{wrist.folder}/profile.yaml", "--state", wrist.state],
                    check=True, stdout=subprocess.DEVNULL)
                wrist.process.send_signal(signal.SIGHUP)
                wait("the cigarette in the portal", lambda: own_texts("slips:"))
                yield circle() == 300 and LOST not in page("/settings"), (
                    "after `vigia quit slip` the circle of the portal is in force")
                wrist.process.kill()
                wrist.process.wait()
                edit(wrist, lambda text: "# of today\n" + text)
                wrist.start(walks.port)
                wait("the comment in the portal", lambda: own_texts("# of today"))
                yield circle() == 300, "after a power cut, too"
                portal.end()
                portal.lose(ana.wearer)
                portal.start()
                wait("the circle in a file that was lost", lambda: circle() == 300)
                yield True, "a portal that lost the wearer's file gets the circle in force back"
                yield widen(250), "and can set another one"
                wait("the new circle", lambda: circle() == 250)
                wait("calm", lambda: not told(wrist))
                # The file is edited while the device is off.
                wrist.close()
                mails = mail.mails
                edit(wrist, lambda text: text.replace("radius_m: 100", "radius_m: 120"))
                wrist.start(walks.port)
                wait("the circle of the file", lambda: circle() == 120)
                wait("the mails of the change", lambda: mail.mails >= mails + 2)
                yield LOST in page("/settings") or LOST in page("/changes"), (
                    "a radius in the file takes the portal's back: both get a mail, and the page lists what does not count")
                edit(wrist, lambda text: text.replace("radius_m: 120", "radius_m: 100"))
                wait("the file as it was", lambda: circle() == 100)
                yield True, "with the file as it was before, the portal's circle does not come back by itself"
        finally:
            wrist.close()


def edit_before(wrist):
    """The section is there before the first start."""
    path = pathlib.Path(wrist.folder, "profile.yaml")
    wrist.write("profile.yaml", path.read_text(encoding="utf-8") + QUIT)


def told(wrist):
    """Whether a change waits to be told."""
    head = pathlib.Path(wrist.state, "profile.portal").read_text(encoding="utf-8").split("\n")[0].split()
    return head[6] != "0"
