"""A real device that is lost, and a new one in its place: nothing is lost or told twice."""
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import time

import receiver
from mailserver import MailServer
from real_diary import WALL
from real_people import Caregiver, known
from real_trouble import same
from real_world import Portal, Trouble, Wrist, wait

REMINDER, NOTICE, DELIVERY, CLOSED = 3, 4, 5, 7
# The second byte of a reminder's record.
ANSWERED = 2
# Seconds in which a new device would tell what it is going to tell.
PATIENCE = 30
URGENT = 'class="card open urgent"'


def export(wrist):
    """The CSV of `vigia diary export`."""
    return subprocess.run(
        [wrist.program, "diary", "export", "--state", wrist.state, "--profile", f"{wrist.folder}/profile.yaml"],
        check=True, capture_output=True, text=True).stdout


def pair(wrist, *words):
    return subprocess.run(
        [wrist.program, "pair", *words, "--profile", f"{wrist.folder}/profile.yaml", "--state", wrist.state,
         "--authorities", f"{wrist.folder}/authorities"], check=False, capture_output=True, text=True)


def code(ana):
    page = ana.call("POST", f"/w/{ana.wearer}/device/replacement", a="")[2].decode()
    return re.search(r'class="code">.*([0-9A-Z]{4}-[0-9A-Z]{4})', page).group(1)


def remind(wrist):
    """One more reminder, of the minute after next."""
    then = datetime.datetime.now(WALL) + datetime.timedelta(minutes=2)
    path = pathlib.Path(wrist.folder, "profile.yaml")
    text = path.read_text(encoding="utf-8")
    line = f"  - {{id: 3, type: medication, name: Gotas, dose: 2 gotas, at: {then:%Y-%m-%d %H:%M}, repeat: daily}}\n"
    wrist.write("profile.yaml", text.replace("routes:\n", line + "routes:\n"))


def live(wrist, portal, ana, mail):
    """A diary entry, a reminder that is answered, and a call for help that nobody answers."""
    wait("the profile in the portal", lambda: known(portal, ana.wearer))
    wait("the diary's socket", lambda: pathlib.Path(wrist.state, "device.sock").exists())
    subprocess.run(
        [wrist.program, "diary", "add", "--glucose", "104mg/dL", "--notes", "tras la siesta", "--state", wrist.state],
        check=True, stdout=subprocess.DEVNULL)
    wait("the reminder", lambda: steps(wrist), 200)

    def answered():
        wrist.press("\n")
        time.sleep(0.5)
        return ANSWERED in steps(wrist)

    wait("the wearer's answer", answered)
    wrist.press("h")
    wait("the mail for help", lambda: mail.mails > 0)
    wait("the record of the mail", lambda: kinds(wrist, DELIVERY))
    wait("the log in the portal", lambda: portal.replica(ana.wearer) == wrist.log())


def steps(wrist):
    return [words[1] for _, words in wrist.log() if words[0] == REMINDER]


def kinds(wrist, kind, after=0):
    return [sequence for sequence, words in wrist.log() if words[0] == kind and sequence > after]


def replaced(programs, folder):
    """The old device goes for good; the new one has its log, and tells nobody of it."""
    receiver.BEGIN = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None, microsecond=0)
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal, receiver.Receiver() as heard:
        ana = Caregiver(portal, None)
        ana.join()
        old = Wrist(programs[0], f"{folder}/old", mail)
        old.pair(portal.address, ana.code())
        remind(old)
        try:
            old.start(heard.port, has_keys=True)
            live(old, portal, ana, mail)
            yield URGENT in ana.call("GET", f"/w/{ana.wearer}")[2].decode(), "the page shows the call for help"
        finally:
            if old.process and old.process.poll() is None:
                old.process.kill()
            old.close()
        yield from take_over(programs, folder, mail, portal, heard, ana, old)


def take_over(programs, folder, mail, portal, heard, ana, old):
    new = Wrist(programs[0], f"{folder}/new", mail)
    shutil.rmtree(new.state, ignore_errors=True)
    for name in ("profile.yaml", "mail.secret"):
        os.remove(f"{new.folder}/{name}")
    log, mails, text = old.log(), mail.mails, code(ana)
    refused = pair(old, portal.address, text)
    yield refused.returncode == 2 and old.log() == log, f"a state with records is refused: {refused.stderr.strip()}"
    said = pair(new, portal.address, text)
    if said.returncode:
        raise Trouble(f"the new device is not paired: {said.stderr}")
    yield "mail.secret" in said.stdout, "the family is told of the mail's password"
    profiles = [pathlib.Path(wrist.folder, "profile.yaml").read_bytes() for wrist in (old, new)]
    yield profiles[0] == profiles[1], "the lost device's own file is on the new one, byte for byte"
    yield export(new) == export(old) and "siesta" in export(new), "vigia diary export is the lost device's"
    last = log[-1][0]
    yield [entry[0] for entry in new.log()][:len(log)] == [entry[0] for entry in log], f"{len(log)} records are there"
    new.write("mail.secret", "clave\n")
    try:
        new.start(heard.port, has_keys=True)
        wait("the closed case in the portal", lambda: URGENT not in ana.call("GET", f"/w/{ana.wearer}")[2].decode())
        time.sleep(PATIENCE)
        yield mail.mails == mails, f"nobody is mailed again: {mails} mails before, {mail.mails} after"
        yield not kinds(new, REMINDER, last), "what was answered is not announced again"
        yield not kinds(new, NOTICE, last), "no notice is made of it"
        yield same(portal, ana.wearer, new, len(log)), "the portal has one log, the new device's"
        new.press("h")
        wait("a mail of the new device", lambda: mail.mails > mails)
        yield bool(kinds(new, NOTICE, last)), "a new call for help goes out"
        page = ana.call("GET", f"/w/{ana.wearer}/device")[2].decode()
        yield "Paired since" in page, "the page shows the new device"
    finally:
        new.close()
