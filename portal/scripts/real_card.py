"""A device that is set up from a file on a real FAT partition, and power that goes at every step of it."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import time

from mailserver import MailServer
from real_people import Caregiver
from real_world import Portal, Trouble, Wrist

KILLS, STEP = 40, 0.015
PASSWORD = "una clave muy larga"
DONE = "Listo: el dispositivo está emparejado con el portal, para Rosa."


class Card:
    """A FAT file system in a file, mounted by the kernel, or by fusefat where it has none."""

    def __init__(self, folder):
        self.image, self.folder = f"{folder}/card.img", f"{folder}/boot"
        os.makedirs(self.folder)
        with open(self.image, "wb") as file:
            file.truncate(34 << 20)
        subprocess.run(["/usr/sbin/mkfs.vfat", self.image], check=True, stdout=subprocess.DEVNULL)

    def __enter__(self):
        for command in (["mount", "-o", "loop", self.image, self.folder],
                        ["fusefat", "-o", "rw+", self.image, self.folder]):
            with contextlib.suppress(OSError):
                said = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                if said.returncode == 0 and os.path.ismount(self.folder):
                    return self
        raise Trouble("no FAT can be mounted: neither the kernel nor fusefat does it")

    def __exit__(self, *_):
        # Who is not root has mounted it by fusefat.
        if subprocess.run(["umount", self.folder], check=False, stderr=subprocess.DEVNULL).returncode:
            subprocess.run(["fusermount", "-u", self.folder], check=True)

    def file(self, name):
        return pathlib.Path(self.folder, name)

    def type(self, text):
        """As Notepad saves it: UTF-16 with its mark, and line ends of Windows."""
        self.file("vigia-setup.txt").write_bytes(text.replace("\n", "\r\n").encode("utf-16"))

    def result(self):
        path = self.file("vigia-result.txt")
        return path.read_bytes().decode("utf-8-sig") if path.exists() else ""

    def holds(self, text):
        """Whether any byte of the partition says so, in the encoding of the file. It must not be mounted."""
        return text.encode("utf-16-le") in pathlib.Path(self.image).read_bytes()


def command(wrist, card):
    return [wrist.program, "setup", "--boot", card.folder, "--profile", f"{wrist.folder}/profile.yaml", "--state",
            wrist.state, "--networks", f"{wrist.folder}/networks", "--authorities", f"{wrist.folder}/authorities"]


def again(wrist, card):
    """The next start; the portal lets an address try twenty codes at once, and then one in three seconds."""
    while True:
        said = subprocess.run(command(wrist, card), check=False, capture_output=True, text=True)
        if "too many codes" not in said.stderr:
            return said
        time.sleep(3)


def fresh(program, folder, mail):
    shutil.rmtree(folder, ignore_errors=True)
    wrist = Wrist(program, folder, mail)
    os.makedirs(f"{wrist.folder}/networks")
    return wrist


def card(programs, folder):
    """Killed after ever longer times, the set-up ends well at the next start, and nothing of the code is left."""
    codes = []
    with MailServer(folder) as mail, Portal(programs[1], folder) as portal:
        ana = Caregiver(portal, None)
        ana.join()
        partition, between = Card(folder), 0
        with partition:
            for turn in range(KILLS):
                wrist = fresh(programs[0], f"{folder}/Rosa", mail)
                codes.append(ana.code())
                partition.type(f"portal: {portal.address}\ncódigo: {codes[-1]}\nwifi: Casa\ncontraseña: {PASSWORD}\n")
                process = subprocess.Popen(
                    command(wrist, partition), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(turn * STEP)
                process.kill()
                process.wait()
                secret = pathlib.Path(wrist.folder, "portal.secret")
                between += secret.exists() and partition.file("vigia-setup.txt").exists()
                said = again(wrist, partition)
                if said.returncode or partition.file("vigia-setup.txt").exists() or not secret.exists():
                    yield False, f"killed after {turn * STEP:.2f} s: {said.stderr.strip()}"
                    return
                profile = pathlib.Path(wrist.folder, "profile.yaml").read_text(encoding="utf-8")
                if profile.count("portal:") != 1 or DONE not in partition.result():
                    yield False, f"killed after {turn * STEP:.2f} s: {partition.result()!r}"
                    return
            yield True, f"{KILLS} kills, {between} of them between pairing and erasing: each second start ended it"
            yield not subprocess.run(command(wrist, partition), check=False).returncode, "without a file nothing is done"
        # The file system is closed: what the card holds is what a finder of it reads.
        left = [text for text in [*codes, PASSWORD] if partition.holds(text)]
        yield not left, f"the partition holds no code and no password: {left}"
