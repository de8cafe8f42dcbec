"""From the help key to the first audio sample, and to DATA at the mail server."""

import os
import subprocess
import time

from device import Device
from mailserver import MailServer
from process import spread
from receiver import Receiver

RUNS = 15


def sound_device(folder):
    """The paced device of the tests, which notes when it starts to play."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/SoundDevice/device.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-DPIC", "-o", f"{folder}/device.so", source, "-lasound"],
                   check=True)
    with open(f"{folder}/asound.conf", "w", encoding="utf-8") as file:
        file.write("</usr/share/alsa/alsa.conf>\n"
                   f'pcm_type.vigia {{ lib "{folder}/device.so" }}\npcm.moody {{ type vigia }}\n')
    return {"ALSA_CONFIG_PATH": f"{folder}/asound.conf", "VIGIA_SOUND_STARTS": f"{folder}/starts"}


def once(vigia, folder, receiver, environment):
    """Milliseconds to the sound, to the call, to the end of the handshake, to DATA."""
    starts = environment["VIGIA_SOUND_STARTS"]
    open(starts, "w", encoding="utf-8").close()
    with MailServer(folder) as mail, Device(
            vigia, folder, mail, receiver, ["--sound", "moody"], environment, has_keys=True) as device:
        time.sleep(3)
        if os.path.getsize(starts):
            raise RuntimeError("the device sounded before the press")
        pressed = time.monotonic()
        device.press("h")
        if not mail.has_mail.wait(60):
            raise RuntimeError("no mail came")
        with open(starts, encoding="utf-8") as file:
            heard = int(file.readline()) / 1e6
    moments = [heard] + [mail.steps[step] for step in ("called", "encrypted", "DATA")]
    return [1000 * (moment - pressed) for moment in moments]


def figures(vigia, folder, _):
    environment = sound_device(folder)
    with Receiver() as receiver:
        runs = [once(vigia, folder, receiver, environment) for _ in range(RUNS)]
    names = ["the first audio sample", "the connection to the mail server", "the end of its TLS handshake",
             "SMTP DATA"]
    for index, name in enumerate(names):
        yield f"help key to {name}: " + spread([run[index] for run in runs], 1, " ms")
    yield "each is the first press and the first mail of a new device"
