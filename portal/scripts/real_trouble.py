"""What trouble costs: three days without a network, a lost file, a portal that dies between request and answer."""
import datetime
import json
import threading
import time

from playwright.sync_api import sync_playwright

import judge
import receiver
from mailserver import MailServer
from real_people import Caregiver, code, join, known
from real_world import ACCOMPANIED, Portal, Way, Wrist, wait

PACE, DAY = 720, 86_400
KILLS = 200
DELAYS = [step * 0.005 for step in range(12)]


class Life:
    """A device whose days pass fast, and a portal whose clock is set to the device's."""

    def __init__(self, pace, portal, wrist):
        receiver.BEGIN = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None, microsecond=0)
        self.pace, self.portal, self.wrist = pace, portal, wrist

    def __enter__(self):
        self.receiver = receiver.Receiver(pace=self.pace, walks=True).__enter__()
        self.wrist.start(self.receiver.port, "--time-scale", str(self.pace), "--clock", "gps")
        return self

    def __exit__(self, *_):
        self.wrist.close()
        self.receiver.__exit__()

    @property
    def now(self):
        return receiver.BEGIN + datetime.timedelta(seconds=self.receiver.said)

    @property
    def ahead(self):
        return (self.now - datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)).total_seconds()

    def until(self, second):
        wait(f"second {second} of the device's life", lambda: self.receiver.said >= second, 3600)


def same(portal, wearer, wrist, least=0):
    """Whether the portal has the beginning of the device's log, at least so much of it, and nothing else."""
    copy, log = portal.replica(wearer), wrist.log()
    return len(copy) >= max(1, least) and copy == log[:len(copy)]


def wishes(page, portal, path):
    page.goto(portal.address + path)
    return page.inner_text("#requests") if page.locator("#requests").count() else ""


def offline(programs, folder):
    """Three days of a device without a network; its messages; then a portal that has lost the wearer's file."""
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal, Way(portal) as way, \
            sync_playwright() as playwright:
        page = judge.chromium(playwright).new_page(viewport={"width": 390, "height": 800})
        path = join(page, portal, "ana@example.org", "Rosa")
        wearer = path.removeprefix("/w/")
        wrist = Wrist(programs[0], f"{folder}/Rosa", mail)
        wrist.pair(way.address, code(page, portal, path))
        with Life(PACE, portal, wrist) as life:
            wait("the profile in the portal", lambda: known(portal, path))
            wait("the first records in the portal", lambda: portal.replica(wearer))
            way.is_cut = True
            before = len(portal.replica(wearer))
            ask = f"form[action='{path}/where'] button"
            portal.again(life.ahead)
            page.goto(portal.address + path)
            page.click(ask)
            life.until(8 * 3600)
            portal.again(life.ahead)
            said = wishes(page, portal, path)
            yield "expired" in said, "a question of the first day is over, and the page says so"
            lost = page.inner_text("main")
            yield "no contact" in lost.lower(), "the page says that there is no contact"
            life.until(3 * DAY - 3 * 3600)
            portal.again(life.ahead)
            page.goto(portal.address + path)
            page.click(ask)
            page.goto(f"{portal.address}{path}/company")
            company = life.now + datetime.timedelta(hours=4)
            page.fill("#until", (company - datetime.timedelta(hours=5)).strftime("%H:%M"))
            page.click("form:has(#until) button")
            life.until(3 * DAY)
            portal.again(life.ahead)
            log = wrist.log()
            yield len(portal.replica(wearer)) == before, (
                f"for three days nothing came: the portal has {before} records, the device {len(log)}")
            way.is_cut = False
            wait("the log of three days", lambda: same(portal, wearer, wrist, len(log)))
            yield True, f"the portal has the device's {len(portal.replica(wearer))} records, one by one"
            fates = wait("the fates of what was asked", lambda: settled(portal, wearer))
            yield fates == [("where", None), ("where", "expired"), ("company", "applied")], (
                "asked on the first day, three hours and less before the contact: "
                + ", ".join(f"{what} {fate or 'never went down'}" for what, fate in fates))
            ends = wrist.read(f"SELECT count(*) FROM record WHERE kind = {ACCOMPANIED}")[0][0]
            yield ends == 1, f"the device has {ends} record of the company that was said meanwhile"
            said = wishes(page, portal, path)
            yield "expired" in said and "The device has known" in said, f"the page says of them: {said!r}"
            yield from forgotten(portal, wearer, wrist, page, path)


def settled(portal, wearer):
    """What was asked with its outcome, once the last of it has one."""
    rows = [(next(iter(set(json.loads(text)) - {"id", "until_ms", "who"})), outcome) for text, outcome in
            portal.read(wearer, "SELECT json, outcome FROM message ORDER BY id")]
    return rows if rows and rows[-1][1] else None


def forgotten(portal, wearer, wrist, page, path):
    """The wearer's file is gone: the device's log fills it again, and people can answer as before."""
    portal.end()
    portal.lose(wearer)
    log = wrist.log()
    portal.start()
    wait("the log in the new file", lambda: same(portal, wearer, wrist, len(log)))
    yield True, f"a lost file is filled again from 0: {len(portal.replica(wearer))} records, one by one"
    wait("the profile in the new file", lambda: known(portal, path))
    page.goto(f"{portal.address}{path}/company")
    yield page.locator("#until").count() == 1, "and the page of company can be used as before"


class Killer:
    """Stands on the way: two of three calls find a portal that dies before they are answered."""

    def __init__(self, portal, wearer, wrist, life):
        self.portal, self.wearer, self.wrist, self.life = portal, wearer, wrist, life
        self.lock, self.calls, self.kills, self.confirmed, self.broken = threading.Lock(), 0, 0, 0, []

    def judge(self, bring, body):
        with self.lock:
            self.calls += 1
            if self.kills < KILLS and self.calls % 3:
                return self.kill(bring)
        return self.note(bring())

    def note(self, answer):
        if answer and answer[0] == 200:
            self.confirmed = max(self.confirmed, json.loads(answer[1])["stored"])
        return answer

    def kill(self, bring):
        heard = []
        call = threading.Thread(target=lambda: heard.append(bring()))
        call.start()
        time.sleep(DELAYS[self.kills % len(DELAYS)])
        self.portal.kill()
        call.join()
        self.kills += 1
        self.portal.ahead = self.life.ahead
        self.portal.start()
        copy = self.portal.replica(self.wearer)
        if copy and copy[-1][0] < self.confirmed or not copy and self.confirmed:
            self.broken.append(f"kill {self.kills} took back what was confirmed")
        log = self.wrist.log()
        if copy != log[:len(copy)]:
            self.broken.append(f"kill {self.kills} left another log")
        # An answer that was quicker than the kill is lost on its way every other time.
        answer = heard[0] if self.kills % 2 else None
        return self.note(answer)


def kills(programs, folder):
    """The portal dies 200 times between request and answer, while somebody speaks to the device through it."""
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal, Way(portal) as way:
        wrist = Wrist(programs[0], f"{folder}/Rosa", mail)
        life = Life(60, portal, wrist)
        caregiver = Caregiver(portal, life)
        caregiver.join()
        wearer = caregiver.wearer
        wrist.pair(way.address, caregiver.code())
        with life:
            wait("the profile in the portal", lambda: known(portal, wearer))
            wait("the first records in the portal", lambda: portal.replica(wearer))
            killer = Killer(portal, wearer, wrist, life)
            way.judge = killer.judge
            talk = threading.Thread(target=caregiver.speak)
            talk.start()
            wait(f"{KILLS} kills", lambda: killer.kills >= KILLS, 3600)
            caregiver.is_over = True
            talk.join()
            log = wrist.log()
            wait("the rest of the log", lambda: same(portal, wearer, wrist, len(log)))
            wait("the outcomes", lambda: not portal.read(wearer, "SELECT 1 FROM message WHERE outcome IS NULL"))
            for line in killer.broken:
                yield False, line
            yield not killer.broken, (
                f"the portal was killed {killer.kills} times in {killer.calls} calls: what it had confirmed, it has, "
                f"and its {len(portal.replica(wearer))} records are the device's, one by one")
            yield from once(portal, wearer, wrist, caregiver)


def once(portal, wearer, wrist, caregiver):
    """Each word that the portal took reached the device, and acted once."""
    asked = portal.read(wearer, "SELECT json, outcome FROM message ORDER BY id")
    applied = sorted(
        json.loads(text)["company"]["until_ms"] for text, outcome in asked if outcome == "applied")
    recorded = sorted(
        int.from_bytes(words[8:16], "little") for _, words in wrist.read(
            f"SELECT sequence, words FROM record WHERE kind = {ACCOMPANIED}"))
    fates = {fate: sum(outcome == fate for _, outcome in asked) for fate in ("applied", "refused", "expired")}
    yield len(asked) >= len(caregiver.said), (
        f"{len(caregiver.said)} words were taken with an answer, and {len(asked)} are kept")
    yield len(applied) > 10 and applied == recorded, (
        f"{fates['applied']} words were applied, each by one record of the device ({len(recorded)}); "
        f"{fates['refused']} refused, {fates['expired']} expired")
