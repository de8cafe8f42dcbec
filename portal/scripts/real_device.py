#!/usr/bin/env python3
"""A real device against a real portal: how soon each hears of the other, and what trouble costs them.

usage: portal/scripts/real_device.py VIGIA PORTAL [quick|offline|kills|diary|own|photo|replaced|card|family|memory]...

quick: twenty exits behind gpsfake, seen in a browser and answered there. offline: three days without a network, then
a wearer's file lost. kills: the portal killed 200 times between request and answer. diary: a dose from the portal, and
the power cut before the device wrote down that it has it. own: the device's own file edited under the portal's
settings. photo: the wearer's photo comes down, and comes broken. replaced: a lost device, and a new one in its place.
card: the set-up from a file on a FAT partition, killed at every step. family: a new family by browser alone. memory: what the link costs a device at rest.
All when none is named. Ends with status 1 where a promise is not kept.
"""
import contextlib
import pathlib
import shutil
import sys
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

import judge
from real_world import ACKNOWLEDGED, Portal, Trouble, Walks, Way, Wrist, encrypted, wait
from real_people import Caregiver, code, join, known
from real_card import card
from real_diary import diary
from real_family import family
from real_own import own
from real_photo import photo
from real_replaced import replaced
from real_trouble import kills, offline
from mailserver import MailServer
from process import kilobytes, median
from receiver import Receiver

MOST_MEDIAN, MOST = 2.0, 5.0
# MiB of private memory.
MOST_GROWTH = 0.5
# Accounts, each with a wearer of its own whose profile names it.
PEOPLE = [("ana@example.org", "Rosa"), ("luis@example.org", "Manuel")]
TAKE = ".card.open.urgent form button"

# Notes when an alert that can be taken stands in the page, and when its button is pressed.
WATCH = """
  const seen = {};
  const look = () => document.querySelectorAll('%s').forEach((button) => { seen[button.id] ??= Date.now(); });
  const begin = () => { look(); new MutationObserver(look).observe(document, {childList: true, subtree: true}); };
  document.addEventListener('DOMContentLoaded', begin);
  document.addEventListener('submit', () => sessionStorage.setItem('pressed', Date.now()), true);
  window.seenAt = (id) => seen[id];
""" % TAKE


class Listener:
    """What the device says, each line with the time at which it came."""

    def __init__(self, wrist):
        self.exits = []
        self.wrist = wrist
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        with open(f"{self.wrist.folder}/out", encoding="utf-8") as file:
            text = ""
            while True:
                text += file.readline()
                if not text.endswith("\n"):
                    time.sleep(0.005)
                    continue
                if '"event":"perimeter.exit"' in text:
                    self.exits.append(time.time())
                text = ""


def answers(wrist):
    return wrist.read(f"SELECT count(*) FROM record WHERE kind = {ACKNOWLEDGED}")[0][0]


def walker(programs, folder, portal, mail, who, times, found):
    """Exits of one wearer: from the decision to the page, and from the press to the record and the page."""
    email, name = who
    wrist = Wrist(programs[0], f"{folder}/{name}", mail, name)
    with contextlib.closing(wrist), sync_playwright() as playwright:
        browser = judge.chromium(playwright)
        page = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
        path = join(page, portal, email, name)
        wrist.pair(portal.address, code(page, portal, path))
        page.add_init_script(WATCH)
        with Walks(wrist.folder, times) as walks:
            wrist.start(walks.port)
            listener = Listener(wrist)
            wait("the profile in the portal", lambda: known(portal, path))
            for turn in range(times):
                page.goto(portal.address + path)
                page.wait_for_selector("#live:visible")
                page.wait_for_selector(TAKE, timeout=200_000)
                seen = page.evaluate(f"seenAt(document.querySelector('{TAKE}').id)") / 1000
                wait("the device's line", lambda: len(listener.exits) > turn)
                # A person reads first, and the page has time to settle.
                page.wait_for_timeout(1000)
                before = answers(wrist)
                page.click(TAKE)
                while answers(wrist) == before:
                    time.sleep(0.01)
                recorded = time.time()
                pressed = int(page.evaluate("sessionStorage.getItem('pressed')")) / 1000
                page.wait_for_selector("text=The device has known since", timeout=60_000)
                found.append((seen - listener.exits[turn], recorded - pressed, time.time() - pressed))
        browser.close()


def quick(programs, folder):
    """Ten exits of each of two wearers."""
    found, times = [], 10
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal:
        threads = [
            threading.Thread(target=walker, args=(programs, folder, portal, mail, who, times, found))
            for who in PEOPLE]
        for thread in threads:
            thread.start()
            # Their walks do not coincide.
            time.sleep(25)
        for thread in threads:
            thread.join()
    if len(found) < times * len(PEOPLE):
        yield False, f"{len(found)} exits were seen and answered; expected {times * len(PEOPLE)}"
        return
    for place, what in (
            (0, "exit decided to seen in the browser"), (1, "\"I take care of it\" to the device's record"),
            (2, "\"I take care of it\" to \"The device has known since\" in the browser")):
        values = [sample[place] for sample in found]
        yield median(values) <= MOST_MEDIAN and max(values) <= MOST, (
            f"{what}: median {median(values):.2f} s, {min(values):.2f} to {max(values):.2f}, of {len(values)}")



RUNS, REST, LOOKED = 3, 15, 65


def memory(programs, folder):
    """Private memory of a device at rest and after a call for help: without a portal, with one, with one over TLS."""
    found = {kind: [] for kind in ("without", "http", "https")}
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal, Receiver() as heard, \
            Way(portal, encrypted(folder)) as way:
        caregiver = Caregiver(portal, None)
        caregiver.join()
        for _ in range(RUNS):
            for kind, values in found.items():
                wrist = Wrist(programs[0], f"{folder}/{kind}", mail)
                if kind != "without":
                    wrist.pair(way.address if kind == "https" else portal.address, caregiver.code())
                    # A page of the last minute counts as watched, and a call that is held is no rest.
                    time.sleep(LOOKED)
                values.append(weigh(wrist, heard, mail))
                if kind != "without" and not wrist.is_heard:
                    yield False, f"the portal did not answer the device over {kind}; see {wrist.folder}/errors"
                    return
                shutil.rmtree(wrist.folder)
    for place, when in ((0, "at rest"), (1, "after its first mail")):
        without = [pair[place] for pair in found["without"]]
        yield True, f"private memory {when}, without a portal: {spread(without)}"
        for kind in ("http", "https"):
            values = [pair[place] for pair in found[kind]]
            growth = median(values) - median(without)
            yield growth <= MOST_GROWTH, f"{when}, with one over {kind}: {spread(values)}, {growth:+.2f} MiB"


def weigh(wrist, heard, mail):
    """MiB at rest, and after the wearer has called for help, which brings TLS into every device."""
    wrist.start(heard.port, has_keys=True)
    time.sleep(REST)
    rest = kilobytes(wrist.process.pid, "RssAnon") / 1024
    mail.has_mail.clear()
    wrist.press("h")
    if not mail.has_mail.wait(60):
        raise Trouble(f"no mail came; see {wrist.folder}/errors")
    time.sleep(3)
    mailed = kilobytes(wrist.process.pid, "RssAnon") / 1024
    wrist.close()
    return rest, mailed


def spread(values):
    return f"{median(values):.2f} MiB ({min(values):.2f} to {max(values):.2f}, {len(values)} runs)"


PARTS = {"quick": quick, "offline": offline, "kills": kills, "diary": diary, "own": own, "photo": photo,
         "replaced": replaced, "card": card, "family": family, "memory": memory}


def main(arguments):
    if len(arguments) < 2 or any(name not in PARTS for name in arguments[2:]):
        print(f"usage: real_device.py VIGIA PORTAL [{'|'.join(PARTS)}]...", file=sys.stderr)
        return 2
    programs, failures = [str(pathlib.Path(path).resolve()) for path in arguments[:2]], 0
    for name in arguments[2:] or PARTS:
        began = time.monotonic()
        folder = tempfile.mkdtemp(prefix=f"vigia-real-{name}-")
        failed = 0
        try:
            for holds, line in PARTS[name](programs, folder):
                print(f"real_device {name}: {'' if holds else 'NOT KEPT: '}{line}", flush=True)
                failed += not holds
        except Trouble as trouble:
            print(f"real_device {name}: NOT KEPT: {trouble}", flush=True)
            failed += 1
        print(f"real_device {name}: {time.monotonic() - began:.0f} s", flush=True)
        if failed:
            print(f"real_device {name}: what was written is in {folder}")
        else:
            shutil.rmtree(folder)
        failures += failed
    print(f"real_device: {failures} promises not kept")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
